// Pipelines as text: stages, their modes, and what is wrong with a line.
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "transforms/framework/pipeline.h"

#include <filesystem>
#include <fstream>
#include <iterator>

namespace pipeline_test {

using namespace mw;
using transforms::Stage;

namespace {

std::string contents(const std::filesystem::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string error(const std::string& text) {
    const auto pipeline = transforms::parsePipeline("p", text);
    return pipeline ? "" : pipeline.error().code + ": " + pipeline.error().sentence;
}

} // namespace

TEST_CASE("a pipeline is stages of passes") {
    const auto pipeline = transforms::parsePipeline(
        "p", "# What it is for.\n\neverywhere: few kernels\nmap-fusion-vertical "
             "--only-toplevel-maps # at the top\nmap-collapse\n\nby cost: less memory\n"
             "inline-fusion --most-computations=4\n");
    REQUIRE(pipeline.has_value());
    CHECK(pipeline->summary == "What it is for.");
    REQUIRE(pipeline->stages.size() == 2);
    const Stage &first = pipeline->stages[0], &second = pipeline->stages[1];
    CHECK(first.mode == Stage::Mode::everywhere);
    CHECK(first.title == "few kernels");
    REQUIRE(first.passes.size() == 2);
    CHECK(first.passes[0].params == Params{{"only-toplevel-maps", true}});
    CHECK(second.mode == Stage::Mode::byCost);
    REQUIRE(second.passes.size() == 1);
    CHECK(second.passes[0].params == Params{{"most-computations", std::int64_t{4}}});
}

TEST_CASE("a pipeline says which others its result is held against") {
    const auto pipeline = transforms::parsePipeline(
        "p", "beside: gt4py without to-gpu, map-collapse # as the program has it\nbeside: fuse\n"
             "everywhere: a\nmap-collapse\n");
    REQUIRE(pipeline.has_value());
    CHECK(pipeline->beside ==
          std::vector<transforms::Rival>{{"gt4py", {"to-gpu", "map-collapse"}}, {"fuse", {}}});
    CHECK(pipeline->stages.size() == 1);
    CHECK(error("beside: gt4py without to-moon\n") ==
          "bad-pipeline: line 1 of the pipeline 'p': there is no transformation 'to-moon'");
    CHECK(error("beside:\n") == "bad-pipeline: line 1 of the pipeline 'p': 'beside:' names a "
                                "pipeline");
    for (const auto& one : transforms::pipelines())
        for (const auto& rival : one.beside)
            CHECK(transforms::findPipeline(rival.pipeline));
}

TEST_CASE("a line of a pipeline that says nothing is named") {
    CHECK(error("everywhere: a\nmap-fusion\n") ==
          "bad-pipeline: line 2 of the pipeline 'p': there is no transformation 'map-fusion'");
    CHECK(error("map-collapse\n") == "bad-pipeline: line 1 of the pipeline 'p': a stage begins "
                                     "with 'everywhere: TITLE' or 'by cost: TITLE'");
    CHECK(error("everywhere: a\ninline-fusion --most-computations=many\n") ==
          "bad-pipeline: line 2 of the pipeline 'p': --most-computations cannot be 'many'");
}

TEST_CASE("every pipeline that comes with the program can be read") {
    std::vector<std::string> names;
    for (const auto& entry :
         std::filesystem::directory_iterator(test::sourceFile("transforms/pipelines"))) {
        INFO(entry.path());
        const std::string name = entry.path().stem().string();
        CHECK(transforms::parsePipeline(name, contents(entry.path())).has_value());
        const auto* known = transforms::findPipeline(name);
        REQUIRE(known);
        CHECK_FALSE(known->stages.empty());
        CHECK_FALSE(known->summary.empty());
        names.push_back(name);
    }
    CHECK(names.size() == transforms::pipelines().size());
    CHECK(transforms::findPipeline("default"));
    CHECK_FALSE(transforms::findPipeline("fast"));
}

} // namespace pipeline_test
