// Random sequences of actions on random and real programs: right after every step in the
// interpreter, at the end as C++ too; and the proof that one that fails is shrunk. MAPWRIGHT_LONG:
// many more; MAPWRIGHT_SEED, MAPWRIGHT_PROGRAMS: from this one on, so many; MAPWRIGHT_TIMES: what
// was applied.

#include "core/ir/edit.h"
#include "tests/support/catch.h"
#include "tests/support/random_source.h"
#include "tests/transforms/applying.h"
#include "tests/transforms/equivalence.h"
#include "tests/transforms/sequence_programs.h"
#include "tests/transforms/transformation_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>
#include <map>

namespace sequence_test {

using namespace mw;
using test::Action;
using test::Actions;
using test::SequenceProgram;

namespace {

constexpr int kUsual = 40, kLong = 1000;
constexpr int kForAll = 5000;  ///< among so many every transformation is applied
constexpr int kPerRound = 100; ///< sequences whose programs are kept at the same time
constexpr std::size_t kPerCall = 25;
constexpr std::size_t kActions = 12;

/// The last one does the recipe again.
Actions randomActions(test::RandomSource& random) {
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i < 4 * kActions; ++i)
        bytes.push_back(static_cast<std::uint8_t>(random.below(256)));
    auto actions = test::actionsOf(bytes);
    for (Action& action : actions) // most applications with the defaults
        action.params &= static_cast<std::uint8_t>(random.chance(70) ? 0 : action.params);
    actions.push_back({Action::Kind::reread});
    return actions;
}

/// A sequence on its way.
struct Tried {
    std::uint64_t seed = 0;
    SequenceProgram program;
    Actions actions;
    test::SequenceResult result;
    std::size_t number = 0; ///< as C++
};

struct Totals {
    int sequences = 0, compiled = 0, notLowered = 0, wrong = 0;
    std::map<std::string, int> applied; ///< by transformation
};

/// A graph that is there for a transformation is named after it: half of the sequences begin with
/// that one, which would seldom be met by chance.
void beginWithItsOwn(const std::string& program, Actions& actions, test::RandomSource& random) {
    const auto& all = test::keepingResults();
    const auto own = std::ranges::find_if(
        all, [&](const auto* t) { return program.starts_with(t->name + " with"); });
    if (own != all.end() && random.chance(50))
        actions.front() = {Action::Kind::apply, static_cast<std::uint8_t>(own - all.begin()),
                           actions.front().choice};
}

Tried tried(std::uint64_t seed, test::SequencePrograms& programs) {
    test::RandomSource random(seed ^ 0xac7);
    Tried tried{seed, programs.at(seed), randomActions(random), {}, 0};
    beginWithItsOwn(tried.program.name, tried.actions, random);
    tried.result = test::runSequence(tried.program, tried.actions, {test::keepingResults()});
    return tried;
}

void fail(const Tried& tried, bool compiled, Totals& totals) {
    if (++totals.wrong <= 5)
        FAIL_CHECK("seed " << tried.seed << ": "
                           << test::describeFailure(tried.program, tried.actions,
                                                    {test::keepingResults(), compiled}));
}

/// The variants at the end, many to a call of the compiler.
void runAsCpp(std::vector<Tried>& round, Totals& totals) {
    test::CompiledPrograms programs(kPerCall);
    std::erase_if(round, [](const Tried& tried) {
        return !tried.result.problem.empty() || !tried.program.tolerance;
    });
    for (Tried& tried : round)
        tried.number = programs.add(*tried.result.last);
    programs.compile();
    for (const Tried& tried : round) {
        const auto checked = test::checkCompiled(tried.program, programs, tried.number);
        ++totals.compiled;
        if (!checked && checked.error().code == "cannot-lower")
            ++totals.notLowered;
        else if (!checked)
            fail(tried, true, totals);
    }
}

void report(const Tried& tried, Totals& totals) {
    ++totals.sequences;
    for (const auto& name : tried.result.applied)
        ++totals.applied[name];
    if (!tried.result.problem.empty())
        fail(tried, false, totals);
}

// A transformation that is wrong: it marks a tasklet by its label, and with the third mark it loses
// the tasklet's code.

std::vector<test::Match> findTasklets(const transforms::DocumentView& view,
                                      const transforms::Region& region) {
    std::vector<test::Match> matches;
    for (const BlockId id : region.states(view))
        for (const auto& node : view.state(id)->state().nodes)
            if (const auto* tasklet = node->as<ir::Tasklet>())
                matches.push_back({id, {{"tasklet", node->id}}, tasklet->label});
    return matches;
}

transforms::CheckResult markable(const transforms::DocumentView&, const test::Match& match,
                                 const test::Params&) {
    return transforms::Plan::of(match);
}

Expected<ir::EditResult> mark(const transforms::DocumentView& view, const transforms::Plan& plan) {
    const auto& match = plan.as<test::Match>();
    ir::Editor editor(view.document());
    auto& tasklet = *editor.node(match.state, NodeId{match.at("tasklet").value}).as<ir::Tasklet>();
    tasklet.label += "_";
    if (tasklet.label.ends_with("___"))
        tasklet.code.text = "o = 0.0";
    return editor.commit();
}

const transforms::Transformation& wrongOne() {
    static const transforms::Transformation t = [] {
        transforms::Transformation wrong;
        wrong.name = "wrong-one";
        wrong.roles = {"tasklet"};
        wrong.params = {transforms::flag("unused", "Nothing.")};
        wrong.find = findTasklets;
        wrong.check = markable;
        wrong.apply = mark;
        return wrong;
    }();
    return t;
}

SequenceProgram twoTasklets() {
    const auto document = test::parsed(test::TwoMaps{}.text());
    return test::sequenceProgram(
        "two maps", document,
        *test::inputsFor(*document->root, test::sizeSets(*document->root).front()));
}

} // namespace

TEST_CASE("random sequences of applying, undoing, redoing and rereading keep the results") {
    const char* asked = std::getenv("MAPWRIGHT_PROGRAMS");
    const int count = asked ? std::atoi(asked) : std::getenv("MAPWRIGHT_LONG") ? kLong : kUsual;
    const char* from = std::getenv("MAPWRIGHT_SEED");
    const std::uint64_t first = from ? std::strtoull(from, nullptr, 10) : 1;
    test::SequencePrograms programs;
    Totals totals;
    for (int done = 0; done < count; done += kPerRound) {
        std::vector<Tried> round;
        for (int i = done; i < std::min(done + kPerRound, count); ++i) {
            round.push_back(tried(first + static_cast<std::uint64_t>(i), programs));
            report(round.back(), totals);
        }
        if (test::canCompile())
            runAsCpp(round, totals);
    }
    int applied = 0;
    for (const auto& [name, times] : totals.applied) {
        applied += times;
        if (std::getenv("MAPWRIGHT_TIMES"))
            std::cerr << fmt::format("{:6} {}\n", times, name);
    }
    std::cerr << fmt::format("{} sequences, {} applications, {} of {} not lowered\n",
                             totals.sequences, applied, totals.notLowered, totals.compiled);
    CHECK(totals.wrong == 0);
    CHECK(applied >= 3 * count);
    CHECK(totals.notLowered * 20 <= totals.compiled);
    if (count >= kForAll)
        CHECK(totals.applied.size() == test::keepingResults().size());
}

TEST_CASE("a sequence that fails is shrunk to the actions that it takes") {
    const transforms::Transformation* both[] = {
        transforms::findTransformation("map-fusion-vertical"), &wrongOne()};
    const auto program = twoTasklets();
    const Action mark{Action::Kind::apply, 1, 0, 1}, other{Action::Kind::apply, 1, 1, 0};
    const Action undo{Action::Kind::undo}, redo{Action::Kind::redo};
    const Action start{Action::Kind::goTo, 0, 0, 0};
    const Actions actions{other, mark, undo,  redo, mark, other,
                          start, mark, other, mark, mark, undo};
    const auto result = test::runSequence(program, actions, {both});
    CHECK(result.problem == "interpreted: 'b' element 0: 1 instead of 2.015417574583517");
    CHECK(result.steps.size() == 11); // it ends where it went wrong

    const Actions shortest = test::shrunk(program, actions, {both});
    const Action plain{Action::Kind::apply, 1, 0, 0};
    CHECK(shortest == Actions{plain, plain, plain});
    const auto text = test::describeFailure(program, actions, {both});
    CHECK(text.starts_with("two maps: 3 of 12 actions:\n  apply wrong-one at t1\n"));
    CHECK(text.find("\"recipe\"") != std::string::npos);
}

TEST_CASE("a sequence without a fault says what it did") {
    const auto program = twoTasklets();
    const std::uint8_t bytes[] = {0, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 7, 0, 0, 0, 6, 0, 0, 0};
    const transforms::Transformation* fusion[] = {
        transforms::findTransformation("map-fusion-vertical")};
    const auto result = test::runSequence(program, test::actionsOf(bytes), {fusion});
    CHECK(result.problem == "");
    CHECK(result.steps == std::vector<std::string>{
                              "apply map-fusion-vertical at first -> tmp -> second", "undo", "redo",
                              "write, read and do the recipe again", "go to variant 0"});
}

} // namespace sequence_test
