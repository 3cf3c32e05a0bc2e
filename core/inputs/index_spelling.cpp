// Short names for parameters and tables.
#include "core/inputs/index_spelling.h"

#include "core/conventions/conventions.h"

#include <fmt/format.h>

namespace mw::inputs {

using symbolic::Expr;

namespace {

/// Takes those of the short names that stand for one name alone.
std::map<std::string, std::string>
unambiguous(const std::map<std::string, std::set<std::string>>& users) {
    std::map<std::string, std::string> found;
    for (const auto& [spelling, names] : users)
        if (names.size() == 1)
            found.emplace(*names.begin(), spelling);
    return found;
}

} // namespace

IndexSpelling::IndexSpelling(const analysis::MapAccesses& map, const symbolic::Bindings& symbols)
    : names_(map.names), symbols_(symbols) {
    std::map<std::string, std::set<std::string>> parameters;
    std::map<std::string, std::set<std::string>> tables;
    for (const auto& [name, what] : map.names) {
        if (std::holds_alternative<analysis::IndexParameter>(what)) {
            const std::string readable = analysis::readableIndex(Expr::symbol(name));
            const auto known = conventions::parameterName(readable);
            parameters[known && !known->derived ? known->dimension : readable].insert(name);
        } else if (const auto* element = std::get_if<analysis::IndexElement>(&what)) {
            const auto table = conventions::tableOfArray(element->argument);
            tables[table.value_or(element->argument)].insert(element->argument);
        }
    }
    for (const auto& [spelling, users] : tables)
        parameters.erase(spelling); // `C2E` of `i_C2E_gtx_localdim`
    parameters_ = unambiguous(parameters);
    tables_ = unambiguous(tables);
}

std::string IndexSpelling::parameter(const std::string& name) const {
    const auto found = parameters_.find(name);
    return found == parameters_.end() ? analysis::readableIndex(Expr::symbol(name)) : found->second;
}

std::string IndexSpelling::table(const std::string& argument) const {
    const auto found = tables_.find(argument);
    return found == tables_.end() ? argument : found->second;
}

Expr IndexSpelling::valued(const Expr& index) const {
    symbolic::Substitution numbers;
    for (const std::string& symbol : symbolic::freeSymbols(index))
        if (const auto value = symbols_.find(symbol);
            !names_.contains(symbol) && value != symbols_.end() && !value->second.isReal)
            numbers.emplace(symbol, value->second.i);
    return symbolic::simplify(symbolic::substitute(index, numbers));
}

std::string IndexSpelling::text(const Expr& given) const {
    const Expr index = valued(given);
    symbolic::Substitution spelled;
    for (const std::string& symbol : symbolic::freeSymbols(index)) {
        const auto name = names_.find(symbol);
        if (name == names_.end())
            continue;
        const auto* element = std::get_if<analysis::IndexElement>(&name->second);
        std::string inside;
        for (const auto& at : element ? element->at : std::vector<std::optional<Expr>>{})
            inside += (inside.empty() ? "" : ", ") + (at ? text(*at) : std::string(":"));
        spelled.emplace(
            symbol, Expr::symbol(element ? fmt::format("{}[{}]", table(element->argument), inside)
                                         : parameter(symbol)));
    }
    return symbolic::print(symbolic::substitute(index, spelled));
}

} // namespace mw::inputs
