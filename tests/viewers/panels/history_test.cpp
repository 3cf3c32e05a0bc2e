// The list of variants: order, lanes, times, and what clicks ask for.
#include "tests/support/catch.h"
#include "tests/viewers/model_text.h"
#include "tests/viewers/panels/graphs.h"
#include "viewers/panels/history_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

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

} // namespace

TEST_CASE("variants stand in order of creation, branches in lanes of their own") {
    const auto history = branched();
    viewers::HistoryModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setRows(viewers::historyRows(history));
    CHECK(modelText(model).toStdString() == R"(original
map-fusion-vertical | a
map-fusion-vertical | b
map-fusion-vertical | c
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
          "original\nmap-fusion-vertical | a, assuming N >= 3; M > 0\n");
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
    CHECK(modelText(model).toStdString() == R"(original |  |  | 100 µs | 1.00 ×
map-fusion-vertical | a
map-fusion-vertical | b
tuned | map-fusion-vertical  c |  | 50.0 µs | 0.50 ×
)");
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
