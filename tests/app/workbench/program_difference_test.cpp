// Which kernels became which.
#include "app/workbench/program.h"
#include "app/workbench/program_difference.h"
#include "app/workbench/steps.h"
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "transforms/framework/transformation.h"

#include <fstream>
#include <iterator>

namespace program_difference_test {

using namespace mw;
using workbench::ComparedProgram;
using workbench::programDifference;

namespace {

ir::DocumentPtr nabla4() {
    auto document = io::readSdfgFile(test::sourceFile("samples/nabla4.sdfg"));
    REQUIRE(document);
    return *document;
}

ir::DocumentPtr fused(const ir::DocumentPtr& document, int times) {
    const auto* fusion = transforms::findTransformation("map-fusion-vertical");
    REQUIRE(fusion);
    auto last = document;
    for (int i = 0; i < times; ++i) {
        const auto step = workbench::applyFirst(*fusion, last, {});
        REQUIRE(step);
        last = step->front().result.document;
    }
    return last;
}

std::vector<std::string> namesOf(const analysis::ProgramRows& program,
                                 const std::vector<std::size_t>& rows) {
    std::vector<std::string> names;
    for (const std::size_t row : rows)
        names.push_back(program.rows[row].name);
    return names;
}

} // namespace

TEST_CASE("a program and itself: every kernel is as before") {
    const auto document = nabla4();
    const auto difference = programDifference({document, {}}, {document, {}});
    CHECK(difference.groups.size() == 11);
    CHECK(difference.isEmpty());
    CHECK(toText(difference).find("11 kernels are as before") != std::string::npos);
}

TEST_CASE("a fusion joins two kernels, and takes the array between them away") {
    const auto document = nabla4();
    const auto difference = programDifference({document, {}}, {fused(document, 1), {}});
    CHECK(difference.firstFigures.kernels == 11);
    CHECK(difference.secondFigures.kernels == 10);
    std::size_t joined = 0;
    for (const auto& group : difference.groups)
        if (!group.unchanged) {
            ++joined;
            CHECK(group.first.size() == group.second.size() + 1);
        }
    CHECK(joined == 1);
    REQUIRE(difference.gone.size() == 1);
    CHECK(difference.added.empty());
    CHECK(difference.relaid.empty());
    CHECK(toText(difference).starts_with("11 kernels became 10 kernels"));
}

TEST_CASE("all kernels became one") {
    const auto document = nabla4();
    const auto one = fused(document, 10);
    const auto difference = programDifference({document, {}}, {one, {}});
    REQUIRE(difference.groups.size() == 1);
    CHECK(difference.groups[0].first.size() == 11);
    CHECK(namesOf(difference.second, difference.groups[0].second) ==
          std::vector<std::string>{"z_nabla4_e2"});
    const auto back = programDifference({one, {}}, {document, {}});
    REQUIRE(back.groups.size() == 1);
    CHECK(toText(back).find("was split into") != std::string::npos);
    CHECK(back.added.size() == difference.gone.size());
}

TEST_CASE("another layout of an array is said with its name") {
    const auto document = nabla4();
    auto changed = std::make_shared<ir::Document>(*document);
    auto root = std::make_shared<ir::Sdfg>(*document->root);
    auto data = std::make_shared<ir::DataDescriptor>(*root->data("z_nabla4_e2"));
    std::ranges::reverse(data->strides);
    root->arrays.set("z_nabla4_e2", std::move(data));
    changed->root = std::move(root);
    const auto difference = programDifference({document, {}}, {changed, {}});
    REQUIRE(difference.relaid.size() == 1);
    CHECK(difference.relaid[0].starts_with("strides "));
    CHECK(difference.relaid[0].ends_with(": z_nabla4_e2"));
    CHECK_FALSE(difference.isEmpty());
}

TEST_CASE("sums that no number holds are open, not negative") {
    const auto document = ir::parseDump(R"(sdfg p {
  args a b
  symbols N:int64
  array a float64 [N]
  array t float64 [N] transient
  array b float64 [N]
  state s {
    n0 = access a
    n1 = access t
    n2 = access b
    n0 -> n1 : a[0:N]
    n1 -> n2 : t[0:N]
  }
})");
    REQUIRE(document);
    const symbolic::Bindings huge{{"N", symbolic::Value::integer(std::int64_t{1} << 58)}};
    const auto difference = programDifference({*document, huge}, {*document, huge});
    CHECK(difference.groups.front().firstBytes == std::int64_t{1} << 62); // read and written
    CHECK_FALSE(difference.firstFigures.bytes);
    CHECK(difference.firstFigures.temporaryBytes == std::int64_t{1} << 61);
}

TEST_CASE("names that a file brings are lines of their own, whatever is in them") {
    const std::string name = "z_nabla4_e2";
    // The connectors keep their names, so that the graph is whole.
    const auto called = [&](const std::string& other) {
        std::ifstream in(test::sourceFile("samples/nabla4.sdfg"));
        std::string text{std::istreambuf_iterator<char>(in), {}};
        const std::string quoted = '"' + name + '"';
        for (auto at = text.find(quoted); at != std::string::npos; at = text.find(quoted, at + 1))
            text.replace(at, quoted.size(), '"' + other + '"');
        auto document = io::readSdfg(text);
        INFO((document ? "" : toString(document.error())));
        REQUIRE(document);
        return *document;
    };
    const auto turned = [](const ir::DocumentPtr& document, const std::string& array) {
        auto changed = std::make_shared<ir::Document>(*document);
        auto root = std::make_shared<ir::Sdfg>(*document->root);
        auto data = std::make_shared<ir::DataDescriptor>(*root->data(array));
        std::ranges::reverse(data->strides);
        root->arrays.set(array, std::move(data));
        changed->root = std::move(root);
        return changed;
    };
    const auto odd = called("x/"); // without the nested SDFGs before it: nothing
    CHECK(programDifference({odd, {}}, {turned(odd, "x/"), {}}).relaid.size() == 1);
    const auto coloured = called("x\\u001b[31m\\ny");
    const auto text =
        toText(programDifference({coloured, {}}, {turned(coloured, "x\x1b[31m\ny"), {}}));
    CHECK(text.find('\x1b') == std::string::npos);
    CHECK(text.find("x\\u001b[31m\\ny") != std::string::npos);
}

TEST_CASE("files of two stages of a pipeline: what GT4Py fused is found again") {
    const auto corpus = test::corpus();
    if (!corpus)
        return test::skip("asks for the corpus of real graphs");
    for (const char* folder : {"gt4py-1.0.9/calculate_nabla4", "gt4py-1.2.1/calculate_nabla4"}) {
        CAPTURE(folder);
        const auto initial = io::readSdfgFile(*corpus / folder / "initial.sdfgz");
        const auto optimized = io::readSdfgFile(*corpus / folder / "optimized.sdfgz");
        REQUIRE(initial);
        REQUIRE(optimized);
        const auto difference = programDifference({*initial, {}}, {*optimized, {}});
        CHECK(difference.firstFigures.kernels > difference.secondFigures.kernels);
        std::size_t first = 0, second = 0; // every kernel is somewhere, once
        for (const auto& group : difference.groups) {
            first += group.first.size();
            second += group.second.size();
        }
        CHECK(first == difference.firstFigures.kernels + difference.firstFigures.copies);
        CHECK(second == difference.secondFigures.kernels + difference.secondFigures.copies);
        REQUIRE_FALSE(difference.groups.empty());
        CHECK(difference.groups[0].first.size() > 30);
        CHECK_FALSE(difference.gone.empty());
    }
}

} // namespace program_difference_test
