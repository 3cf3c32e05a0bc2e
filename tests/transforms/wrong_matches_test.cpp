// Matches that are none: elements that do not exist, of the wrong kind, in another state. They are
// refused with the first condition, by every transformation, and nothing breaks.

#include "tests/support/catch.h"
#include "tests/transforms/applying.h"
#include "tests/transforms/equivalence.h"
#include "tests/transforms/suite_programs.h"

#include <map>
#include <set>
#include <string>

namespace wrong_matches_test {

using namespace mw;
using test::Match;
using test::Transformation;

namespace {

std::string kindOf(const ir::DocumentIndex::Place& place) {
    std::string kind = std::to_string(static_cast<int>(place.kind));
    if (place.kind == ir::ElementKind::node)
        kind += " node " + std::to_string(place.node->kind.index());
    if (place.kind == ir::ElementKind::block)
        kind += " block " + std::to_string(place.block->kind.index());
    return kind;
}

/// One element of each kind of a document, by its kind, and ids that name nothing; of this state
/// where it has the kind.
std::map<std::string, ElementId> oneOfEachKind(const ir::DocumentPtr& document, BlockId state) {
    std::map<std::string, ElementId> found{{"nothing", {}},
                                           {"gone", ElementId{document->nextId + 100}}};
    const ir::DocumentIndex index(document);
    for (const bool inState : {true, false})
        for (std::uint32_t id = 1; id < document->nextId; ++id) {
            const auto* place = index.find(ElementId{id});
            if (place && (!inState || place->parent == state))
                found.emplace(kindOf(*place), ElementId{id});
        }
    return found;
}

/// Either it is refused (the refusal), or it is a match after all and gives the same results, if
/// the transformation leaves them.
std::string tryMatch(const Transformation& t, const test::SuiteProgram& program,
                     const Match& match) {
    const auto refusal = test::refusalOf(t, program.document, match);
    if (refusal) {
        CHECK_FALSE(refusal->sentence.empty());
        return test::name(*refusal);
    }
    const auto result = test::applied(t, program.document, match);
    REQUIRE(result.has_value());
    if (!t.changesResults) {
        const auto found =
            test::difference(*program.document, *result->document, {.compiled = false});
        CHECK(found.value_or("equal") == "equal");
    }
    return "applies";
}

/// Every way of putting an element of any kind into every role.
void tryEverywhere(const Transformation& t, const test::SuiteProgram& program, const Match& match,
                   const std::map<std::string, ElementId>& elements, std::size_t role,
                   std::set<std::string>& outcomes) {
    if (role == match.elements.size())
        outcomes.insert(tryMatch(t, program, match));
    for (const auto& [kind, id] : elements)
        if (role < match.elements.size())
            tryEverywhere(t, program, test::withElement(match, role, id), elements, role + 1,
                          outcomes);
}

std::string refusedAs(const Transformation& t, const ir::DocumentPtr& document,
                      const Match& match) {
    const auto refusal = test::refusalOf(t, document, match);
    return refusal ? test::name(*refusal) : "applies";
}

} // namespace

TEST_CASE("elements of every kind in every role are a match or refused") {
    const auto program = test::mixedProgram();
    for (const auto* t : transforms::registry()) {
        INFO(t->name);
        const auto matches = test::matchesOf(*t, program.document);
        REQUIRE_FALSE(matches.empty());
        const auto elements = oneOfEachKind(program.document, matches.front().state);
        CHECK(elements.size() >= 14);
        std::set<std::string> outcomes;
        tryEverywhere(*t, program, matches.front(), elements, 0, outcomes);
        CHECK(outcomes.contains("1 no-such-elements"));
        CHECK(outcomes.contains("1 wrong-elements"));
    }
}

TEST_CASE("a match whose state or elements are gone is refused as such") {
    const auto program = test::mixedProgram();
    for (const auto* t : transforms::registry()) {
        INFO(t->name);
        const auto match = test::matchesOf(*t, program.document).front();
        const BlockId gone{program.document->nextId + 100};
        CHECK(refusedAs(*t, program.document, test::inState(match, gone)) == "1 no-such-state");
        if (match.state) // of a program as a whole there is none
            CHECK(refusedAs(*t, program.document, test::inState(match, {})) == "1 no-such-state");
        for (std::size_t role = 0; role < match.elements.size(); ++role) {
            CHECK(refusedAs(*t, program.document,
                            test::withElement(match, role, ElementId{gone.value})) ==
                  "1 no-such-elements");
            CHECK(refusedAs(*t, program.document, test::withElement(match, role, {})) ==
                  "1 no-such-elements");
        }
        const ElementId sdfg = program.document->root->id;
        for (std::size_t role = 0; role < match.elements.size(); ++role)
            if (match.elements[role].id != sdfg) {
                const auto refused =
                    refusedAs(*t, program.document, test::withElement(match, role, sdfg));
                CHECK((refused == "1 no-such-elements" || refused == "1 wrong-elements"));
            }
        auto shorter = match;
        shorter.elements.pop_back();
        CHECK(refusedAs(*t, program.document, shorter) == "1 no-such-elements");
    }
}

TEST_CASE("a match of another document is a match there too or refused") {
    const auto programs = test::smallPrograms();
    const auto mixed = test::mixedProgram();
    for (const auto* t : transforms::registry())
        for (const Match& match : test::matchesOf(*t, mixed.document))
            for (const auto& program : programs) {
                INFO(t->name << " of mixed on " << program.name);
                if (!program.runs.empty())
                    tryMatch(*t, program, match);
            }
}

} // namespace wrong_matches_test
