// Parameters of a map that take one value, and putting the value in their place.

#include "transforms/toolkit/substitute_parameters.h"

#include "core/analysis/names.h"
#include "transforms/toolkit/rename.h"
#include "transforms/toolkit/scope.h"

namespace mw::transforms {

namespace {

using symbolic::Expr;

/// What means the same as a word of an expression in code.
bool isPlain(const Expr& value) {
    return value.isInteger() || value.isSymbol();
}

std::string inCode(const Expr& value) {
    const std::string text = symbolic::print(value, symbolic::Dialect::code);
    return value.isInteger() && value.value() < 0 ? "(" + text + ")" : text;
}

} // namespace

symbolic::Substitution singleValues(const OneMap& map) {
    symbolic::Prover prover(map.around());
    symbolic::Substitution values;
    for (std::size_t d = 0; d < map.map().params.size(); ++d) {
        const symbolic::Range& range = map.map().range.dims[d];
        if (symbolic::equal(range.begin, range.end) ||
            prover.equal(range.begin, range.end).proven())
            values[map.map().params[d]] =
                symbolic::simplify(symbolic::substitute(range.begin, values));
    }
    return values;
}

MaybeRefusal checkSubstitution(int condition, const OneMap& map,
                               const symbolic::Substitution& values) {
    const NamesInside& names = namesInside(map.at, map.entry->id);
    for (const auto& [parameter, value] : values) {
        if (names.bound.contains(parameter))
            return refuse(condition, "parameter-rebound",
                          fmt::format("Something inside {} gives '{}' another meaning, or may.",
                                      quoted(map.map()), parameter),
                          {map.entry->id});
        for (const auto& symbol : symbolic::freeSymbols(value))
            if (names.bound.contains(symbol))
                return refuse(condition, "value-rebound",
                              fmt::format("'{}' would become {}, but '{}' means something else "
                                          "inside {}.",
                                          parameter, symbolic::print(value), symbol,
                                          quoted(map.map())),
                              {map.entry->id});
    }
    for (const NodeId id : nodesInside(map.index(), map.entry->id)) {
        const auto* tasklet = map.index().node(id)->as<ir::Tasklet>();
        analysis::NameSet words;
        if (tasklet)
            analysis::collectIdentifiers(tasklet->code.text, words);
        for (const auto& [parameter, value] : values)
            if (words.contains(parameter) && !isPlain(value))
                return refuse(condition, "code-uses-parameter",
                              fmt::format("The code of {} uses '{}', which would become {}.",
                                          quoted(*map.index().node(id)), parameter,
                                          symbolic::print(value)),
                              {id});
    }
    return std::nullopt;
}

void substituteInside(ir::Editor& editor, BlockId state, NodeId entry,
                      const symbolic::Substitution& values) {
    Renaming code;
    for (const auto& [parameter, value] : values)
        code[parameter] = inCode(value);
    replaceInScope(editor, state, entry, values, code);
}

} // namespace mw::transforms
