// One selection and one current step: wherever a step is chosen, every view shows it, and every way
// to apply does it.
#include "app/gui/context_menus.h"
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "tests/app/window_fixture.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/panels/element_text.h"
#include "viewers/panels/inspector_panel.h"
#include "viewers/panels/outline_panel.h"
#include "viewers/panels/step.h"
#include "viewers/panels/transformation_panel.h"
#include "viewers/program/program_view.h"

#include <QAction>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QStatusBar>
#include <QTreeView>

#include <functional>
#include <memory>

namespace current_step_test {

using namespace mw;
using test::WindowFixture;

namespace {

struct StepFixture : WindowFixture {
    StepFixture() {
        withAdvice = true;
        window.resize(1500, 1000);
        window.show();
        open(sample("diffusion_step"));
        runOn("torus:8,6,10");
        act("show-transformations");
        act("view-program");
        rest();
        REQUIRE_FALSE(view().brackets().empty());
    }
    void rest() {
        QTest::qWait(60); // what begins after a pause
        settle();
    }
    viewers::ProgramView& view() { return window.parts().panes.programView(); }
    viewers::TransformationPanel& panel() { return docks().panel<viewers::TransformationPanel>(); }
    QTreeView& tree(const char* name) { return *panel().findChild<QTreeView*>(name); }
    QAction& apply() { return *window.parts().actions.action(viewers::kApplyStep); }
    const viewers::Step& step() { return work().step().step(); }
    QString name() { return work().step().name(); }
    /// Chooses the last bracket that can be done: advice puts another step first.
    void chooseBracket() {
        const auto& all = view().brackets();
        for (std::size_t i = all.size(); i-- > 0;)
            if (all[i].refusal.isEmpty()) {
                view().setFocus();
                view().chooseBracket(i);
                return rest();
            }
        FAIL("nothing can be done");
    }
    std::size_t variants() { return work().history()->variants().size(); }
    /// The place of the step that the current variant was made by.
    std::string done() {
        const auto& record = work().current().record;
        REQUIRE(record);
        return std::get<history::TransformationRecord>(*record).site.label;
    }
    /// Applied by `apply`, it is the current step that was done, and it is gone.
    template <class Apply>
    void expectDone(Apply apply) {
        const auto label = step().match.value().label;
        const auto before = variants();
        apply();
        rest();
        REQUIRE(variants() == before + 1);
        CHECK(done() == label);
        CHECK_FALSE(work().step().isChosen()); // it is gone with the variant
    }
    QString statusAfter(const std::function<void()>& act) {
        QStringList said;
        const auto listening = QObject::connect(window.statusBar(), &QStatusBar::messageChanged,
                                                [&](const QString& text) { said << text; });
        act();
        rest();
        QObject::disconnect(listening);
        said.removeAll(QString());
        return said.join(QLatin1Char('\n'));
    }
};

} // namespace

TEST_CASE_METHOD(StepFixture, "wherever a step is chosen, every view shows it, and every way to "
                              "apply does it") {
    const auto advised = name();
    chooseBracket();
    REQUIRE(view().currentBracket());
    const auto bracket = view().brackets()[*view().currentBracket()];
    const auto called = "Fuse " + bracket.what.section(": ", 1);
    CHECK(name() == called);
    CHECK(name() != advised);
    CHECK(apply().iconText() == called);
    CHECK(apply().text().endsWith(": " + called));
    CHECK(apply().toolTip().startsWith(called));
    CHECK(apply().isEnabled());
    const auto ids = work().selection().ids();
    CHECK(ids == step().match->ids());
    CHECK(window.parts().panes.canvas().selection() == ids);
    CHECK(docks().panel<viewers::InspectorPanel>().text().startsWith(QString::number(ids.size()) +
                                                                     " elements"));
    auto& outline = *docks().panel<viewers::OutlinePanel>().findChild<QTreeView*>();
    CHECK(outline.selectionModel()->selectedRows().size() >= 2);
    CHECK(view().currentRow() == bracket.first);
    const auto* line = panel().advice().stepAt(tree("advice").currentIndex());
    REQUIRE(line);
    CHECK(line->match == *step().match);
    CHECK(line->transformation == step().transformation);

    const std::unique_ptr<QMenu> menu(window.parts().menus.make({app::Concern::element}));
    CHECK(menu->actions().contains(&apply()));
    expectDone([&] {
        QTest::keyClick(&view(), Qt::Key_Return);
        rest();
        REQUIRE(view().preview());
        QTest::keyClick(&view(), Qt::Key_Return);
    });
    act("edit-undo");
    rest();

    // A line of advice, which is not the best.
    auto& advice = tree("advice");
    const auto heading = panel().advice().index(0, 0);
    const auto other = panel().advice().index(1, 0, heading);
    const auto* second = panel().advice().stepAt(other);
    REQUIRE(second);
    const auto match = second->match;
    const auto rows = panel().advice().rowCount(heading);
    advice.setCurrentIndex(other);
    rest();
    CHECK(step().match == match);
    CHECK(work().step().isChosen());
    CHECK(work().selection().ids() == match.ids());
    CHECK(panel().advice().rowCount(heading) == rows); // the list stays under the hand
    CHECK(advice.currentIndex() == other);
    CHECK(apply().iconText() == work().step().name(34));
    expectDone([&] { emit advice.activated(other); }); // double click, Enter
}

TEST_CASE_METHOD(StepFixture, "an element that is selected ends a step; the button says why there "
                              "is none, and so do keys") {
    chooseBracket();
    const auto chosen = step();
    const auto element = view().sheet()->rows[0].row.element;
    work().selection().set({element});
    rest();
    CHECK_FALSE(work().step().isChosen());
    CHECK_FALSE(view().currentBracket());
    REQUIRE(step().match);
    CHECK(step().match != chosen.match);
    const auto touched = viewers::touchedBy(*work().index(), {element});
    CHECK(std::ranges::any_of(step().match->ids(), [&](ElementId id) {
        return std::ranges::binary_search(touched, id);
    }));

    // What is refused.
    REQUIRE(panel().showFirstRefusal());
    rest();
    REQUIRE(step().refusal);
    CHECK_FALSE(apply().isEnabled());
    const auto why = viewers::refusalText(*step().refusal);
    CHECK(apply().toolTip().contains(why));
    CHECK(apply().iconText() == work().step().name(34));
    view().setFocus();
    CHECK(statusAfter([&] { QTest::keyClick(&view(), Qt::Key_T); }).contains(why));
    CHECK(variants() == 1);
    // A heading of the list is no step.
    panel().turnTo(viewers::TransformationPanel::adviceList);
    tree("advice").setCurrentIndex(panel().advice().index(0, 0));
    rest();
    CHECK_FALSE(apply().isEnabled());
    CHECK(apply().iconText() == "Apply step");
    CHECK(apply().toolTip().contains("is no step"));
    CHECK(statusAfter([&] {
              emit tree("advice").activated(tree("advice").currentIndex());
          }).contains("is no step"));
    CHECK(variants() == 1);

    // The parameters of the form are those of the step.
    panel().choose("strip-mining");
    const auto place = panel().model().firstApplicable("strip-mining");
    tree("matches").setCurrentIndex(place);
    rest();
    auto* field = panel().findChild<QWidget*>("step-form")->findChild<QSpinBox*>();
    REQUIRE(field);
    field->setValue(field->value() + 3);
    rest();
    const auto key = field->objectName().toStdString();
    const ParamValue value = std::int64_t{field->value()};
    CHECK(step().params.at(key) == value);
    act("apply-step");
    rest();
    REQUIRE(variants() == 2);
    const auto& record = std::get<history::TransformationRecord>(*work().current().record);
    CHECK(record.params.at(key) == value);
    CHECK(panel().shown() == "strip-mining"); // the line stays, for the next one

    // Each pane has its step; the button speaks of the active one.
    act("edit-undo");
    rest();
    chooseBracket();
    const auto first = name();
    act("pane-split");
    rest();
    CHECK_FALSE(work().step().isChosen());
    chooseBracket();
    view().chooseBracket(0);
    rest();
    const auto second = name();
    CHECK(second != first);
    act("pane-next");
    rest();
    CHECK(name() == first);
    CHECK(apply().iconText() == first);
    act("pane-next");
    rest();
    CHECK(name() == second);
}

TEST_CASE_METHOD(StepFixture,
                 "Apply everywhere says why it can't be used, on its button and as an action") {
    auto& action = *window.parts().actions.action("apply-shown-everywhere");
    const auto* button = panel().findChild<QPushButton*>("step-apply-everywhere");
    REQUIRE(button);
    panel().setScope(viewers::TransformationPanel::Scope::graph);
    panel().choose("map-reduce-fusion"); // nothing in a stencil's diffusion has its shape
    rest();
    REQUIRE(panel().shown() == "map-reduce-fusion");
    const auto why = panel().whyNotEverywhere();
    INFO(why.toStdString());
    CHECK(why.contains("Fuse a map with a reduction"));
    CHECK_FALSE(button->isEnabled());
    CHECK(button->toolTip() == why);
    window.parts().actions.refresh();
    CHECK_FALSE(action.isEnabled());
    CHECK(action.toolTip().startsWith(why));
    CHECK(window.parts().actions.trigger("apply-shown-everywhere") == why);
    panel().choose("map-fusion-vertical");
    rest();
    CHECK(panel().whyNotEverywhere().isEmpty());
    CHECK(button->isEnabled());
    window.parts().actions.refresh();
    CHECK(action.isEnabled());
    CHECK_FALSE(action.toolTip().contains("Fuse a map with a reduction"));
}

TEST_CASE("names of a step give way from the middle, the arrow and both ends stay") {
    const transforms::Transformation fusion{
        .name = "fuse", .title = "Fuse maps", .summary = {}, .help = {}, .params = {}, .roles = {}};
    viewers::Step step{.document = nullptr, .transformation = &fusion};
    CHECK(viewers::stepName(step) == "Fuse maps");
    step.place = "normal_0 -> sum_primal";
    CHECK(viewers::stepName(step, 34) == "Fuse normal_0 -> sum_primal");
    step.place = "a -> gtir_tmp_with_a_long_name_17 -> rho_at_cells_on_half_levels_v2";
    const auto name = viewers::stepName(step, 34);
    CHECK(name.size() <= 34);
    CHECK(name.startsWith("Fuse a -> rho_"));
    CHECK(name.endsWith("v2"));
    CHECK(name.contains("…"));
}

} // namespace current_step_test
