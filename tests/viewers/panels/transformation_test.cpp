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
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTest>
#include <QTreeView>

namespace transformation_test {

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
             {{{{}, {{"exit", ElementId{1}}}, "first -> t -> second"}, "tmp -> t -> u", {}},
              {{{}, {{"exit", ElementId{2}}}, "second -> u -> third"}, "u -> u -> v", violated},
              {{{}, {{"exit", ElementId{3}}}, "third -> v -> fourth"}, "v -> v -> w", unproven}},
             1}};
}

} // namespace

TEST_CASE("matches say where they apply, and refusals why not") {
    viewers::TransformationModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setMatches(oneOfEach());
    CHECK(modelText(model).toStdString() == R"(Fusion · Fuse (fuse) | applies 1×, refused 2×
  tmp -> t -> u | applies
  u -> u -> v | The second map is wider.
  v -> v -> w | The read may miss the write. (needs M >= 3)
)");
    CHECK(model.firstApplicable("fuse").data().toString() == "tmp -> t -> u");
    CHECK(model.firstRefusal().data().toString() == "u -> u -> v");
    CHECK(model.data(model.firstRefusal(), Qt::ToolTipRole).toString() ==
          "Condition 3: The second map is wider.");
}

TEST_CASE("what has matches stands first, by category") {
    transforms::Transformation copies = kFusion, nothing = kFusion;
    copies.name = "copies";
    copies.title = "Copies";
    copies.category = transforms::Category::data;
    nothing.name = "nothing";
    nothing.title = "Nothing";
    auto matches = oneOfEach();
    viewers::TransformationModel model;
    model.setMatches({{&nothing, {}, 0}, {&copies, matches[0].rows, 1}, matches[0]});
    QStringList titles;
    for (int row = 0; row < model.rowCount(); ++row)
        titles << model.index(row, 0).data().toString();
    CHECK(titles == QStringList{"Fusion · Fuse (fuse)", "Data · Copies (copies)",
                                "Fusion · Nothing (nothing)"});
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

TEST_CASE("a click on a refusal chooses it, with what blocks") {
    viewers::JobQueue jobs;
    viewers::TransformationPanel panel(jobs);
    panel.model().setMatches(oneOfEach());
    CHECK(panel.shown().empty()); // nobody chose anything, and nothing is known to save
    QSignalSpy chosen(&panel, &viewers::Panel::stepChosen);
    REQUIRE(panel.showFirstRefusal());
    REQUIRE(chosen.count() > 0);
    const auto step = chosen.back()[0].value<viewers::Step>();
    CHECK(step.elements == std::vector<ElementId>{ElementId{2}});
    REQUIRE(step.refusal);
    CHECK(step.refusal->elements == std::vector<ElementId>{ElementId{5}});
    CHECK_FALSE(step.applies());
}

TEST_CASE("where only the inputs decide, the panel offers to take it for granted") {
    viewers::JobQueue jobs;
    viewers::TransformationPanel panel(jobs);
    const auto document = test::clampedRead();
    const auto idle = [&] { return jobs.isIdle(); };
    panel.showVariant({.index = std::make_shared<ir::DocumentIndex>(document)});
    REQUIRE(QTest::qWaitFor(idle, 60'000));
    auto& tree = *panel.findChild<QTreeView*>("matches");
    panel.choose("map-fusion-vertical");
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
    const auto& verdict = *panel.findChild<QLabel*>("step-verdict");
    const auto why = verdict.text();
    CHECK(why.contains("S <= 0"));
    tree.setCurrentIndex(refused.parent()); // the heading of nothing but refusals says it, too
    REQUIRE(QTest::qWaitFor(idle, 60'000));
    CHECK(verdict.text() == why);
    tree.setCurrentIndex(refused);
    REQUIRE(QTest::qWaitFor(idle, 60'000));
    CHECK(panel.assumption() == "S <= 0");
    CHECK(refused.siblingAtColumn(1).data().toString().count("S <= 0") == 1);
    REQUIRE_FALSE(button.isHidden());
    QSignalSpy asked(&panel, &viewers::Panel::actionRequested);
    QSignalSpy chosen(&panel, &viewers::Panel::stepChosen);
    panel.findChild<QPushButton*>("assume")->click();
    REQUIRE(asked.count() == 1);
    CHECK(asked[0][0].toString() == viewers::kApplyStep);
    REQUIRE(chosen.count() == 1);
    const auto step = chosen[0][0].value<viewers::Step>();
    CHECK(step.transformation->name == "map-fusion-vertical");
    CHECK(step.params.at("assume") == ParamValue("S <= 0"));
    REQUIRE(step.applies());
    CHECK(transforms::applyAt(*step.transformation, document, *step.match, step.params));
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

namespace {

using viewers::Advice;
using viewers::AdvisedStep;

viewers::StepGain saves(std::optional<double> us, std::optional<double> bytes = {},
                        int launches = 0) {
    return {us, bytes, {}, launches, false};
}

/// Says the same of every place, and notes what it was asked.
class MadeUp : public viewers::StepPredictor {
public:
    MadeUp(ir::DocumentPtr document, Advice advice)
        : document_(std::move(document)), advice_(std::move(advice)) {}

    const ir::DocumentPtr& document() const override { return document_; }
    QString device() const override { return "an Z80"; }
    Expected<std::vector<viewers::KernelCost>> kernels() override {
        return std::vector<viewers::KernelCost>{};
    }
    Expected<viewers::StepGain> gain(const transforms::Transformation& t, const transforms::Match&,
                                     const transforms::Params&) override {
        asked.push_back(t.name);
        return saves(2, 3e6);
    }
    Expected<viewers::StepChange> change(const transforms::Transformation&,
                                         const transforms::Match& match,
                                         const transforms::Params& params) override {
        changed = params;
        return viewers::StepChange{{3, 2, 4e6, 1e6, 10.0}, {2, 1, 1e6, 1e6, 7.5}, match.ids()};
    }
    Advice advise(const viewers::JobContext&, const std::function<void(Advice)>&) override {
        return advice_;
    }

    std::vector<std::string> asked;
    transforms::Params changed;

private:
    ir::DocumentPtr document_;
    Advice advice_;
};

AdvisedStep step(const transforms::Transformation& t, std::uint32_t element, const char* label,
                 std::optional<double> us, double bytes) {
    return {&t, {{}, {{"exit", ElementId{element}}}, label}, label, {}, saves(us, bytes, 1), {}};
}

Advice someAdvice() {
    static const transforms::Transformation blocking{.name = "block",
                                                     .title = "Block",
                                                     .summary = "In blocks.",
                                                     .help = "",
                                                     .category = transforms::Category::loops,
                                                     .params = {},
                                                     .roles = {}};
    Advice advice;
    advice.steps = {step(kFusion, 1, "a -> t -> b", 12.5, 4e6), step(blocking, 2, "b", 3.0, 0),
                    step(kFusion, 3, "c -> u -> d", -1.5, 1e6)};
    advice.steps[1].gain.isRough = true;
    auto refused = step(kFusion, 4, "d -> v -> e", {}, 8e6);
    refused.refusal = transforms::Refusal{1, "wide", "It is wider.", {ElementId{9}}, false, ""};
    advice.refused = {refused};
    advice.temporaries = {{"t", 1e6, 6e6, {ElementId{1}}, {advice.steps[0], refused}, {}},
                          {"w", 1e6, 2e6, {ElementId{7}}, {}, "it is copied to 'z'"}};
    advice.remarks = {{"maps that are not blocked",
                       "'b' is not blocked",
                       2e6,
                       {ElementId{2}},
                       advice.steps[1],
                       ""},
                      {"maps that were split needlessly",
                       "'x' and 'y' do the same",
                       0,
                       {ElementId{8}},
                       {},
                       "no transformation puts the two together"}};
    return advice;
}

} // namespace

TEST_CASE("advice: steps by what they save, temporaries with what removes them, what stands out") {
    viewers::AdviceModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setAdvice(someAdvice());
    CHECK(modelText(model).toStdString() == R"(What can be done, best first (3)
  Fuse: a -> t -> b | Fusion | 12.5 µs | 4.00 MB | 1 | Apply
  Block: b | Loops | ≈ 3.00 µs | 0 B | 1 | Apply
  Fuse: c -> u -> d | Fusion | −1.50 µs | 1.00 MB | 1 | Apply
Temporaries, by what kernels move of them (2)
  t: 6.00 MB moved, 1.00 MB large
    Fuse: a -> t -> b | Fusion | 12.5 µs | 4.00 MB | 1 | Apply
    Fuse: d -> v -> e · It is wider. | Fusion |  | up to 8.00 MB
  w: 2.00 MB moved, 1.00 MB large
    It is copied to 'z'
Maps that are not blocked (1)
  'b' is not blocked | Loops | ≈ 3.00 µs | 2.00 MB | 1 | Apply
Maps that were split needlessly (1)
  'x' and 'y' do the same
What does not apply, by the temporaries that it would save (1)
  Fuse: d -> v -> e · It is wider. | Fusion |  | up to 8.00 MB
)");
    CHECK(model.best().data().toString() == "Fuse: a -> t -> b");
    CHECK(model.elementsAt(model.best()) == std::vector<ElementId>{ElementId{1}});
}

TEST_CASE("advice for some elements and a category has nothing else") {
    viewers::AdviceModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setAdvice(someAdvice());
    model.setFilter({{ElementId{2}, ElementId{7}}, {}});
    CHECK(modelText(model).toStdString() == R"(What can be done, best first (1)
  Block: b | Loops | ≈ 3.00 µs | 0 B | 1 | Apply
Temporaries, by what kernels move of them (1)
  w: 2.00 MB moved, 1.00 MB large
    It is copied to 'z'
Maps that are not blocked (1)
  'b' is not blocked | Loops | ≈ 3.00 µs | 2.00 MB | 1 | Apply
)");
    model.setFilter({{}, transforms::Category::loops});
    CHECK(model.best().data().toString() == "Block: b");
    CHECK(model.rowCount() == 2);
    model.setFilter({{ElementId{3}}, {}});
    CHECK_FALSE(model.best().isValid()); // it costs time
}

TEST_CASE("of many steps the best are in sight, the others below a line with their number") {
    Advice advice;
    for (int i = 0; i < 10; ++i)
        advice.steps.push_back(step(kFusion, 1, "a", 10.0 - i, 0));
    viewers::AdviceModel model;
    model.setAdvice(advice);
    const auto heading = model.index(0, 0);
    REQUIRE(model.rowCount(heading) == 7);
    const auto more = model.index(6, 0, heading);
    CHECK(more.data().toString() == "4 more");
    CHECK(model.rowCount(more) == 4);
    CHECK(model.isOpen(heading));
    CHECK_FALSE(model.isOpen(more));
}

TEST_CASE("what saves most stands first in the list of transformations") {
    transforms::Transformation good = kFusion, bad = kFusion;
    good.name = "good";
    good.title = "Good";
    good.category = transforms::Category::data;
    bad.name = "bad";
    bad.title = "Bad";
    viewers::TransformationModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    const auto rows = oneOfEach()[0].rows;
    model.setMatches({{&bad, rows, 1}, {&good, rows, 1}});
    CHECK(model.index(0, 0).data().toString() == "Fusion · Bad (bad)");
    model.setBest({{"bad", saves(-1)}, {"good", saves(4, 2e6)}});
    CHECK(model.index(1, 2).data().toString() == "at best saves 4.00 µs, 2.00 MB");
    model.sortByBest();
    CHECK(model.index(0, 0).data().toString() == "Data · Good (good)");
    CHECK(model.index(0, 2).data().toString() == "at best saves 4.00 µs, 2.00 MB");
    model.setGain("good", rows[0].match, saves(-2, 1e6, 1));
    CHECK(model.index(0, 2, model.index(0, 0)).data().toString() ==
          "saves 1.00 MB, 1 launch; costs 2.00 µs");
}

namespace {

/// The panel with a graph of two maps, on the screen.
struct AdvisedPanel {
    viewers::JobQueue jobs;
    viewers::TransformationPanel panel{jobs};
    std::shared_ptr<const ir::DocumentIndex> index = test::twoMaps();
    std::shared_ptr<MadeUp> predictor;
    viewers::Step proposed;

    AdvisedPanel() {
        QObject::connect(&panel, &viewers::Panel::stepProposed, &panel,
                         [this](const viewers::Step& step) { proposed = step; });
        Advice advice;
        const auto& fusion = *transforms::findTransformation("map-fusion-vertical");
        const auto found = fusion.find(transforms::DocumentView(index->document()), {});
        advice.steps = {{&fusion, found.at(0), "first to second", {}, saves(5, 1e6), {}}};
        predictor = std::make_shared<MadeUp>(index->document(), advice);
        panel.resize(1200, 400);
        panel.show();
        panel.showVariant({.index = index});
        panel.showNumbers(context());
        settle();
    }
    viewers::PanelContext context() const { return {.index = index, .predictor = predictor}; }
    void settle() {
        REQUIRE(QTest::qWaitFor([&] { return jobs.isIdle(); }, 60'000));
        QTest::qWait(150); // what is in sight is predicted after a pause
        REQUIRE(QTest::qWaitFor([&] { return jobs.isIdle(); }, 60'000));
    }
    /// Where nobody has chosen anything in the list of transformations.
    std::string shownAtFirst(double microseconds) {
        Advice advice = panel.advice().advice();
        advice.steps.front().gain = saves(microseconds);
        predictor = std::make_shared<MadeUp>(index->document(), advice);
        panel.showNumbers(context());
        panel.turnTo(viewers::TransformationPanel::matchList);
        settle();
        return panel.shown();
    }
    QString change() { return panel.findChild<QLabel*>("step-change")->text(); }
    QString plainChange() {
        return change().replace(QRegularExpression("<[^>]*>"), " ").simplified();
    }
};

} // namespace

TEST_CASE_METHOD(AdvisedPanel,
                 "the best step is shown with what it changes, and applied or tried") {
    CHECK(panel.shown() == "map-fusion-vertical");
    CHECK(plainChange() == "before after Predicted for an Z80 10.0 µs 7.50 µs −2.50 µs "
                           "Kernels 3 2 −1 Bytes that they move 4.00 MB 1.00 MB −3.00 MB "
                           "Temporaries 2 1 −1 Their bytes 1.00 MB 1.00 MB");
    QSignalSpy asked(&panel, &viewers::Panel::actionRequested);
    panel.findChild<QPushButton*>("step-apply")->click();
    panel.findChild<QPushButton*>("step-try")->click();
    REQUIRE(asked.count() == 2);
    CHECK(asked[0][0].toString() == viewers::kApplyStep);
    CHECK(asked[1][0].toString() == viewers::kTryStep);
    const auto best = panel.advice().stepAt(panel.advice().best());
    CHECK(proposed.match == best->match); // which is what the two do
}

TEST_CASE_METHOD(AdvisedPanel, "nothing is chosen at first that makes things worse") {
    CHECK(shownAtFirst(-3).empty());
    CHECK_FALSE(panel.findChild<QPushButton*>("step-apply")->isEnabled());
    CHECK(shownAtFirst(3) == "map-fusion-vertical");
    const auto current = panel.findChild<QTreeView*>("matches")->currentIndex();
    REQUIRE(panel.model().matchAt(current)); // the very place that saves
    CHECK(panel.model().matchAt(current)->match == panel.advice().advice().steps.front().match);
}

TEST_CASE_METHOD(AdvisedPanel, "a line of advice is chosen by a click; its last field applies") {
    auto& tree = *panel.findChild<QTreeView*>("advice");
    const auto best = panel.advice().best();
    QSignalSpy chosen(&panel, &viewers::Panel::stepChosen);
    QSignalSpy asked(&panel, &viewers::Panel::actionRequested);
    const auto click = [&](int column) {
        const auto at = best.siblingAtColumn(column);
        tree.scrollTo(at);
        QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, tree.visualRect(at).center());
    };
    click(viewers::AdviceModel::what);
    REQUIRE(chosen.count() > 0);
    CHECK(chosen.back()[0].value<viewers::Step>().elements ==
          panel.advice().stepAt(best)->match.ids());
    CHECK(asked.count() == 0);
    click(viewers::AdviceModel::act);
    REQUIRE(asked.count() == 1);
    CHECK(asked[0][0].toString() == viewers::kApplyStep);
}

TEST_CASE_METHOD(AdvisedPanel, "places in sight say what they save, none is asked for twice") {
    panel.choose("map-fusion-vertical");
    settle();
    REQUIRE_FALSE(predictor->asked.empty());
    const auto line = panel.model().firstApplicable("map-fusion-vertical");
    CHECK(line.siblingAtColumn(2).data().toString() == "saves 2.00 µs, 3.00 MB");
    const auto count = predictor->asked.size();
    panel.choose("map-fusion-vertical");
    settle();
    CHECK(predictor->asked.size() == count);
}

TEST_CASE_METHOD(AdvisedPanel,
                 "a parameter that changes is looked at, at the place that was chosen") {
    panel.choose("strip-mining");
    const auto place = panel.model().firstApplicable("strip-mining");
    REQUIRE(place.isValid());
    auto& tree = *panel.findChild<QTreeView*>("matches");
    tree.setCurrentIndex(place);
    settle();
    const auto match = panel.model().matchAt(tree.currentIndex())->match;
    auto* field = panel.findChild<QWidget*>("step-form")->findChild<QSpinBox*>();
    REQUIRE(field);
    const auto name = field->objectName().toStdString();
    field->setValue(field->value() + 1);
    settle();
    CHECK(predictor->changed.at(name) == ParamValue(std::int64_t{field->value()}));
    REQUIRE(panel.model().matchAt(tree.currentIndex()));
    CHECK(panel.model().matchAt(tree.currentIndex())->match == match);
}

TEST_CASE_METHOD(AdvisedPanel,
                 "another selection is another question: the best step there is shown") {
    panel.choose("strip-mining");
    settle();
    REQUIRE(panel.shown() == "strip-mining");
    auto there = context();
    there.selection = {test::nodeNamed(*index, "a")}; // nothing has its shape there
    panel.showSelection(there);
    settle();
    CHECK(panel.shown().empty());
    CHECK_FALSE(panel.findChild<QPushButton*>("step-apply")->isEnabled());
}

TEST_CASE_METHOD(AdvisedPanel, "places in sight alone are listed on request") {
    const auto listed = [&] {
        int rows = 0;
        for (const auto& found : panel.model().matches())
            rows += static_cast<int>(found.rows.size());
        return rows;
    };
    const int all = listed();
    auto there = context();
    there.sight = {test::nodeNamed(*index, "a")};
    panel.showSight(there);
    settle();
    CHECK(listed() == all);
    panel.findChild<QComboBox*>("advice-scope")->setCurrentIndex(1);
    settle();
    const int few = listed();
    CHECK(few < all);
    CHECK_FALSE(panel.advice().best().isValid());
    there.sight.clear();
    for (const BlockId state : index->states())
        for (const auto& node : index->find(state)->block->as<ir::State>()->nodes)
            there.sight.push_back(node->id);
    panel.showSight(there);
    settle();
    CHECK(listed() > few);
    CHECK(panel.advice().best().isValid());
}

TEST_CASE("findings stand errors first, with the element they speak of") {
    const auto index = test::twoMaps();
    viewers::ProblemsModel model;
    const QAbstractItemModelTester tester(&model,
                                          QAbstractItemModelTester::FailureReportingMode::Fatal);
    model.setFindings({{{Severity::hint, "one-way", "Could be simpler.", {}, {}},
                        {Severity::error,
                         "no-data",
                         "There is no data.",
                         {"", "", {test::nodeNamed(*index, "t")}},
                         {}}},
                       index});
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

TEST_CASE("advice is sorted below its headings: all of a list, not what is in sight of it") {
    viewers::AdviceModel model;
    auto advice = someAdvice();
    for (int i = 0; i < 8; ++i)
        advice.steps.push_back(step(kFusion, 1, "z", 1.0 / (i + 2), 1e9 * (i + 1)));
    model.setAdvice(advice);
    const auto best = model.stepAt(model.best());
    const auto places = [&] {
        QStringList found;
        for (int row = 0; row < 3; ++row)
            found << model.index(row, viewers::AdviceModel::bytes, model.index(0, 0))
                         .data()
                         .toString();
        return found;
    };
    model.sort(viewers::AdviceModel::bytes, Qt::DescendingOrder);
    CHECK(places() == QStringList{"8.00 GB", "7.00 GB", "6.00 GB"});
    CHECK(model.stepAt(model.best()) == best); // which is what time makes it
    model.sort(viewers::AdviceModel::time, Qt::AscendingOrder);
    CHECK(model.index(0, viewers::AdviceModel::time, model.index(0, 0)).data().toString() ==
          "−1.50 µs");
    model.sort(-1, Qt::AscendingOrder);
    CHECK(model.stepAt(model.index(0, 0, model.index(0, 0))) == best);
}

} // namespace transformation_test
