// Options that commands share: what a sentence suggests is there, and takes what its help says.

#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "tests/cli/run_mw.h"

#include <nlohmann/json.hpp>

#include <sstream>
#include <vector>

namespace options_test {

namespace fs = std::filesystem;
using namespace mw::test;

namespace {

/// Nothing says what value 'mystery' has.
constexpr const char* kMystery = R"(sdfg p {
  symbols mystery:int32
  array a float64 [8]
  array b float64 [8]
  state main {
    n0 = access a
    n1 = map m [i = 0:8] -> n3
    n2 = tasklet t `o = x * mystery`
    n3 = exit n1
    n4 = access b
    n0 -> n1.IN_a : a[0:8]
    n1.OUT_a -> n2.x : a[i]
    n2.o -> n3.IN_b : b[i]
    n3.OUT_b -> n4 : b[0:8]
  }
}
)";

/// As mw --help lists them.
std::vector<std::string> commands() {
    std::istringstream help(runMw("--help").text);
    std::vector<std::string> names;
    bool among = false;
    for (std::string line; std::getline(help, line);) {
        if (among && line.starts_with("  ") && line[2] != ' ')
            names.push_back(line.substr(2, line.find(' ', 2) - 2));
        else if (among && !line.starts_with(" "))
            break;
        among = among || line == "Subcommands:";
    }
    return names;
}

} // namespace

TEST_CASE("a command that makes inputs or starts a runner has the options that its errors name") {
    const auto all = commands();
    REQUIRE(all.size() > 20);
    int makeInputs = 0;
    for (const auto& command : all) {
        INFO(command);
        const auto help = runMw(command + " --help").text;
        makeInputs += contains(help, "\n  --grid ") ? 1 : 0;
        if (command != "link") // several programs, each with values of its own
            CHECK(contains(help, "\n  --grid ") == contains(help, "\n  --set "));
        CHECK(contains(help, "\n  --runner ") == contains(help, "\n  --runner-wait "));
        if (contains(help, "\n  --grid ") && contains(help, "\n  --runner "))
            CHECK(contains(help, "\n  --trust "));
    }
    CHECK(makeInputs > 10);
}

TEST_CASE("the option --set takes several values, is repeated, and leaves FILE alone") {
    const std::string run = "run --target interp ", grid = " --grid torus:8,6,10";
    const std::string none = "note: nothing is computed: no map or loop has an iteration";
    for (const std::string& said :
         {run + sample() + grid + " --set vertical_start=4 vertical_end=4",
          run + sample() + grid + " --set vertical_start=4 --set vertical_end=4",
          run + sample() + grid + " --set=vertical_start=4 vertical_end=4",
          run + grid + " --set vertical_start=4 vertical_end=4 " + sample(),
          run + " --set vertical_start=4 vertical_end=4 " + grid + " " + sample()}) {
        const auto outcome = runMw(said);
        INFO(said << "\n" << outcome.text);
        CHECK(outcome.exit == 0);
        CHECK(contains(outcome.text, none));
    }
    const auto third = runMw(run + sample() + grid + " --set vertical_start=4 vertical_end=4 no=5");
    CHECK(contains(third.text, "has no symbol or scalar 'no'"));
}

TEST_CASE("a file whose name looks like a value is the file that it is") {
    const Folder folder;
    fs::copy_file(sample(), folder / "a=b.sdfg");
    const auto outcome = runMw("run --target interp --grid torus:8,6,10 --set vertical_end=4 " +
                               (folder / "a=b.sdfg"));
    INFO(outcome.text);
    CHECK(outcome.exit == 0);
}

TEST_CASE("commands that predict and count take values in the place of a grid's") {
    const std::string set = " --set vertical_end=40";
    for (const std::string command : {"info ", "info --kernels ", "advise "}) {
        const auto outcome = runMw(command + sample() + " --grid torus:8,6,80" + set);
        INFO(outcome.text);
        CHECK(outcome.exit == 0);
        CHECK(contains(outcome.text, "sizes of torus:8,6,80 with vertical_end=40"));
    }
    const auto optimised = runMw("optimise " + sample() + " --no-measure --device H200" + set +
                                 " --grid torus:160,140,80");
    INFO(optimised.text);
    CHECK(optimised.exit == 0);
    CHECK(contains(optimised.text, "sizes of torus:160,140,80 with vertical_end=40"));
    const auto bytes = [](const std::string& options) {
        return nlohmann::json::parse(runMw("info --json " + sample() + options).text)
            .at("bytes_written")
            .at("value")
            .get<std::int64_t>();
    };
    CHECK(2 * bytes(" --grid torus:8,6,80" + set) == bytes(" --grid torus:8,6,80"));
    CHECK(runMw("info --json " + sample() + " --set nothing=5").exit == 3);
    CHECK(runMw("diff " + sample() + " " + sample() + set).exit == 0);
    CHECK(runMw("access --map 0 " + sample() + " --grid torus:8,6,80" + set).exit == 0);
}

TEST_CASE("values that nothing follows for are given to optimise as its error says") {
    const Folder folder;
    const auto document = mw::ir::parseDump(kMystery);
    REQUIRE(document.has_value());
    const std::string file = folder / "mystery.sdfg";
    REQUIRE(mw::io::writeSdfgFile(**document, file).has_value());
    const std::string command = "optimise " + file + " --no-measure --device H200";
    const auto refused = runMw(command);
    INFO(refused.text);
    CHECK(refused.exit == 3);
    CHECK(contains(refused.text, "--set mystery=VALUE"));
    const auto given = runMw(command + " --set mystery=3");
    INFO(given.text);
    CHECK(given.exit == 0);
}

TEST_CASE("the option --set in the place of nothing is refused where nothing else says sizes") {
    const auto refused = runMw("apply " + sample() + " specialise --set vertical_end=7");
    INFO(refused.text);
    CHECK(refused.exit == 2);
    CHECK(contains(refused.text, "name one with --scenario or --grid"));
}

} // namespace options_test
