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

/// "6 view" for each refuse(6, "view", ...) of a source; with a verdict also the code of what is
/// only not shown. Codes that a helper gets as its last argument count for its condition.
std::set<std::string> refusalsIn(const std::string& source) {
    std::set<std::string> found;
    const auto all = [&](const std::regex& pattern, const auto& use) {
        for (std::sregex_iterator at(source.begin(), source.end(), pattern), end; at != end; ++at)
            use(*at);
    };
    const auto insert = [&](const std::string& condition, const std::string& code, bool verdict) {
        found.insert(condition + " " + code);
        if (verdict)
            found.insert(condition + " " + code + "-unproven");
    };
    all(std::regex(R"re(refuse\(\s*(\d+),\s*(verdict,\s*)?"([a-z-]+)")re"),
        [&](const std::smatch& m) { insert(m[1], m[3], m[2].matched); });
    std::string passedOn;
    all(std::regex(R"re(refuse\(\s*(\d+),\s*verdict,\s*code,)re"),
        [&](const std::smatch& m) { passedOn = m[1]; });
    all(std::regex(R"re(return check\w+\([^;"]*"([a-z]+(-[a-z]+)+)"\);)re"),
        [&](const std::smatch& m) { insert(passedOn, m[1], true); });
    return found;
}

/// No graph whose parts fit together gets as far as these.
const std::set<std::string> kUnreachable{"1 no-such-elements", "2 different-scopes",
                                         "6 in-out-and-exchange"};

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
