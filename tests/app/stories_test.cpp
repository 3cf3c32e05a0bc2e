// What a user comes for, done by actions that are counted.
#include "app/gui/difference_bar.h"
#include "app/gui/link_row.h"
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "app/gui/start_page.h"
#include "app/workbench/advise.h"
#include "app/workbench/program_difference.h"
#include "app/workbench/run_setup.h"
#include "core/bench/ranking.h"
#include "core/exec/run_defaults.h"
#include "core/io/sdfg_io.h"
#include "tests/app/window_fixture.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/run_panel.h"
#include "viewers/panels/timings_panel.h"
#include "viewers/panels/transformation_panel.h"
#include "viewers/program/program_view.h"

#include <QElapsedTimer>
#include <QTreeView>

#include <algorithm>

namespace stories_test {

using namespace mw;
using test::WindowFixture;

namespace {

/// Counts what a user does: a file that is opened, an action, a key.
struct Story : WindowFixture {
    int actions = 0;

    Story() {
        withAdvice = true;
        withRewriteChecks = true;
        window.show();
    }
    void open(const QString& path) {
        ++actions;
        WindowFixture::open(path);
    }
    void act(const char* id) {
        ++actions;
        WindowFixture::act(id);
    }
    void key(QWidget& widget, Qt::Key key) {
        ++actions;
        QTest::keyClick(&widget, key);
        settle();
    }
    void click(QTreeView& tree, const QModelIndex& line) {
        ++actions;
        tree.scrollTo(line);
        QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, tree.visualRect(line).center());
        settle();
    }
    static QString graph(const std::string& path) {
        return QString::fromStdString((*test::corpus() / path).string());
    }
};

std::string differenceOf(const QString& first, const QString& second, const std::string& grid) {
    const auto side = [&](const QString& path) {
        const auto document = io::readSdfgFile(path.toStdString());
        REQUIRE(document);
        workbench::InputChoice inputs;
        inputs.grid = grid;
        const auto scenario = workbench::scenarioFor(*(*document)->root, inputs, grid);
        REQUIRE(scenario);
        return workbench::ComparedProgram{*document, scenario->symbols, {}, {}};
    };
    return workbench::toText(workbench::programDifference(side(first), side(second)), 0);
}

/// What the workbench says of the variant that is shown, for the same run.
workbench::Advice adviceFor(Story& story) {
    const auto document = story.work().current().document;
    const auto scenario =
        workbench::scenarioFor(*document->root, story.work().runChoice(), story.work().grid()());
    REQUIRE(scenario);
    workbench::Forecast forecast(document, scenario->symbols);
    auto advice = workbench::advise(document, scenario->symbols);
    workbench::rankByTime(advice, forecast);
    return advice;
}

QModelIndex headingOf(const QAbstractItemModel& model, const QString& title) {
    for (int row = 0; row < model.rowCount(); ++row)
        if (const auto at = model.index(row, 0); at.data().toString().startsWith(title))
            return at;
    return {};
}

} // namespace

TEST_CASE_METHOD(Story, "story: from two files of one stencil to what differs and what it costs") {
    if (!test::corpus())
        return test::skip("asks for the corpus of real graphs");
    const auto initial = graph("gt4py-1.2.1/calculate_nabla4/initial.sdfgz");
    const auto fused = graph("gt4py-1.2.1/calculate_nabla4/optimized.sdfgz");
    open(initial);
    act("view-program");
    act("pane-split");
    open(fused);
    act("difference-details");
    const auto& bar = window.parts().difference;
    CHECK(bar.summary().startsWith("40 kernels and 1 copy became 2 kernels; "));
    CHECK(bar.details().contains("temporaries that are gone, largest first"));
    // The numbers of `mw diff` for the same sizes, and which sizes these are.
    const QString expected = viewers::qs(differenceOf(initial, fused, work().grid()())).trimmed();
    CHECK(bar.summary().startsWith(expected.section('\n', 0, 0)));
    CHECK(bar.summary().contains(viewers::qs(work().grid()())));
    CHECK(bar.details().toStdString() == expected.section('\n', 1).toStdString());
    act("pane-next");
    act("difference-next");
    REQUIRE(window.parts().panes.programView().currentRow());
    CHECK_FALSE(window.parts().panes.frames().back()->programView().marked().empty());
    CHECK(actions <= 12);
}

TEST_CASE_METHOD(Story, "story: from a sample on the start page to a verified, measured speed-up") {
    const auto rows = window.parts().start.findChildren<app::LinkRow*>();
    const auto sample = std::ranges::find(rows, QStringLiteral("nabla4"), &app::LinkRow::text);
    REQUIRE(sample != rows.end());
    ++actions;
    (*sample)->click();
    settle();
    REQUIRE(work().programName() == "nabla4");
    act("pin-current");
    act("apply-all-map-fusion-vertical");
    act("pin-current");
    auto& run = docks().panel<viewers::TimingsPanel>().runPanel();
    auto fewer = run.choice(); // on the usual grid: minutes on a slow machine
    fewer.repeats = 5;
    fewer.grid = "torus:96,96,40";
    run.setChoice(fewer);
    if (!run.lacking().isEmpty())
        return test::skip("nothing can be timed here: " + run.lacking().toStdString());
    QElapsedTimer timer;
    timer.start();
    act("run-bench");
    CHECK(actions <= 15);

    // Where something else has the machine the window says so, and a user tries again.
    std::string why;
    constexpr qint64 kPatience = 20'000; // ms
    for (int again = 0; again < 3; ++again) {
        REQUIRE(work().benchResult());
        why = bench::whyNotRanked(*work().benchResult());
        if (why.empty())
            break;
        CHECK(run.message().contains("the times are not ranked"));
        if (timer.hasExpired(kPatience))
            break;
        WindowFixture::act("run-bench");
    }
    if (!why.empty())
        return test::skip("not ranked here: " + why);
    const auto& result = *work().benchResult();
    REQUIRE(result.variants.size() == 2);
    const auto &before = result.variants[0], &after = result.variants[1];
    const auto interval = ratioInterval(before.deviceSamples, after.deviceSamples);
    INFO(run.message().toStdString());
    CHECK(interval.low > 1);
    const auto times = QString::number(before.device.median / after.device.median, 'f', 2);
    CHECK(run.message().contains(times + " times faster ("));
    CHECK(run.message().contains("outputs agree"));
}

TEST_CASE_METHOD(Story, "story: which temporaries of the solver cost most, and what removes them") {
    if (!test::corpus())
        return test::skip("asks for the corpus of real graphs");
    open(graph("gt4py-1.2.1/vertically_implicit_solver_at_predictor_step/"
               "bench-static-optimized.sdfgz"));
    act("show-transformations");
    auto& panel = window.parts().docks.panel<viewers::TransformationPanel>();
    auto& tree = *panel.findChild<QTreeView*>("advice");
    const auto advice = adviceFor(*this);
    REQUIRE(advice.temporaries.size() > 5);
    const auto temporaries = headingOf(panel.advice(), "Temporaries, by what kernels move of them");
    REQUIRE(temporaries.isValid());
    for (int i = 0; i < 5; ++i) { // in sight, the dearest first, with the workbench's numbers
        const auto& cost = advice.temporaries[static_cast<std::size_t>(i)];
        CHECK(panel.advice().index(i, 0, temporaries).data().toString() ==
              QString("%1: %2 moved, %3 large")
                  .arg(viewers::qs(cost.name), viewers::bytesText(static_cast<double>(cost.moved)),
                       viewers::bytesText(static_cast<double>(cost.bytes))));
        // What would remove it, or what is in the way.
        CHECK(panel.advice().rowCount(panel.advice().index(i, 0, temporaries)) > 0);
    }
    // One of the dearest that something removes: what it saves, and what forbids the others.
    int chosen = -1;
    for (int i = 4; i >= 0; --i)
        if (const auto cost = panel.advice().index(i, 0, temporaries);
            panel.advice().stepAt(panel.advice().index(0, 0, cost)))
            chosen = i;
    REQUIRE(chosen >= 0);
    const auto temporary = panel.advice().index(chosen, 0, temporaries);
    click(tree, temporary);
    key(tree, Qt::Key_Right); // opens it
    key(tree, Qt::Key_Down);
    const auto* step = panel.advice().stepAt(tree.currentIndex());
    REQUIRE(step);
    const auto& about = advice.temporaries[static_cast<std::size_t>(chosen)].accesses;
    const auto& list = step->refusal ? advice.refused : advice.possible;
    const auto expected = std::ranges::find_if(list, [&](const workbench::Suggestion& one) {
        return one.transformation == step->transformation && one.match == step->match;
    });
    REQUIRE(expected != list.end());
    CHECK(workbench::concerns(*expected, about));
    CHECK(step->gain.bytes == static_cast<double>(expected->savedBytes));
    CHECK(step->gain.temporaryBytes == static_cast<double>(expected->savedTemporaryBytes));
    CHECK(panel.shown() == expected->transformation->name);
    CHECK(actions <= 8);
}

} // namespace stories_test
