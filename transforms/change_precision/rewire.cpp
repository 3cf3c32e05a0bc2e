// Gives containers another type, with what follows.

#include "core/ir/connectors.h"
#include "transforms/change_precision/plan.h"
#include "transforms/toolkit/rename.h"
#include "transforms/toolkit/scope.h"

#include <fmt/format.h>

namespace mw::transforms::change_precision {

namespace {

using symbolic::Expr;
using symbolic::Subset;

void connect(ir::Editor& editor, BlockId state, const ConversionEnds& ends, ir::Memlet memlet) {
    ir::Edge edge;
    edge.src = ends.src;
    edge.srcConnector = ends.srcConnector;
    edge.dst = ends.dst;
    edge.dstConnector = ends.dstConnector;
    edge.memlet = std::move(memlet);
    editor.addEdge(state, std::move(edge));
}

NodeId addTasklet(ir::Editor& editor, BlockId state) {
    ir::Node node;
    node.in["_in"] = {ir::ScalarType::none, {}};
    node.out["_out"] = {ir::ScalarType::none, {}};
    ir::Tasklet converts;
    converts.label = "convert";
    converts.code.text = "_out = _in";
    node.kind = std::move(converts);
    return editor.addNode(state, std::move(node));
}

/// The map's parameters, and the element that an iteration writes.
Subset addParameters(ir::Editor& editor, SdfgId sdfg, const Conversion& conversion, ir::Map& map) {
    Subset element;
    for (std::size_t d = 0; d < conversion.written.rank(); ++d) {
        const symbolic::Range& range = conversion.written.dims[d];
        if (!conversion.placement->dims[d]) {
            element.dims.push_back(symbolic::Range::point(range.begin));
            continue;
        }
        map.params.push_back(freshName(editor, sdfg, "i" + std::to_string(map.params.size())));
        map.range.dims.push_back(range);
        element.dims.push_back(symbolic::Range::point(Expr::symbol(map.params.back())));
    }
    return element;
}

ir::Memlet resolving(ir::Memlet memlet, const std::string& wcr) {
    memlet.wcr = wcr;
    return memlet;
}

} // namespace

ConversionNodes addConversion(ir::Editor& editor, BlockId state, SdfgId sdfg,
                              const Conversion& conversion, const ConversionEnds& ends,
                              const std::string& wcr) {
    const auto& [at, old, from, to, read, written, placement, schedule] = conversion;
    if (!placement) {
        const NodeId code = addTasklet(editor, state);
        connect(editor, state, {ends.src, ends.srcConnector, code, "_in"},
                ir::Memlet::of(from, read));
        connect(editor, state, {code, "_out", ends.dst, ends.dstConnector},
                resolving(ir::Memlet::of(to, written), wcr));
        return {code, {code}};
    }
    ir::Map map;
    map.label = fmt::format("convert_{}_{}", from, to);
    map.schedule = schedule;
    const Subset element = addParameters(editor, sdfg, conversion, map);
    const Subset source = placement->of(element);
    const auto [entry, exit] = editor.addMap(state, map);
    const std::string in = ir::addPassage(editor.node(state, entry), from);
    const std::string out = ir::addPassage(editor.node(state, exit), to);
    const NodeId code = addTasklet(editor, state);
    connect(editor, state, {ends.src, ends.srcConnector, entry, ir::passIn(in)},
            ir::Memlet::of(from, read));
    connect(editor, state, {entry, ir::passOut(in), code, "_in"}, ir::Memlet::of(from, source));
    connect(editor, state, {code, "_out", exit, ir::passIn(out)},
            resolving(ir::Memlet::of(to, element), wcr));
    connect(editor, state, {exit, ir::passOut(out), ends.dst, ends.dstConnector},
            resolving(ir::Memlet::of(to, written), wcr));
    return {entry, {entry, code, exit}};
}

namespace {

/// A copy is done where its target stands; one that leaves a scope, where its source stands.
void convert(ir::Editor& editor, const Conversion& conversion) {
    const ir::Edge& edge = *conversion.edge;
    const BlockId state = conversion.at.id;
    const bool arrives = conversion.at.index->node(edge.dst)->as<ir::AccessNode>();
    const auto nodes =
        addConversion(editor, state, conversion.at.sdfg->id, conversion,
                      {edge.src, edge.srcConnector, edge.dst, edge.dstConnector}, edge.memlet.wcr);
    editor.removeEdge(state, edge.id);
    NodeId last = edge.src;
    for (const NodeId id : nodes.all) {
        if (arrives)
            moveBefore(editor, state, id, edge.dst);
        else
            moveBehind(editor, state, id, last);
        last = id;
    }
    editor.replaced(edge.id, nodes.first);
}

} // namespace

void retype(ir::Editor& editor, const DocumentView& view, const Retyping& retyping,
            const std::set<std::string, std::less<>>& held) {
    for (const auto& [sdfg, name] : retyping.containers) {
        if (sdfg == view.document()->root->id && held.contains(name))
            continue;
        auto changed = std::make_shared<ir::DataDescriptor>(*view.sdfg(sdfg)->data(name));
        changed->dtype = {retyping.type, {}};
        editor.sdfg(sdfg).arrays.set(name, std::move(changed));
    }
    for (const auto& [state, node, name, isInput] : retyping.connectors) {
        ir::Node& changed = editor.node(state, node);
        (isInput ? changed.in : changed.out)[name] = {retyping.type, {}};
    }
    for (const Conversion& conversion : retyping.conversions)
        convert(editor, conversion);
}

} // namespace mw::transforms::change_precision
