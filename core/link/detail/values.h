#pragma once

#include "core/link/detail/arguments.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

// What symbols and scalar arguments of the programs are called, and their values.

namespace mw::link {

struct LinkedValue {
    ir::DType type;
    std::optional<symbolic::Value> value; ///< none: the scenario has none
    ir::DataPtr scalar;                   ///< of one that is a scalar; null: a symbol
};

struct Values {
    std::map<Argument, std::string> names; ///< of called programs' symbols and scalars
    std::map<std::string, LinkedValue> all;
    /// Of symbols among them that are no arguments, for others say what they are.
    symbolic::Substitution same;
};

/// One for all programs that agree in type and value, else each under its program's name.
/// "link-argument": no name is left for one.
Expected<Values> valuesOf(const inputs::SequenceInput& sequence,
                          const std::vector<ProgramUse>& uses, const Arrays& arrays);

/// Names inside of a program as what they are outside: symbols, and constants as their values.
symbolic::Substitution outside(const ProgramUse& use, std::size_t program, const Values& values);
/// What the called programs are taken to be run with, over the linked program's symbols.
std::vector<symbolic::Expr> assumptionsOf(const inputs::SequenceInput& sequence,
                                          const std::vector<ProgramUse>& uses,
                                          const Values& values);

} // namespace mw::link
