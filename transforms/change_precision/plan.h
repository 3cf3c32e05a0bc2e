#pragma once

#include "core/analysis/names.h"
#include "core/ir/edit.h"
#include "transforms/framework/view.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/replacement.h"

#include <compare>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace mw::transforms::change_precision {

/// A container by the SDFG that has it.
struct ContainerKey {
    SdfgId sdfg;
    std::string name;

    auto operator<=>(const ContainerKey&) const = default;
};

/// A copy between two containers that have different types from now on: a tasklet converts each
/// element, in a map where there are several.
struct Conversion {
    StateView at;
    const ir::Edge* edge = nullptr; ///< of the copy's path, the innermost one
    std::string from, to;
    symbolic::Subset read, written;
    std::optional<Placement> placement = {}; ///< of what is written in what is read; none: one
                                             ///< element
    ir::Schedule schedule = ir::Schedule::Sequential; ///< of the map
};

/// A connector that says the type that its container had.
struct TypedConnector {
    BlockId state;
    NodeId node;
    std::string name;
    bool isInput = false;
};

/// Containers whose elements get another type, and what follows from it.
struct Retyping {
    ir::ScalarType type = ir::ScalarType::none;
    std::set<ContainerKey> containers;
    std::vector<TypedConnector> connectors;
    std::vector<Conversion> conversions;
};

/// Why a container that was asked for cannot have the type.
struct RetypingObstacle {
    ContainerKey asked;
    Refusal refusal;
};

/// Conditions 4 to 6: the containers that are asked for get the type, and with them whatever sees
/// their memory. Every obstacle is listed.
struct RetypingPlan {
    Retyping retyping;
    std::vector<RetypingObstacle> obstacles;
};
RetypingPlan planRetyping(const DocumentView& view, const std::set<ContainerKey>& asked,
                          ir::ScalarType from, ir::ScalarType to);

/// Types, connectors and conversions. What is `held` keeps its type here: a temporary is put in its
/// place (border.cpp).
void retype(ir::Editor& editor, const DocumentView& view, const Retyping& retyping,
            const std::set<std::string, std::less<>>& held);

/// An argument that a temporary of the new type stands for.
struct Border {
    std::string argument;
    bool isRead = false;                   ///< it is copied in at the beginning, all of it
    std::vector<symbolic::Subset> written; ///< these regions are copied out in the end
};

/// Condition 7.
std::variant<Border, Refusal> planBorder(const DocumentView& view, const std::string& argument,
                                         const Retyping& retyping);

/// Behind retype(): temporaries in place of the arguments, and the copies.
void putBehindCopies(ir::Editor& editor, const DocumentView& view, ir::ScalarType type,
                     const std::vector<Border>& borders);

/// The nodes and edges of one conversion, with new parameters; `edge` is not touched. Returns the
/// node that a reader goes to: the map's entry, or the tasklet.
struct ConversionEnds {
    NodeId src;
    std::string srcConnector;
    NodeId dst;
    std::string dstConnector;
};
struct ConversionNodes {
    NodeId first; ///< the map's entry or the tasklet
    std::vector<NodeId> all;
};
ConversionNodes addConversion(ir::Editor& editor, BlockId state, SdfgId sdfg,
                              const Conversion& conversion, const ConversionEnds& ends,
                              const std::string& wcr = {});

/// Whether the SDFG is run by an iteration of a map.
bool isInsideMap(const DocumentView& view, SdfgId sdfg);

} // namespace mw::transforms::change_precision
