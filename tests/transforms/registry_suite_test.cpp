// Every transformation on the samples and on small graphs, at every match, with its parameters at
// their limits: what applies is valid, gives the results of before, is undone and done again to the
// same bytes; what does not leaves the document alone. (MAPWRIGHT_TRANSFORMATION: only those whose
// name begins so.)

#include "core/codegen/codegen.h"
#include "core/io/sdfg_io.h"
#include "core/validate/validate.h"
#include "tests/support/catch.h"
#include "tests/support/compiled_programs.h"
#include "tests/support/part.h"
#include "tests/transforms/applying.h"
#include "tests/transforms/equivalence.h"
#include "tests/transforms/suite_programs.h"

#include <fmt/format.h>

#include <cstdlib>
#include <deque>
#include <iostream>
#include <set>

namespace registry_suite_test {

using namespace mw;
using test::Match;
using test::Params;
using test::SuiteProgram;
using test::Transformation;

namespace {

/// Of the C library's functions as C++.
constexpr double kTolerance = 1e-14;
constexpr std::size_t kCompiledEvery = 4; ///< every which applied match is compiled too
constexpr std::size_t kMostCompiled = 4, kMostCompiledLong = 24; ///< of one transformation
/// Of one document: more are tried in equal steps.
constexpr std::size_t kMostMatches = 8, kMostMatchesLong = 30;
constexpr int kMostSteps = 4, kMostStepsLong = 12; ///< one after another on one program
/// In the ordinary run all of the first so many matches are tried, of those behind them one of so
/// many: with the defaults (at the first match of a document always), and with each parameter at
/// one of its limits. tools/test --corpus tries all.
constexpr std::size_t kAlwaysTried = 80, kThenEvery = 8;
constexpr std::size_t kLimitAlwaysTried = 16, kLimitThenEvery = 20;

/// The defaults, and each parameter alone at each of its limits.
std::vector<Params> limits(const Transformation& t, const SuiteProgram& program) {
    std::vector<Params> all{{}};
    if (auto needed = test::neededParams(t, program); !needed.empty())
        all.push_back(std::move(needed));
    for (const auto& spec : t.params) {
        if (const auto* flag = std::get_if<bool>(&spec.defaultValue))
            all.push_back({{spec.name, !*flag}});
        else if (std::holds_alternative<std::int64_t>(spec.defaultValue))
            for (const auto limit : {spec.minimum, spec.maximum})
                all.push_back({{spec.name, limit}});
        for (const auto& choice : spec.choices)
            all.push_back({{spec.name, choice}});
    }
    return all;
}

std::string text(const Params& params) {
    std::string text;
    for (const auto& [name, value] : params)
        text += fmt::format(" --{}", name);
    return text;
}

std::string bytesOf(const ir::DocumentPtr& document) {
    const auto text = io::writeSdfg(*document);
    REQUIRE(text.has_value());
    return *text;
}

/// All errors of validation that a document has, one per line.
std::string errorsIn(const ir::DocumentPtr& document) {
    std::string text;
    for (const auto& finding : validate::validate(ir::DocumentIndex(document)))
        if (finding.severity == Severity::error)
            text += finding.sentence + "\n";
    return text;
}

struct Totals {
    std::size_t applied = 0, refused = 0, runs = 0, compiled = 0, compiledRuns = 0, notLowered = 0;
};

/// Programs before and after an application, for the C++ back end.
struct Compiled {
    std::string name;
    std::size_t number;
    const test::RunInputs* inputs;
    const test::Outputs* expected;
};

class Suite {
public:
    explicit Suite(const Transformation& t) : t_(t) {}

    /// Every match with every limit; then the first that applies with defaults, and so on until
    /// none does. `bytes`: of the program's document.
    void tryOn(const SuiteProgram& program, const std::vector<test::Outputs>& expected,
               const std::string& bytes);
    void runCompiled();
    const Totals& totals() const { return totals_; }

private:
    /// What it becomes; null: refused.
    ir::DocumentPtr tryMatch(const SuiteProgram& program, const ir::DocumentPtr& document,
                             const Match& match, const std::vector<test::Outputs>& expected,
                             const Params& params);
    void compare(const SuiteProgram& program, const ir::DocumentPtr& after,
                 const std::vector<test::Outputs>& expected, std::size_t runs);
    void compile(const SuiteProgram& program, const ir::DocumentPtr& after,
                 const std::vector<test::Outputs>& expected);
    /// What the interpreter makes of it, for what changes results on purpose: others agree with it.
    const std::vector<test::Outputs>& own(const SuiteProgram& program,
                                          const ir::DocumentPtr& after) {
        auto& all = own_.emplace_back();
        for (const auto& run : program.runs) {
            auto got = test::interpreted(*after, run);
            if (!got)
                FAIL_CHECK(toString(got.error()));
            all.push_back(got ? std::move(*got) : test::Outputs{});
        }
        return all;
    }
    /// Counts a match for the limit of this number (0: the defaults); whether it is tried there.
    bool takeTurn(std::size_t limit) {
        turns_.resize(std::max(turns_.size(), limit + 1));
        const std::size_t turn = turns_[limit]++;
        return isLong_ || turn < (limit == 0 ? kAlwaysTried : kLimitAlwaysTried) ||
               turn % (limit == 0 ? kThenEvery : kLimitThenEvery) == 0;
    }
    /// Before a step: the same for all matches of the step.
    bool isValid(const ir::DocumentPtr& document) {
        if (looked_ != document) {
            looked_ = document;
            valid_ = errorsIn(document).empty();
        }
        return valid_;
    }

    const Transformation& t_;
    Totals totals_;
    std::vector<std::size_t> turns_;
    ir::DocumentPtr looked_;
    bool valid_ = false;
    const bool isLong_ = std::getenv("MAPWRIGHT_LONG") != nullptr;
    const std::size_t mostCompiled_ = isLong_ ? kMostCompiledLong : kMostCompiled;
    const std::size_t mostMatches_ = isLong_ ? kMostMatchesLong : kMostMatches;
    const int mostSteps_ = isLong_ ? kMostStepsLong : kMostSteps;
    test::CompiledPrograms programs_{60};
    std::vector<Compiled> compiled_;
    std::deque<std::vector<test::Outputs>> own_;
};

void Suite::compare(const SuiteProgram& program, const ir::DocumentPtr& after,
                    const std::vector<test::Outputs>& expected, std::size_t runs) {
    for (std::size_t run = 0; run < std::min(runs, program.runs.size()); ++run) {
        ++totals_.runs;
        const auto got = test::interpreted(*after, program.runs[run]);
        if (!got)
            FAIL_CHECK("run " << run << ": " << toString(got.error()));
        else if (const auto found = test::firstDifference(*got, expected[run]))
            FAIL_CHECK("run " << run << ": " << *found);
        // Every other time in another order too that the graph allows: what lost one shows.
        const std::size_t turn = totals_.applied + run;
        if (program.orderOpen || turn % 2 == 0)
            continue;
        const auto reordered = test::interpreted(*after, program.runs[run], turn);
        if (!reordered)
            FAIL_CHECK("run " << run << " in another order: " << toString(reordered.error()));
        else if (const auto found =
                     test::firstDifference(*reordered, expected[run], test::kReordered))
            FAIL_CHECK("run " << run << " in another order: " << *found);
    }
}

void Suite::compile(const SuiteProgram& program, const ir::DocumentPtr& after,
                    const std::vector<test::Outputs>& expected) {
    if (program.races || totals_.applied % kCompiledEvery != 0 ||
        totals_.compiled == mostCompiled_ || !codegen::lower(*program.document, {})) // nor before
        return;
    ++totals_.compiled;
    const auto number = programs_.add(*after);
    for (std::size_t run = 0; run < program.runs.size(); ++run)
        compiled_.push_back({program.name, number, &program.runs[run], &expected[run]});
}

ir::DocumentPtr Suite::tryMatch(const SuiteProgram& program, const ir::DocumentPtr& document,
                                const Match& match, const std::vector<test::Outputs>& expected,
                                const Params& params) {
    INFO(t_.name << text(params) << " at " << match.label << " of " << program.name);
    const auto refusal = test::refusalOf(t_, document, match, params);
    const auto result = test::applied(t_, document, match, params);
    CHECK(result.has_value() == !refusal);
    if (!result) {
        CHECK((refusal && result.error().code == refusal->code));
        ++totals_.refused;
        return nullptr;
    }
    const auto again = test::applied(t_, document, match, params);
    REQUIRE(again.has_value());
    if (totals_.applied % 2 == 0)
        CHECK(bytesOf(again->document) == bytesOf(result->document));
    CHECK(again->changes.added == result->changes.added);
    CHECK(again->changes.removed == result->changes.removed);
    CHECK(again->changes.replaced == result->changes.replaced);
    if (isValid(document))
        CHECK(errorsIn(result->document) == "");
    const auto& then = t_.changesResults ? own(program, result->document) : expected;
    compare(program, result->document, then, params.empty() ? program.runs.size() : 1);
    if (params.empty())
        compile(program, result->document, then);
    ++totals_.applied;
    return result->document;
}

void Suite::tryOn(const SuiteProgram& program, const std::vector<test::Outputs>& expected,
                  const std::string& bytes) {
    auto document = program.document;
    for (int step = 0; document && step < mostSteps_; ++step) {
        const auto matches = test::matchesOf(t_, document);
        CHECK(matches == test::matchesOf(t_, document));
        if (matches.empty())
            return;
        const auto before = step == 0 ? bytes : bytesOf(document);
        ir::DocumentPtr next;
        const std::size_t stride = matches.size() / mostMatches_ + 1;
        auto tried = limits(t_, program);
        if (document != program.document)
            tried.resize(1);
        for (std::size_t i = 0; i < matches.size(); i += stride)
            for (std::size_t limit = 0; limit < tried.size(); ++limit) {
                if (!takeTurn(limit) && !(limit == 0 && i == 0))
                    continue;
                const auto result = tryMatch(program, document, matches[i], expected, tried[limit]);
                if (limit == 0 && !next)
                    next = result;
            }
        CHECK(bytesOf(document) == before);
        document = next;
    }
}

void Suite::runCompiled() {
    if (!test::canCompile())
        return;
    programs_.compile();
    totals_.compiledRuns = compiled_.size();
    for (const auto& [name, number, inputs, expected] : compiled_) {
        INFO(t_.name << " on " << name << " as C++");
        const auto got = programs_.run(number, *inputs);
        if (!got && got.error().code == "cannot-lower")
            ++totals_.notLowered; // an array of a size that is not known, inside a kernel
        else if (!got)
            FAIL_CHECK(toString(got.error()));
        else if (const auto found = test::firstDifference(*got, *expected, {kTolerance}))
            FAIL_CHECK(*found);
    }
}

/// All programs of the suite: samples first.
const std::vector<SuiteProgram>& programs() {
    static const std::vector<SuiteProgram> all = [] {
        auto result = test::samplePrograms();
        for (auto& program : test::smallPrograms())
            result.push_back(std::move(program));
        return result;
    }();
    return all;
}

} // namespace

TEST_CASE("the sizes of the suite are primes of their own, single elements, and remainders") {
    const auto program = test::mixedProgram();
    REQUIRE(program.runs.size() == 4);
    std::set<std::int64_t> seen;
    for (const std::size_t run : {0, 1})
        for (const auto& [name, value] : program.runs[run].symbols) {
            CHECK(value.i > 3); // 3 is a number of the program
            for (const auto other : seen)
                CHECK((other % value.i != 0 && value.i % other != 0));
            seen.insert(value.i);
        }
    for (const auto& [name, value] : program.runs[3].symbols)
        CHECK(value.i == 1);
    for (const auto& sample : test::samplePrograms())
        for (const auto& run : sample.runs) {
            std::set<std::int64_t> extents;
            for (const auto& [name, value] : run.symbols)
                if (name.find("_range_1") != std::string::npos) {
                    INFO(sample.name << " " << name);
                    CHECK(extents.insert(value.i).second);
                }
        }
}

TEST_CASE("few programs of the suite depend on an order that their graph leaves open") {
    std::size_t open = 0;
    for (const SuiteProgram& program : programs()) {
        open += program.orderOpen ? 1 : 0;
        INFO(program.name);
        const bool ofRefusals = program.name.find(": ") != std::string::npos;
        CHECK((ofRefusals || !program.orderOpen));
    }
    CHECK(open > 0);
    CHECK(open * 10 < programs().size());
}

TEST_CASE("every transformation at every match leaves the results as they were") {
    const char* only = std::getenv("MAPWRIGHT_TRANSFORMATION");
    const auto part = test::partOfTest();
    std::size_t turn = 0;
    std::vector<std::vector<test::Outputs>> expected; // of each program, for all transformations
    std::vector<std::string> bytes;
    for (const SuiteProgram& program : programs()) {
        expected.push_back(program.expected());
        bytes.push_back(bytesOf(program.document));
    }
    for (const auto* t : transforms::registry()) {
        if (!part.has(turn++) || (only && !t->name.starts_with(only)))
            continue;
        Suite suite(*t);
        for (std::size_t i = 0; i < expected.size(); ++i)
            suite.tryOn(programs()[i], expected[i], bytes[i]);
        suite.runCompiled();
        const auto& totals = suite.totals();
        std::cerr << fmt::format("{}: {} applied, {} refused, {} runs, {} as C++\n", t->name,
                                 totals.applied, totals.refused, totals.runs, totals.compiledRuns);
        CHECK(totals.applied >= 2);
        CHECK(totals.refused >= 1);
        CHECK(totals.notLowered * 20 <= totals.compiledRuns);
    }
}

} // namespace registry_suite_test
