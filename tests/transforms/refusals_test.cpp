// Every refusal of every transformation has a graph whose only fault it is: mended, the same match
// applies and the results stay.

#include "core/validate/validate.h"
#include "tests/support/catch.h"
#include "tests/transforms/equivalence.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/refusal_codes.h"
#include "tests/transforms/transformation_case.h"

#include <algorithm>
#include <set>

namespace refusals_test {

using namespace mw;

namespace {

std::string outcome(const test::RefusalCase& c, const ir::DocumentPtr& document,
                    const test::Match& match, const test::Params& params) {
    const auto refusal =
        test::refusalOf(test::transformation(c.transformation), document, match, params);
    return refusal ? test::name(*refusal) : "applies";
}

void checkValid(const ir::DocumentPtr& document) {
    for (const auto& finding : validate::validate(ir::DocumentIndex(document)))
        if (finding.severity == Severity::error)
            FAIL_CHECK(toString(finding));
}

std::set<std::string> casesOf(const std::string& transformation) {
    std::set<std::string> tested;
    for (const auto& c : test::refusalCases())
        if (c.transformation == transformation)
            tested.insert(c.refusal);
    return tested;
}

} // namespace

TEST_CASE("every refusal that a transformation's sources name has a case") {
    const auto toolkit = test::refusalsOfToolkit();
    for (const auto* t : transforms::registry()) {
        const auto tested = casesOf(t->name);
        const auto named = test::refusalsOf(t->name);
        CHECK_FALSE((named.own.empty() && named.ofToolkit.empty()));
        for (const auto& refusal : named.own) {
            INFO(t->name << ": " << refusal);
            CHECK(tested.contains(refusal));
        }
        for (const auto& refusal : tested) {
            INFO(t->name << " does not say " << refusal);
            CHECK((named.own.contains(refusal) || named.ofToolkit.contains(refusal) ||
                   refusal.starts_with("1 ")));
        }
    }
    // What several share needs a case of one of them.
    for (const auto& code : toolkit) {
        INFO("toolkit: " << code);
        const auto cases = test::refusalCases();
        CHECK(std::ranges::any_of(cases,
                                  [&](const auto& c) { return c.refusal.ends_with(" " + code); }));
    }
}

TEST_CASE("each refusal has a graph whose only fault it is") {
    for (const auto& c : test::refusalCases()) {
        INFO(c.transformation << ": " << c.refusal << "\n" << c.faulty());
        const auto faulty = test::faultyDocument(c);
        const auto match = test::faultyMatch(c, faulty);
        CHECK(outcome(c, faulty, match, c.paramsOfFaulty()) == c.refusal);
        const auto again = test::applied(test::transformation(c.transformation), faulty, match,
                                         c.paramsOfFaulty());
        CHECK_FALSE(again.has_value());
    }
}

TEST_CASE("without its fault the graph of each refusal is transformed") {
    for (const auto& c : test::refusalCases()) {
        INFO(c.transformation << ": " << c.refusal << "\n" << c.sound);
        const auto sound = test::parsed(c.sound);
        checkValid(sound);
        const auto match = test::soundMatch(c, sound);
        CHECK(outcome(c, sound, match, c.params) == "applies");
        const auto result =
            test::applied(test::transformation(c.transformation), sound, match, c.params);
        CHECK(result.has_value());
        if (!result)
            continue;
        // What changes results on purpose is right where all who run it agree.
        const bool changes = test::transformation(c.transformation).changesResults;
        const auto& before = changes ? result->document : sound;
        const auto found = test::difference(*before, *result->document, {.compiled = changes});
        CHECK(found.value_or("equal") == "equal");
    }
}

} // namespace refusals_test
