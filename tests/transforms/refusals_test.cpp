// Every refusal of every transformation has a graph whose only fault it is: mended, the same match
// applies and the results stay.

#include "core/analysis/analysis.h"
#include "core/ir/dump.h"
#include "core/validate/validate.h"
#include "tests/support/catch.h"
#include "tests/transforms/equivalence.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>

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

std::string textOf(const std::filesystem::path& file) {
    std::ifstream in(file);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// The sources of a transformation: one file or one folder.
std::string sourcesOf(const std::string& transformation) {
    std::string name = transformation;
    std::ranges::replace(name, '-', '_');
    const auto root = std::filesystem::path(MW_SOURCE_DIR) / "transforms";
    std::string text;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root)) {
        const auto relative = entry.path().lexically_relative(root).string();
        if (entry.is_regular_file() && relative.starts_with(name))
            text += textOf(entry.path());
    }
    return text;
}

using Codes = std::set<std::string>;

template <class Use>
void forEachIn(const std::string& source, const char* pattern, const Use& use) {
    const std::regex regex(pattern);
    for (std::sregex_iterator at(source.begin(), source.end(), regex), end; at != end; ++at)
        use(*at);
}

/// The code, and with a verdict also that of what is only not shown.
void insertCode(Codes& into, const std::string& code, bool verdict) {
    into.insert(code);
    if (verdict)
        into.insert(code + "-unproven");
}

/// What the checks of the toolkit refuse with, by the name of the function: those that get the
/// number of their condition.
std::map<std::string, Codes> toolkitChecks() {
    std::map<std::string, Codes> found;
    std::map<std::string, std::set<std::string>> calls;
    std::string source = sourcesOf("toolkit");
    for (auto end = source.find("\n}\n"); end != std::string::npos; end = source.find("\n}\n")) {
        const std::string body = source.substr(0, end);
        source.erase(0, end + 3);
        std::string name;
        forEachIn(body, R"re((\w+)\(int condition,)re", [&](const auto& m) { name = m[1]; });
        if (name.empty())
            continue;
        forEachIn(body, R"re(refuse(Uncertain)?\(\s*condition,\s*(verdict,\s*)?"([a-z-]+)")re",
                  [&](const auto& r) { insertCode(found[name], r[3], r[2].matched); });
        forEachIn(body, R"re((\w+)\(condition,)re",
                  [&](const auto& r) { calls[name].insert(r[1]); });
    }
    for (const auto& [name, callees] : calls)
        for (const auto& callee : callees)
            if (const auto codes = found.find(callee); codes != found.end())
                found[name].insert(codes->second.begin(), codes->second.end());
    return found;
}

/// "6 view" for each refuse(6, "view", ...) of a source, for each check of the toolkit that it asks
/// with a number, and for codes that a helper gets as an argument.
Codes refusalsIn(const std::string& source) {
    Codes found;
    const auto insert = [&](const std::string& condition, const std::string& code, bool verdict) {
        insertCode(found, condition + " " + code, verdict);
    };
    forEachIn(source, R"re(refuse(Uncertain)?\(\s*(\d+),\s*(verdict,\s*)?"([a-z-]+)")re",
              [&](const auto& m) { insert(m[2], m[4], m[3].matched); });
    std::string passedOn;
    forEachIn(source, R"re(refuse(Uncertain)?\(\s*(\d+),\s*(verdict,\s*code|std::move\(code\)),)re",
              [&](const auto& m) { passedOn = m[2]; });
    forEachIn(source, R"re(return check\w+\([^;"]*"([a-z]+(-[a-z]+)+)"\);)re",
              [&](const auto& m) { insert(passedOn, m[1], true); });
    forEachIn(source, R"re(return (uncertain|refuseFor)\(\s*"([a-z-]+)",)re",
              [&](const auto& m) { insert(passedOn, m[2], false); });
    static const auto kChecks = toolkitChecks();
    forEachIn(source, R"re((\w+)\((\d+), )re", [&](const auto& m) {
        if (const auto check = kChecks.find(m[1]); check != kChecks.end())
            for (const auto& code : check->second)
                found.insert(std::string(m[2]) + " " + code);
    });
    return found;
}

/// No graph whose parts fit together gets as far as these, or no match that `find` lists.
const std::set<std::string> kUnreachable{"1 no-such-elements", "1 one-map", "2 different-scopes",
                                         "5 dependent-maps", "6 in-out-and-exchange"};

} // namespace

TEST_CASE("every refusal that a transformation's sources name has a case") {
    for (const auto* t : transforms::registry()) {
        std::set<std::string> tested;
        for (const auto& c : test::refusalCases())
            if (c.transformation == t->name)
                tested.insert(c.refusal);
        const auto named = refusalsIn(sourcesOf(t->name));
        CHECK_FALSE(named.empty());
        for (const auto& refusal : named) {
            INFO(t->name << ": " << refusal);
            CHECK((tested.contains(refusal) || kUnreachable.contains(refusal)));
        }
        for (const auto& refusal : tested) {
            INFO(t->name << " does not say " << refusal);
            CHECK(named.contains(refusal));
        }
    }
}

TEST_CASE("each refusal has a graph whose only fault it is") {
    for (const auto& c : test::refusalCases()) {
        INFO(c.transformation << ": " << c.refusal << "\n" << c.faulty());
        const auto faulty = test::parsed(c.faulty());
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
        const auto found = test::difference(*sound, *result->document, {.compiled = false});
        CHECK(found.value_or("equal") == "equal");
    }
}
