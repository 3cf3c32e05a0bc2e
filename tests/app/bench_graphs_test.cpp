// The graphs that --bench makes itself are valid, and as large as was asked for.
#include "app/gui/bench_graphs.h"
#include "core/analysis/analysis.h"
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "core/ir/index.h"
#include "core/validate/validate.h"
#include "samples/builder/lower.h"
#include "tests/support/catch.h"

#include <QTemporaryDir>

namespace bench_graphs_test {

using namespace mw;

namespace {

analysis::ProgramSummary summaryOf(const std::string& text) {
    const auto document = ir::parseDump(text);
    REQUIRE(document);
    const auto findings = validate::validate(ir::DocumentIndex(*document));
    for (const auto& finding : findings) {
        INFO(toString(finding));
        CHECK(finding.severity != Severity::error);
    }
    return analysis::summarise(**document);
}

} // namespace

TEST_CASE("a generated state has about the nodes that it was asked for") {
    const auto summary = summaryOf(app::layeredState(1000));
    CHECK(summary.states == 1);
    CHECK(summary.nodes >= 1000);
    CHECK(summary.nodes < 1100);
}

TEST_CASE("a generated program has the kernels and arrays that it was asked for") {
    const auto text = app::longProgram(500, 200);
    CHECK(summaryOf(text).topLevelMaps == 500);
    const auto document = ir::parseDump(text);
    CHECK((*document)->root->arrays.size() == 200);
}

TEST_CASE("a generated stencil has the maps of each of its steps, as GT4Py lowers them") {
    const auto maps = [](int steps) {
        return summaryOf(
                   samples::graphText(app::diffusionSteps(steps), samples::Generation::gt4py121))
            .topLevelMaps;
    };
    const auto ofOne = maps(2) - maps(1);
    CHECK(ofOne >= 6); // two reads through a table, a difference, a product, a sum, an update
    CHECK(maps(20) == maps(1) + 19 * ofOne);
}

TEST_CASE("names of generated graphs are told from those of files") {
    const QTemporaryDir folder;
    CHECK(app::generatedFile("nabla4.sdfg", folder.path())->isEmpty());
    CHECK(app::generatedFile("state:0", folder.path())->isEmpty());
    for (const char* name : {"program:6x4", "state:12", "stencil:3"}) {
        INFO(name);
        const auto file = app::generatedFile(name, folder.path());
        REQUIRE(file);
        CHECK(io::readSdfgFile(file->toStdString()));
    }
}

} // namespace bench_graphs_test
