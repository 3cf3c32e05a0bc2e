#pragma once

#include "core/ir/sdfg.h"
#include "core/symbolic/subset.h"

#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mw::analysis {

/// Where the value of a name in an index comes from. Map parameters, loop variables and values read
/// from memory get names of their own (`i'3`), so that one name always means one thing, whatever
/// the graph calls it; all other names are symbols of the program.
struct IndexParameter { ///< of a map or a loop
    symbolic::Range range;
};
struct IndexElement { ///< of an argument that the program reads only
    std::string argument;
    std::vector<std::optional<symbolic::Expr>> at; ///< nullopt: anywhere in the dimension
};
struct IndexChoice { ///< one of several values: a name that is assigned more than once
    std::vector<symbolic::Expr> values;
};
struct IndexUnknown {   ///< computed in a way that is not followed
    std::string reason; ///< "'x' holds real numbers"
};
using IndexName = std::variant<IndexParameter, IndexElement, IndexChoice, IndexUnknown>;
using IndexNames = std::map<std::string, IndexName, std::less<>>;

/// One dimension of one access whose place in memory the propagated memlets do not settle: a
/// subscript in a tasklet, a memlet whose subset depends on values in memory, or a memlet that only
/// some runs use.
struct IndexUse {
    enum class Kind : std::uint8_t {
        subscript,
        memlet,      ///< whose subset depends on values in memory
        conditional, ///< depends on parameters and symbols alone, but a condition stands around it
    };
    Kind kind = Kind::subscript;
    std::string container; ///< as it is called where the access stands
    std::size_t dimension = 0;
    symbolic::Expr low;  ///< first index, offset included: 0 is the beginning of the container
    symbolic::Expr high; ///< last one; the same for a single element
    symbolic::Expr size; ///< of the dimension
    bool write = false;
    /// Hold wherever the access happens: branches of control flow and of conditional expressions.
    std::vector<symbolic::Expr> conditions;
    std::vector<std::string> parameters; ///< of the maps and loops around it, outermost first
    std::vector<ElementId> elements;     ///< the tasklet and the edge, or the edge
    std::string place;                   ///< "tasklet 'g'", "a memlet of 'f'"
};

struct IndexUses {
    IndexNames names;
    std::vector<IndexUse> uses; ///< in the order of the program
};

/// Every access of the program, nested SDFGs included, that a footprint knows as a bound at most;
/// those of Kind::conditional only on request. Indices are expressions over names and symbols of
/// the program: through connectors, nested SDFGs, temporaries and assignments back to where their
/// values come from.
IndexUses indexUses(const ir::Sdfg& program, bool conditional = false);

/// The expression without the marks that make its names unique.
std::string readableIndex(const symbolic::Expr& index);

} // namespace mw::analysis
