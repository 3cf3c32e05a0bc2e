// Views between nested SDFGs and the arrays of which they are given a part.
#include "transforms/toolkit/whole_containers.h"

#include "core/ir/edit.h"
#include "core/ir/index.h"
#include "core/symbolic/expr.h"
#include "core/symbolic/subset.h"
#include "transforms/toolkit/memory_size.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace mw::transforms {

namespace {

using symbolic::Expr;

/// The inner container's extents and strides in the symbols outside.
struct Layout {
    std::vector<Expr> shape, strides;
};

Layout outside(const ir::DataDescriptor& inner, const ir::NestedSdfg& nested) {
    symbolic::Substitution values;
    for (const auto& [name, value] : nested.symbolMapping)
        values.emplace(name, value);
    Layout layout{inner.shape, inner.strides};
    for (auto* list : {&layout.shape, &layout.strides})
        for (Expr& e : *list)
            e = symbolic::substitute(e, values);
    return layout;
}

bool isOneElement(const Layout& layout) {
    return layout.shape.size() == 1 && layout.shape.front().isInteger(1);
}

/// A number or a name.
bool isNameOrNumber(const Expr& e) {
    return e.isInteger() || e.isSymbol();
}

/// Whether DaCe (2.0.0b1) finds an extent or stride inside, once outer values are put in, equal to
/// the one outside. What it reads in the dollar dialect are trees as they are written, what it puts
/// values into is a simplified one, and a sum is another tree than itself (findings,
/// dace-json-shape-equality): there only names and numbers count.
bool areFoundEqual(const std::vector<Expr>& restated, const std::vector<Expr>& outer, bool dollar) {
    return restated == outer && (!dollar || std::ranges::all_of(restated, isNameOrNumber));
}

/// As DaCe compares them (2.0.0b1): a scalar and an array of one element are alike.
bool isWhole(const ir::DataDescriptor& inner, const Layout& layout, const ir::DataDescriptor& outer,
             bool dollar) {
    if (inner.dtype != outer.dtype)
        return false;
    if (inner.isScalar() || outer.isScalar())
        return (inner.isScalar() || isOneElement(layout)) &&
               (outer.isScalar() || isOneElement({outer.shape, outer.strides}));
    return areFoundEqual(layout.shape, outer.shape, dollar) &&
           areFoundEqual(layout.strides, outer.strides, dollar);
}

bool canBeViewed(const ir::DataDescriptor& data) {
    using ir::DataKind;
    return data.kind == DataKind::array || data.kind == DataKind::view ||
           data.kind == DataKind::scalar;
}

ir::DataDescriptor viewOf(const ir::DataDescriptor& inner, Layout layout,
                          const ir::DataDescriptor& outer) {
    ir::DataDescriptor view;
    view.kind = ir::DataKind::view;
    view.typeName = "ArrayView";
    view.dtype = inner.dtype;
    view.transient = true;
    view.storage = outer.storage;
    if (inner.isScalar())
        layout = {{Expr(1)}, {Expr(1)}};
    view.shape = std::move(layout.shape);
    view.strides = std::move(layout.strides);
    view.offset.assign(view.shape.size(), Expr(0));
    view.totalSize = memorySize(view);
    return view;
}

symbolic::Subset wholeOf(const ir::DataDescriptor& view) {
    symbolic::Subset all;
    for (const Expr& extent : view.shape)
        all.dims.push_back({Expr(0), extent - Expr(1), Expr(1), Expr(1)});
    return all;
}

class Views {
public:
    Views(const ir::DocumentPtr& document, bool dollar)
        : base_(document), editor_(document), dollar_(dollar) {}

    ir::DocumentPtr result() {
        for (const BlockId block : editor_.base().states())
            visit(block);
        return changed_ ? editor_.commit().document : base_;
    }

private:
    void visit(BlockId block) {
        const auto* place = editor_.base().find(block);
        const ir::Sdfg& sdfg = *place->sdfg;
        for (const auto& node : place->block->as<ir::State>()->nodes) {
            const auto* nested = node->as<ir::NestedSdfg>();
            if (!nested || !nested->sdfg)
                continue;
            for (const auto& edge : place->block->as<ir::State>()->edges)
                if (edge->dst == node->id || edge->src == node->id)
                    bind(block, sdfg, *node, *nested, *edge);
        }
    }

    void bind(BlockId block, const ir::Sdfg& sdfg, const ir::Node& node,
              const ir::NestedSdfg& nested, const ir::Edge& edge) {
        const bool reads = edge.dst == node.id;
        const std::string& connector = reads ? edge.dstConnector : edge.srcConnector;
        const auto* inner = connector.empty() ? nullptr : nested.sdfg->data(connector);
        const auto* outer = edge.memlet.empty() ? nullptr : sdfg.data(edge.memlet.data);
        if (!inner || !outer || !canBeViewed(*inner) || !canBeViewed(*outer))
            return;
        declare(block, sdfg, node, nested, *inner);
        Layout layout = outside(*inner, nested);
        if (isWhole(*inner, layout, *outer, dollar_))
            return;
        changed_ = true;
        if (dollar_ && named_.emplace(node.id, connector).second)
            nameExtents(block, node, nested, connector, *inner, layout);
        const std::string name = editor_.freshName(sdfg.id, connector + "_view");
        const auto view = viewOf(*inner, std::move(layout), *outer);
        editor_.sdfg(sdfg.id).arrays.append(name, std::make_shared<const ir::DataDescriptor>(view));

        ir::Node access;
        access.kind = ir::AccessNode{name};
        const ir::DType untyped{ir::ScalarType::none, {}};
        (reads ? access.in : access.out).emplace("views", untyped);
        const NodeId at = editor_.addNode(block, std::move(access));
        ir::Edge inside;
        inside.src = reads ? at : node.id;
        inside.dst = reads ? node.id : at;
        (reads ? inside.dstConnector : inside.srcConnector) = connector;
        inside.memlet = ir::Memlet::of(name, wholeOf(view));
        editor_.addEdge(block, std::move(inside));
        ir::Edge& viewing = editor_.edge(block, edge.id);
        (reads ? viewing.dst : viewing.src) = at;
        (reads ? viewing.dstConnector : viewing.srcConnector) = "views";
    }

    /// Extents and strides that are more than a name or a number become symbols inside, whose
    /// values are what the view outside states: the same text on both sides is the same tree.
    void nameExtents(BlockId block, const ir::Node& node, const ir::NestedSdfg& nested,
                     const std::string& connector, const ir::DataDescriptor& inner,
                     const Layout& layout) {
        if (inner.isScalar())
            return;
        auto data = inner;
        const auto name = [&](Expr& inside, const Expr& outside, const char* what, std::size_t d) {
            if (isNameOrNumber(outside))
                return;
            const std::string symbol = editor_.freshName(
                nested.sdfg->id, connector + "_" + what + "_" + std::to_string(d));
            editor_.sdfg(nested.sdfg->id)
                .symbols.emplace(symbol, ir::DType{ir::ScalarType::int64, {}});
            editor_.node(block, node.id)
                .as<ir::NestedSdfg>()
                ->symbolMapping.emplace(symbol, outside);
            inside = Expr::symbol(symbol);
        };
        for (std::size_t d = 0; d < data.shape.size(); ++d)
            name(data.shape[d], layout.shape[d], "size", d);
        for (std::size_t d = 0; d < data.strides.size(); ++d)
            name(data.strides[d], layout.strides[d], "stride", d);
        editor_.sdfg(nested.sdfg->id)
            .arrays.set(connector, std::make_shared<const ir::DataDescriptor>(std::move(data)));
    }

    /// Symbols of a connector's container are symbols of the nested SDFG, with a value.
    void declare(BlockId block, const ir::Sdfg& sdfg, const ir::Node& node,
                 const ir::NestedSdfg& nested, const ir::DataDescriptor& inner) {
        std::set<std::string> names;
        for (const auto* list : {&inner.shape, &inner.strides})
            for (const Expr& e : *list)
                for (const std::string& name : symbolic::freeSymbols(e))
                    names.insert(name);
        for (const std::string& name : names) {
            if (!nested.sdfg->symbols.contains(name)) {
                const auto known = sdfg.symbols.find(name);
                editor_.sdfg(nested.sdfg->id)
                    .symbols.emplace(name, known != sdfg.symbols.end()
                                               ? known->second
                                               : ir::DType{ir::ScalarType::int32, {}});
                changed_ = true;
            }
            if (!nested.symbolMapping.contains(name)) {
                editor_.node(block, node.id)
                    .as<ir::NestedSdfg>()
                    ->symbolMapping.emplace(name, Expr::symbol(name));
                changed_ = true;
            }
        }
    }

    ir::DocumentPtr base_;
    ir::Editor editor_;
    std::set<std::pair<NodeId, std::string>> named_; ///< connectors whose extents are symbols now
    bool dollar_;                                    ///< the dialect that the file will be in
    bool changed_ = false;
};

} // namespace

ir::DocumentPtr withWholeContainers(const ir::DocumentPtr& document, bool dollar) {
    return Views(document, dollar).result();
}

} // namespace mw::transforms
