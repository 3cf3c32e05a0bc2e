#pragma once

#include "app/workbench/run_setup.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

// What a program is called with: its symbols and scalars, and where their values come from.

namespace mw::workbench {

/// No symbol has one value in a run and another one in what is shown. What is open in one of them
/// contradicts nothing.
bool haveSameSizes(const symbolic::Bindings& run, const symbolic::Bindings& shown);

/// A symbol or scalar that runs give a value.
struct RunValue {
    std::string name;
    ir::ScalarType type = ir::ScalarType::int64;
    bool isSymbol = true; ///< else a scalar among the arguments
    std::string usual;    ///< its value where nobody sets one; empty: it has none
    std::string set;      ///< that the choice sets; empty: none
};

struct RunValues {
    std::vector<RunValue> values;        ///< by name
    std::vector<std::string> notes;      ///< what was chosen where nobody said it
    std::optional<Diagnostic> problem{}; ///< why nothing can run like this
};
/// `grid`: where the choice leaves it open.
RunValues runValues(const ir::Sdfg& program, const InputChoice& choice, const std::string& grid);

/// The values that a choice sets, by name, as they are written; what is not NAME=VALUE is left out.
std::map<std::string, std::string> setValues(const InputChoice& choice);

} // namespace mw::workbench
