// What a user comes for, done by actions that are counted.
#include "app/gui/difference_bar.h"
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "app/workbench/program_difference.h"
#include "app/workbench/run_setup.h"
#include "core/exec/run_defaults.h"
#include "core/io/sdfg_io.h"
#include "tests/app/window_fixture.h"
#include "viewers/panels/element_text.h"
#include "viewers/program/program_view.h"

using namespace mw;
using test::WindowFixture;

namespace {

/// Counts what a user does: a file that is opened, an action, a key.
struct Story : WindowFixture {
    int actions = 0;

    Story() { window.show(); }
    void open(const QString& path) {
        ++actions;
        WindowFixture::open(path);
    }
    void act(const char* id) {
        ++actions;
        WindowFixture::act(id);
    }
    void key(Qt::Key key) {
        ++actions;
        QTest::keyClick(&window.parts().panes.programView(), key);
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
        return workbench::ComparedProgram{*document, scenario->symbols, {}};
    };
    return workbench::toText(workbench::programDifference(side(first), side(second)), 0);
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
    // The numbers of `mw diff` for the same sizes.
    CHECK((bar.summary() + '\n' + bar.details()).toStdString() ==
          viewers::qs(differenceOf(initial, fused, work().grid()())).trimmed().toStdString());
    act("pane-next");
    act("difference-next");
    REQUIRE(window.parts().panes.programView().currentRow());
    CHECK_FALSE(window.parts().panes.frames().back()->programView().marked().empty());
    CHECK(actions <= 12);
}

TEST_CASE_METHOD(Story, "story: which temporaries of the solver cost most, and what removes them") {
    if (!test::corpus())
        return test::skip("asks for the corpus of real graphs");
    open(graph("gt4py-1.2.1/vertically_implicit_solver_at_predictor_step/"
               "bench-static-optimized.sdfgz"));
    act("view-program");
    auto& view = window.parts().panes.programView();
    // Lanes of temporaries have their bytes; brackets say what removing them would save.
    const auto& sheet = *view.sheet();
    REQUIRE(sheet.temporaryBytes);
    CHECK(*sheet.temporaryBytes > 0);
    REQUIRE_FALSE(view.brackets().empty());
    act("program-next-bracket");
    REQUIRE(view.currentBracket());
    const auto& bracket = view.brackets()[*view.currentBracket()];
    CHECK_FALSE(bracket.what.isEmpty());
    CHECK_FALSE(bracket.saves.isEmpty());
    CHECK(actions <= 8);
}
