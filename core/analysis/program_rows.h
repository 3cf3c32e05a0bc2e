#pragma once

#include "core/analysis/traffic.h"
#include "core/ir/sdfg.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

// A program as the sequence of kernels over arrays that it is: what the program view shows.

namespace mw::analysis {

/// An array of more than one element that a row touches.
struct ArrayLane {
    std::string name; ///< with the nested SDFGs around it, if it belongs to one: `lambda_0/tmp`
    std::string shortName; ///< without them, where no other lane is called so
    ir::DataPtr data;
    bool argument = false;     ///< else a temporary
    symbolic::Expr bytes = 0;  ///< of the whole container, over the symbols of the program
    int first = -1, last = -1; ///< rows that touch it
};

/// How a row touches an array.
struct LaneMark {
    std::size_t lane = 0; ///< index in ProgramRows::lanes
    bool reads = false, writes = false;
    /// Which elements it touches the indices in its memlets do not say: through a table, or in a
    /// branch.
    bool indirect = false;

    bool operator==(const LaneMark&) const = default;
};

enum class RowKind : std::uint8_t {
    kernel,  ///< a map, library node or tasklet outside of maps
    copy,    ///< an edge between two arrays outside of maps
    heading, ///< of the rows below with a larger depth: a loop, a branch, a nested SDFG
};

struct ProgramRow {
    RowKind kind = RowKind::kernel;
    int depth = 0; ///< headings around it
    /// Map entry, node, edge, block; of a branch the block of its body.
    ElementId element;
    BlockId state; ///< that it stands in; 0 for a block
    /// What it writes by short names, arguments first: "z_nabla4_e2", "vn, w +2"; of a heading what
    /// it says.
    std::string name;
    std::string label; ///< of the map or node
    std::string path;  ///< nodes around it: `lambda_0/`
    /// Of a map outside of maps, over the symbols of the program; else null and empty.
    std::vector<std::string> params;
    std::vector<symbolic::Range> ranges;
    ir::Schedule schedule = ir::Schedule::Default;
    Traffic traffic; ///< compulsory; of a copy what it moves
    symbolic::Expr operations = 0;
    std::vector<LaneMark> marks; ///< by lane
};

struct ProgramRows {
    std::vector<ProgramRow> rows; ///< in program order
    /// Arguments first, then temporaries, both in the order in which rows touch them, those of
    /// one row by name.
    std::vector<ArrayLane> lanes;
    Traffic arguments;    ///< what a single kernel for all of it would have to move
    std::size_t maps = 0; ///< at any depth
};

/// Nested SDFGs outside of maps are entered: their containers are those that they are given, or
/// temporaries of their own. What touches no array of more than one element has no row.
ProgramRows programRows(const ir::Document& document);
/// Its rows with elements, names, labels and marks alone, which is a fraction of the work.
std::vector<ProgramRow> namedRows(const ir::Document& document);

} // namespace mw::analysis
