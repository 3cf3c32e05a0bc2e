// Walks a program in its order and notes which kernel touches which array.
#include "core/analysis/program_rows.h"

#include "core/analysis/analysis.h"
#include "core/analysis/copies.h"
#include "core/analysis/names.h"
#include "core/analysis/nested_footprints.h"
#include "core/analysis/operations.h"
#include "core/analysis/program_order.h"
#include "core/analysis/row_order.h"
#include "core/ir/index.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <string_view>
#include <utility>

namespace mw::analysis {

namespace {

using symbolic::Expr;

class Rows {
public:
    /// `counting`: also how much rows move and compute, over which ranges.
    explicit Rows(bool counting) : counting_(counting) {}

    ProgramRows result;

    /// One SDFG, at the top or nested outside of maps.
    struct Level {
        const ir::Sdfg& sdfg;
        const NestedFootprints& touched;
        symbolic::Substitution mapping; ///< its symbols over those of the program
        std::string path;               ///< nodes around it
        /// Containers that it was given, by their name inside.
        std::map<std::string, std::size_t, std::less<>> given;
        int depth = 0;
        std::map<NodeId, Traffic> kernels = {};
        /// What each kernel touches, by the name of the container.
        std::map<NodeId, std::vector<std::pair<std::string_view, const Access*>>> uses = {};
    };

    void inSdfg(Level& level) {
        if (counting_)
            level.kernels = kernelTraffic(level.sdfg, level.touched.own);
        for (const auto& [name, accesses] : level.touched.own)
            for (const Access& access : accesses)
                level.uses[access.user].emplace_back(name, &access);
        inRegion(level, level.sdfg.body);
    }

    /// Arguments before temporaries, marks in the order of the lanes, what rows are called.
    void finish() {
        std::vector<bool> touched(result.lanes.size()); // not only handed to a nested SDFG
        for (const ProgramRow& row : result.rows)
            for (const LaneMark& mark : row.marks)
                touched[mark.lane] = true;
        std::vector<std::size_t> place(result.lanes.size());
        std::vector<ArrayLane> lanes;
        for (const bool argument : {true, false})
            for (std::size_t i = 0; i < place.size(); ++i)
                if (touched[i] && result.lanes[i].argument == argument) {
                    place[i] = lanes.size();
                    lanes.push_back(std::move(result.lanes[i]));
                }
        result.lanes = std::move(lanes);
        nameLanes();
        for (std::size_t r = 0; r < result.rows.size(); ++r) {
            ProgramRow& row = result.rows[r];
            for (LaneMark& mark : row.marks) {
                mark.lane = place[mark.lane];
                ArrayLane& lane = result.lanes[mark.lane];
                lane.first = lane.first < 0 ? static_cast<int>(r) : lane.first;
                lane.last = static_cast<int>(r);
            }
            std::ranges::sort(row.marks, {}, &LaneMark::lane);
            if (row.kind != RowKind::heading)
                row.name = nameOf(row);
        }
    }

private:
    /// Of arrays that are called alike, those in nested SDFGs keep these before their names.
    void nameLanes() {
        std::map<std::string, int, std::less<>> bearers;
        for (ArrayLane& lane : result.lanes) {
            lane.shortName = lane.name.substr(lane.name.rfind('/') + 1);
            ++bearers[lane.shortName];
        }
        for (ArrayLane& lane : result.lanes)
            if (bearers[lane.shortName] > 1)
                lane.shortName = lane.name;
    }

    std::string nameOf(const ProgramRow& row) const {
        constexpr std::size_t kNamed = 2;
        std::string name;
        std::size_t written = 0;
        for (const LaneMark& mark : row.marks)
            if (mark.writes && ++written <= kNamed) {
                name += (name.empty() ? "" : ", ") + result.lanes[mark.lane].shortName;
            }
        if (written > kNamed)
            name += " +" + std::to_string(written - kNamed);
        return name.empty() ? row.label : name;
    }

    ProgramRow& heading(int depth, ElementId element, std::string name) {
        ProgramRow& row = result.rows.emplace_back();
        row.kind = RowKind::heading;
        row.depth = depth;
        row.element = element;
        row.name = std::move(name);
        return row;
    }

    /// Takes a heading back under which there is nothing.
    void closeHeading(std::size_t at) {
        if (result.rows.size() == at + 1)
            result.rows.pop_back();
    }

    /// What `inside` adds stands under a heading.
    void under(Level& level, ElementId element, std::string name,
               const std::function<void()>& inside) {
        const std::size_t at = result.rows.size();
        heading(level.depth, element, std::move(name));
        ++level.depth;
        inside();
        --level.depth;
        closeHeading(at);
    }

    void inRegion(Level& level, const ir::Region& region) {
        for (const ir::BlockPtr& block : inProgramOrder(region))
            inBlock(level, *block);
    }

    void inBlock(Level& level, const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            inState(level, block.id, *state);
        else if (const auto* loop = block.as<ir::LoopRegion>())
            under(level, block.id, loopText(*loop), [&] { inRegion(level, loop->body); });
        else if (const auto* conditional = block.as<ir::ConditionalBlock>())
            for (std::size_t i = 0; i < conditional->branches.size(); ++i) {
                const ir::Branch& branch = conditional->branches[i];
                const std::string text =
                    branch.condition ? (i ? "else if " : "if ") + branch.condition->text : "else";
                under(level, branch.body->id, text, [&] {
                    if (const auto* inside = branch.body->region())
                        inRegion(level, *inside);
                });
            }
        else if (const auto* inside = block.region())
            inRegion(level, *inside);
    }

    static std::string loopText(const ir::LoopRegion& loop) {
        if (const auto range = loopRange(loop))
            return "for " + loop.loopVariable + " = " + symbolic::print(range->begin) + " … " +
                   symbolic::print(range->end);
        return "while " + loop.condition.text;
    }

    void inState(Level& level, BlockId block, const ir::State& state) {
        const ir::StateIndex index(state, {});
        // Copies stand where the node that they write does.
        std::map<NodeId, std::vector<const ir::Edge*>> copies;
        for (const auto& edge : state.edges)
            if (isCopy(level.sdfg, index, *edge))
                copies[edge->dst].push_back(edge.get());
        for (const NodeId id : inRowOrder(index)) {
            const ir::Node& node = *index.node(id);
            for (const ir::Edge* edge : copies[id])
                addCopy(level, block, index, *edge);
            if (const auto* nested = node.as<ir::NestedSdfg>(); nested && nested->sdfg)
                inNested(level, index, node, *nested);
            else if (node.as<ir::MapEntry>() || node.as<ir::LibraryNode>() ||
                     node.as<ir::Tasklet>() || node.as<ir::ConsumeEntry>())
                addKernel(level, block, index, node);
        }
    }

    Expr seen(const Level& level, const Expr& e) const {
        return symbolic::simplify(symbolic::substitute(e, level.mapping));
    }

    /// The lane of a container; nullopt for what has none: scalars, and what is unknown.
    std::optional<std::size_t> laneOf(const Level& level, const std::string& container) {
        if (const auto given = level.given.find(container); given != level.given.end())
            return given->second;
        const auto* data = level.sdfg.data(container);
        if (!data || !isLaneArray(*data))
            return std::nullopt;
        const std::string name = level.path + container;
        const auto [known, isNew] = lanes_.emplace(name, result.lanes.size());
        if (isNew)
            result.lanes.push_back(
                {name,
                 {},
                 *level.sdfg.arrays.find(container),
                 !data->transient,
                 counting_ ? seen(level, data->totalSize * ir::sizeOf(data->dtype.scalar))
                           : Expr(0)});
        return known->second;
    }

    /// What a view shows, in the end.
    std::string viewed(const Level& level, const ir::StateIndex& index, std::string name,
                       NodeId at) const {
        const ir::Node* node = index.node(at);
        for (std::size_t i = 0; node && i < index.size(); ++i) {
            const auto* data = level.sdfg.data(containerOf(name));
            if (!data || data->kind != ir::DataKind::view)
                break;
            const ir::Edge* edge = viewingEdge(index, *node).edge;
            node = edge ? index.node(edge->src == node->id ? edge->dst : edge->src) : nullptr;
            const auto* access = node ? node->as<ir::AccessNode>() : nullptr;
            if (!access)
                break;
            name = access->data;
        }
        return std::string(containerOf(name));
    }

    static void mark(std::vector<LaneMark>& marks, std::size_t lane, bool write, bool indirect) {
        auto found = std::ranges::find(marks, lane, &LaneMark::lane);
        if (found == marks.end())
            found = marks.insert(marks.end(), {lane, false, false, false});
        (write ? found->writes : found->reads) = true;
        found->indirect = found->indirect || indirect;
    }

    std::vector<LaneMark> marksOf(const Level& level, const ir::StateIndex& index, NodeId user) {
        std::vector<LaneMark> marks;
        if (const auto uses = level.uses.find(user); uses != level.uses.end())
            for (const auto& [name, access] : uses->second)
                if (const auto lane =
                        laneOf(level, viewed(level, index, std::string(name), access->accessNode)))
                    mark(marks, *lane, access->write, access->reach == Reach::bound);
        return marks;
    }

    void addCopy(const Level& level, BlockId block, const ir::StateIndex& index,
                 const ir::Edge& edge) {
        ProgramRow row;
        row.kind = RowKind::copy;
        row.depth = level.depth;
        row.element = edge.id;
        row.state = block;
        const auto touch = [&](NodeId id, bool write) {
            const auto& name = index.node(id)->as<ir::AccessNode>()->data;
            if (const auto lane = laneOf(level, std::string(containerOf(name))))
                mark(row.marks, *lane, write, false);
            return name;
        };
        row.label = touch(edge.src, false) + " → " + touch(edge.dst, true);
        if (counting_) {
            const Expr bytes = seen(level, memletBytes(level.sdfg, edge.memlet));
            row.traffic = {bytes, bytes};
        }
        result.rows.push_back(std::move(row));
    }

    void addKernel(const Level& level, BlockId block, const ir::StateIndex& index,
                   const ir::Node& node) {
        ProgramRow row;
        row.marks = marksOf(level, index, node.id);
        if (row.marks.empty())
            return;
        row.depth = level.depth;
        row.element = node.id;
        row.state = block;
        row.label = ir::displayName(node);
        row.path = level.path;
        if (counting_)
            count(level, index, node, row);
        result.rows.push_back(std::move(row));
    }

    void count(const Level& level, const ir::StateIndex& index, const ir::Node& node,
               ProgramRow& row) const {
        if (const auto* entry = node.as<ir::MapEntry>()) {
            row.params = entry->map.params;
            row.schedule = entry->map.schedule;
            for (const auto& range : entry->map.range.dims)
                row.ranges.push_back({seen(level, range.begin), seen(level, range.end),
                                      seen(level, range.step), range.tile});
        }
        if (const auto found = level.kernels.find(node.id); found != level.kernels.end())
            row.traffic = {seen(level, found->second.bytesRead),
                           seen(level, found->second.bytesWritten)};
        row.operations = seen(level, operations(level.sdfg, index, node));
    }

    void inNested(Level& level, const ir::StateIndex& index, const ir::Node& node,
                  const ir::NestedSdfg& nested) {
        const auto touched = footprintsOf(level.touched, node.id, *nested.sdfg);
        Level inner{*nested.sdfg, *touched,   {}, level.path + ir::displayName(node) + "/",
                    {},           level.depth};
        for (const auto& [name, value] : nested.symbolMapping)
            inner.mapping.emplace(name, symbolic::substitute(value, level.mapping));
        const auto give = [&](const std::string& connector, NodeId other) {
            const ir::Node* end = index.node(other);
            const auto* access = end ? end->as<ir::AccessNode>() : nullptr;
            if (!access || connector.empty())
                return;
            if (const auto lane = laneOf(level, viewed(level, index, access->data, other)))
                inner.given.emplace(connector, *lane);
        };
        for (const ir::Edge* edge : index.inEdges(node.id))
            give(edge->dstConnector, edge->src);
        for (const ir::Edge* edge : index.outEdges(node.id))
            give(edge->srcConnector, edge->dst);
        under(inner, node.id, ir::displayName(node), [&] { inSdfg(inner); });
    }

    bool counting_;
    std::map<std::string, std::size_t> lanes_;
};

std::size_t mapsIn(const ir::Sdfg& sdfg) {
    std::size_t maps = 0;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        for (std::size_t i = 0; state && i < state->nodes.size(); ++i) {
            maps += state->nodes[i]->as<ir::MapEntry>() ? 1 : 0;
            if (const auto* nested = state->nodes[i]->as<ir::NestedSdfg>(); nested && nested->sdfg)
                maps += mapsIn(*nested->sdfg);
        }
    });
    return maps;
}

ProgramRows rowsOf(const ir::Document& document, bool counting) {
    Rows rows(counting);
    if (!document.root)
        return {};
    const NestedFootprints touched = nestedFootprints(*document.root);
    Rows::Level level{*document.root, touched, {}, {}, {}, 0};
    rows.inSdfg(level);
    rows.finish();
    if (counting) {
        rows.result.arguments = argumentTraffic(*document.root, touched.own);
        rows.result.maps = mapsIn(*document.root);
    }
    return std::move(rows.result);
}

} // namespace

bool isLaneArray(const ir::DataDescriptor& data) {
    return data.kind == ir::DataKind::array && !data.isSingleElement();
}

bool isCopy(const ir::Sdfg& sdfg, const ir::StateIndex& index, const ir::Edge& edge) {
    const auto container = [&](NodeId id) -> const ir::DataDescriptor* {
        const ir::Node* node = index.node(id);
        const auto* access = node ? node->as<ir::AccessNode>() : nullptr;
        return access && !index.scope(id) ? sdfg.data(containerOf(access->data)) : nullptr;
    };
    const auto *from = container(edge.src), *to = container(edge.dst);
    return !edge.memlet.empty() && from && to && from->kind != ir::DataKind::view &&
           to->kind != ir::DataKind::view && (isLaneArray(*from) || isLaneArray(*to));
}

ProgramRows programRows(const ir::Document& document) {
    return rowsOf(document, true);
}

std::vector<ProgramRow> namedRows(const ir::Document& document) {
    return rowsOf(document, false).rows;
}

} // namespace mw::analysis
