// Whether a run is one of those that the program was rewritten for.
#include "core/inputs/check_assumptions.h"

#include "core/analysis/assumed.h"

#include <fmt/format.h>

namespace mw::inputs {

namespace {

std::string valueText(const std::string& name, const Scenario& scenario) {
    const auto value = scenario.symbols.find(name);
    if (value == scenario.symbols.end())
        return fmt::format("{} has no value", name);
    const auto& given = value->second;
    return given.isReal ? fmt::format("{} is {}", name, given.d)
                        : fmt::format("{} is {}", name, given.i);
}

Unexpected violated(const ir::Sdfg& program, const std::string& text, const std::string& here) {
    return fail("assumption-violated",
                fmt::format("{} was rewritten for runs with {}, and here {}; run it with other "
                            "values, or take the variant from before that step",
                            program.name, text, here));
}

} // namespace

Expected<void> checkAssumptions(const ir::Sdfg& program, const Scenario& scenario) {
    for (const auto& text : analysis::assumptionsOf(program)) {
        const auto condition = symbolic::parse(text, symbolic::Dialect::code);
        if (!condition)
            return violated(program, text, "nobody can tell whether that holds");
        const auto holds = symbolic::evaluateInteger(*condition, scenario.symbols);
        if (holds && *holds != 0)
            continue;
        std::string values;
        for (const auto& name : symbolic::freeSymbols(*condition))
            values += (values.empty() ? "" : ", ") + valueText(name, scenario);
        return violated(program, text, values.empty() ? "that never holds" : values);
    }
    return {};
}

} // namespace mw::inputs
