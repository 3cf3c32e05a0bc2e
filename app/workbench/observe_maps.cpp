// Maps: whether their vertical loop is blocked or could be, and which were split for nothing.
#include "app/workbench/observe.h"
#include "core/analysis/inner_values.h"
#include "transforms/toolkit/level_blocking.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/subset_relation.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace mw::workbench {

namespace {

using symbolic::Range;
using transforms::StateView;

/// Of a map whose vertical loop could be blocked.
Observation notBlocked(const ir::Node& entry, const transforms::LevelBlocking& levels) {
    return {Topic::notBlocked,
            fmt::format("{} reads {} without the level: {:.1f} loads and {:.2f} sectors less per "
                        "point in blocks of {}",
                        transforms::quoted(entry.as<ir::MapEntry>()->map),
                        fmt::join(levels.same, ", "), levels.loads, levels.sectors, levels.block),
            levels.bytes,
            {entry.id},
            std::nullopt,
            {}};
}

// --- Maps that were split -------------------------------------------------------------------

std::multiset<std::string> codeIn(const StateView& at, NodeId entry) {
    std::multiset<std::string> code;
    for (const auto& node : at.state().nodes) {
        const auto* tasklet = node->as<ir::Tasklet>();
        if (tasklet && at.index->scope(node->id) == entry)
            code.insert(tasklet->code.text);
        else if (!tasklet && !node->isExit() && at.index->scope(node->id) == entry)
            code.insert(ir::kindName(*node));
    }
    return code;
}

std::set<std::string> writtenBy(const StateView& at, const ir::Node& entry) {
    std::set<std::string> names;
    for (const ir::Edge* edge : at.index->outEdges(ir::exitOf(entry)))
        names.insert(edge->memlet.data);
    return names;
}

/// The ranges are the same but in one dimension, where the second begins behind the first.
bool touches(const ir::Map& first, const ir::Map& second) {
    if (first.params.size() != second.params.size() || first.range.rank() != second.range.rank())
        return false;
    int adjacent = 0;
    for (std::size_t d = 0; d < first.range.rank(); ++d) {
        const Range &a = first.range.dims[d], &b = second.range.dims[d];
        if (transforms::sameRange(a, b))
            continue;
        if (!symbolic::equal(a.end + symbolic::Expr(1), b.begin) || ++adjacent > 1)
            return false;
    }
    return adjacent == 1;
}

void observeSplit(const StateView& at, const std::vector<const ir::Node*>& maps,
                  std::vector<Observation>& found) {
    for (const ir::Node* first : maps)
        for (const ir::Node* second : maps) {
            const auto &a = first->as<ir::MapEntry>()->map, &b = second->as<ir::MapEntry>()->map;
            if (first == second || at.index->scope(first->id) != at.index->scope(second->id) ||
                !touches(a, b) || writtenBy(at, *first) != writtenBy(at, *second) ||
                codeIn(at, first->id) != codeIn(at, second->id))
                continue;
            found.push_back({Topic::splitNeedlessly,
                             fmt::format("{} and {} run the same code on ranges that touch",
                                         transforms::quoted(a), transforms::quoted(b)),
                             0,
                             {first->id, second->id},
                             std::nullopt,
                             "no transformation puts the two together"});
        }
}

} // namespace

std::string_view title(Topic topic) {
    switch (topic) {
    case Topic::blocked:
        return "maps that are blocked over the levels";
    case Topic::notBlocked:
        return "maps that are not blocked over the levels";
    case Topic::notFused:
        return "maps with equal or overlapping ranges that are not fused";
    case Topic::usedOnce:
        return "temporaries that are written once and read once";
    case Topic::tooLarge:
        return "temporaries of which more is written than read";
    case Topic::splitNeedlessly:
        return "maps that were split needlessly";
    case Topic::overwritten:
        return "maps whose results are overwritten before they are read";
    }
    return {};
}

std::vector<Observation> observeMaps(const transforms::DocumentView& view,
                                     const symbolic::Bindings& values) {
    std::vector<Observation> found;
    for (const BlockId id : view.index().states()) {
        const StateView at = *view.state(id);
        const auto known = analysis::valuesInside(view.index(), at.sdfg->id, values);
        std::vector<const ir::Node*> maps;
        for (const auto& node : at.state().nodes) {
            const auto* entry = node->as<ir::MapEntry>();
            if (!entry)
                continue;
            maps.push_back(node.get());
            if (at.index->scope(node->id))
                continue; // no kernel of its own
            const auto levels = transforms::levelBlocking(at, *node, known);
            if (levels && levels->blocked)
                found.push_back(
                    {Topic::blocked,
                     fmt::format("{} is blocked over the levels", transforms::quoted(entry->map)),
                     0,
                     {node->id},
                     std::nullopt,
                     {}});
            else if (levels && levels->loads > 0)
                found.push_back(notBlocked(*node, *levels));
        }
        observeSplit(at, maps, found);
    }
    return found;
}

} // namespace mw::workbench
