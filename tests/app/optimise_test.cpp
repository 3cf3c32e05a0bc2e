// A program is optimised in the window: a job whose steps are variants.
#include "tests/app/window_fixture.h"

using namespace mw;
using test::WindowFixture;

TEST_CASE_METHOD(WindowFixture, "a pipeline makes a variant of each of its steps") {
    open(sample("nabla4"));
    const auto before = work().current().document;
    act("optimise-default");
    settle();
    const auto steps = work().history()->variants().size() - 1;
    CHECK(steps >= 10); // eleven maps become one
    CHECK(work().current().document != before);
    for (std::size_t i = 0; i < steps; ++i)
        work().undo();
    CHECK(work().current().document == before);
    CHECK_FALSE(work().history()->canUndo());
}

TEST_CASE_METHOD(WindowFixture, "where a pipeline has nothing to do the window says so") {
    open(sample("nabla4"));
    act("optimise-default");
    settle();
    const auto variants = work().history()->variants().size();
    act("optimise-default");
    settle();
    CHECK(work().history()->variants().size() == variants);
    CHECK(message().contains("No step of the pipeline applies"));
}
