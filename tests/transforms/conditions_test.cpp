// What becomes of the graphs of the refusals when their condition is disabled. Linked with a copy
// of the transformations in which every refusing statement has a switch: see
// tools/disable-conditions. (MAPWRIGHT_TRANSFORMATION: only those of one whose name begins so.)

#include "tests/support/catch.h"
#include "tests/support/own_process.h"
#include "tests/transforms/equivalence.h"
#include "tests/transforms/refusal_case.h"
#include "tests/transforms/transformation_case.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

using namespace mw;

namespace {

/// One refusing statement of the sources.
struct Condition {
    int number;       ///< of the switch
    int condition;    ///< 0: an argument of the function, as in the toolkit
    std::string code; ///< "code" where it is an argument of the function
    std::string place;
};
const std::vector<Condition> kConditions{
#include "conditions.inc"
};
constexpr int kNone = -1;
int disabled = kNone;
constexpr unsigned kSeconds = 60;

struct Outcome {
    test::Without kind = test::Without::wrong;
    std::string text;
};

std::string textOfApplying(const test::RefusalCase& c, const ir::DocumentPtr& document) {
    const auto& t = test::transformation(c.transformation);
    const auto match = test::faultyMatch(c, document);
    if (const auto refusal = test::refusalOf(t, document, match, c.paramsOfFaulty()))
        return "refused: " + test::name(*refusal);
    const auto result = test::applied(t, document, match, c.paramsOfFaulty());
    if (!result)
        return "wrong: " + result.error().sentence;
    const auto found = test::difference(*document, *result->document, {.compiled = false});
    if (!found)
        return "same";
    return (found->starts_with("before: ") ? "unexecuted: " : "wrong: ") + *found;
}

/// In a process of its own: a condition that is missing may end in anything.
Outcome outcomeOf(const test::RefusalCase& c, int number) {
    const auto document = test::faultyDocument(c);
    const auto got = test::inOwnProcess(
        [&]() -> Expected<std::string> {
            disabled = number;
            return textOfApplying(c, document);
        },
        kSeconds);
    const std::string text = got ? *got : "wrong: " + got.error().code;
    const auto kind = text.starts_with("refused")      ? test::Without::refused
                      : text.starts_with("same")       ? test::Without::same
                      : text.starts_with("unexecuted") ? test::Without::unexecuted
                                                       : test::Without::wrong;
    return {kind, text.substr(0, text.find('\n'))};
}

std::string folderOf(const std::string& transformation) {
    std::string name = "transforms/" + transformation;
    std::ranges::replace(name, '-', '_');
    return name;
}

/// Whether the case may be refused at this place.
bool concerns(const Condition& condition, const test::RefusalCase& c) {
    const auto space = c.refusal.find(' ');
    const bool ours = condition.place.starts_with("transforms/toolkit/") ||
                      condition.place.starts_with(folderOf(c.transformation));
    return ours &&
           (condition.condition == 0 ||
            c.refusal.substr(0, space) == std::to_string(condition.condition)) &&
           (condition.code == "code" || c.refusal.substr(space + 1).starts_with(condition.code));
}

/// The cases that notice when this condition is missing, as lines; checks what they say about it.
std::vector<std::string> noticed(const Condition& condition) {
    std::vector<std::string> lines;
    for (const auto& c : test::refusalCases()) {
        if (!concerns(condition, c))
            continue;
        const Outcome outcome = outcomeOf(c, condition.number);
        if (outcome.text == "refused: " + c.refusal)
            continue;
        lines.push_back(fmt::format("      {}: {}", c.refusal, outcome.text));
        INFO(condition.place << " " << c.refusal << " without it: " << outcome.text);
        CHECK(outcome.kind == c.without);
        CHECK(c.because.empty() ==
              (c.without != test::Without::same && c.without != test::Without::unexecuted));
    }
    return lines;
}

} // namespace

namespace mw::test {
bool conditionDisabled(int number); // what the copy of the transformations asks
bool conditionDisabled(int number) {
    return number == disabled;
}
} // namespace mw::test

TEST_CASE("every condition is missed by a graph when it is disabled") {
    const char* only = std::getenv("MAPWRIGHT_TRANSFORMATION");
    for (const Condition& condition : kConditions) {
        if (only && !condition.place.starts_with(folderOf(only)))
            continue;
        const auto lines = noticed(condition);
        std::cout << fmt::format("{} {}\n", condition.place, condition.code);
        for (const auto& line : lines)
            std::cout << line << '\n';
        INFO(condition.place << ": no graph misses " << condition.code);
        CHECK_FALSE(lines.empty());
    }
    std::cout << kConditions.size() << " conditions\n";
}
