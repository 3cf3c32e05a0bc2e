// Every code is found where its mistake is, nowhere else, and listed.
#include "core/analysis/analysis.h"
#include "core/ir/dump.h"
#include "core/validate/finding_codes.h"
#include "core/validate/validate.h"
#include "tests/core/validate/finding_cases.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>

namespace validate_test {

using namespace mw;

namespace {

bool has(const std::vector<Diagnostic>& findings, const std::string& code) {
    return std::ranges::any_of(findings, [&](const Diagnostic& f) { return f.code == code; });
}

std::string listed(const std::vector<Diagnostic>& findings) {
    std::string text;
    for (const auto& finding : findings)
        text += finding.code + ": " + finding.sentence + "\n";
    return text;
}

std::string contents(const std::filesystem::path& path) {
    std::ifstream in(path);
    std::ostringstream text;
    text << in.rdbuf();
    return text.str();
}

} // namespace

TEST_CASE("every case can be read") {
    for (const auto& each : test::findingCases()) {
        const auto read = ir::parseDump(each.broken());
        INFO(each.broken() << (read ? "" : toString(read.error())));
        CHECK(read.has_value());
    }
}

TEST_CASE("each mistake is found by its code, and the correct program is not accused of it") {
    for (const auto& each : test::findingCases()) {
        const auto good = each.good();
        const auto before = test::allFindings(good);
        INFO(each.code << " in the correct program\n" << each.program << listed(before));
        CHECK_FALSE(has(before, each.code));
        const auto after = test::allFindings(each.bad());
        INFO(each.code << " with the mistake\n" << each.broken() << listed(after));
        CHECK(has(after, each.code));
    }
}

TEST_CASE("the correct programs have no error and no warning") {
    for (const auto& each : test::findingCases())
        for (const auto& finding : test::allFindings(test::documentOf(each.program))) {
            INFO(each.program << finding.code << ": " << finding.sentence);
            CHECK(finding.severity == Severity::hint);
        }
}

TEST_CASE("iterations that write every other element have their own") {
    std::string text = R"(sdfg strided {
  array a float64 [8]
  array b float64 [4]
  array t float64 [4] transient
  state main {
    n0 = access b
    n1 = map m [i = 0:2] -> n3
    n2 = access t
    n3 = exit n1
    n4 = access a
    n0 -> n1.IN_b : b[0:4]
    n1.OUT_b -> n2 : b[0:4] -> [0:4]
    n2 -> n3.IN_a : a[i:8:2] -> [0:4]
    n3.OUT_a -> n4 : a[0:8]
  }
}
)";
    CHECK_FALSE(has(test::allFindings(test::documentOf(text)), "racing-iterations"));
    text.replace(text.find("i:8:2"), 5, "0:4");
    CHECK(has(test::allFindings(test::documentOf(text)), "racing-iterations"));
}

TEST_CASE("every finding names elements that exist and has a listed code and severity") {
    for (const auto& each : test::findingCases()) {
        const auto document = each.bad();
        const ir::DocumentIndex index(document);
        for (const auto& finding : test::allFindings(document)) {
            INFO(finding.code << ": " << finding.sentence);
            const auto* known = validate::findFindingCode(finding.code);
            REQUIRE(known);
            const char* const names[] = {"error", "warning", "hint"};
            CHECK(known->severity.find(names[static_cast<int>(finding.severity)]) !=
                  std::string_view::npos);
            CHECK_FALSE(finding.sentence.empty());
            REQUIRE_FALSE(finding.location.elements.empty());
            for (const ElementId id : finding.location.elements)
                CHECK(index.find(id));
        }
    }
}

TEST_CASE("every code has a case, and every code in the sources is listed") {
    std::set<std::string, std::less<>> tested;
    for (const auto& each : test::findingCases())
        tested.insert(each.code);
    for (const auto& code : validate::findingCodes()) {
        INFO(code.code);
        CHECK(tested.contains(code.code));
    }
    const std::regex emitted(
        R"re((?:findings_?\.(?:error|warning|hint|add)|l\.wrong)\(\s*(?:[^;"]*?,\s*)?"([a-z0-9-]+)")re");
    const auto folder = test::sourceFile("core/validate");
    int found = 0;
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
        const auto name = file.path().filename().string();
        if (file.path().extension() != ".cpp")
            continue;
        const std::string text = contents(file.path());
        for (std::sregex_iterator at(text.begin(), text.end(), emitted), end; at != end; ++at) {
            INFO(name << ": " << (*at)[1]);
            CHECK(validate::findFindingCode((*at)[1].str()));
            ++found;
        }
    }
    CHECK(found > 80); // the expression still finds them
}

TEST_CASE("the page about validation lists every code as it is") {
    const std::string page = contents(test::sourceFile("docs/validation.md"));
    for (const auto& code : validate::findingCodes()) {
        const std::string row = "| `" + std::string(code.code) + "` | " +
                                std::string(validate::name(code.kind)) + " | " +
                                std::string(code.severity) + " | " + std::string(code.check) +
                                " | " + std::string(code.meaning) + " |";
        INFO(row);
        CHECK(page.find(row) != std::string::npos);
    }
}

TEST_CASE("rules that need a simplified graph are hints before that") {
    const auto& cases = test::findingCases();
    const auto rule8 = std::ranges::find(cases, "canonical-rule-8", &test::FindingCase::code);
    const auto severity = [](const std::string& text) {
        for (const auto& finding : test::allFindings(test::documentOf(text)))
            if (finding.code == "canonical-rule-8")
                return finding.severity;
        return Severity::error;
    };
    const std::string simplified = rule8->broken();
    CHECK(severity(simplified) == Severity::warning);
    std::string before = simplified;
    before.insert(before.rfind('}'), R"(  state after {
    n0 = access a
    n1 = access out
    n0 -> n1 : a[0:N] -> [0:N]
  }
  main -> after
)");
    CHECK(severity(before) == Severity::hint);
    // Without a map variable in GT4Py's form the program need not follow the form at all.
    CHECK(severity(std::regex_replace(simplified, std::regex("i_K_gtx_vertical"), "i")) ==
          Severity::hint);
}

TEST_CASE("errors only leaves the same errors") {
    for (const auto& each : test::findingCases()) {
        const ir::DocumentIndex index(each.bad());
        std::vector<std::string> all;
        for (const auto& finding : validate::validate(index))
            if (finding.severity == Severity::error)
                all.push_back(finding.sentence);
        std::vector<std::string> errors;
        for (const auto& finding : validate::validate(index, {.hints = false, .warnings = false}))
            errors.push_back(finding.sentence);
        CHECK(all == errors);
    }
}

} // namespace validate_test
