#pragma once

#include "core/analysis/figures.h"
#include "core/history/provenance.h"
#include "core/symbolic/expr.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

// Two programs side by side: which kernels became which, and what that did to arrays and bytes.

namespace mw::workbench {

/// Rows of the first program and of the second that together do the same work.
struct RowGroup {
    std::vector<std::size_t> first, second; ///< indices of rows; one of both may be empty
    /// The same computation, kernel by kernel.
    bool unchanged = false;
    std::optional<std::int64_t> firstBytes, secondBytes; ///< of all launches, at least
};

/// A temporary of one program that the other has none of its name.
struct LoneTemporary {
    std::string name;
    std::optional<std::int64_t> bytes;
};

struct ProgramDifference {
    analysis::ProgramRows first, second;
    analysis::ProgramFigures firstFigures, secondFigures;
    /// In the order of the first program, what only the second has last.
    std::vector<RowGroup> groups;
    std::vector<LoneTemporary> gone, added;
    /// What became of the layout or type of arrays of one name, with `*` for the name:
    /// "strides [__*_K_stride, 1] became [1, __*_Edge_stride]: u, v".
    std::vector<std::string> relaid;
    std::string sizes; ///< that bytes are for, of the first program; empty: not said

    /// Every kernel computes what it did, and nothing else changed that is said here.
    bool isEmpty() const;
};

/// The kernels and copies of two programs, paired many to one: by where they came from, if
/// `origins` says so for both (history::provenance of each variant), else by the arrays that they
/// compute. `values`: of the symbols of each.
struct ComparedProgram {
    ir::DocumentPtr document;
    symbolic::Bindings values;
    std::optional<history::Provenance> origins = {};
    std::string sizes = {}; ///< what the values are of, for people: "torus:160,140,80"
};
ProgramDifference programDifference(const ComparedProgram& first, const ComparedProgram& second);

/// "40 kernels and 1 copy became 1 kernel; ...", and a line per group that changed, per temporary
/// that went or came, per array laid out anew. `most`: lines of each list (0: all).
std::string toText(const ProgramDifference& difference, std::size_t most = 20);

} // namespace mw::workbench
