// A program with open sizes is offered specialised, before anything else is done to it.
#include "app/workbench/specialise_values.h"
#include "tests/app/window_fixture.h"

#include <QToolButton>

namespace specialise_offer_test {

using namespace mw;
using test::WindowFixture;

namespace {

QToolButton& button(WindowFixture& fixture) {
    auto* found = fixture.window.parts().messageBar.findChild<QToolButton*>("message-button");
    REQUIRE(found);
    return *found;
}

} // namespace

TEST_CASE_METHOD(WindowFixture, "an unspecialised program is offered specialised to the run") {
    open(sample("nabla4"));
    const auto openBefore = workbench::openSymbols(*work().current().document->root);
    REQUIRE_FALSE(openBefore.empty());
    CHECK(message().contains(QString("%1 symbol").arg(openBefore.size())));
    CHECK(message().contains("the usual grid"));

    button(*this).click();
    settle();
    CHECK(message().isEmpty());
    CHECK(work().history()->variants().size() == 2);
    CHECK(workbench::openSymbols(*work().current().document->root).empty());
    work().undo();
    CHECK(workbench::openSymbols(*work().current().document->root) == openBefore);
}

TEST_CASE_METHOD(WindowFixture, "nothing is offered where work was done, or all is known") {
    open(sample("nabla4"));
    act("specialise-to-run");
    act("file-close");
    open(sample("nabla4")); // with its session
    CHECK_FALSE(message().contains("symbol"));
    CHECK(work().history()->variants().size() == 2);
}

} // namespace specialise_offer_test
