// The generated code of two variants side by side in the window.
#include "app/gui/job_log.h"
#include "app/workbench/launches.h"
#include "tests/app/window_fixture.h"
#include "viewers/panels/code_panel.h"
#include "viewers/panels/code_sides.h"
#include "viewers/panels/kernel_editor.h"
#include "viewers/panels/log_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QPlainTextEdit>
#include <QRegularExpression>

#include <algorithm>
#include <array>

namespace code_test {

using namespace mw;
using test::WindowFixture;

namespace {

struct CodeFixture : WindowFixture {
    CodeFixture() {
        withRewriteChecks = true;
        window.show();
        open(sample("nabla4"));
        act("show-code");
    }
    viewers::CodePanel& panel() { return docks().panel<viewers::CodePanel>(); }
    const bench::SourceDifference& difference() { return panel().sides().difference(); }
    /// Lines of one kind.
    auto count(DiffLine::Kind kind) {
        return std::ranges::count(difference().lines, kind, &bench::SourceLine::kind);
    }
};

} // namespace

TEST_CASE_METHOD(CodeFixture, "a fused kernel's code stands beside that of all that it replaced") {
    CHECK_FALSE(window.parts().actions.trigger("code-compare-original").isEmpty()); // it is shown
    act("apply-all-map-fusion-vertical");
    act("code-compare-original");
    REQUIRE(panel().sides().showsTwo());
    REQUIRE(difference().pairs.size() == 1);
    CHECK(difference().pairs[0].first.size() == 11);
    CHECK(difference().pairs[0].second.size() == 1);
    CHECK(count(DiffLine::Kind::removed) > 50);
    CHECK(panel().sides().otherText().count("__global__") == 11);
    CHECK(panel().sides().text().count("__global__") == 1);
    // Both sides have as many lines.
    CHECK(panel().sides().text().count('\n') == panel().sides().otherText().count('\n'));
    CHECK(panel().message().contains("differ"));
    act("code-alone");
    CHECK_FALSE(panel().sides().showsTwo());
    CHECK(panel().text().contains("__global__"));
}

TEST_CASE_METHOD(CodeFixture,
                 "without a selection the kernel in the list is shown, not the preamble") {
    const auto lineHere = [this] {
        const auto& sides = panel().sides();
        return sides.text().split('\n').value(sides.currentRow());
    };
    act("select-none");
    act("apply-first-map-fusion-vertical");
    act("select-none");
    auto* kernels = panel().findChildren<QComboBox*>()[1];
    CAPTURE(lineHere().toStdString(), kernels->currentData().toString().toStdString());
    CHECK(lineHere().contains("// " + kernels->currentText() + " ("));
    act("code-compare-original");
    REQUIRE(panel().sides().showsTwo());
    CHECK(lineHere().contains("// " + kernels->currentText() + " ("));
}

TEST_CASE_METHOD(CodeFixture, "differences are gone to by key, and the graph follows") {
    act("apply-first-map-fusion-vertical");
    act("code-compare-before");
    REQUIRE(panel().sides().showsTwo());
    const auto changes = difference().changes;
    REQUIRE(changes.size() >= 2); // how many kernels there are, and those that were fused
    while (!panel().message().contains("none before this line"))
        act("code-previous-difference");
    CHECK(panel().sides().currentRow() == static_cast<int>(changes[0]));
    act("select-none");
    act("code-next-difference");
    CHECK(panel().sides().currentRow() == static_cast<int>(changes[1]));
    REQUIRE(work().selection().ids().size() == 1);
    const auto map = work().selection().ids().front();
    CHECK(work().index()->find(map) != nullptr);
    for (std::size_t i = 2; i < changes.size(); ++i)
        act("code-next-difference");
    CHECK(panel().sides().currentRow() == static_cast<int>(changes.back()));
    act("code-next-difference");
    CHECK(panel().message().contains("none after this line"));
    for (std::size_t i = 1; i < changes.size(); ++i)
        act("code-previous-difference");
    CHECK(panel().sides().currentRow() == static_cast<int>(changes[0]));
}

TEST_CASE_METHOD(CodeFixture, "a step that leaves a kernel alone leaves its code alone") {
    act("apply-first-map-fusion-vertical");
    act("code-compare-before");
    std::size_t unchanged = 0;
    for (std::size_t p = 0; p < difference().pairs.size(); ++p)
        unchanged += std::ranges::none_of(difference().lines, [&](const auto& line) {
            return line.pair == static_cast<int>(p) && line.kind != DiffLine::Kind::same;
        });
    CHECK(difference().pairs.size() == 10);
    CHECK(unchanged == 9);
}

TEST_CASE_METHOD(CodeFixture, "the comparison stays while variants are walked, in any language") {
    act("apply-first-map-fusion-vertical");
    act("apply-first-map-fusion-vertical");
    act("code-compare-original");
    const auto original = work().history()->root().id;
    CHECK(panel().comparedWith() == original);
    act("edit-undo");
    CHECK(panel().comparedWith() == original);
    CHECK(panel().sides().showsTwo());
    act("edit-undo"); // beside itself there is nothing to see
    CHECK_FALSE(panel().sides().showsTwo());
    act("edit-redo");
    CHECK(panel().sides().showsTwo());
    auto* language = panel().findChild<QComboBox*>();
    language->setCurrentIndex(language->findText("Passes"));
    settle();
    CHECK(panel().sides().showsTwo());
    CHECK(panel().sides().otherText().contains("== lower: "));
    open(sample("laplacian")); // another program: its variants are others
    CHECK_FALSE(panel().sides().showsTwo());
}

TEST_CASE_METHOD(CodeFixture, "launches that a step chose stand in the code of its variant") {
    const auto byTheRules = panel().text();
    codegen::Choices choices;
    choices["combine__z_nabla4_e2"].block = std::array{32, 1, 1};
    work().addSteps({work().program(),
                     work().current().id,
                     {workbench::launchStep(work().current().document, choices)},
                     &work().activePane()});
    settle();
    CHECK(panel().text() != byTheRules);
    CHECK(panel().text().contains("__launch_bounds__(32"));
    act("code-compare-before");
    REQUIRE(panel().sides().showsTwo());
    CHECK_FALSE(panel().sides().otherText().contains("__launch_bounds__(32"));
    const auto differing = std::ranges::count_if(
        difference().lines, [](const auto& line) { return line.kind != DiffLine::Kind::same; });
    CHECK(differing > 0);
    CHECK(differing < 10); // one kernel alone
    act("code-alone");
    act("edit-undo");
    CHECK(panel().text() == byTheRules);
}

TEST_CASE_METHOD(CodeFixture, "registers and spills of the kernel stand beside its code") {
    act("select-first-map");
    bench::BenchResult result;
    result.target = codegen::Target::cuda;
    auto& variant = result.variants.emplace_back();
    variant.name = "original";
    auto& kernel = variant.kernels.emplace_back();
    kernel.map = NodeId{work().selection().ids().front().value};
    kernel.resources = {.registers = 40, .spillBytes = 16, .occupancy = 0.5};
    work().setBenchResult(work().program(), result, {work().history()->root().id});
    settle();
    CHECK(panel().message().toStdString() ==
          "11 kernels   ·   40 registers, ⚠ 16 B spilled a thread, occupancy 50.0 %");
    auto* language = panel().findChild<QComboBox*>();
    language->setCurrentIndex(language->findText("HIP")); // it was not measured there
    settle();
    CHECK_FALSE(panel().message().contains("register"));
}

namespace {

struct LineFixture : CodeFixture {
    QString log() {
        return docks().panel<viewers::LogPanel>().findChild<QPlainTextEdit*>()->toPlainText();
    }
    void show(const char* language) {
        auto* box = panel().findChild<QComboBox*>();
        REQUIRE(box->findText(language) >= 0);
        box->setCurrentIndex(box->findText(language));
        settle();
    }
    /// As a click does: the cursor goes to the first line with this text behind `after`.
    void visit(const QString& part, const QString& after = {}) {
        const auto text = panel().sides().text();
        const auto at = text.indexOf(part, std::max<qsizetype>(0, text.indexOf(after)));
        REQUIRE(at >= 0);
        const int row = static_cast<int>(text.left(at).count('\n'));
        emit panel().sides().lineVisited(row + 1, -1);
        settle();
    }
    ElementId selected() {
        REQUIRE(work().selection().ids().size() == 1);
        return work().selection().ids().front();
    }
    QString markedText() {
        const auto lines = panel().sides().text().split('\n');
        QString text;
        for (const int line : panel().sides().markedElements())
            text += lines.at(line - 1) + '\n';
        return text;
    }
    const ir::Node* selectedNode() { return work().index()->find(selected())->node; }
};

} // namespace

TEST_CASE_METHOD(LineFixture, "a line selects what it was made of, and the selection its lines") {
    using Place = std::array<const char*, 3>; // language, what is looked for, behind what
    for (const auto& [language, part, after] :
         {Place{"CUDA", "__ldg(", "    if ("}, Place{"HIP", "__ldg(", "    if ("},
          Place{"C++ (CPU)", " * ", "for ("}, Place{"Passes", " * ", "== lower"}}) {
        INFO(language);
        show(language);
        act("select-none");
        CHECK(panel().sides().markedElements().empty());
        visit(part, after);
        REQUIRE(selectedNode());
        CHECK(selectedNode()->as<ir::Tasklet>());
        CHECK(markedText().contains(part));
        const auto marked = panel().sides().markedElements();
        const auto tasklet = selected();
        // The other way round: the selection comes from elsewhere.
        act("select-none");
        work().selection().set({tasklet});
        settle();
        CHECK(panel().sides().markedElements() == marked);
    }
}

TEST_CASE_METHOD(LineFixture, "an array that is selected marks the lines that touch it") {
    ElementId array;
    for (const BlockId state : work().index()->states())
        for (const auto& node : work().index()->find(state)->block->as<ir::State>()->nodes)
            if (const auto* access = node->as<ir::AccessNode>(); access && !array)
                array = node->id;
    work().selection().set({array});
    settle();
    CHECK_FALSE(panel().sides().markedElements().empty());
    CHECK(panel().sides().markedElements().size() <
          static_cast<std::size_t>(panel().text().count('\n')) / 2);
}

TEST_CASE_METHOD(LineFixture, "PTX stands in the code view, with registers and lines") {
    act("code-ptx");
    if (panel().message().startsWith("No code: ")) { // without NVRTC: the sentence says so
        CHECK(panel().message().contains("NVRTC"));
        return;
    }
    CHECK(panel().text().count(".visible .entry ") == 11);
    CHECK(panel().text().contains("// nabla4: 11 kernels in PTX for sm_"));
    CHECK(log().contains("Compiling to PTX: begins"));
    CHECK(log().contains("Compiling to PTX: done in "));
    CHECK(log().contains("11 kernels for sm_"));
    act("select-first-map");
    CHECK(panel().message().contains("register"));
    visit("mul.f64", ".entry");
    CHECK(selectedNode()->as<ir::Tasklet>());
    CHECK(markedText().contains("mul.f64"));
    // Side by side with what it was, like any source.
    act("apply-first-map-fusion-vertical");
    act("code-compare-before");
    REQUIRE(panel().sides().showsTwo());
    CHECK(panel().sides().otherText().contains(".visible .entry "));
}

TEST_CASE_METHOD(LineFixture, "a disassembler that lacks is a sentence in the code view") {
    act("code-sass");
    const auto message = panel().message();
    if (message.contains("nvdisasm")) // what the compiler says stands there instead
        CHECK(panel().text().contains("// combine__z_nabla4_e2: "));
    if (message.startsWith("No code: "))
        CHECK((message.contains("nvdisasm is not installed") || message.contains("NVRTC")));
    else
        CHECK(panel().text().contains("EXIT"));
    CHECK((log().contains("Compiling to SASS: failed after") ||
           log().contains("Compiling to SASS: done in")));
    act("code-amdgcn"); // never a crash
    CHECK(log().contains("Compiling to AMDGCN: "));
    show("CUDA");
    CHECK(panel().text().contains("__global__"));
}

TEST_CASE_METHOD(LineFixture, "what the user did leaves its lines in the log") {
    CHECK(log().contains("Opening nabla4.sdfg: done in "));
    CHECK(log().contains("Checking ranges: done in "));
    act("apply-first-map-fusion-vertical");
    CHECK(log().contains("Comparing results on small inputs: done in "));
    CHECK(log().contains("same results on "));
    const QRegularExpression applied(
        R"(Fuse maps along the dataflow: done in \d+ ms \(begun \d\d:\d\d:\d\d\))");
    CHECK(applied.match(log()).hasMatch());
    runOn("torus:8,6,10");
    act("run-bench");
    CHECK(log().contains("Measuring: begins"));
    CHECK((log().contains("Measuring: done in ") || log().contains("Measuring: failed after ")));
    open(folder.filePath("nothing.sdfg"));
    CHECK(log().contains("Opening nothing.sdfg: failed after "));
}

TEST_CASE_METHOD(LineFixture, "what the window does by itself is in the log on request") {
    QTest::qWait(300); // what begins after a pause
    settle();
    CHECK_FALSE(log().contains("Matching transformations"));
    auto* quiet = docks().panel<viewers::LogPanel>().findChild<QCheckBox*>("log-quiet");
    quiet->setChecked(true);
    const QRegularExpression matched(
        R"(Matching transformations: done in \d+ ms \(begun \d\d:\d\d:\d\d\): \d+ places)");
    CHECK(matched.match(log()).hasMatch());
    CHECK(log().contains("Counting bytes and operations: done in "));
    CHECK(log().contains("Opening nabla4.sdfg: done in "));
    quiet->setChecked(false);
    CHECK_FALSE(log().contains("Matching transformations"));
    CHECK(log().contains("Opening nabla4.sdfg: done in "));
}

TEST_CASE("work that repeats has one quiet line, with its number") {
    viewers::LogPanel panel;
    panel.findChild<QCheckBox*>("log-quiet")->setChecked(true);
    const auto lines = [&] {
        auto text = panel.findChild<QPlainTextEdit*>()->toPlainText();
        return text.remove(QRegularExpression(R"(\d\d:\d\d:\d\d  )")).toStdString();
    };
    panel.addQuietly("Matching", "Matching: 1");
    panel.addQuietly("Matching", "Matching: 2");
    CHECK(lines() == "Matching: 2  (×2)");
    panel.add("Applied");
    panel.addQuietly("Matching", "Matching: 3");
    panel.addQuietly("Matching", "Matching: 4");
    panel.addQuietly("Matching", "Matching: 5");
    CHECK(lines() == "Matching: 2  (×2)\nApplied\nMatching: 5  (×3)");
}

TEST_CASE("a line of the log says when, how long, and what came of it") {
    viewers::JobQueue::Ended job;
    job.spec.title = "Measuring";
    job.began = QDateTime(QDate(2026, 1, 2), QTime(14, 2, 11));
    job.seconds = 2.5;
    using How = viewers::JobQueue::Ended::How;
    const auto text = [&](How how, const char* sentence) {
        job.how = how;
        job.sentence = sentence;
        return app::JobLog::textOf(job).toStdString();
    };
    CHECK(text(How::done, "two variants") ==
          "Measuring: done in 2.50 s (begun 14:02:11): two variants");
    CHECK(text(How::failed, "") == "Measuring: failed after 2.50 s (begun 14:02:11)");
    CHECK(text(How::cancelled, "") == "Measuring: cancelled after 2.50 s (begun 14:02:11)");
    CHECK(text(How::superseded, "") == "Measuring: no longer wanted after 2.50 s (begun 14:02:11)");
}

TEST_CASE_METHOD(CodeFixture, "a kernel is written by hand, kept as a variant, run and verified") {
    auto* language = panel().findChild<QComboBox*>();
    language->setCurrentIndex(language->findText("C++ (CPU)"));
    settle();
    runOn("torus:8,6,10");
    const auto before = work().current().id;
    CHECK_FALSE(window.parts().actions.trigger("code-keep-kernel").isEmpty()); // none is written
    act("code-edit-kernel"); // perhaps before the values of the run are known
    REQUIRE(QTest::qWaitFor([this] { return panel().editing().isOpen(); }, 60'000));
    CHECK(panel().knowsValues());
    CHECK(panel().editor().isVisible());
    const QString generated = panel().editor().text();
    CHECK(generated.contains("extern \"C\""));
    act("code-keep-kernel");
    CHECK(panel().editor().message().contains("Nothing was changed"));
    // What the compiler says is said at its line, and nothing is kept.
    const auto at = generated.indexOf('{') + 1;
    const auto line = static_cast<int>(generated.left(at).count('\n')) + 2;
    panel().editor().setText(QString(generated).insert(at, "\n    int x = nowhere;"));
    act("code-keep-kernel");
    CHECK(panel().editor().message().contains("nowhere"));
    CHECK(panel().editor().problemLine() == line);
    CHECK(work().current().id == before);
    // What was written is there again.
    act("code-close-kernel");
    CHECK_FALSE(panel().editor().isVisible());
    act("code-edit-kernel");
    CHECK(panel().editor().text().contains("nowhere"));
    CHECK(panel().editing().unkept().size() == 1);
    CHECK_FALSE(window.parts().files.mayLeave([] {})); // the window asks before it goes
    for (auto* dialog : window.findChildren<QDialog*>())
        dialog->reject();
    panel().editor().setText(QString(generated).insert(at, "\n    // by me"));
    act("code-keep-kernel");
    INFO(panel().editor().message().toStdString());
    REQUIRE(work().current().id != before);
    CHECK_FALSE(panel().editing().isOpen());
    CHECK(work().current().name.find("by hand (cpu)") != std::string::npos);
    CHECK(panel().text().contains("// by me"));
    // It needs no consent but its author's, and is verified like any other.
    act("pin-current");
    act("edit-undo");
    act("pin-current");
    act("run-bench");
    REQUIRE(work().benchResult());
    REQUIRE(work().benchResult()->variants.size() == 2);
    for (const auto& variant : work().benchResult()->variants)
        CHECK(variant.verified);
    CHECK(std::ranges::any_of(work().benchResult()->variants, [](const auto& variant) {
        return std::ranges::any_of(variant.kernels, &bench::KernelRow::byHand);
    }));
    for (const auto& warning : work().benchResult()->warnings) // it has the values of the run
        CHECK(warning.sentence.find("symbols stay") == std::string::npos);
    // The generated one is edited from the start, the one by hand goes on.
    CHECK(panel().editing().unkept().isEmpty());
    act("code-edit-kernel");
    CHECK(panel().editor().text() == generated);
    act("code-close-kernel");
    act("edit-redo");
    act("code-edit-kernel");
    CHECK(panel().editor().text().contains("// by me"));
}

} // namespace code_test
