// Pairs the rows of two programs, and compares their figures and arrays.
#include "app/workbench/program_difference.h"

#include "core/analysis/structure.h"
#include "core/analysis/structure_walk.h"
#include "core/bench/pairs.h"
#include "core/ir/dump.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

namespace mw::workbench {

namespace {

using analysis::ProgramRow;
using analysis::ProgramRows;
using analysis::RowKind;
using Bytes = std::optional<std::int64_t>;

/// Open where one is, or where they are more than a number can say.
Bytes sum(Bytes a, Bytes b) {
    std::int64_t both = 0;
    return a && b && !__builtin_add_overflow(*a, *b, &both) ? Bytes(both) : std::nullopt;
}

/// Names without the nested SDFGs around them: where those were inlined the array is the same.
std::string bareName(const std::string& lane) {
    return lane.substr(lane.rfind('/') + 1);
}

/// One program, its rows as kernels that can be paired.
class Side {
public:
    explicit Side(const ComparedProgram& compared)
        : compared_(compared), index_(compared.document),
          hashes_(analysis::structuralHashes(index_)),
          rows_(analysis::programRows(*compared.document)) {
        for (std::size_t i = 0; i < rows_.rows.size(); ++i)
            if (rows_.rows[i].kind != RowKind::heading) {
                numbers_.push_back(i);
                variant_.kernels.push_back(kernelOf(rows_.rows[i]));
            }
    }

    const ProgramRows& rows() const { return rows_; }
    const bench::VariantResult& variant() const { return variant_; }
    /// The row of a kernel of the variant.
    std::size_t row(int kernel) const { return numbers_[static_cast<std::size_t>(kernel)]; }

    Bytes value(const symbolic::Expr& e) const {
        const auto value = symbolic::evaluateInteger(e, compared_.values);
        return value ? Bytes(*value) : std::nullopt;
    }
    Bytes bytesOf(std::size_t row) const {
        const auto& traffic = rows_.rows[row].traffic;
        return value(traffic.bytesRead + traffic.bytesWritten);
    }
    Bytes bytesOf(const std::vector<std::size_t>& rows) const {
        Bytes all = 0;
        for (const std::size_t row : rows)
            all = sum(all, bytesOf(row));
        return all;
    }
    /// What is computed up to the row's end, whatever temporaries are called; 0 where that is not
    /// known.
    std::uint64_t hashOf(std::size_t row) const {
        const ElementId id = rows_.rows[row].element;
        const auto* place = index_.find(id);
        const auto* map = place && place->node ? place->node->as<ir::MapEntry>() : nullptr;
        const auto found = hashes_.forward.find(map ? ElementId(map->exit) : id);
        return found == hashes_.forward.end() ? 0 : found->second;
    }

    /// What the kernel itself does, by the names of what it reads and writes: the same where only
    /// what comes before is computed otherwise.
    std::uint64_t ownHash(std::size_t row) const {
        const auto* place = index_.find(rows_.rows[row].element);
        if (!place || !place->block)
            return 0;
        const ir::StateIndex state(*place->block->as<ir::State>());
        std::vector<std::uint64_t> parts;
        if (place->edge) {
            parts.push_back(analysis::memletHash(state, *place->edge, {}));
            parts.push_back(std::hash<std::string>()(rows_.rows[row].label));
        } else if (place->node) {
            addOwn(state, *place->sdfg, *place->node, parts);
        }
        return analysis::combineAll(std::move(parts), 1);
    }

    analysis::ProgramFigures figures() const { return analysis::figures(rows_, compared_.values); }

private:
    static void addOwn(const ir::StateIndex& state, const ir::Sdfg& sdfg, const ir::Node& node,
                       std::vector<std::uint64_t>& parts) {
        parts.push_back(analysis::localHash(node, sdfg, {}));
        if (const auto* nested = node.as<ir::NestedSdfg>(); nested && nested->sdfg)
            parts.push_back(std::hash<std::string>()(ir::dump(*nested->sdfg)));
        for (const ir::Edge* edge : state.inEdges(node.id))
            parts.push_back(analysis::memletHash(state, *edge, {}));
        for (const ir::Edge* edge : state.outEdges(node.id))
            parts.push_back(analysis::memletHash(state, *edge, {}));
        if (node.as<ir::MapEntry>())
            for (const NodeId inside : state.children(node.id))
                addOwn(state, sdfg, *state.node(inside), parts);
    }

    bench::KernelRow kernelOf(const ProgramRow& row) const {
        bench::KernelRow kernel;
        kernel.name = row.name;
        kernel.label = row.label;
        for (const auto& range : row.ranges)
            kernel.work += symbolic::print(range) + ";";
        kernel.work += symbolic::print(row.operations);
        for (const auto& mark : row.marks) {
            const auto& lane = rows_.lanes[mark.lane];
            if (mark.reads)
                kernel.reads.push_back({lane.name, lane.argument});
            if (mark.writes)
                kernel.writes.push_back({lane.name, lane.argument});
        }
        std::ranges::sort(kernel.reads);
        std::ranges::sort(kernel.writes);
        const auto* place = index_.find(row.element);
        if (place && place->node) {
            kernel.map = place->node->id;
            if (compared_.origins)
                if (const auto from = compared_.origins->find(kernel.map);
                    from != compared_.origins->end())
                    kernel.origins = from->second;
        }
        return kernel;
    }

    const ComparedProgram& compared_;
    ir::DocumentIndex index_;
    analysis::StructuralHashes hashes_;
    ProgramRows rows_;
    std::vector<std::size_t> numbers_; ///< rows of kernels and copies
    bench::VariantResult variant_;
};

/// Of what the row touches.
std::vector<std::string> namesOf(const Side& side, std::size_t row) {
    std::vector<std::string> names;
    for (const auto& mark : side.rows().rows[row].marks)
        names.push_back((mark.reads ? "r " : "") + std::string(mark.writes ? "w " : "") +
                        bareName(side.rows().lanes[mark.lane].name));
    std::ranges::sort(names);
    return names;
}

std::vector<RowGroup> groupsOf(const Side& first, const Side& second) {
    std::vector<RowGroup> groups;
    std::set<std::size_t> pairedFirst, pairedSecond;
    for (const auto& pair : bench::pairKernels(first.variant(), second.variant())) {
        RowGroup group;
        for (const int k : pair.first)
            group.first.push_back(first.row(k));
        for (const int k : pair.second)
            group.second.push_back(second.row(k));
        pairedFirst.insert(group.first.begin(), group.first.end());
        pairedSecond.insert(group.second.begin(), group.second.end());
        group.unchanged = group.first.size() == group.second.size();
        for (std::size_t i = 0; group.unchanged && i < group.first.size(); ++i) {
            const std::size_t a = group.first[i], b = group.second[i];
            const auto hash = first.hashOf(a);
            group.unchanged =
                (hash && hash == second.hashOf(b)) ||
                (namesOf(first, a) == namesOf(second, b) && first.ownHash(a) == second.ownHash(b));
        }
        groups.push_back(std::move(group));
    }
    const auto addAlone = [&](const Side& side, const std::set<std::size_t>& paired,
                              std::vector<std::size_t> RowGroup::*where) {
        for (std::size_t k = 0; k < side.variant().kernels.size(); ++k)
            if (const std::size_t row = side.row(static_cast<int>(k)); !paired.contains(row)) {
                RowGroup group;
                (group.*where).push_back(row);
                groups.push_back(std::move(group));
            }
    };
    addAlone(first, pairedFirst, &RowGroup::first);
    std::ranges::stable_sort(groups, {}, [](const RowGroup& group) { return group.first.front(); });
    addAlone(second, pairedSecond, &RowGroup::second);
    for (RowGroup& group : groups) {
        group.firstBytes = first.bytesOf(group.first);
        group.secondBytes = second.bytesOf(group.second);
    }
    return groups;
}

std::vector<LoneTemporary> temporariesOnlyIn(const Side& side, const Side& other) {
    std::set<std::string> known;
    for (const auto& lane : other.rows().lanes)
        known.insert(bareName(lane.name));
    std::vector<LoneTemporary> lone;
    for (const auto& lane : side.rows().lanes)
        if (!lane.argument && !known.contains(bareName(lane.name)))
            lone.push_back({bareName(lane.name), side.value(lane.bytes)});
    std::ranges::stable_sort(lone, std::ranges::greater(),
                             [](const LoneTemporary& one) { return one.bytes.value_or(0); });
    return lone;
}

std::string listed(const std::vector<symbolic::Expr>& all) {
    std::string text;
    for (const auto& e : all)
        text += (text.empty() ? "" : ", ") + symbolic::print(e);
    return "[" + text + "]";
}

/// With `*` for the array's name, so that what happened to many arrays is said once.
std::string withoutName(std::string text, const std::string& name) {
    if (!name.empty())
        for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at + 1))
            text.replace(at, name.size(), "*");
    return text;
}

std::vector<std::string> relaidBetween(const ProgramRows& first, const ProgramRows& second) {
    std::map<std::string, const ir::DataDescriptor*> before;
    for (const auto& lane : first.lanes)
        before.emplace(bareName(lane.name), lane.data.get());
    std::map<std::string, std::vector<std::string>> names; // by what happened
    for (const auto& lane : second.lanes) {
        const auto name = bareName(lane.name);
        const auto found = before.find(name);
        if (found == before.end())
            continue;
        const auto &was = *found->second, &is = *lane.data;
        const auto note = [&](const char* what, const std::string& from, const std::string& to) {
            if (from != to)
                names[fmt::format("{} {} became {}", what, withoutName(from, name),
                                  withoutName(to, name))]
                    .push_back(name);
        };
        note("type", std::string(ir::name(was.dtype.scalar)),
             std::string(ir::name(is.dtype.scalar)));
        note("shape", listed(was.shape), listed(is.shape));
        note("strides", listed(was.strides), listed(is.strides));
    }
    std::vector<std::string> relaid;
    relaid.reserve(names.size());
    for (const auto& [what, arrays] : names)
        relaid.push_back(fmt::format("{}: {}", what, fmt::join(arrays, ", ")));
    return relaid;
}

} // namespace

bool ProgramDifference::isEmpty() const {
    return gone.empty() && added.empty() && relaid.empty() &&
           std::ranges::all_of(groups, &RowGroup::unchanged);
}

ProgramDifference programDifference(const ComparedProgram& first, const ComparedProgram& second) {
    const Side before(first), after(second);
    ProgramDifference d;
    d.first = before.rows();
    d.second = after.rows();
    d.firstFigures = before.figures();
    d.secondFigures = after.figures();
    d.groups = groupsOf(before, after);
    d.gone = temporariesOnlyIn(before, after);
    d.added = temporariesOnlyIn(after, before);
    d.relaid = relaidBetween(d.first, d.second);
    d.sizes = first.sizes;
    return d;
}

} // namespace mw::workbench
