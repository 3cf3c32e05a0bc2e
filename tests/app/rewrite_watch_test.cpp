// Results of rewrites are compared in the background: what agrees says so, what does not is marked.
#include "app/gui/rewrite_watch.h"
#include "core/io/file.h"
#include "core/ir/dump.h"
#include "tests/app/window_fixture.h"
#include "viewers/panels/history_panel.h"

#include <QToolButton>

namespace rewrite_watch_test {

using namespace mw;

struct CheckedWindow : test::WindowFixture {
    CheckedWindow() { withRewriteChecks = true; }
};
using Result = history::Agreement::Result;

namespace {

/// The sample laplacian with another factor.
ir::DocumentPtr wrongLaplacian() {
    auto text = *io::readFile(test::sourceFile("samples/laplacian.graph"));
    const std::string factor = "3.0 *";
    text.replace(text.find(factor), factor.size(), "2.0 *");
    return *ir::parseDump(text);
}

} // namespace

TEST_CASE_METHOD(CheckedWindow, "a rewrite that agrees says on what it was compared") {
    open(sample("nabla4"));
    CHECK_FALSE(work().current().agreement); // of the original there is nothing to compare
    work().applyFirst("map-fusion-vertical");
    settle();
    REQUIRE(work().current().agreement);
    CHECK(work().current().agreement->result == Result::same);
    CHECK(work().current().agreement->sentence.starts_with("same results on torus:3,5,7"));
    const auto rows = viewers::historyRows(*work().history());
    CHECK_FALSE(rows.back().differs);
    CHECK(rows.back().agreement.startsWith("same results"));
}

TEST_CASE_METHOD(CheckedWindow, "a rewrite with other results is marked, and undoing is offered") {
    open(sample("laplacian"));
    auto& history = *work().program()->history;
    const auto original = history.current().id;
    history::TransformationRecord record;
    record.name = "map-fusion-vertical";
    ir::EditResult result;
    result.document = wrongLaplacian();
    const auto wrong = history.add(record, std::move(result));
    work().goTo(original);
    work().goTo(wrong);
    settle();
    REQUIRE(work().current().agreement);
    CHECK(work().current().agreement->result == Result::differs);
    CHECK(work().current().agreement->sentence.find("lap[0, 0]") != std::string::npos);
    CHECK(message().contains("changes what the program computes"));
    const auto rows = viewers::historyRows(history);
    CHECK(rows.back().differs);
    auto& model = docks().panel<viewers::HistoryPanel>().model();
    const auto name = model.index(model.rowOf(wrong), viewers::HistoryModel::NameColumn);
    CHECK(name.data().toString().endsWith("(wrong results)"));
    CHECK_FALSE(name.data(Qt::EditRole).toString().endsWith("(wrong results)"));

    auto* undo = window.parts().messageBar.findChild<QToolButton*>("message-button");
    REQUIRE(undo);
    undo->click();
    settle();
    CHECK(work().current().id == original);
}

} // namespace rewrite_watch_test
