// Figures of variants: a fusion takes a kernel, its temporary and their bytes away.
#include "app/workbench/run_setup.h"
#include "core/analysis/figures.h"
#include "tests/app/workbench/folder.h"

namespace figures_test {

using namespace mw;
using test::Folder;
using test::fusion;

TEST_CASE("what a fusion saves is in the figures") {
    const Folder folder;
    const auto program = workbench::openProgram(folder.input());
    REQUIRE(program.has_value());
    const auto before = (*program)->current().document;
    const auto steps = workbench::applyEverywhere(fusion(), before, {});
    REQUIRE(steps.has_value());
    const auto scenario = workbench::scenarioFor(*before->root, {}, "torus:8,6,10");
    REQUIRE(scenario.has_value());

    const auto was = analysis::figures(*before, scenario->symbols);
    const auto is = analysis::figures(*steps->back().result.document, scenario->symbols);
    CHECK(was.maps == 11);
    CHECK(was.kernels == 11);
    CHECK(is.kernels == 1);
    CHECK(was.temporaries == 10);
    CHECK(is.temporaries == 0);
    CHECK(is.temporaryBytes == 0);
    REQUIRE(was.bytes.has_value());
    // One kernel moves what the program has to: its arguments.
    CHECK(is.bytes == is.argumentBytes);
    CHECK(was.argumentBytes == is.argumentBytes);
    CHECK(*was.bytes > *is.bytes);
    CHECK(was.operations == is.operations);
}

TEST_CASE("bytes without sizes are not known") {
    const Folder folder;
    const auto program = workbench::openProgram(folder.input());
    const auto is = analysis::figures(*(*program)->current().document, {});
    CHECK(is.kernels == 11);
    CHECK_FALSE(is.bytes);
    CHECK_FALSE(is.temporaryBytes);
}

} // namespace figures_test
