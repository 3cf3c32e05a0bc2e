// Names in the Python text of conditions and assignments.
#include "core/analysis/control_names.h"

#include "core/symbolic/expr.h"

namespace mw::analysis {

std::optional<NameSet> namesIn(std::string_view expression) {
    const auto parsed = symbolic::parse(expression, symbolic::Dialect::code);
    if (!parsed)
        return std::nullopt;
    NameSet names = symbolic::freeSymbols(*parsed);
    for (const auto* module : {"math", "numpy", "np", "dace", "True", "False", "None"})
        names.erase(module);
    return names;
}

std::string assignedText(std::string_view statement) {
    const auto equals = statement.find('=');
    if (equals == std::string_view::npos)
        return {};
    const bool augmented = equals > 0 && std::string_view("+-*/%").find(statement[equals - 1]) !=
                                             std::string_view::npos;
    const auto value = std::string(statement.substr(equals + 1));
    // `k += 1` reads k as well.
    return augmented ? std::string(statement.substr(0, equals - 1)) + " + (" + value + ")" : value;
}

} // namespace mw::analysis
