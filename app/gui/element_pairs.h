#pragma once

#include "app/workbench/program_difference.h"
#include "core/ir/index.h"
#include "viewers/program/sheet.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace mw::app {

/// Which elements of two variants are partners: rows by their pairs, what is inside by its id where
/// both have it, arrays by name. For one thread.
class ElementPairs {
public:
    enum class Side : std::uint8_t { first, second };

    /// `related`: both are variants of one program, so that ids mean the same in both.
    ElementPairs(const ir::DocumentPtr& first, const ir::DocumentPtr& second,
                 const workbench::ProgramDifference& difference, bool related);

    /// Of elements of this side, on the other one; in order, each once.
    std::vector<ElementId> partnersOf(Side side, const std::vector<ElementId>& ids);
    /// Those that elements of this side stand in.
    std::vector<std::size_t> rowsOf(Side side, const std::vector<ElementId>& ids);
    /// The lane of an access node among them; nullopt: none is one.
    std::optional<std::size_t> laneOf(Side side, const std::vector<ElementId>& ids) const;
    std::optional<std::size_t> partnerOfLane(Side side, std::size_t lane) const;

private:
    struct One {
        One(const ir::DocumentPtr& document, const analysis::ProgramRows& rows);

        ir::DocumentIndex index;
        viewers::ProgramSheet sheet;
        viewers::RowFinder finder;
        std::vector<std::optional<std::size_t>> groupOf; ///< by row
        std::vector<std::vector<ElementId>> accesses;    ///< by lane
    };
    One& at(Side side) { return *sides_[static_cast<std::size_t>(side)]; }
    const One& at(Side side) const { return *sides_[static_cast<std::size_t>(side)]; }
    void addPartners(Side side, ElementId id, std::vector<ElementId>& partners);

    std::array<std::unique_ptr<One>, 2> sides_;
    std::vector<workbench::RowGroup> groups_;
    bool related_;
};

constexpr ElementPairs::Side otherSide(ElementPairs::Side side) {
    return side == ElementPairs::Side::first ? ElementPairs::Side::second
                                             : ElementPairs::Side::first;
}

} // namespace mw::app
