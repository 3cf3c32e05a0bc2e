// Sizes of a single element: every small graph runs with each of its symbols at 1 in turn, as it
// is and with these values as constants; transformations at their matches leave the results as
// they were, in either order. (An ordinary run tries a sample, MAPWRIGHT_LONG everything.)

#include "core/validate/validate.h"
#include "tests/support/catch.h"
#include "tests/transforms/applying.h"
#include "tests/transforms/equivalence.h"
#include "tests/transforms/suite_programs.h"
#include "tests/transforms/transformation_case.h"

#include <cstdlib>
#include <iostream>

namespace single_elements_test {

using namespace mw;
using test::Transformation;

namespace {

/// Of the graphs one in so many, and of each transformation's matches in a graph so many.
constexpr std::size_t kEvery = 2, kMostMatches = 2, kMostMatchesLong = 6;

struct Totals {
    std::size_t programs = 0, specialised = 0, applied = 0, runs = 0;
};

/// A graph with one set of sizes, and what it gives.
struct Case {
    ir::DocumentPtr document;
    test::RunInputs inputs;
    test::Outputs expected;
};

bool hasErrors(const ir::DocumentPtr& document) {
    for (const auto& finding : validate::validate(ir::DocumentIndex(document)))
        if (finding.severity == Severity::error)
            return true;
    return false;
}

class Tries {
public:
    void tryAll(const test::SmallText& small);
    const Totals& totals() const { return totals_; }

private:
    void tryWith(const ir::DocumentPtr& document, const symbolic::Bindings& sizes,
                 const std::string& own);
    void tryAt(const Case& at, const ir::DocumentPtr& constant, const Transformation& t);
    void compare(const ir::DocumentPtr& after, const Case& at);
    /// With the sizes as constants; null: refused.
    ir::DocumentPtr constantIn(const ir::DocumentPtr& document, const Case& at) const;

    Totals totals_;
    bool faulty_ = false; ///< the graph at hand: it may reach beyond its containers
    const bool isLong_ = std::getenv("MAPWRIGHT_LONG") != nullptr;
};

ir::DocumentPtr Tries::constantIn(const ir::DocumentPtr& document, const Case& at) const {
    const auto& specialise = test::transformation("specialise");
    const auto params = test::neededParams(specialise, *document, at.inputs.symbols);
    const auto matches = test::matchesOf(specialise, document);
    REQUIRE(matches.size() == 1);
    const auto result = test::applied(specialise, document, matches.front(), params);
    if (!result) {
        INFO(toString(result.error()));
        CHECK((faulty_ || result.error().code != "values-do-not-fit"));
    }
    return result ? result->document : nullptr;
}

void Tries::compare(const ir::DocumentPtr& after, const Case& at) {
    ++totals_.runs;
    CHECK_FALSE(hasErrors(after));
    const auto got = test::interpreted(*after, at.inputs);
    if (!got)
        FAIL_CHECK(toString(got.error()));
    else if (const auto found = test::firstDifference(*got, at.expected))
        FAIL_CHECK(*found);
}

void Tries::tryAt(const Case& at, const ir::DocumentPtr& constant, const Transformation& t) {
    const std::size_t most = isLong_ ? kMostMatchesLong : kMostMatches;
    for (const auto& document : {at.document, constant}) {
        auto matches = document ? test::matchesOf(t, document) : std::vector<test::Match>{};
        matches.resize(std::min(matches.size(), most));
        for (const auto& match : matches) {
            INFO(t.name << " at " << match.label
                        << (document == constant ? " with constants" : ""));
            const auto params = test::neededParams(t, *document, at.inputs.symbols);
            const auto result = test::applied(t, document, match, params);
            if (!result)
                continue;
            ++totals_.applied;
            compare(result->document, at);
            if (document != at.document || !constant || t.name == "specialise")
                continue;
            INFO("and then with constants");
            if (const auto later = constantIn(result->document, at))
                compare(later, at);
        }
    }
}

void Tries::tryWith(const ir::DocumentPtr& document, const symbolic::Bindings& sizes,
                    const std::string& own) {
    auto inputs = test::inputsFor(*document->root, sizes);
    if (!inputs)
        return;
    auto expected = test::interpreted(*document, *inputs);
    if (!expected || test::dependsOnOrder(*document, *inputs, *expected, isLong_ ? 16 : 2))
        return;
    const Case at{document, std::move(*inputs), std::move(*expected)};
    ++totals_.programs;
    const auto constant = constantIn(document, at);
    if (constant) {
        ++totals_.specialised;
        compare(constant, at);
    }
    for (const auto* t : test::keepingResults())
        if (isLong_ || own == t->name)
            tryAt(at, constant, *t);
}

void Tries::tryAll(const test::SmallText& small) {
    const auto document = test::parsed(small.text);
    faulty_ = small.faulty;
    const auto sizes = test::sizeSets(*document->root).front();
    const auto own = small.name.substr(0, small.name.find(' '));
    for (const auto& [name, value] : sizes) {
        INFO(small.name << " with " << name << " = 1");
        auto single = sizes;
        single[name] = symbolic::Value::integer(1);
        tryWith(document, single, own);
    }
}

} // namespace

TEST_CASE("sizes of a single element, as symbols and as constants, leave results as they were") {
    const bool isLong = std::getenv("MAPWRIGHT_LONG") != nullptr;
    Tries tries;
    std::size_t turn = 0;
    for (const auto& small : test::smallTexts())
        if (!small.races && (isLong || (!small.faulty && turn++ % kEvery == 0)))
            tries.tryAll(small);
    const auto& totals = tries.totals();
    std::cerr << totals.programs << " graphs with sizes, " << totals.specialised << " specialised, "
              << totals.applied << " applied, " << totals.runs << " runs\n";
    CHECK(totals.programs > 40);
    CHECK(totals.applied > 60);
}

} // namespace single_elements_test
