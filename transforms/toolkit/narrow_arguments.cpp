// Cuts what nested SDFGs are given of containers down to what they touch.

#include "transforms/toolkit/narrow_arguments.h"

#include "core/analysis/analysis.h"
#include "core/analysis/assigned_symbols.h"
#include "core/analysis/footprint.h"
#include "core/analysis/names.h"
#include "transforms/toolkit/memory_size.h"
#include "transforms/toolkit/relayout.h"
#include "transforms/toolkit/replacement.h"
#include "transforms/toolkit/scope.h"

#include <algorithm>
#include <functional>

namespace mw::transforms {

namespace {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

/// An edge inside with a region of the argument.
struct InnerUse {
    BlockId state;
    EdgeId edge;
    bool named; ///< the memlet names the argument
};

struct Cut {
    std::string name;
    std::vector<Range> box;   ///< by dimension of the argument; what stays whole begins at 0
    std::vector<bool> narrow; ///< which dimensions are cut
    std::vector<Expr> shape;
    Subset outer;
    std::vector<EdgeId> edges; ///< at the nested SDFG
    std::vector<InnerUse> uses;
};

class Narrowing {
public:
    Narrowing(const StateView& at, const ir::Node& node)
        : at_(at), node_(node), nested_(*node.as<ir::NestedSdfg>()), sdfg_(*nested_.sdfg) {
        for (const auto& [symbol, value] : nested_.symbolMapping)
            mapping_.emplace(symbol, value);
        analysis::forEachControlText(sdfg_, [&](const std::string& text) {
            analysis::collectIdentifiers(text, inControl_);
        });
        for (const auto& [symbol, type] : analysis::assignedSymbols(sdfg_))
            inControl_.insert(symbol);
    }

    std::optional<Cut> cutOf(const std::string& name,
                             const std::vector<analysis::Access>& accesses) const;
    void apply(ir::Editor& editor, const Cut& cut) const;

private:
    bool readEdges(Cut& cut, const ir::DataDescriptor& data, SeenDims& dims) const;
    std::optional<Subset> boxOf(const ir::DataDescriptor& data,
                                const std::vector<analysis::Access>& accesses) const;
    bool readUses(Cut& cut) const;
    bool addUses(Cut& cut, BlockId state, const ir::StateIndex& index,
                 const std::vector<const ir::Edge*>& edges, bool atSource) const;

    const StateView& at_;
    const ir::Node& node_;
    const ir::NestedSdfg& nested_;
    const ir::Sdfg& sdfg_;
    symbolic::Substitution mapping_;
    analysis::NameSet inControl_; ///< what the control flow names or assigns
};

bool isPlain(const ir::DataDescriptor& data) {
    return data.kind == ir::DataKind::array && !data.transient && data.rank() > 0 &&
           data.startOffset.isInteger(0) &&
           std::ranges::all_of(data.offset, [](const Expr& e) { return e.isInteger(0); });
}

/// Along the dimensions that are cut, the region is the one index that is left.
bool isWithin(const Cut& cut, const Subset& region) {
    for (std::size_t s = 0; s < cut.box.size(); ++s)
        if (cut.narrow[s] && (s >= region.rank() || !region.dims[s].isPoint() ||
                              !symbolic::equal(region.dims[s].begin, cut.box[s].begin)))
            return false;
    return region.rank() == cut.box.size();
}

/// The edges at the connector give one and the same region.
bool Narrowing::readEdges(Cut& cut, const ir::DataDescriptor& data, SeenDims& dims) const {
    std::vector<const ir::Edge*> edges;
    for (const ir::Edge* edge : at_.index->inEdges(node_.id))
        if (edge->dstConnector == cut.name)
            edges.push_back(edge);
    for (const ir::Edge* edge : at_.index->outEdges(node_.id))
        if (edge->srcConnector == cut.name)
            edges.push_back(edge);
    for (const ir::Edge* edge : edges) {
        const auto path = analysis::memletPath(*at_.index, *edge);
        const ir::Node* end =
            at_.index->node(edge->dst == node_.id ? path.front()->src : path.back()->dst);
        const auto* access = end->as<ir::AccessNode>();
        const auto* outer = access ? at_.sdfg->data(access->data) : nullptr;
        const ir::Memlet& memlet = edge->memlet;
        if (!outer || memlet.data != access->data || !memlet.subset || memlet.otherSubset ||
            memlet.data != edges.front()->memlet.data ||
            !(memlet.subset == edges.front()->memlet.subset))
            return false;
        const auto seen = seenDimensions(data, mapping_, *outer, *memlet.subset, true);
        if (!seen)
            return false;
        dims = *seen;
        cut.outer = *memlet.subset;
        cut.edges.push_back(edge->id);
    }
    return !edges.empty();
}

/// The box over all accesses, in symbols that keep their values inside.
std::optional<Subset> Narrowing::boxOf(const ir::DataDescriptor& data,
                                       const std::vector<analysis::Access>& accesses) const {
    std::optional<Subset> box;
    for (const analysis::Access& access : accesses) {
        if (access.region.rank() != data.rank())
            return std::nullopt;
        box = box ? symbolic::boundingUnion(*box, access.region) : access.region;
    }
    std::set<std::string, std::less<>> symbols;
    if (box)
        symbolic::collectSymbols(*box, symbols);
    const bool constant = std::ranges::all_of(symbols, [&](const std::string& symbol) {
        return mapping_.contains(symbol) && !inControl_.contains(symbol);
    });
    return constant ? box : std::nullopt;
}

bool Narrowing::addUses(Cut& cut, BlockId state, const ir::StateIndex& index,
                        const std::vector<const ir::Edge*>& edges, bool atSource) const {
    for (const ir::Edge* edge : edges) {
        const auto region = atSource ? analysis::sourceSubset(index, *edge)
                                     : analysis::destinationSubset(index, *edge);
        if (edge->memlet.empty())
            continue;
        if (!region || !isWithin(cut, *region))
            return false;
        cut.uses.push_back({state, edge->id, analysis::isDataSource(index, *edge) == atSource});
    }
    return true;
}

/// Every memlet inside that says a region of the argument.
bool Narrowing::readUses(Cut& cut) const {
    bool known = true;
    ir::forEachBlock(sdfg_.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        const ir::StateIndex index(*state);
        for (const auto& node : state->nodes) {
            const auto* access = node->as<ir::AccessNode>();
            if (!access || access->data != cut.name)
                continue;
            for (const ir::Edge* edge : index.outEdges(node->id))
                known = known &&
                        addUses(cut, block.id, index, analysis::branchesBelow(index, *edge), true);
            for (const ir::Edge* edge : index.inEdges(node->id))
                known = known &&
                        addUses(cut, block.id, index, analysis::branchesAbove(index, *edge), false);
        }
    });
    return known;
}

std::optional<Cut> Narrowing::cutOf(const std::string& name,
                                    const std::vector<analysis::Access>& accesses) const {
    const auto* data = sdfg_.data(name);
    Cut cut{name, {}, {}, {}, {}, {}, {}};
    SeenDims dims;
    if (!data || !isPlain(*data) || inControl_.contains(name) || !readEdges(cut, *data, dims))
        return std::nullopt;
    const auto box = boxOf(*data, accesses);
    if (!box)
        return std::nullopt;
    bool changes = false;
    for (std::size_t s = 0; s < data->rank(); ++s) {
        const Range& range = box->dims[s];
        const bool whole = !dims[s] || !range.isPoint() || data->shape[s].isInteger(1);
        cut.box.push_back(whole ? Range{0, data->shape[s] - Expr(1)} : range);
        cut.narrow.push_back(!whole);
        cut.shape.push_back(whole ? data->shape[s] : extentOf(range));
        if (whole)
            continue;
        changes = true;
        Range& outer = cut.outer.dims[*dims[s]];
        const Expr begin = outer.begin;
        outer.begin = symbolic::simplify(begin + symbolic::substitute(range.begin, mapping_));
        outer.end = symbolic::simplify(begin + symbolic::substitute(range.end, mapping_));
    }
    return changes && readUses(cut) ? std::optional(std::move(cut)) : std::nullopt;
}

void Narrowing::apply(ir::Editor& editor, const Cut& cut) const {
    auto data = std::make_shared<ir::DataDescriptor>(*sdfg_.data(cut.name));
    data->shape = cut.shape;
    data->totalSize = memorySize(*data);
    editor.sdfg(sdfg_.id).arrays.set(cut.name, std::move(data));
    for (const InnerUse& use : cut.uses) {
        ir::Memlet& memlet = editor.edge(use.state, use.edge).memlet;
        auto& region = use.named ? memlet.subset : memlet.otherSubset;
        for (std::size_t s = 0; s < cut.box.size(); ++s)
            for (Expr* e : {&region->dims[s].begin, &region->dims[s].end})
                *e = symbolic::simplify(*e - cut.box[s].begin);
    }
    for (const EdgeId id : cut.edges) {
        ir::Memlet& memlet = editor.edge(at_.id, id).memlet;
        memlet.subset = cut.outer;
        if (!memlet.dynamic)
            memlet.volume = cut.outer.volume();
    }
}

} // namespace

namespace {

struct NestedPlace {
    BlockId state;
    NodeId node;
    std::size_t depth;
};

/// The nested SDFGs in a scope (0: the whole state), the deepest last.
void collect(const ir::Block& block, NodeId scope, std::size_t depth,
             std::vector<NestedPlace>& places) {
    const ir::StateIndex index(*block.as<ir::State>());
    for (const auto& node : index.state().nodes) {
        const auto* nested = node->as<ir::NestedSdfg>();
        if (!nested || !nested->sdfg || (scope && !belongsTo(index, node->id, scope)))
            continue;
        places.push_back({block.id, node->id, depth});
        ir::forEachBlock(nested->sdfg->body, [&](const ir::Block& inner) {
            if (inner.as<ir::State>())
                collect(inner, {}, depth + 1, places);
        });
    }
}

void narrow(ir::Editor& editor, const StateView& at, const ir::Node& node) {
    const auto& sdfg = *node.as<ir::NestedSdfg>()->sdfg;
    const Narrowing narrowing(at, node);
    bool narrowed = false;
    for (const auto& [name, accesses] : analysis::footprint(sdfg))
        if (const auto cut = narrowing.cutOf(name, accesses)) {
            narrowing.apply(editor, *cut);
            narrowed = true;
        }
    if (const NodeId scope = at.index->scope(node.id); scope && narrowed)
        analysis::propagateScope(editor, at.id, scope);
}

} // namespace

DocumentView withNarrowArguments(const DocumentView& view, BlockId state, NodeId entry) {
    std::vector<NestedPlace> places;
    collect(*view.state(state)->block, entry, 0, places);
    std::ranges::stable_sort(places, std::greater{}, &NestedPlace::depth);
    DocumentView now = view;
    for (auto at = places.begin(); at != places.end();) {
        // What is further inside is seen by what is around it: level by level.
        ir::Editor editor(now.document());
        for (const std::size_t depth = at->depth; at != places.end() && at->depth == depth; ++at) {
            const StateView here = *now.state(at->state);
            narrow(editor, here, *here.index->node(at->node));
        }
        now = now.tried(editor.commit().document);
    }
    return now;
}

} // namespace mw::transforms
