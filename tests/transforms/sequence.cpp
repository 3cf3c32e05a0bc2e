// Sequences of what users do to a program, run, checked and shrunk.

#include "tests/transforms/sequence.h"

#include "core/history/history.h"
#include "core/history/recipe.h"
#include "core/io/sdfg_io.h"
#include "core/validate/validate.h"
#include "transforms/framework/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace mw::test {

namespace {

constexpr std::size_t kBytesPerAction = 4;

/// Parameters by the bits: a flag each; of other parameters the first or the last of what they can
/// be.
Params paramsOf(const Transformation& t, std::uint8_t bits) {
    Params params;
    for (const auto& spec : t.params) {
        const bool bit = (bits & 1U) != 0;
        bits = static_cast<std::uint8_t>(bits >> 1U | bits << 7U);
        if (!bit)
            continue;
        if (const auto* flag = std::get_if<bool>(&spec.defaultValue))
            params[spec.name] = !*flag;
        else if (std::holds_alternative<std::int64_t>(spec.defaultValue))
            params[spec.name] = (bits & 1U) != 0 ? spec.minimum : spec.maximum;
        else if (!spec.choices.empty())
            params[spec.name] = spec.choices.at(bits % spec.choices.size());
    }
    return params;
}

std::string text(const Params& params) {
    std::string text;
    for (const auto& [name, value] : params)
        text += " --" + name;
    return text;
}

Expected<std::string> bytesOf(const ir::DocumentPtr& document) {
    return io::writeSdfg(*document);
}

Expected<ir::DocumentPtr> asOfFile(const ir::DocumentPtr& document) {
    MW_TRY(const auto text, bytesOf(document));
    return io::readSdfg(text);
}

class Sequence {
public:
    Sequence(const SequenceProgram& program, const SequenceOptions& options)
        : program_(program), options_(options), history_(program.document),
          view_(program.document) {}

    SequenceResult run(const Actions& actions);

private:
    void act(const Action& action);
    void apply(const Action& action);
    bool applySome(const Transformation& t, const Action& action);
    void undo();
    void redo();
    void goTo(const Action& action);
    void reread();
    void checkCurrent();
    void checkLists();
    void checkOrders();
    void runCompiled();
    void say(std::string step) { result_.steps.push_back(std::move(step)); }
    void fail(std::string problem) { result_.problem = std::move(problem); }
    void failFor(const std::string& what, const Diagnostic& error) {
        fail(what + ": " + toString(error));
    }
    const ir::DocumentPtr& document() const { return history_.current().document; }

    const SequenceProgram& program_;
    const SequenceOptions& options_;
    history::History history_;
    transforms::DocumentView view_; ///< of the current variant, with what is kept of others
    SequenceResult result_;
};

SequenceResult Sequence::run(const Actions& actions) {
    if (!program_.expected)
        failFor("the program itself", program_.expected.error());
    for (const Action& action : actions)
        if (result_.problem.empty())
            act(action);
    if (result_.problem.empty())
        checkOrders();
    if (result_.problem.empty() && options_.compiled)
        runCompiled();
    if (!result_.problem.empty())
        result_.recipe = history::recipe(history_, history_.current().id);
    result_.last = document();
    return std::move(result_);
}

void Sequence::act(const Action& action) {
    switch (action.kind) {
    case Action::Kind::apply:
        return apply(action);
    case Action::Kind::undo:
        return undo();
    case Action::Kind::redo:
        return redo();
    case Action::Kind::goTo:
        return goTo(action);
    case Action::Kind::reread:
        return reread();
    }
}

/// Valid, and the results of the program.
void Sequence::checkCurrent() {
    for (const auto& finding : validate::validate(ir::DocumentIndex(document())))
        if (finding.severity == Severity::error)
            return failFor("not valid", Diagnostic(finding));
    const auto got = interpreted(*document(), program_.inputs);
    if (!got)
        failFor("interpreted", got.error());
    else if (const auto found = firstDifference(*got, *program_.expected))
        fail("interpreted: " + *found);
}

void Sequence::checkOrders() {
    constexpr std::uint64_t kOrders = 2;
    if (program_.anyOrder)
        if (const auto found =
                dependsOnOrder(*document(), program_.inputs, *program_.expected, kOrders))
            fail(*found);
}

void Sequence::runCompiled() {
    if (!program_.tolerance)
        return;
    CompiledPrograms programs;
    const auto number = programs.add(*document());
    programs.compile();
    if (const auto checked = checkCompiled(program_, programs, number); !checked)
        failFor("as C++", checked.error());
}

/// What is listed with the help of earlier lists is what is listed without it.
void Sequence::checkLists() {
    const transforms::DocumentView fresh(document());
    for (const Transformation* t : options_.transformations) {
        const auto params = *transforms::completeParams(*t, {});
        const auto kept = transforms::candidates(*t, view_, {}, params);
        if (kept != transforms::candidates(*t, fresh, {}, params))
            return fail(fmt::format("the list of {} is not that of a fresh document", t->name));
    }
}

void Sequence::apply(const Action& action) {
    view_ = view_.after(document());
    checkLists();
    if (!result_.problem.empty())
        return;
    const auto& all = options_.transformations;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (applySome(*all[(action.transformation + i) % all.size()], action))
            return;
}

/// False when it applies nowhere.
bool Sequence::applySome(const Transformation& t, const Action& action) {
    Params params = neededParams(t, *program_.document, program_.inputs.symbols);
    params.merge(paramsOf(t, action.params));
    const auto complete = *transforms::completeParams(t, params);
    std::vector<Match> matches;
    for (const auto& candidate : transforms::candidates(t, view_, {}, complete))
        if (candidate.applies())
            matches.push_back(candidate.match);
        else
            ++result_.refused;
    if (matches.empty())
        return false;
    const Match& match = matches[action.choice % matches.size()];
    say(fmt::format("apply {}{} at {}", t.name, text(params), match.label));
    auto step = transforms::applyRecorded(t, document(), match, params);
    if (!step) {
        failFor("applying", step.error());
        return true;
    }
    history_.add(std::move(step->record), std::move(step->result));
    result_.applied.push_back(t.name);
    checkCurrent();
    return true;
}

void Sequence::undo() {
    if (!history_.canUndo())
        return;
    say("undo");
    const auto parent = history_.current().parent;
    const auto before = history_.find(parent)->document;
    history_.undo();
    if (document() != before)
        fail("an undo gave another document");
}

void Sequence::redo() {
    if (!history_.canRedo())
        return;
    say("redo");
    const auto from = history_.current().id;
    history_.redo();
    if (history_.current().parent != from)
        fail("a redo went to no child");
}

void Sequence::goTo(const Action& action) {
    const auto& variants = history_.variants();
    const auto& variant = variants[action.choice % variants.size()];
    if (variant.id == history_.current().id)
        return;
    say(fmt::format("go to variant {}", action.choice % variants.size()));
    history_.goTo(variant.id);
}

void Sequence::reread() {
    say("write, read and do the recipe again");
    const auto root = asOfFile(program_.document);
    if (!root)
        return failFor("reading what was written", root.error());
    const auto recipe = history::parseRecipe(history::recipe(history_, history_.current().id));
    if (!recipe)
        return failFor("the recipe", recipe.error());
    auto at = *root;
    for (const auto& step : recipe->steps) {
        auto done = transforms::replay(at, step);
        if (!done)
            return failFor("replaying", done.error());
        at = done->result.document;
    }
    const auto once = bytesOf(document()), again = bytesOf(at);
    if (!once || !again || *once != *again)
        fail("the recipe gives another graph on the file that was written and read");
}

/// Without `count` actions from `first` on.
Actions without(const Actions& actions, std::size_t first, std::size_t count) {
    Actions rest(actions.begin(), actions.begin() + static_cast<std::ptrdiff_t>(first));
    const auto behind = std::min(first + count, actions.size());
    rest.insert(rest.end(), actions.begin() + static_cast<std::ptrdiff_t>(behind), actions.end());
    return rest;
}

} // namespace

Actions actionsOf(std::span<const std::uint8_t> bytes) {
    Actions actions;
    for (std::size_t at = 0; at + kBytesPerAction <= bytes.size(); at += kBytesPerAction) {
        Action action;
        // Half of all actions apply something.
        const int kind = bytes[at] % 8;
        action.kind = kind < 4 ? Action::Kind::apply : static_cast<Action::Kind>(kind - 3);
        action.transformation = bytes[at + 1];
        action.choice = bytes[at + 2];
        action.params = bytes[at + 3];
        actions.push_back(action);
    }
    return actions;
}

SequenceProgram sequenceProgram(std::string name, const ir::DocumentPtr& document, RunInputs inputs,
                                std::optional<double> tolerance) {
    SequenceProgram program{std::move(name), document, std::move(inputs), {}};
    if (auto read = asOfFile(document))
        program.document = std::move(*read);
    program.expected = interpreted(*program.document, program.inputs);
    program.anyOrder =
        program.expected && !dependsOnOrder(*program.document, program.inputs, *program.expected);
    if (tolerance && codegen::lower(*program.document))
        program.tolerance = tolerance;
    return program;
}

SequenceResult runSequence(const SequenceProgram& program, const Actions& actions,
                           const SequenceOptions& options) {
    return Sequence(program, options).run(actions);
}

Expected<void> checkCompiled(const SequenceProgram& program, const CompiledPrograms& programs,
                             std::size_t number) {
    MW_TRY(const auto got, programs.run(number, program.inputs));
    if (const auto found = firstDifference(got, *program.expected, {*program.tolerance}))
        return mw::fail("different", *found);
    return {};
}

Actions shrunk(const SequenceProgram& program, Actions actions, const SequenceOptions& options) {
    const auto fails = [&](const Actions& tried) {
        return !runSequence(program, tried, options).problem.empty();
    };
    for (std::size_t count = actions.size(); count > 0; count = count == 1 ? 0 : (count + 1) / 2)
        for (std::size_t first = 0; first < actions.size();) {
            Actions fewer = without(actions, first, count);
            if (fails(fewer))
                actions = std::move(fewer);
            else
                first += count;
        }
    for (std::size_t i = 0; i < actions.size(); ++i)
        for (std::uint8_t Action::*member : {&Action::params, &Action::choice}) {
            Actions simpler = actions;
            simpler[i].*member = 0;
            if (simpler != actions && fails(simpler))
                actions = std::move(simpler);
        }
    return actions;
}

std::string describeFailure(const SequenceProgram& program, const Actions& actions,
                            const SequenceOptions& options) {
    const Actions shortest = shrunk(program, actions, options);
    const auto result = runSequence(program, shortest, options);
    return fmt::format("{}: {} of {} actions:\n  {}\n{}\n{}", program.name, shortest.size(),
                       actions.size(), fmt::join(result.steps, "\n  "), result.problem,
                       result.recipe);
}

} // namespace mw::test
