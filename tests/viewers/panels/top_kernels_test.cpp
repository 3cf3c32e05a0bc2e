// The list of the kernels that cost most.
#include "tests/support/catch.h"
#include "tests/viewers/model_text.h"
#include "tests/viewers/panels/bench_results.h"
#include "tests/viewers/panels/graphs.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/element_numbers.h"
#include "viewers/panels/panel.h"
#include "viewers/panels/top_kernels_model.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QSignalSpy>
#include <QTest>
#include <QTreeView>

namespace top_kernels_test {

using namespace mw;
using viewers::KernelLimit;
using viewers::TopKernelsModel;

namespace {

/// Predicts the two maps of a small program.
class MadeUp : public viewers::StepPredictor {
public:
    MadeUp(const ir::DocumentIndex& index) // NOLINT(google-explicit-constructor)
        : document_(index.document()), kernels_{{test::nodeNamed(index, "first"), 30,
                                                 KernelLimit::memory},
                                                {test::nodeNamed(index, "second"), 10,
                                                 KernelLimit::latency}} {}

    const ir::DocumentPtr& document() const override { return document_; }
    QString device() const override { return "an Z80"; }
    Expected<std::vector<viewers::KernelCost>> kernels() override {
        if (fails)
            return fail("not-lowered", "It cannot be lowered.");
        return kernels_;
    }
    bool fails = false;

    Expected<viewers::StepGain> gain(const transforms::Transformation&, const transforms::Match&,
                                     const transforms::Params&) override {
        return viewers::StepGain{};
    }
    Expected<viewers::StepChange> change(const transforms::Transformation&,
                                         const transforms::Match&,
                                         const transforms::Params&) override {
        return viewers::StepChange{};
    }
    viewers::Advice advise(const viewers::JobContext&,
                           const std::function<void(viewers::Advice)>&) override {
        return {};
    }

private:
    ir::DocumentPtr document_;
    std::vector<viewers::KernelCost> kernels_;
};

std::unique_ptr<viewers::Panel> panel(viewers::JobQueue& jobs) {
    for (const auto& info : viewers::panelList())
        if (info.id == QStringLiteral("top-kernels"))
            return std::unique_ptr<viewers::Panel>(info.make(jobs));
    FAIL("there is no such panel");
    return nullptr;
}

} // namespace

TEST_CASE("kernels stand by their time, with shares, what they add up to, and what limits them") {
    TopKernelsModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setKernels({{ElementId{1}, "a", 10, 1e6, KernelLimit::latency},
                      {ElementId{2}, "b", 60, 5e6, KernelLimit::memory},
                      {ElementId{3}, "c", 30, {}, {}}});
    const auto usual = R"(1 | b | 60.0 µs | 60.0 % | 60.0 % | memory | 5.00 MB
2 | c | 30.0 µs | 30.0 % | 90.0 %
3 | a | 10.0 µs | 10.0 % | 100.0 % | launch latency | 1.00 MB
)";
    CHECK(test::modelText(model).toStdString() == usual);
    CHECK(model.countOfHalf() == 1);
    CHECK(model.index(1, TopKernelsModel::share).data(TopKernelsModel::BarRole).toDouble() ==
          Approx(0.5));
    const QPersistentModelIndex kept = model.index(0, TopKernelsModel::name);
    model.sort(TopKernelsModel::name, Qt::AscendingOrder);
    CHECK(model.index(0, TopKernelsModel::name).data() == "a");
    CHECK(model.index(0, TopKernelsModel::cumulated).data() == "100.0 %"); // of the usual order
    CHECK(kept.data() == "b");
    CHECK(model.countOfHalf() == 1);
    model.sort(TopKernelsModel::bytes, Qt::DescendingOrder);
    CHECK(model.rowOf(ElementId{3}) == 2);
    model.sort(-1, Qt::AscendingOrder);
    CHECK(test::modelText(model).toStdString() == usual);
}

TEST_CASE("the panel has predicted times, and measured ones as soon as there are some") {
    viewers::JobQueue jobs;
    const auto top = panel(jobs);
    const auto index = test::twoMaps();
    const auto predictor = std::make_shared<MadeUp>(*index);
    viewers::PanelContext context{.index = index};
    top->showVariant(context);
    context.predictor = predictor;
    top->showNumbers(context);
    auto& list = *top->findChild<QTreeView*>();
    CHECK(jobs.isIdle()); // nobody looks yet
    CHECK(list.model()->rowCount() == 0);
    top->show();
    REQUIRE(QTest::qWaitFor([&] { return jobs.isIdle(); }, 60'000));
    const auto cell = [&](int row, int column) {
        return list.model()->index(row, column).data().toString();
    };
    CHECK(list.model()->rowCount() == 2);
    CHECK(cell(0, TopKernelsModel::name) == "t");
    CHECK(cell(0, TopKernelsModel::share) == "75.0 %");
    CHECK(cell(1, TopKernelsModel::limit) == "launch latency");
    const auto& summary = *top->findChild<QLabel*>("top-kernels-summary");
    CHECK(summary.text() == "Half of the time goes into 1 of 2 kernels (predicted for an Z80)");

    // Of another device that nothing can be predicted for, nothing is left of the one before.
    const auto failing = std::make_shared<MadeUp>(*index);
    failing->fails = true;
    context.predictor = failing;
    top->showNumbers(context);
    REQUIRE(QTest::qWaitFor([&] { return jobs.isIdle(); }, 60'000));
    CHECK(list.model()->rowCount() == 0);
    CHECK(summary.text() == "It cannot be lowered.");
    context.predictor = predictor;
    top->showNumbers(context);
    REQUIRE(QTest::qWaitFor([&] { return jobs.isIdle(); }, 60'000));

    // What is selected is the current row, and the other way round.
    context.selection = {test::nodeNamed(*index, "second")};
    QSignalSpy selected(top.get(), &viewers::Panel::selectRequested);
    top->showSelection(context);
    CHECK(list.currentIndex().row() == 1);
    CHECK(selected.count() == 0);
    list.setCurrentIndex(list.model()->index(0, 0));
    REQUIRE(selected.count() == 1);
    CHECK(selected[0][0].value<std::vector<ElementId>>() ==
          std::vector<ElementId>{test::nodeNamed(*index, "first")});

    history::History history(index->document());
    auto result = test::twoVariants();
    result.variants.resize(1);
    result.variants[0].name = history.current().name;
    result.variants[0].kernels[0].map = test::nodeNamed(*index, "first");
    result.variants[0].kernels[1].map = test::nodeNamed(*index, "second");
    context.history = &history;
    context.results = &result;
    top->showResults(context);
    CHECK(cell(0, TopKernelsModel::name) == "b"); // 30 us of 40
    CHECK(cell(0, TopKernelsModel::time) == "30.0 µs");
    CHECK(cell(0, TopKernelsModel::limit) == "launch latency"); // as the model has it
    CHECK(summary.text() == "Half of the time goes into 1 of 2 kernels (measured)");
}

} // namespace top_kernels_test
