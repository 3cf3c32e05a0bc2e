// Finds what elements of one variant are in another one.
#include "app/gui/element_pairs.h"

#include <algorithm>

namespace mw::app {

namespace {

std::string_view bare(std::string_view lane) {
    return lane.substr(lane.rfind('/') + 1);
}

void addOnce(std::vector<ElementId>& ids, ElementId id) {
    if (std::ranges::find(ids, id) == ids.end())
        ids.push_back(id);
}

} // namespace

ElementPairs::One::One(const ir::DocumentPtr& document, const analysis::ProgramRows& rows)
    : index(document), sheet(viewers::sheetOf(*document, {})), finder(sheet, index),
      groupOf(rows.rows.size()), accesses(rows.lanes.size()) {
    std::map<const ir::DataDescriptor*, std::size_t> lanes;
    for (std::size_t i = 0; i < rows.lanes.size(); ++i)
        lanes.emplace(rows.lanes[i].data.get(), i);
    for (const BlockId state : index.states()) {
        const auto& place = *index.find(state);
        for (const auto& node : place.block->as<ir::State>()->nodes)
            if (const auto* access = node->as<ir::AccessNode>())
                if (const auto lane = lanes.find(place.sdfg->data(access->data));
                    lane != lanes.end())
                    accesses[lane->second].push_back(node->id);
    }
}

ElementPairs::ElementPairs(const ir::DocumentPtr& first, const ir::DocumentPtr& second,
                           const workbench::ProgramDifference& difference, bool related)
    : sides_{std::make_unique<One>(first, difference.first),
             std::make_unique<One>(second, difference.second)},
      groups_(difference.groups), related_(related) {
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        for (const std::size_t row : groups_[i].first)
            at(Side::first).groupOf[row] = i;
        for (const std::size_t row : groups_[i].second)
            at(Side::second).groupOf[row] = i;
    }
}

std::optional<std::size_t> ElementPairs::partnerOfLane(Side side, std::size_t lane) const {
    const auto& lanes = at(otherSide(side)).sheet.lanes;
    const auto& name = at(side).sheet.lanes[lane].lane.name;
    const auto find = [&](const auto& is) -> std::optional<std::size_t> {
        const auto found = std::ranges::find_if(
            lanes, [&](const viewers::SheetLane& other) { return is(other.lane.name); });
        return found == lanes.end()
                   ? std::nullopt
                   : std::optional(static_cast<std::size_t>(found - lanes.begin()));
    };
    const auto same = find([&](const std::string& other) { return other == name; });
    // A nested SDFG may have been inlined.
    return same ? same : find([&](const std::string& other) { return bare(other) == bare(name); });
}

void ElementPairs::addPartners(Side side, ElementId id, std::vector<ElementId>& partners) {
    One &own = at(side), &other = at(otherSide(side));
    const auto row = own.finder.rowOf(id);
    const auto group = row ? own.groupOf[*row] : std::nullopt;
    const bool isRow = row && own.sheet.rows[*row].row.element == id;
    if (related_ && other.index.find(id) && !(isRow && group))
        return addOnce(partners, id);
    if (const auto lane = own.finder.laneOf(id)) {
        if (const auto partner = partnerOfLane(side, *lane))
            for (const ElementId access : other.accesses[*partner])
                addOnce(partners, access);
        return;
    }
    if (!group)
        return;
    const auto& rows = side == Side::first ? groups_[*group].second : groups_[*group].first;
    for (const std::size_t partner : rows)
        addOnce(partners, other.sheet.rows[partner].row.element);
}

std::vector<ElementId> ElementPairs::partnersOf(Side side, const std::vector<ElementId>& ids) {
    std::vector<ElementId> partners;
    for (const ElementId id : ids)
        addPartners(side, id, partners);
    return partners;
}

std::vector<std::size_t> ElementPairs::rowsOf(Side side, const std::vector<ElementId>& ids) {
    std::vector<std::size_t> rows;
    for (const ElementId id : ids)
        if (const auto row = at(side).finder.rowOf(id);
            row && std::ranges::find(rows, *row) == rows.end())
            rows.push_back(*row);
    std::ranges::sort(rows);
    return rows;
}

std::optional<std::size_t> ElementPairs::laneOf(Side side,
                                                const std::vector<ElementId>& ids) const {
    for (const ElementId id : ids)
        if (const auto lane = at(side).finder.laneOf(id))
            return lane;
    return std::nullopt;
}

} // namespace mw::app
