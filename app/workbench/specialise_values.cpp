// A scenario as the values that a program is specialised to.

#include "app/workbench/specialise_values.h"

#include "core/conventions/conventions.h"
#include "transforms/toolkit/mentions.h"

#include <fmt/format.h>

namespace mw::workbench {

std::string specialiseValues(const ir::Sdfg& program, const inputs::Scenario& scenario) {
    const auto bound = transforms::boundNames(program);
    std::string values;
    for (const auto& [name, value] : scenario.symbols) {
        if (!program.symbols.contains(name) || program.constants.contains(name) ||
            bound.contains(name) || name == conventions::kMetricsLevel)
            continue;
        const std::string number =
            value.isReal ? fmt::format("{}", value.d) : fmt::format("{}", value.i);
        values += fmt::format("{}{}={}", values.empty() ? "" : ",", name, number);
    }
    return values;
}

} // namespace mw::workbench
