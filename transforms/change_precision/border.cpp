// Arguments keep their type: a temporary of the other one stands for each, behind copies at the
// beginning and the end of the program.

#include "core/analysis/analysis.h"
#include "core/analysis/assigned_symbols.h"
#include "core/analysis/certain_writes.h"
#include "core/ir/predicates.h"
#include "transforms/change_precision/plan.h"
#include "transforms/toolkit/accesses.h"
#include "transforms/toolkit/copy.h"
#include "transforms/toolkit/insert_blocks.h"
#include "transforms/toolkit/memory_size.h"
#include "transforms/toolkit/rename.h"
#include "transforms/toolkit/scope.h"
#include "transforms/toolkit/users.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms::change_precision {

namespace {

using symbolic::Subset;

/// One block after the other, without conditions and jumps.
bool isStraight(const ir::Region& region) {
    std::set<BlockId> left, reached;
    for (const ir::InterstateEdge& edge : region.edges)
        if (!ir::isAlwaysTrue(edge.condition) || !left.insert(edge.src).second ||
            !reached.insert(edge.dst).second)
            return false;
    bool jumps = false;
    ir::forEachBlock(region, [&](const ir::Block& block) {
        const auto* jump = block.as<ir::JumpBlock>();
        jumps = jumps || (jump && jump->jump == ir::Jump::returnProgram) ||
                block.as<ir::UnknownBlock>();
    });
    return !jumps && region.edges.size() + 1 == region.blocks.size();
}

bool sameRegion(const Subset& a, const Subset& b) {
    return a.rank() == b.rank() &&
           std::ranges::equal(a.dims, b.dims, [](const auto& one, const auto& other) {
               return symbolic::equal(one.begin, other.begin) &&
                      symbolic::equal(one.end, other.end) && symbolic::equal(one.step, other.step);
           });
}

/// All of the region that an edge says is written certainly is, or none of it.
bool writesAll(const StateView& at, const ir::Edge& edge, const std::optional<Subset>& said) {
    const auto certain = analysis::certainWrites(*at.sdfg, *at.index, edge);
    if (!said || !edge.memlet.wcr.empty() || certain.size() != 1 ||
        !sameRegion(certain.front().region, *said))
        return false;
    return std::ranges::all_of(certain.front().trips, [&](const auto& trips) {
        return std::ranges::any_of(
            said->dims, [&](const auto& dim) { return symbolic::equal(dim.size(), trips); });
    });
}

bool usesAny(const Subset& region, const analysis::AssignedSymbols& assigned) {
    std::set<std::string, std::less<>> symbols;
    for (const auto& dim : region.dims)
        for (const auto& e : {dim.begin, dim.end, dim.step})
            symbolic::collectSymbols(e, symbols);
    return std::ranges::any_of(assigned,
                               [&](const auto& one) { return symbols.contains(one.first); });
}

bool stands(const ir::Region& region, BlockId state) {
    return std::ranges::any_of(region.blocks,
                               [&](const auto& block) { return block->id == state; });
}

/// A conversion of the whole argument into the temporary is all that is done with it.
bool isBehindCopies(const StateView& at, const ir::Node& node, ir::ScalarType type) {
    for (const bool reads : {true, false})
        for (const ir::Edge* edge :
             reads ? at.index->outEdges(node.id) : at.index->inEdges(node.id))
            for (const ir::Edge* part : reads ? analysis::branchesBelow(*at.index, *edge)
                                              : analysis::branchesAbove(*at.index, *edge)) {
                const ir::Node& far = *at.index->node(reads ? part->dst : part->src);
                if (reads ? far.isEntry() : far.isExit())
                    continue;
                const auto* tasklet = far.as<ir::Tasklet>();
                if (!tasklet || tasklet->code.text != "_out = _in")
                    return false;
                const auto beyond = reads ? at.index->outEdges(far.id) : at.index->inEdges(far.id);
                const auto* data =
                    beyond.empty() ? nullptr : at.sdfg->data(beyond.front()->memlet.data);
                if (!data || !data->transient || data->dtype.scalar != type)
                    return false;
            }
    return true;
}

/// A view that looks at the argument and that something writes to, which says less than a write to
/// the argument itself.
const ir::Node* writtenView(const DocumentView& view, const ir::SdfgPtr& root,
                            const std::string& argument, const Retyping& retyping) {
    for (const auto& [sdfg, name] : retyping.containers) {
        if (sdfg != root->id || root->data(name)->kind != ir::DataKind::view)
            continue;
        for (const auto& [state, node] : usersOf(view, root, name)) {
            const StateView at = *view.state(state);
            const ir::Edge* viewing = analysis::viewingEdge(*at.index, *node).edge;
            const bool writes =
                std::ranges::any_of(at.index->inEdges(node->id), [&](const ir::Edge* edge) {
                    return edge != viewing && !edge->memlet.empty();
                });
            if (writes && rootData(*at.index, *root, *node) == argument)
                return node;
        }
    }
    return nullptr;
}

} // namespace

std::variant<Border, Refusal> planBorder(const DocumentView& view, const std::string& argument,
                                         const Retyping& retyping) {
    const auto root = view.sdfg(view.document()->root->id);
    Border border;
    border.argument = argument;
    const auto& users = usersOf(view, root, argument);
    const ir::Node* partly = writtenView(view, root, argument, retyping);
    const auto assigned = analysis::assignedSymbols(*root);
    bool behind = true;
    for (const auto& [state, node] : users) {
        const StateView at = *view.state(state);
        behind = behind && isBehindCopies(at, *node, retyping.type);
        border.isRead = border.isRead || !at.index->outEdges(node->id).empty();
        for (const ir::Edge* edge : at.index->inEdges(node->id)) {
            if (edge->memlet.empty())
                continue;
            const auto written = analysis::destinationSubset(*at.index, *edge);
            if (!writesAll(at, *edge, written) || !stands(root->body, state) ||
                at.index->scope(node->id) || usesAny(*written, assigned))
                partly = node;
            if (written && std::ranges::none_of(border.written, [&](const Subset& known) {
                    return sameRegion(known, *written);
                }))
                border.written.push_back(*written);
        }
    }
    if (partly)
        return refuse(7, "partly-written",
                      fmt::format("It is not certain that all of a region of '{}' is written, or "
                                  "none of it: what is not would be rounded by the copies.",
                                  argument),
                      {partly->id});
    const std::vector<ElementId> where =
        users.empty() ? std::vector<ElementId>{} : std::vector<ElementId>{users.front().node->id};
    if (root->data(argument)->mayAlias)
        return refuse(7, "may-alias",
                      fmt::format("'{}' may be the same memory as another argument.", argument),
                      where);
    if (behind)
        return refuse(7, "behind-copies",
                      fmt::format("Nothing is computed with '{}' but copies of the type {}.",
                                  argument, ir::name(retyping.type)),
                      where);
    if (!border.written.empty() && !isStraight(root->body))
        return refuse(7, "several-ends",
                      fmt::format("The program does not end at one place, where '{}' could be "
                                  "copied out.",
                                  argument),
                      where);
    return border;
}

namespace {

/// The same container as a temporary of another type.
std::string addTemporary(ir::Editor& editor, const ir::Sdfg& root, const std::string& argument,
                         ir::ScalarType type) {
    auto made = std::make_shared<ir::DataDescriptor>(*root.data(argument));
    made->dtype = {type, {}};
    made->transient = true;
    made->mayAlias = false;
    made->origin = nullptr;
    // What callers hand over may be more than is said of it.
    symbolic::Expr size = memorySize(*made) + made->startOffset;
    for (std::size_t d = 0; d < made->offset.size(); ++d)
        size = size + made->offset[d] * made->strides[d];
    made->totalSize = symbolic::simplify(size);
    const std::string name =
        freshName(editor, root.id, fmt::format("{}_{}", argument, ir::name(type)));
    editor.sdfg(root.id).arrays.set(name, std::move(made));
    return name;
}

/// Every node and memlet of the root's states that names one of the arguments.
void rename(ir::Editor& editor, const ir::Sdfg& root, const Renaming& names) {
    ir::forEachBlock(root.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state || std::ranges::none_of(state->nodes, [&](const auto& node) {
                const auto* access = node->template as<ir::AccessNode>();
                return access && names.contains(access->data);
            }))
            return;
        std::vector<NodeId> nodes;
        std::vector<EdgeId> edges;
        for (const auto& node : editor.state(block.id).nodes)
            if (const auto* access = node->as<ir::AccessNode>();
                access && names.contains(access->data))
                nodes.push_back(node->id);
        for (const auto& edge : editor.state(block.id).edges)
            if (names.contains(edge->memlet.data))
                edges.push_back(edge->id);
        for (const NodeId id : nodes) {
            auto& data = editor.node(block.id, id).as<ir::AccessNode>()->data;
            data = names.find(data)->second;
        }
        for (const EdgeId id : edges) {
            auto& data = editor.edge(block.id, id).memlet.data;
            data = names.find(data)->second;
        }
    });
}

NodeId addAccess(ir::Editor& editor, BlockId state, const std::string& data) {
    ir::Node node;
    node.kind = ir::AccessNode{data};
    return editor.addNode(state, std::move(node));
}

void addCopy(ir::Editor& editor, BlockId state, const ir::Sdfg& root, const std::string& from,
             const std::string& to, const Subset& region, ir::Storage storage) {
    Conversion copy{{}, nullptr, from, to, region, region};
    if (!symbolic::expand(region.volume()).isInteger(1))
        copy.placement = placementOf(region, region);
    copy.schedule = ir::isDeviceStorage(storage) ? ir::Schedule::GPU_Device : ir::Schedule::Default;
    const NodeId source = addAccess(editor, state, from);
    const NodeId target = addAccess(editor, state, to);
    const auto nodes = addConversion(editor, state, root.id, copy, {source, "", target, ""});
    for (const NodeId id : nodes.all)
        moveBefore(editor, state, id, target);
}

BlockId addState(ir::Editor& editor, const ir::Sdfg& root, const std::string& wish) {
    ir::Block block;
    block.label = freshLabel(editor.region(root.id), wish);
    block.kind = ir::State{};
    return editor.addBlock(root.id, std::move(block));
}

void addEdge(ir::Editor& editor, const ir::Sdfg& root, BlockId from, BlockId to) {
    ir::InterstateEdge edge;
    edge.src = from;
    edge.dst = to;
    editor.addInterstateEdge(root.id, std::move(edge));
}

} // namespace

void putBehindCopies(ir::Editor& editor, const DocumentView& view, ir::ScalarType type,
                     const std::vector<Border>& borders) {
    if (borders.empty())
        return;
    const ir::Sdfg& root = *view.document()->root;
    const BlockId first = ir::startOf(root.body);
    BlockId last;
    for (const auto& block : root.body.blocks)
        if (std::ranges::none_of(root.body.edges,
                                 [&](const auto& edge) { return edge.src == block->id; }))
            last = block->id;
    Renaming names;
    for (const Border& border : borders)
        names[border.argument] = addTemporary(editor, root, border.argument, type);
    rename(editor, root, names);
    BlockId in, out;
    for (const auto& [argument, isRead, written] : borders) {
        const auto& data = *root.data(argument);
        if (isRead) {
            in = in ? in : addState(editor, root, "copies_in");
            addCopy(editor, in, root, argument, names[argument], analysis::wholeContainer(data),
                    data.storage);
        }
        for (const Subset& region : written) {
            out = out ? out : addState(editor, root, "copies_out");
            addCopy(editor, out, root, names[argument], argument, region, data.storage);
        }
    }
    if (in) {
        addEdge(editor, root, in, first);
        ir::Region& region = editor.region(root.id);
        region.start = in;
        const auto at =
            std::ranges::find_if(region.blocks, [&](const auto& block) { return block->id == in; });
        std::rotate(region.blocks.begin(), at, at + 1);
    }
    if (out)
        addEdge(editor, root, last, out);
}

} // namespace mw::transforms::change_precision
