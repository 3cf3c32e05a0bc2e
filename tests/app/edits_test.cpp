// Properties edited in the inspector: checked while typing, a step of the history, undone,
// compared.
#include "core/ir/equality.h"
#include "tests/app/window_fixture.h"
#include "viewers/panels/history_panel.h"
#include "viewers/panels/inspector_panel.h"
#include "viewers/panels/log_panel.h"

#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTreeWidget>

#include <functional>

namespace edits_test {

using namespace mw;
using test::WindowFixture;
using Verdict = viewers::FieldEditor::Verdict;
using Result = history::Agreement::Result;

namespace {

struct EditFixture : WindowFixture {
    EditFixture() { withRewriteChecks = true; }

    viewers::InspectorPanel& inspector() { return docks().panel<viewers::InspectorPanel>(); }
    viewers::FieldEditor& editor() {
        REQUIRE(inspector().editor());
        return *inspector().editor();
    }
    template <class Input>
    Input& input() {
        auto* found = editor().findChild<Input*>(QStringLiteral("field-input"));
        REQUIRE(found);
        return *found;
    }
    ElementId first(const std::function<bool(const ir::Node&)>& fits) {
        const auto index = work().index();
        for (const auto state : index->states())
            for (const auto& node : index->find(state)->block->as<ir::State>()->nodes)
                if (fits(*node))
                    return node->id;
        FAIL("no such node");
        return {};
    }
    void selectTasklet() {
        work().selection().set(
            {first([](const ir::Node& node) { return node.as<ir::Tasklet>() != nullptr; })});
    }
    void waitForVerdict() {
        REQUIRE(QTest::qWaitFor(
            [this] { return inspector().editor() && editor().verdict() != Verdict::checking; },
            20'000));
    }
    void waitForVariants(std::size_t count) {
        REQUIRE(QTest::qWaitFor(
            [this, count] { return work().history()->variants().size() == count; }, 20'000));
        settle();
    }
};

} // namespace

TEST_CASE_METHOD(EditFixture, "a range is checked while it is typed, and applied with Return") {
    open(sample("laplacian"));
    act("select-first-map");
    const auto before = work().current().id;
    const auto names = inspector().editable();
    REQUIRE_FALSE(names.isEmpty());
    REQUIRE(inspector().startEditing(names.front()));
    auto& line = input<QLineEdit>();
    CHECK(window.focusWidget() == &line);
    const auto text = line.text();

    line.setText(text + " +");
    waitForVerdict();
    CHECK(editor().verdict() == Verdict::refused);
    CHECK(editor().message().contains("is not understood"));
    QTest::keyClick(&line, Qt::Key_Return);
    settle();
    REQUIRE(inspector().editor()); // it stays, and nothing changed
    CHECK(work().current().id == before);

    line.setText(QStringLiteral("1:") + text.section(':', 1));
    waitForVerdict();
    INFO(editor().message().toStdString());
    CHECK(editor().verdict() == Verdict::fits);
    QTest::keyClick(&line, Qt::Key_Return);
    waitForVariants(2);
    CHECK_FALSE(inspector().editor());
    CHECK(std::holds_alternative<history::EditRecord>(*work().current().record));
    CHECK(inspector().text().contains(": 1 …"));

    act("edit-undo");
    CHECK(work().current().id == before);
    CHECK_FALSE(inspector().text().contains(": 1 …"));
}

TEST_CASE_METHOD(EditFixture,
                 "Return at once applies after the check, and Escape changes nothing") {
    open(sample("laplacian"));
    selectTasklet();
    REQUIRE(inspector().startEditing());
    auto& code = input<QPlainTextEdit>();
    const auto text = code.toPlainText();
    code.setPlainText(text + QStringLiteral(" +"));
    QTest::keyClick(&code, Qt::Key_Escape);
    CHECK_FALSE(inspector().editor());
    CHECK(work().history()->variants().size() == 1);

    REQUIRE(inspector().startEditing());
    auto& again = input<QPlainTextEdit>();
    again.setPlainText(text + QStringLiteral(" * 2.0"));
    QTest::keyClick(&again, Qt::Key_Return, Qt::ControlModifier);
    waitForVariants(2);
    CHECK(inspector().text().contains("* 2.0"));
}

TEST_CASE_METHOD(EditFixture, "other results by an edit are said as that, and are no error") {
    open(sample("laplacian"));
    selectTasklet();
    REQUIRE(inspector().startEditing());
    auto& code = input<QPlainTextEdit>();
    code.setPlainText(code.toPlainText() + QStringLiteral(" * 2.0"));
    QTest::keyClick(&code, Qt::Key_Return, Qt::ControlModifier);
    waitForVariants(2);
    REQUIRE(work().current().agreement);
    CHECK(work().current().agreement->result == Result::differsByEdit);
    CHECK(work().current().agreement->sentence.starts_with(
        "differs from the variant before, on purpose: "));
    const auto row = viewers::historyRows(*work().history()).back();
    CHECK(row.differsByEdit);
    CHECK_FALSE(row.differs);
    auto& model = docks().panel<viewers::HistoryPanel>().model();
    const auto name = model.index(1, viewers::HistoryModel::NameColumn).data().toString();
    CHECK(name.endsWith("(other results, on purpose)"));
    CHECK(message().isEmpty());
}

TEST_CASE_METHOD(EditFixture, "a choice of how it runs agrees with the variant before it") {
    open(sample("laplacian"));
    act("select-first-map");
    REQUIRE(inspector().startEditing(QStringLiteral("schedule")));
    auto& choice = input<QComboBox>();
    choice.setCurrentText(QStringLiteral("GPU_ThreadBlock"));
    waitForVerdict();
    CHECK(editor().verdict() == Verdict::refused);
    choice.setCurrentText(QStringLiteral("Sequential"));
    QTest::keyClick(&choice, Qt::Key_Return);
    waitForVariants(2);
    REQUIRE(work().current().agreement);
    CHECK(work().current().agreement->result == Result::same);
    CHECK(inspector().text().contains("schedule: Sequential"));
}

TEST_CASE_METHOD(EditFixture, "the action opens the first property, F2 the current one") {
    open(sample("laplacian"));
    act("select-first-map");
    act("edit-property");
    REQUIRE(inspector().editor());
    QTest::keyClick(&input<QLineEdit>(), Qt::Key_Escape);
    auto* tree = inspector().findChild<QTreeWidget*>();
    QTest::keyClick(tree, Qt::Key_F2);
    CHECK(inspector().editor());
    // Another selection leaves the edit without a trace.
    act("select-none");
    CHECK_FALSE(inspector().editor());
    CHECK(work().history()->variants().size() == 1);
}

TEST_CASE_METHOD(EditFixture, "an edit comes back with its session") {
    const auto path = sample("laplacian");
    open(path);
    selectTasklet();
    REQUIRE(inspector().startEditing());
    auto& code = input<QPlainTextEdit>();
    code.setPlainText(code.toPlainText() + QStringLiteral(" * 2.0"));
    QTest::keyClick(&code, Qt::Key_Return, Qt::ControlModifier);
    waitForVariants(2);
    const auto edited = work().current().document;
    const auto file = folder.filePath("kept.mapwright");
    work().saveProject(file, [](const auto& done) { REQUIRE(done.has_value()); });
    settle();
    work().closeProject();
    settle();
    work().openProject(file);
    settle();
    REQUIRE(work().isOpen());
    REQUIRE(work().history()->variants().size() == 2);
    CHECK(work().current().name.starts_with("edit code of "));
    CHECK(ir::equivalent(*work().current().document->root, *edited->root));
}

} // namespace edits_test
