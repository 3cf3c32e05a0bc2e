// A kernel before and after one pass, and the lines that changed.
#include "tests/core/codegen/passes/around_pass.h"

#include "tests/core/codegen/lowered.h"
#include "tests/support/catch.h"

#include <algorithm>
#include <sstream>

namespace mw::test {

namespace {

std::vector<std::string> linesOf(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
        lines.push_back(line.substr(std::min(line.find_first_not_of(' '), line.size())));
    return lines;
}

} // namespace

AroundPass aroundPass(const std::string& pass, const std::string& program,
                      const symbolic::Bindings& constants) {
    AroundPass around;
    std::string last; // a pass may run twice: from before the first time to after the second
    codegen::LowerOptions options;
    options.constants = constants;
    options.observer = [&](std::string_view name, std::size_t index,
                           const codegen::Kernel& kernel) {
        if (index != 0)
            return;
        const std::string now = codegen::dump(kernel);
        if (name == pass)
            around = {around.after.empty() ? last : around.before, now};
        last = now;
    };
    (void)lowered(program, options);
    REQUIRE_FALSE(around.after.empty()); // there is such a pass
    return around;
}

std::string changedLines(const AroundPass& around) {
    auto before = linesOf(around.before), after = linesOf(around.after);
    const auto [first, second] =
        std::mismatch(before.begin(), before.end(), after.begin(), after.end());
    before.erase(before.begin(), first);
    after.erase(after.begin(), second);
    while (!before.empty() && !after.empty() && before.back() == after.back()) {
        before.pop_back();
        after.pop_back();
    }
    std::string text;
    for (const std::string& line : before)
        text += "- " + line + "\n";
    for (const std::string& line : after)
        text += "+ " + line + "\n";
    return text;
}

std::string lastKernel(const std::string& program, const codegen::LowerOptions& options) {
    const codegen::Plan plan = lowered(program, options);
    REQUIRE_FALSE(plan.kernels.empty());
    return codegen::dump(plan.kernels.front());
}

} // namespace mw::test
