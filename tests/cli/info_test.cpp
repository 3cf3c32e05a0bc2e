// mw info: a page about any program, and tables in full.

#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "tests/cli/run_mw.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace info_test {

namespace fs = std::filesystem;
using namespace mw::test;

namespace {

constexpr std::ptrdiff_t kPage = 40;

std::ptrdiff_t lines(const std::string& text) {
    return std::ranges::count(text, '\n');
}

/// "1 error, 2 hints" of the list that mw check prints.
std::string countsOf(const nlohmann::json& findings) {
    std::string text;
    for (const std::string severity : {"error", "warning", "hint"}) {
        const auto count = std::ranges::count_if(
            findings, [&](const auto& one) { return one.at("severity") == severity; });
        if (count > 0)
            text += (text.empty() ? "" : ", ") + std::to_string(count) + " " + severity +
                    (count == 1 ? "" : "s");
    }
    return text.empty() ? "none" : text;
}

/// The parts of a page, in their order.
void checkPage(const Outcome& page) {
    INFO(page.text);
    CHECK(page.exit == 0);
    CHECK(lines(page.text) <= kPage);
    std::size_t at = 0;
    for (const char* part : {" state", " map", " kernel", "\nsizes ", "\nbytes", "\nkernels",
                             "temporar", "\narguments: ", "\nfindings: ", "\nnext\n  mw "}) {
        INFO(part);
        at = page.text.find(part, at);
        REQUIRE(at != std::string::npos);
    }
}

} // namespace

TEST_CASE("info prints a page about the sample, twice the same") {
    const auto page = runMw("info " + sample());
    checkPage(page);
    CHECK(contains(page.text, "nabla4: 1 state, 11 maps, 11 kernels\n"));
    CHECK(contains(page.text, "kernels move 316 kB, the arguments alone are 46.1 kB: 6.8 times the "
                              "minimum; 34560 floating-point operations\n"));
    CHECK(contains(page.text, "4   sum_primal   reads 23 kB    writes 11.5 kB  11 %\n"));
    CHECK(contains(page.text, "\n  and 1 more: 23.6 kB, 7 %\n"));
    CHECK(contains(page.text, "10 temporaries, 115 kB together, at most 57.6 kB at a time\n"));
    CHECK(contains(page.text, "arguments: 9 containers and 11 symbols\nfindings: none\n"));
    CHECK(contains(page.text, "mw advise " + sample()));
    CHECK_FALSE(contains(page.text, "mw check"));
    CHECK(runMw("info " + sample()).text == page.text);
}

TEST_CASE("info has a page for every graph of the corpus, with the findings that check has") {
    const auto root = corpus();
    if (!root)
        return skip("no corpus: set MAPWRIGHT_CORPUS");
    for (const auto& graph : someGraphsBelow(*root)) {
        const std::string file = "'" + graph.string() + "'";
        INFO(file);
        const auto page = runMw("info " + file);
        checkPage(page);
        const auto findings = nlohmann::json::parse(runMw("check --hints --json " + file).text);
        CHECK(contains(page.text, "\nfindings: " + countsOf(findings) + "\n"));
    }
}

TEST_CASE("the lists of info's page are as long as --top says") {
    const auto two = runMw("info --top 2 " + sample());
    CHECK(contains(two.text, "\n  and 9 more: "));
    CHECK(contains(two.text, "\n  and 8 more: "));
    CHECK_FALSE(contains(runMw("info --top 0 " + sample()).text, " more"));
    CHECK(runMw("info --top 2 --kernels " + sample()).exit == 2);
}

TEST_CASE("tables of info are printed in full, and no others") {
    const std::string states = "\nstates\n", kernels = "\nkernels (what each",
                      temporaries = "\ntemporaries (bytes", arguments = "\narguments (regions",
                      symbols = "\nsymbols among";
    const auto tables = [&](const std::string& options) {
        const auto said = runMw("info " + options + " " + sample());
        CHECK(said.exit == 0);
        CHECK(contains(said.text, "nabla4: 1 state, 11 maps, 11 kernels\n"));
        std::string which;
        for (const auto& table : {states, kernels, temporaries, arguments, symbols})
            which += contains(said.text, table) ? table : "";
        return which;
    };
    CHECK(tables("--states") == states);
    CHECK(tables("--kernels") == kernels);
    CHECK(tables("--temporaries") == temporaries);
    CHECK(tables("--arguments --symbols") == arguments + symbols);
    CHECK(tables("--all") == states + kernels + temporaries + arguments + symbols);
    const auto all = runMw("info --all " + sample()).text;
    CHECK(contains(all, "i_Edge_gtx_horizontal = horizontal_start:horizontal_end"));
    CHECK(contains(all, "10 z_nabla4_e2 (combine): reads 23 kB, writes 11.5 kB, 2880 operations"));
    CHECK(contains(all, "whole program, arguments only: reads 34.6 kB"));
    CHECK(contains(all, "term_vert float64 [horizontal_end - horizontal_start, "));
    CHECK(contains(all, "gt_conn_E2C2V int32 [__gt_conn_E2C2V_source_size, 4]: reads ["));
    CHECK(contains(all, "\n  horizontal_end = 144\n"));
}

TEST_CASE("info has a page for a program without kernels") {
    const Folder folder;
    const auto document = mw::ir::parseDump(R"(sdfg p {
  array a float64 [8]
  array b float64 [8]
  state main {
    n0 = access a
    n1 = access b
    n0 -> n1 : a[0:8]
  }
}
)");
    REQUIRE(document.has_value());
    const std::string file = folder / "copy.sdfg";
    REQUIRE(mw::io::writeSdfgFile(**document, file).has_value());
    const auto page = runMw("info " + file);
    checkPage(page);
    CHECK(contains(page.text, "p: 1 state, 0 maps, 0 kernels, 1 copy\n"));
    CHECK(contains(page.text, "bytes: kernels and copies move 128 B, copies 128 B of it, "));
    CHECK(contains(page.text, "\nkernels: none\n\ntemporaries: none\n"));
}

TEST_CASE("info --json has all of it") {
    const auto json = nlohmann::json::parse(runMw("info --json " + sample()).text);
    CHECK(json.at("program") == "nabla4");
    CHECK(json.at("maps") == 11);
    CHECK(json.at("kernels").size() == 11);
    CHECK(json.at("temporaries").size() == 10);
    CHECK(json.at("argument_list").size() == 20);
    CHECK(json.at("state_list").at(0).at("maps").size() == 11);
}

TEST_CASE("info gives numbers for the sizes of a grid") {
    const Folder folder;
    fs::copy_file(sample(), folder / "alone.sdfg"); // no scenario lies beside it
    const auto symbolic =
        nlohmann::json::parse(runMw("info --json " + (folder / "alone.sdfg")).text);
    CHECK_FALSE(symbolic.at("kernels").at(0).at("bytes_written").contains("value"));
    const auto sized =
        nlohmann::json::parse(runMw("info --json --grid torus:8,6,10 " + sample()).text);
    std::int64_t written = 0;
    for (const auto& kernel : sized.at("kernels"))
        written += kernel.at("bytes_written").at("value").get<std::int64_t>();
    CHECK(sized.at("bytes_written").at("value") <= written);
    CHECK(sized.at("temporary_memory").at("peak_bytes") <=
          sized.at("temporary_memory").at("all_bytes"));
    CHECK(contains(runMw("info --grid torus:8,6,10 " + sample()).text, " kB"));
    CHECK(runMw("info --grid torus:8 " + sample()).exit == 3);
}

TEST_CASE("info takes the sizes of the scenario beside the file, else usual ones for its page") {
    const Folder folder;
    const std::string file = folder / "nabla4.sdfg";
    fs::copy_file(sample(), file);
    const auto usual = runMw("info " + file);
    CHECK(contains(usual.text, "sizes of torus:160,140,80, since nothing says others"));
    const auto open = runMw("info --kernels " + file);
    REQUIRE(open.exit == 0);
    CHECK(contains(open.text, "sizes are open: "));
    CHECK_FALSE(contains(open.text, "Max(0"));
    CHECK(contains(open.text, "8*(horizontal_end - horizontal_start)"));
    const std::string beside = folder / "nabla4.scenario.json";
    fs::copy_file(sourceFile("samples/nabla4.scenario.json"), beside);
    const auto sized = runMw("info --kernels " + file);
    CHECK(contains(sized.text, "sizes of " + beside));
    CHECK(contains(sized.text, "whole program, arguments only: reads 34.6 kB"));
}

TEST_CASE("what info says to do next can be done") {
    const Folder folder;
    fs::copy_file(sample(), folder / "it's nabla4.sdfg");
    const std::string file = "'" + (folder / "it'\\''s nabla4.sdfg") + "'";
    const auto page = runMw("info --grid torus:8,6,10 " + file).text;
    const auto next = page.find("  mw advise ");
    REQUIRE(next != std::string::npos);
    const auto said = page.substr(next + 5, page.find('\n', next) - next - 5);
    CHECK(contains(said, " --grid torus:8,6,10"));
    const auto advice = runMw(said.substr(0, said.find('#')));
    INFO(said << advice.text);
    CHECK(advice.exit == 0);
}

} // namespace info_test
