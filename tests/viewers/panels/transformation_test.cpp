// The panels of transformations, findings and code: their lists, and what they ask for.
#include "tests/support/catch.h"
#include "tests/support/clamped_read.h"
#include "tests/viewers/model_text.h"
#include "tests/viewers/panels/graphs.h"
#include "viewers/jobs/job_queue.h"
#include "viewers/panels/kernel_code.h"
#include "viewers/panels/param_form.h"
#include "viewers/panels/problems_model.h"
#include "viewers/panels/transformation_panel.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QTreeView>

using namespace mw;
using test::modelText;

namespace {

const transforms::Transformation kFusion{.name = "fuse",
                                         .title = "Fuse",
                                         .summary = "Makes one of two.",
                                         .help = "Help.",
                                         .params = {},
                                         .roles = {}};

std::vector<viewers::TransformationMatches> oneOfEach() {
    transforms::Refusal violated{3,     "too-wide", "The second map is wider.", {ElementId{5}},
                                 false, ""};
    transforms::Refusal unproven{4,  "not-covered", "The read may miss the write.",
                                 {}, true,          "M >= 3"};
    return {{&kFusion,
             {{{{}, {{"exit", ElementId{1}}}, "first -> t -> second"}, {}},
              {{{}, {{"exit", ElementId{2}}}, "second -> u -> third"}, violated},
              {{{}, {{"exit", ElementId{3}}}, "third -> v -> fourth"}, unproven}},
             1}};
}

} // namespace

TEST_CASE("matches say where they apply, and refusals why not") {
    viewers::TransformationModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setMatches(oneOfEach());
    CHECK(modelText(model).toStdString() == R"(Fusion · Fuse | applies 1×, refused 2×
  first -> t -> second | applies
  second -> u -> third | The second map is wider.
  third -> v -> fourth | The read may miss the write. (needs M >= 3)
)");
    CHECK(model.firstApplicable("fuse").data().toString() == "first -> t -> second");
    CHECK(model.firstRefusal().data().toString() == "second -> u -> third");
    CHECK(model.data(model.firstRefusal(), Qt::ToolTipRole).toString() ==
          "Condition 3: The second map is wider.");
}

TEST_CASE("what has matches stands first, by category") {
    transforms::Transformation copies = kFusion, nothing = kFusion;
    copies.title = "Copies";
    copies.category = transforms::Category::data;
    nothing.title = "Nothing";
    auto matches = oneOfEach();
    viewers::TransformationModel model;
    model.setMatches({{&nothing, {}, 0}, {&copies, matches[0].rows, 1}, matches[0]});
    QStringList titles;
    for (int row = 0; row < model.rowCount(); ++row)
        titles << model.index(row, 0).data().toString();
    CHECK(titles == QStringList{"Fusion · Fuse", "Data · Copies", "Fusion · Nothing"});
}

TEST_CASE("the list for a selection has only the places that touch it") {
    const auto index = test::twoMaps();
    const auto count = [&](const std::vector<ElementId>& selection) {
        std::size_t rows = 0;
        for (const auto& found : viewers::MatchLists().of(index->document(), selection, {}))
            if (found.transformation->name == "map-fusion-vertical") // of pairs of maps
                rows += found.rows.size();
        return rows;
    };
    const auto all = count({});
    REQUIRE(all > 0);
    CHECK(count({test::nodeNamed(*index, "twice")}) == all); // its map is the first of the pair
    CHECK(count({ElementId(index->states().front())}) == all);
    CHECK(count({test::nodeNamed(*index, "a")}) == 0);
}

TEST_CASE("a click on a refusal highlights what blocks") {
    viewers::JobQueue jobs;
    viewers::TransformationPanel panel(jobs);
    panel.model().setMatches(oneOfEach());
    QSignalSpy highlights(&panel, &viewers::TransformationPanel::highlightRequested);
    REQUIRE(panel.showFirstRefusal());
    REQUIRE(highlights.count() > 0);
    CHECK(highlights.back()[0].value<std::vector<ElementId>>() ==
          std::vector<ElementId>{ElementId{5}});
}

TEST_CASE("where only the inputs decide, the panel offers to take it for granted") {
    viewers::JobQueue jobs;
    viewers::TransformationPanel panel(jobs);
    const auto document = test::clampedRead();
    const auto idle = [&] { return jobs.isIdle(); };
    panel.showVariant({.index = std::make_shared<ir::DocumentIndex>(document)});
    REQUIRE(QTest::qWaitFor(idle, 60'000));
    auto& tree = *panel.findChild<QTreeView*>();
    const auto& button = *panel.findChild<QPushButton*>("assume");
    tree.setCurrentIndex(panel.model().index(0, 0)); // a transformation, not a place
    REQUIRE(QTest::qWaitFor(idle, 60'000));
    CHECK(button.isHidden());

    QModelIndex refused;
    for (int row = 0; row < panel.model().rowCount(); ++row)
        if (const auto at = panel.model().index(row, 0);
            panel.model().transformation(at)->name == "map-fusion-vertical")
            refused = panel.model().index(0, 0, at);
    REQUIRE(panel.model().matchAt(refused));
    tree.setCurrentIndex(refused);
    REQUIRE(QTest::qWaitFor(idle, 60'000));
    CHECK(panel.assumption() == "S <= 0");
    CHECK(refused.siblingAtColumn(1).data().toString().count("S <= 0") == 1);
    REQUIRE_FALSE(button.isHidden());
    QSignalSpy asked(&panel, &viewers::TransformationPanel::applyRequested);
    panel.findChild<QPushButton*>("assume")->click();
    REQUIRE(asked.count() == 1);
    CHECK(asked[0][0].toString() == "map-fusion-vertical");
    CHECK(asked[0][2].value<transforms::Params>().at("assume") == ParamValue("S <= 0"));
    CHECK(transforms::applyAt(*panel.model().transformation(refused), document,
                              asked[0][1].value<transforms::Match>(),
                              asked[0][2].value<transforms::Params>()));
}

TEST_CASE("the form of a transformation has a field per parameter, and gives back its values") {
    transforms::Transformation blocking = kFusion;
    blocking.params = {{"block-size", std::int64_t{32}, "Rows of a block", 1, 1024, {}},
                       {"keep-order", true, "Keeps the order", {}, {}, {}},
                       {"mode", std::string("fast"), "How", {}, {}, {"fast", "safe"}}};
    viewers::ParamForm form;
    form.setTransformation(&blocking, {{"block-size", std::int64_t{64}}});
    QSignalSpy changed(&form, &viewers::ParamForm::changed);
    CHECK(form.values() == transforms::Params{{"block-size", std::int64_t{64}},
                                              {"keep-order", true},
                                              {"mode", std::string("fast")}});
    form.findChild<QSpinBox*>("block-size")->setValue(5000);
    form.findChild<QCheckBox*>("keep-order")->setChecked(false);
    form.findChild<QComboBox*>("mode")->setCurrentText("safe");
    CHECK(changed.count() == 3);
    CHECK(form.values() == transforms::Params{{"block-size", std::int64_t{1024}},
                                              {"keep-order", false},
                                              {"mode", std::string("safe")}});
    form.setTransformation(nullptr, {});
    CHECK(form.isEmpty());
}

TEST_CASE("findings stand errors first, with the element they speak of") {
    const auto index = test::twoMaps();
    viewers::ProblemsModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setFindings({{Severity::hint, "one-way", "Could be simpler.", {}, {}},
                       {Severity::error,
                        "no-data",
                        "There is no data.",
                        {"", "", {test::nodeNamed(*index, "t")}},
                        {}}},
                      index);
    CHECK(modelText(model).toStdString() ==
          R"(✗ error | There is no data. | access node t | Validity | no-data
ℹ hint | Could be simpler. |  | Validity | one-way
)");
    CHECK(model.count(Severity::error) == 1);
}

TEST_CASE("lines of generated code and kernels find each other") {
    viewers::KernelCode code;
    code.kernels = {{"k0", "first", NodeId{10}, 3, 9}, {"k1", "second", NodeId{20}, 11, 20}};
    CHECK(viewers::kernelAtLine(code, 2) == -1);
    CHECK(viewers::kernelAtLine(code, 3) == 0);
    CHECK(viewers::kernelAtLine(code, 20) == 1);
    CHECK(viewers::kernelOf(code, {ElementId{1}, ElementId{20}}) == 1);
    CHECK(viewers::kernelOf(code, {}) == -1);
}
