#pragma once

#include "app/cli/info_data.h"

#include <string>

// The tables of `mw info`, each in full and in the order of the program.

namespace mw::cli {

/// A number with its unit, else the expression.
std::string bytesText(const Amount& amount);
/// A number, else the expression.
std::string countText(const Amount& amount);
/// "kernels 2 to 5", "kernel 3"; empty where no kernel touches it.
std::string aliveText(const TemporaryInfo& temporary);

std::string statesTable(const ProgramInfo& info);
std::string kernelsTable(const ProgramInfo& info);
std::string temporariesTable(const ProgramInfo& info);
/// Arrays and scalars.
std::string argumentsTable(const ProgramInfo& info);
/// Those among the arguments, with values where sizes are known.
std::string symbolsTable(const ProgramInfo& info);
/// The places where a graph has C++ of its own; empty where it has none.
std::string rawCodeTable(const ir::Sdfg& program);

} // namespace mw::cli
