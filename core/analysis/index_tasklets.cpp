// Indices in tasklets: what their connectors bring, and which elements their subscripts mean.
#include "core/analysis/analysis.h"
#include "core/analysis/index_values.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::analysis {

using symbolic::Expr;
using symbolic::Op;
using symbolic::Range;
using symbolic::Subset;

const tasklet::Code* IndexValues::code(const ir::Node& node) {
    const auto [known, fresh] = code_.try_emplace(&node);
    if (fresh) {
        const auto& text = node.as<ir::Tasklet>()->code;
        if (text.language == ir::Language::Python)
            if (auto parsed = tasklet::parse(text.text))
                known->second = std::move(*parsed);
    }
    return known->second ? &*known->second : nullptr;
}

namespace {

/// The place of a subscript within the container, as the memlet of the connector has it.
IndexValues::Indices subscripted(const Subset& window, const std::vector<Expr>& begins,
                                 const std::vector<Expr>& indices) {
    std::vector<std::size_t> dims;
    for (std::size_t d = 0; d < window.rank(); ++d)
        if (indices.size() == window.rank() || !window.dims[d].isPoint())
            dims.push_back(d);
    IndexValues::Indices result;
    for (std::size_t d = 0; d < window.rank(); ++d) {
        const auto found = std::ranges::find(dims, d);
        const auto place = static_cast<std::size_t>(found - dims.begin());
        if (found == dims.end())
            result.emplace_back(begins[d]);
        else if (place >= indices.size() || dims.size() != indices.size() ||
                 indices[place].op() == Op::undefined || begins[d].op() == Op::undefined)
            result.emplace_back(Expr::undefined());
        else
            result.emplace_back(begins[d] + indices[place]);
    }
    return result;
}

const ir::Edge* edgeAt(std::span<const ir::Edge* const> edges, std::string ir::Edge::*end,
                       const std::string& connector) {
    const auto found =
        std::ranges::find_if(edges, [&](const ir::Edge* edge) { return edge->*end == connector; });
    return found == edges.end() ? nullptr : *found;
}

} // namespace

void IndexValues::tasklet(const Position& at, const ir::Node& node, const Subscript& report) {
    const tasklet::Code* parsed = code(node);
    if (!parsed)
        return;
    if (report)
        followed_ = 0;
    const Elsewhere elsewhere = report ? "" : fmt::format("t{}.{}", at.level->id, node.id.value);
    const auto in = at.state->index.inEdges(node.id);
    const auto out = at.state->index.outEdges(node.id);
    IndexCode::Surroundings around;
    around.name = [&](const std::string& name) {
        const ir::Edge* edge = edgeAt(in, &ir::Edge::dstConnector, name);
        return edge ? connector(at, *edge, elsewhere) : this->name(at, name, elsewhere);
    };
    around.subscript = [&](const std::string& object, const std::vector<Expr>& indices,
                           const std::vector<Expr>& conditions, bool write) {
        const ir::Edge* edge = write ? edgeAt(out, &ir::Edge::srcConnector, object) : nullptr;
        if (!edge)
            edge = edgeAt(in, &ir::Edge::dstConnector, object);
        const auto* data = edge ? at.level->parts->sdfg().data(edge->memlet.data) : nullptr;
        if (!data)
            return Expr::undefined();
        const Subset window = edge->memlet.subset ? *edge->memlet.subset : wholeContainer(*data);
        std::vector<Expr> begins;
        for (const Range& range : window.dims)
            begins.push_back(substitute(at, range.begin, elsewhere));
        const Indices place = subscripted(window, begins, indices);
        if (report)
            report(*edge, place, conditions, write);
        return write ? Expr::undefined() : element(at, edge->memlet.data, place, elsewhere);
    };
    around.unknown = [&] { return unknown(); };
    IndexCode run(around);
    run.run(*parsed);
    if (!report)
        outputs_.insert_or_assign({at.level->id, node.id}, run.assigned());
}

Expr IndexValues::output(const Position& at, const ir::Node& node, const std::string& name) {
    const auto key = std::pair(at.level->id, node.id);
    if (!outputs_.contains(key)) {
        const std::string pending = fmt::format("task{}.{}", at.level->id, node.id.value);
        if (!begin(pending))
            return Expr::undefined();
        tasklet(at, node, {});
        pending_.erase(pending);
    }
    const auto& values = outputs_[key];
    const auto value = values.find(name);
    return value == values.end() ? Expr::undefined() : value->second;
}

} // namespace mw::analysis
