// A scenario as the values that a program is specialised to.

#include "app/workbench/specialise_values.h"

#include "core/conventions/conventions.h"
#include "transforms/framework/transformation.h"
#include "transforms/toolkit/mentions.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace mw::workbench {

std::vector<std::string> openSymbols(const ir::Sdfg& program) {
    const auto bound = transforms::boundNames(program);
    std::vector<std::string> open;
    for (const auto& [name, type] : program.symbols)
        if (!program.constants.contains(name) && !bound.contains(name) &&
            name != conventions::kMetricsLevel)
            open.push_back(name);
    return open;
}

namespace {

/// What descriptors of arguments mention.
std::set<std::string> layoutSymbols(const ir::Sdfg& program) {
    std::set<std::string> names;
    const auto add = [&](const symbolic::Expr& e) {
        for (const auto& name : symbolic::freeSymbols(e))
            names.insert(name);
    };
    for (const auto& [name, container] : program.arrays) {
        if (container->transient)
            continue;
        for (const auto* list : {&container->shape, &container->strides, &container->offset})
            std::ranges::for_each(*list, add);
        add(container->totalSize);
        add(container->startOffset);
    }
    return names;
}

/// "a=1,b=2".
std::string valuesOf(const std::vector<std::string>& names, const inputs::Scenario& scenario) {
    std::string values;
    for (const auto& name : names) {
        const auto value = scenario.symbols.find(name);
        if (value == scenario.symbols.end())
            continue;
        const auto& number = value->second;
        values +=
            fmt::format("{}{}={}", values.empty() ? "" : ",", name,
                        number.isReal ? fmt::format("{}", number.d) : fmt::format("{}", number.i));
    }
    return values;
}

} // namespace

std::vector<std::string> staticSymbols(const ir::Sdfg& program) {
    const auto layout = layoutSymbols(program);
    auto names = openSymbols(program);
    std::erase_if(names, [&](const std::string& name) {
        return layout.contains(name) || !program.symbols.find(name)->second.isInteger();
    });
    return names;
}

std::string specialiseValues(const ir::Sdfg& program, const inputs::Scenario& scenario) {
    return valuesOf(openSymbols(program), scenario);
}

Expected<std::vector<Step>> specialiseSome(const ir::DocumentPtr& document,
                                           const InputChoice& inputs,
                                           const std::vector<std::string>& names) {
    const auto open = openSymbols(*document->root);
    MW_TRY(const auto scenario, scenarioFor(*document->root, inputs, ""));
    for (const std::string& name : names) {
        if (std::ranges::find(open, name) == open.end())
            return fail("no-symbol", fmt::format("'{}' is no symbol that is open; there are: {}",
                                                 name, fmt::join(open, ", ")));
        if (!scenario.symbols.contains(name))
            return fail("no-symbol", fmt::format("the inputs have no value of '{}'", name));
    }
    if (names.empty())
        return std::vector<Step>();
    return applyFirst(*transforms::findTransformation("specialise"), document,
                      {{"values", valuesOf(names, scenario)}});
}

Expected<std::vector<Step>> specialise(const ir::DocumentPtr& document, const InputChoice& inputs,
                                       const std::string& grid) {
    MW_TRY(const auto scenario, scenarioFor(*document->root, inputs, grid));
    return applyFirst(*transforms::findTransformation("specialise"), document,
                      {{"values", specialiseValues(*document->root, scenario)}});
}

} // namespace mw::workbench
