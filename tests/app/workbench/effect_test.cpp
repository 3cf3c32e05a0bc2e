// Figures of variants: a fusion takes a kernel, its temporary and their bytes away.
#include "app/workbench/effect.h"
#include "app/workbench/run_setup.h"
#include "tests/app/workbench/folder.h"

namespace effect_test {

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

    const auto was = workbench::figures(*before, scenario->symbols);
    const auto is = workbench::figures(*steps->back().result.document, scenario->symbols);
    CHECK(was.maps == 11);
    CHECK(was.kernels == 11);
    CHECK(is.kernels == 1);
    CHECK(was.temporaries == 10);
    CHECK(is.temporaries == 0);
    CHECK(is.temporaryBytes == 0);
    REQUIRE(was.kernelBytes.has_value());
    // One kernel moves what the program has to: its arguments.
    CHECK(is.kernelBytes == is.argumentBytes);
    CHECK(was.argumentBytes == is.argumentBytes);
    CHECK(*was.kernelBytes > *is.kernelBytes);
    CHECK(was.operations == is.operations);
}

TEST_CASE("bytes without sizes are not known") {
    const Folder folder;
    const auto program = workbench::openProgram(folder.input());
    const auto is = workbench::figures(*(*program)->current().document, {});
    CHECK(is.kernels == 11);
    CHECK_FALSE(is.kernelBytes);
    CHECK_FALSE(is.temporaryBytes);
}

} // namespace effect_test
