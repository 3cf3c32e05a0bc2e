// The list of variants: order, lanes, times, and what clicks ask for.
#include "tests/support/catch.h"
#include "tests/viewers/model_text.h"
#include "tests/viewers/panels/graphs.h"
#include "viewers/panels/history_alignment.h"
#include "viewers/panels/history_model.h"

#include <QAbstractItemModelTester>
#include <QElapsedTimer>
#include <QSignalSpy>

namespace history_test {

using namespace mw;
using test::modelText;

namespace {

/// original -> a -> b, and after two undos a sibling branch original -> c.
history::History branched() {
    history::History history(test::twoMaps()->document());
    const auto step = [&](const char* label) {
        history::Site site;
        site.label = label;
        return history.add(history::TransformationRecord{"map-fusion-vertical", {}, site},
                           {history.current().document, {}});
    };
    step("a");
    step("b");
    history.undo();
    history.undo();
    step("c");
    return history;
}

/// A line of so many steps.
history::History steps(int count) {
    history::History history(test::twoMaps()->document());
    for (int i = 0; i < count; ++i)
        history.add(history::TransformationRecord{"map-fusion-vertical",
                                                  {},
                                                  history::Site(0, {}, std::to_string(i))},
                    {history.current().document, {}});
    return history;
}

} // namespace

TEST_CASE("variants stand in order of creation, branches in lanes of their own") {
    const auto history = branched();
    viewers::HistoryModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setRows(viewers::historyRows(history));
    CHECK(modelText(model).toStdString() == R"(original
map-fusion-vertical a | map-fusion-vertical  a
map-fusion-vertical b | map-fusion-vertical  b
map-fusion-vertical c | map-fusion-vertical  c
)");
    REQUIRE(model.rows().size() == 4);
    CHECK(model.rows()[2].lane == 0);
    CHECK(model.rows()[3].lane == 1);
    CHECK(model.rows()[3].parent == 0);
    CHECK(model.rows()[3].current);
    CHECK(model.lanes() == 2);
}

TEST_CASE("a step says what it took for granted") {
    history::History history(test::twoMaps()->document());
    history::Site site;
    site.label = "a";
    history.add(history::TransformationRecord{"map-fusion-vertical",
                                              {{"assume", std::string("N >= 3; M > 0")}},
                                              site},
                {history.current().document, {}});
    viewers::HistoryModel model;
    model.setRows(viewers::historyRows(history));
    CHECK(modelText(model).toStdString() ==
          "original\nmap-fusion-vertical a | map-fusion-vertical  a, assuming N >= 3; M > 0\n");
    CHECK(model.index(1, 0)
              .data(Qt::ToolTipRole)
              .toString()
              .endsWith("Assumes N >= 3; M > 0: a run with other inputs is refused"));
}

TEST_CASE("measured times stand on the variants, with the ratio to the first measured") {
    auto history = branched();
    history.setMeasured(history.root().id, "device-us", 100);
    history.setMeasured(history.current().id, "device-us", 50);
    history.rename(history.current().id, "tuned");
    viewers::HistoryModel model;
    model.setRows(viewers::historyRows(history));
    CHECK(modelText(model).toStdString() == R"(original |  |  |  |  | 100 µs | 1.00 ×
map-fusion-vertical a | map-fusion-vertical  a
map-fusion-vertical b | map-fusion-vertical  b
tuned | map-fusion-vertical  c |  |  |  | 50.0 µs | 0.50 ×
)");
}

TEST_CASE("the ratio is to the baseline that was chosen") {
    auto history = branched();
    history.setMeasured(history.root().id, "device-us", 100);
    history.setMeasured(history.current().id, "device-us", 50);
    viewers::HistoryView view;
    view.baseline = history.current().id;
    const auto rows = viewers::historyRows(history, view);
    CHECK(rows.front().ratio == 2);
    CHECK(rows.back().ratio == 1);
}

TEST_CASE("times of other sizes are marked, and set against those of the same sizes alone") {
    auto history = branched();
    const auto& all = history.variants();
    for (const auto& [at, time] : {std::pair(0, 100.0), std::pair(1, 400.0), std::pair(2, 200.0)})
        history.setMeasured(all[static_cast<std::size_t>(at)].id, "device-us", time);
    viewers::HistoryView view;
    view.otherTimes = {{all[1].id, {"torus:8,6,10", 3}}, {all[2].id, {"torus:8,6,10", 3}}};
    viewers::HistoryModel model;
    model.setRows(viewers::historyRows(history, view));
    const auto time = [&](int row) { return model.index(row, viewers::HistoryModel::TimeColumn); };
    CHECK(time(0).data().toString() == QString::fromUtf8("100 µs"));
    CHECK(time(1).data().toString() == QString::fromUtf8("(400 µs)"));
    CHECK(time(1).data(Qt::ToolTipRole).toString().contains("torus:8,6,10"));
    const auto& rows = model.rows();
    CHECK(rows[0].ratio == 1);
    CHECK(rows[1].ratio < 0); // the baseline's sizes are others
    CHECK(viewers::beforeAndAfter(rows[1]).isEmpty() ==
          false); // its own time, without that of what it was made of
    CHECK_FALSE(viewers::beforeAndAfter(rows[1]).contains("100"));
    CHECK(viewers::beforeAndAfter(rows[1]).contains("torus:8,6,10"));
    view.baseline = all[1].id; // of the same sizes as the third
    const auto again = viewers::historyRows(history, view);
    CHECK(again[0].ratio < 0);
    CHECK(again[2].ratio == 0.5);
    // Without the marks all are of one size.
    CHECK(viewers::historyRows(history)[1].ratio == 4);
}

TEST_CASE("what steps did to the numbers stands on their rows") {
    const auto history = branched();
    viewers::FiguresByVariant figures;
    const auto& all = history.variants();
    figures[all[0].id] = {.kernels = 3, .temporaries = 2, .bytes = 61'000'000, .temporaryBytes = 8};
    figures[all[1].id] = {.kernels = 2, .temporaries = 1, .bytes = 10'000'000, .temporaryBytes = 8};
    figures[all[2].id] = {.kernels = 1, .temporaries = 1, .bytes = 10'000'000, .temporaryBytes = 8};
    viewers::HistoryModel model;
    model.setRows(viewers::historyRows(history, {.figures = &figures}));
    CHECK(modelText(model).toStdString() == R"(original |  | 3 | 61.0 MB | 2
map-fusion-vertical a: −51.0 MB | map-fusion-vertical  a | 2 | 10.0 MB | 1
map-fusion-vertical b: −1 kernel | map-fusion-vertical  b | 1 | 10.0 MB | 1
map-fusion-vertical c | map-fusion-vertical  c
)");
    CHECK(viewers::beforeAndAfter(model.rows()[1]).toStdString() ==
          "3 → 2 kernels  ·  61.0 MB → 10.0 MB to move (−51.0 MB)  ·  2 → 1 temporaries of 8 B");
}

TEST_CASE("steps that changed nothing can be hidden, but not what somebody works with") {
    auto history = branched();
    viewers::FiguresByVariant figures;
    for (const auto& variant : history.variants())
        figures[variant.id] = {.kernels = 3, .temporaries = 2, .bytes = 8, .temporaryBytes = 8};
    const viewers::HistoryView view{.figures = &figures, .hidesUnchanged = true};
    const auto names = [&] {
        QString ends;
        for (const auto& row : viewers::historyRows(history, view))
            ends += row.name.right(1);
        return ends.toStdString();
    };
    CHECK(names() == "lc"); // the original, and the current one
    history.setPinned(history.variants()[2].id, true);
    CHECK(names() == "lbc");
    CHECK(viewers::historyRows(history, view)[1].parent == 0); // over the hidden one
    figures[history.variants()[1].id].bytes = 7;
    CHECK(names() == "labc");
}

TEST_CASE("a long run that one action made is one row until it is unfolded") {
    auto history = steps(6);
    for (const auto& variant : history.variants())
        if (variant.record)
            history.setBatch(variant.id, {history.variants()[1].id, "Optimise"});
    viewers::HistoryModel model;
    model.setRows(viewers::historyRows(history));
    CHECK(modelText(model).toStdString() ==
          "original\nOptimise: 6 steps | map-fusion-vertical 6×\n");
    CHECK(model.index(1, 0).data(viewers::HistoryModel::FoldRole).toBool());
    history.goTo(history.variants()[3].id);
    model.setRows(viewers::historyRows(history));
    CHECK(modelText(model).toStdString() == R"(original
map-fusion-vertical 2 | map-fusion-vertical  2
Optimise: 3 steps | map-fusion-vertical 3×
)");
    history.rename(history.variants()[6].id, "my best");
    model.setRows(viewers::historyRows(history));
    CHECK(model.index(2, 0).data().toString() == "my best");
    model.setRows(viewers::historyRows(history, {.unfolded = {history.variants()[1].id}}));
    CHECK(model.rowCount() == 7);
    const auto fold = model.index(6, 0).data(viewers::HistoryModel::FoldRole);
    CHECK(fold.isValid());
    CHECK_FALSE(fold.toBool());
}

TEST_CASE("five hundred variants make rows faster than anybody sees") {
    const auto history = steps(500);
    viewers::FiguresByVariant figures;
    for (const auto& variant : history.variants())
        figures[variant.id] = {.kernels = variant.id.value, .temporaries = 1, .bytes = 8};
    viewers::HistoryModel model;
    QElapsedTimer timer;
    timer.start();
    model.setRows(viewers::historyRows(history, {.figures = &figures, .hidesUnchanged = true}));
    CHECK(timer.elapsed() < 50);
    CHECK(model.rowCount() == 501);
}

TEST_CASE("two lines of steps stand side by side from where they part") {
    auto history = branched();
    const auto ids = history.variants();
    viewers::AlignmentModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    viewers::FiguresByVariant figures;
    figures[ids[2].id] = {.kernels = 1, .temporaries = 0, .bytes = 1000};
    viewers::AlignedLines lines{
        viewers::historyLine(history, ids[2].id, QStringLiteral("b"), &figures),
        viewers::historyLine(history, ids[3].id, QStringLiteral("c"), nullptr),
        {}};
    lines.alignment =
        history::align(lines.first.steps, lines.second.steps, history::Recognition::byNames);
    model.setLines(std::move(lines));
    CHECK(modelText(model).toStdString() == R"(original |  |  |  | original
map-fusion-vertical a |  |  | ≠ first difference | map-fusion-vertical c
map-fusion-vertical b | 1 | 1.00 kB | ≠
)");
    CHECK(model.divergence() == 1);
    CHECK(model.variantOf(2) == ids[2].id);
    CHECK(model.sentence().toStdString() ==
          "b and c have 0 steps in common and part after 0 steps");
}

TEST_CASE("pinning and renaming ask the history") {
    const auto history = branched();
    viewers::HistoryModel model;
    model.setRows(viewers::historyRows(history));
    QSignalSpy pins(&model, &viewers::HistoryModel::pinRequested);
    QSignalSpy names(&model, &viewers::HistoryModel::renameRequested);
    using Column = viewers::HistoryModel::Column;
    CHECK(model.setData(model.index(1, Column::PinColumn), Qt::Checked, Qt::CheckStateRole));
    CHECK(model.setData(model.index(1, Column::NameColumn), " mine ", Qt::EditRole));
    CHECK_FALSE(model.setData(model.index(1, Column::NameColumn), "  ", Qt::EditRole));
    REQUIRE(pins.count() == 1);
    REQUIRE(names.count() == 1);
    CHECK(names.front()[1].toString() == "mine");
}

} // namespace history_test
