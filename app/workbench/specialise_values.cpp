// A scenario as the values that a program is specialised to.

#include "app/workbench/specialise_values.h"

#include "core/conventions/conventions.h"
#include "transforms/framework/transformation.h"
#include "transforms/toolkit/mentions.h"

#include <fmt/format.h>

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

std::string specialiseValues(const ir::Sdfg& program, const inputs::Scenario& scenario) {
    std::string values;
    for (const auto& name : openSymbols(program)) {
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

Expected<std::vector<Step>> specialise(const ir::DocumentPtr& document, const InputChoice& inputs,
                                       const std::string& grid) {
    MW_TRY(const auto scenario, scenarioFor(*document->root, inputs, grid));
    return applyFirst(*transforms::findTransformation("specialise"), document,
                      {{"values", specialiseValues(*document->root, scenario)}});
}

} // namespace mw::workbench
