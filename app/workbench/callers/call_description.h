#pragma once

#include "core/codegen/library/interface.h"
#include "core/codegen/target.h"
#include "core/symbolic/expr.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

// What callers of a library have to know: its arguments, how they lie in memory, what happens to
// them.

namespace mw::workbench {

/// "array", "scalar" or "symbol", as the files beside a library have it.
const char* kindName(codegen::LibraryArgument::Kind kind);

/// Elements of an array that a call certainly touches, if none of `trips` is zero or less: from
/// `low` up to and including `high`, by dimension.
struct TouchedBox {
    std::vector<symbolic::Expr> low, high, trips;
};
/// Whether numbers alone say that nothing is touched.
bool touchesNothing(const TouchedBox& box);

/// One argument. What follows `argument` is of arrays alone; sizes are in elements.
struct CalledArgument {
    codegen::LibraryArgument argument;
    std::vector<symbolic::Expr> shape, strides; ///< over symbols among the arguments, most of them
    symbolic::Expr offset = 0;                  ///< of the first element behind the pointer
    /// By dimension: its name ("K"), as far as the names of symbols say; else empty.
    std::vector<std::string> dimensions;
    /// By dimension: the symbol that is the first index of a field of GT4Py; else empty.
    std::vector<std::string> origins;
    std::string table;               ///< "E2C2V": it is this neighbour table of GT4Py
    std::vector<TouchedBox> touched; ///< over symbols and scalars among the arguments
    bool reads = false, writes = false;
    bool onHost = true;
    /// What a caller that does not know of it passes; of an array: an array of zeros of the host.
    std::optional<std::int64_t> usual{};
};
struct CallDescription {
    std::string program;
    codegen::Target target = codegen::Target::cpu;
    std::vector<CalledArgument> arguments; ///< in the order of the ABI
    symbolic::Bindings constants;          ///< values that every call has to pass
};

/// `original`: the graph whose callers call it, with this interface.
CallDescription describeCall(const ir::Sdfg& original, const codegen::LibraryInterface& interface,
                             codegen::Target target, const symbolic::Bindings& constants);

/// Nobody needs to pass these scalars and symbols, which the library makes no use of: 0 will do.
/// Those by which sizes of arrays are checked stay.
void leaveOut(CallDescription& description, const std::set<std::string, std::less<>>& unused);

/// JSON, as the library has it (`__mw_description`).
std::string toJson(const CallDescription& description);
/// The list of arguments in it, as JSON.
std::string argumentsJson(const std::vector<CalledArgument>& arguments);

} // namespace mw::workbench
