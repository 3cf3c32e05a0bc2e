// Random sequences of actions on random programs, and the proof that one that fails is shrunk.

#include "core/ir/edit.h"
#include "tests/support/catch.h"
#include "tests/support/fusion_program.h"
#include "tests/support/random_sdfg.h"
#include "tests/support/random_source.h"
#include "tests/transforms/equivalence.h"
#include "tests/transforms/sequence.h"
#include "tests/transforms/suite_programs.h"
#include "tests/transforms/transformation_case.h"

#include <fmt/format.h>

#include <cstdlib>
#include <iostream>

using namespace mw;
using test::Action;
using test::Actions;
using test::SequenceProgram;

namespace {

constexpr int kUsual = 120, kLong = 4000;
constexpr std::size_t kActions = 12;

Actions randomActions(test::RandomSource& random) {
    std::vector<std::uint8_t> bytes;
    for (std::size_t i = 0; i < 4 * kActions; ++i)
        bytes.push_back(static_cast<std::uint8_t>(random.below(256)));
    auto actions = test::actionsOf(bytes);
    for (Action& action : actions) // most applications with the defaults
        action.params &= static_cast<std::uint8_t>(random.chance(70) ? 0 : action.params);
    return actions;
}

/// A program of maps in a row, every fourth one a stencil of random shape.
SequenceProgram randomProgram(std::uint64_t seed) {
    if (seed % 4 != 0) {
        auto program = test::fusionProgram(seed);
        return {program.document, std::move(program.inputs)};
    }
    const auto document = test::randomSdfg(seed);
    auto inputs = test::inputsFor(*document->root, test::sizeSets(*document->root).front(), seed);
    REQUIRE(inputs.has_value());
    return {document, std::move(*inputs)};
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
    return {document, *test::inputsFor(*document->root, test::sizeSets(*document->root).front())};
}

} // namespace

TEST_CASE("random sequences of applying, undoing, redoing and rereading keep the results") {
    const char* asked = std::getenv("MAPWRIGHT_PROGRAMS");
    const int count = asked ? std::atoi(asked) : std::getenv("MAPWRIGHT_LONG") ? kLong : kUsual;
    const char* from = std::getenv("MAPWRIGHT_SEED");
    const std::uint64_t first = from ? std::strtoull(from, nullptr, 10) : 1;
    int applied = 0, wrong = 0;
    for (int i = 0; i < count; ++i) {
        const std::uint64_t seed = first + static_cast<std::uint64_t>(i);
        test::RandomSource random(seed ^ 0xac7);
        const auto program = randomProgram(seed);
        const Actions actions = randomActions(random);
        const auto result = test::runSequence(program, actions, transforms::registry());
        applied += result.applied;
        if (!result.problem.empty() && ++wrong <= 5)
            FAIL_CHECK("seed " << seed << ": "
                               << test::describeFailure(program, actions, transforms::registry()));
    }
    std::cerr << fmt::format("{} sequences, {} applications\n", count, applied);
    CHECK(wrong == 0);
    CHECK(applied >= count / 4);
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
    const auto result = test::runSequence(program, actions, both);
    CHECK(result.problem == "interpreted: 'b' element 0: 1 instead of 2.015417574583517");
    CHECK(result.steps.size() == 11); // it ends where it went wrong

    const Actions shortest = test::shrunk(program, actions, both);
    const Action plain{Action::Kind::apply, 1, 0, 0};
    CHECK(shortest == Actions{plain, plain, plain});
    const auto text = test::describeFailure(program, actions, both);
    CHECK(text.starts_with("3 of 12 actions:\n  apply wrong-one at t1\n"));
    CHECK(text.find("\"recipe\"") != std::string::npos);
}

TEST_CASE("a sequence without a fault says what it did") {
    const auto program = twoTasklets();
    const std::uint8_t bytes[] = {0, 0, 0, 0, 4, 0, 0, 0, 5, 0, 0, 0, 7, 0, 0, 0, 6, 0, 0, 0};
    const transforms::Transformation* fusion[] = {
        transforms::findTransformation("map-fusion-vertical")};
    const auto result = test::runSequence(program, test::actionsOf(bytes), fusion);
    CHECK(result.problem == "");
    CHECK(result.steps == std::vector<std::string>{
                              "apply map-fusion-vertical at first -> tmp -> second", "undo", "redo",
                              "write, read and do the recipe again", "go to variant 0"});
}
