// Says expressions of levels further inside in symbols of the outermost one.

#include "transforms/toolkit/outwards.h"

#include "core/analysis/analysis.h"
#include "core/analysis/assigned_symbols.h"
#include "core/analysis/footprint.h"

#include <fmt/format.h>

namespace mw::transforms {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

namespace {

/// A name that only this level has.
std::string local(const std::string& symbol, std::size_t level) {
    return fmt::format("{}'{}", symbol, level);
}

} // namespace

Outwards::Outwards(const DocumentView& view, InnerLevels levels, NodeId scope)
    : levels_(std::move(levels)), scope_(scope) {
    for (std::size_t l = 0; l < levels_.size(); ++l)
        enter(view, l);
}

Expr Outwards::say(const Expr& e, std::size_t level) const {
    symbolic::Substitution values = names_[level];
    for (const auto& symbol : symbolic::freeSymbols(e))
        if (level > 0 && !values.contains(symbol))
            values.emplace(symbol, Expr::symbol(local(symbol, level)));
    return symbolic::substitute(e, values);
}

Subset Outwards::say(const Subset& region, std::size_t level) const {
    Subset said;
    for (const Range& range : region.dims)
        said.dims.push_back(
            {say(range.begin, level), say(range.end, level), range.step, range.tile});
    return said;
}

NodeId Outwards::scope(std::size_t level) const {
    return level + 1 < levels_.size() ? levels_[level].at.index->scope(levels_[level + 1].nested)
                                      : scope_;
}

void Outwards::assume(const std::string& name, const Range& range, std::size_t level) {
    facts_.inRange(level > 0 ? local(name, level) : name,
                   {say(range.begin, level), say(range.end, level), range.step, range.tile});
}

void Outwards::enter(const DocumentView& view, std::size_t level) {
    const InnerLevel& here = levels_[level];
    const ir::StateIndex& index = *here.at.index;
    symbolic::Substitution names;
    if (level > 0) {
        const auto& nested = *levels_[level - 1].at.index->node(here.nested)->as<ir::NestedSdfg>();
        for (const auto& [symbol, value] : nested.symbolMapping)
            names[symbol] = say(value, level - 1);
        for (const auto& [symbol, type] : analysis::assignedSymbols(*here.at.sdfg))
            names[symbol] = Expr::symbol(local(symbol, level));
    }
    std::vector<std::pair<std::string, Range>> ranges;
    for (NodeId at = scope(level); at; at = index.scope(at))
        if (const auto* entry = index.node(at)->as<ir::MapEntry>())
            for (std::size_t i = 0; i < entry->map.params.size(); ++i) {
                if (level > 0)
                    names[entry->map.params[i]] = Expr::symbol(local(entry->map.params[i], level));
                ranges.emplace_back(entry->map.params[i], entry->map.range.dims[i]);
            }
    names_.push_back(std::move(names));
    const auto path = view.index().path(here.at.id);
    for (std::size_t i = path.size(); i-- > 0;) {
        const auto* place = view.index().find(path[i]);
        if (place->kind == ir::ElementKind::sdfg)
            break;
        const auto* loop =
            place->kind == ir::ElementKind::block ? place->block->as<ir::LoopRegion>() : nullptr;
        if (const auto range = loop ? analysis::loopRange(*loop) : std::nullopt)
            ranges.emplace_back(loop->loopVariable, *range);
    }
    for (const auto& [name, range] : ranges)
        assume(name, range, level);
}

} // namespace mw::transforms
