#pragma once

#include "core/analysis/figures.h"
#include "core/ir/index.h"

#include <optional>
#include <string>
#include <vector>

namespace mw::cli {

/// An amount as `mw info` shows it: over symbols, or a number where the sizes are known.
struct Amount {
    std::string text;                   ///< of the expression
    std::optional<std::int64_t> number; ///< with the sizes of a scenario
};

struct MapInfo {
    std::string label, range, schedule;
    int depth = 0; ///< nesting of maps
};
struct StateInfo {
    std::string path; ///< "stmt_0 / lambda_0 / entry" for a state of a nested SDFG
    std::size_t nodes = 0, edges = 0;
    std::vector<MapInfo> maps;
};
struct KernelInfo {
    std::string label, name; ///< of its map; what it writes
    Amount bytesRead, bytesWritten, operations;
};
struct ArgumentInfo {
    std::string name, type, shape; ///< shape empty: a scalar or a symbol
    std::string read, written;     ///< certainly touched regions; empty: none, or not certain
    bool isSymbol = false;
    std::string value{}; ///< of a symbol; empty: not known
};
struct TemporaryInfo {
    std::string name, type, shape;
    Amount bytes;
    int first = -1, last = -1; ///< kernels between which it is alive, counted from 0
};

struct ProgramInfo {
    std::vector<StateInfo> states;
    std::vector<KernelInfo> kernels;
    std::vector<ArgumentInfo> arguments;
    std::vector<TemporaryInfo> temporaries;
    Amount bytesRead, bytesWritten, operations; ///< of the whole program, compulsory
    analysis::ProgramFigures figures;
};

/// `values`: of the symbols, empty when there is no scenario.
ProgramInfo describe(const ir::DocumentIndex& index, const symbolic::Bindings& values);

} // namespace mw::cli
