// Every repair makes its finding go away and nothing worse.
#include "core/ir/dump.h"
#include "core/ir/equality.h"
#include "core/validate/repair.h"
#include "tests/core/validate/finding_cases.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <set>

namespace repair_test {

using namespace mw;

namespace {

/// Findings that matter, as text to compare: sentences name the elements.
std::multiset<std::string> serious(const std::vector<Diagnostic>& findings) {
    std::multiset<std::string> texts;
    for (const auto& finding : findings)
        if (finding.severity != Severity::hint)
            texts.insert(finding.code + finding.sentence);
    return texts;
}

bool same(const Diagnostic& a, const Diagnostic& b) {
    return a.code == b.code && a.location.elements == b.location.elements &&
           a.location.path == b.location.path && a.sentence == b.sentence;
}

} // namespace

TEST_CASE("a repair makes its finding go away and nothing worse") {
    std::set<std::string, std::less<>> repaired;
    for (const auto& each : test::findingCases()) {
        const auto document = each.bad();
        const std::string text = ir::dump(*document->root);
        const ir::DocumentIndex index(document);
        const auto before = test::allFindings(document);
        for (const auto& finding : before) {
            const auto repair = validate::repairOf(index, finding);
            if (!repair)
                continue;
            repaired.insert(finding.code);
            INFO(text << finding.code << " at " << finding.location.path << ": " << repair->title);
            CHECK_FALSE(repair->title.empty());
            const auto result = validate::repair(document, finding);
            REQUIRE(result.has_value());
            CHECK_FALSE(result->changes.empty());
            INFO(ir::dump(*result->document->root));
            const auto after = test::allFindings(result->document);
            CHECK(
                std::ranges::none_of(after, [&](const Diagnostic& f) { return same(f, finding); }));
            CHECK(std::ranges::includes(serious(before), serious(after)));
            // Undo is the document before: the edit must not have touched it.
            CHECK(ir::dump(*document->root) == text);
            // The record alone, without the sentence, repairs the same way.
            Diagnostic recorded;
            recorded.code = finding.code;
            recorded.location = finding.location;
            const auto again = validate::repair(document, recorded);
            REQUIRE(again.has_value());
            CHECK(ir::dump(*again->document->root) == ir::dump(*result->document->root));
            // And what is repaired has no such repair any more.
            CHECK_FALSE(validate::repair(result->document, recorded).has_value());
        }
    }
    for (const auto code : validate::repairableCodes()) {
        INFO(code);
        CHECK(repaired.contains(code));
    }
}

TEST_CASE("a repair of elements that are not there is refused") {
    const auto document = test::documentOf("sdfg p {\n  state s {\n  }\n}\n");
    for (const auto code : validate::repairableCodes())
        for (const std::uint32_t id : {0U, 1U, 2U, 77U})
            for (const auto* place :
                 {"", "in_connectors/x", "symbol_mapping/x", "symbols/x", "_arrays/x"}) {
                Diagnostic finding;
                finding.code = std::string(code);
                finding.location.elements = {ElementId{id}};
                finding.location.path = place;
                const auto result = validate::repair(document, finding);
                REQUIRE_FALSE(result.has_value());
                CHECK(result.error().code == "no-repair");
            }
}

} // namespace repair_test
