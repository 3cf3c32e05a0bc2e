// Maps: whether their vertical loop is blocked or could be, and which were split for nothing.
#include "app/workbench/observe.h"
#include "core/analysis/analysis.h"
#include "core/analysis/names.h"
#include "core/conventions/conventions.h"
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

/// The vertical parameter of a map, or of one that a transformation made of it.
std::optional<std::size_t> verticalDimension(const ir::Map& map, bool derived) {
    for (std::size_t i = 0; i < map.params.size() && i < map.range.rank(); ++i) {
        const auto name = conventions::parameterName(map.params[i]);
        if (name && name->kind == conventions::DimensionKind::vertical && name->derived == derived)
            return i;
    }
    return std::nullopt;
}

std::int64_t iterations(const ir::Map& map, const symbolic::Bindings& values) {
    std::int64_t all = 1;
    for (const Range& range : map.range.dims)
        all *=
            std::max<std::int64_t>(0, symbolic::evaluateInteger(range.size(), values).value_or(0));
    return all;
}

/// What an iteration reads that is the same for every value of a parameter.
struct Independent {
    std::set<std::string> containers;
    std::int64_t loads = 0; ///< per iteration
    std::int64_t bytes = 0;
    double sectors = 0; ///< of 32 bytes per iteration: neighbours share those that are beside
};

bool isPoint(const symbolic::Subset& subset) {
    return std::ranges::all_of(subset.dims, &Range::isPoint);
}

/// Of a region that is not one element the reader chooses: by what its code says.
bool dependsOn(const ir::Edge& read, const ir::Node& reader, const std::string& parameter) {
    analysis::NameSet names;
    symbolic::collectSymbols(*read.memlet.subset, names);
    if (names.contains(parameter) || isPoint(*read.memlet.subset))
        return names.contains(parameter);
    const auto* tasklet = reader.as<ir::Tasklet>();
    if (tasklet)
        analysis::collectIdentifiers(tasklet->code.text, names);
    return !tasklet || names.contains(parameter);
}

void add(const StateView& at, const ir::Map& map, const ir::Edge& read, Independent& into) {
    constexpr double kSector = 32;
    const auto* data = at.sdfg->data(read.memlet.data);
    if (!data || !read.memlet.subset || read.memlet.dynamic)
        return;
    const auto elements = isPoint(*read.memlet.subset) ? std::optional<std::int64_t>(1)
                                                       : read.memlet.volume.asInteger();
    if (!elements || *elements <= 0)
        return;
    std::set<std::string, std::less<>> names;
    symbolic::collectSymbols(*read.memlet.subset, names);
    const bool coalesced =
        std::ranges::any_of(map.params, [&](const auto& param) { return names.contains(param); });
    const double width = ir::sizeOf(data->dtype.scalar);
    into.containers.insert(read.memlet.data);
    into.loads += *elements;
    into.bytes += *elements * ir::sizeOf(data->dtype.scalar);
    into.sectors += static_cast<double>(*elements) * (coalesced ? width / kSector : 1.0);
}

Independent independentReads(const StateView& at, const ir::Node& entry,
                             const std::string& parameter) {
    Independent found;
    const ir::Map& map = entry.as<ir::MapEntry>()->map;
    for (const ir::Edge* outer : at.index->outEdges(entry.id))
        for (const ir::Edge* edge : analysis::branchesBelow(*at.index, *outer)) {
            const ir::Node* reader = at.index->node(edge->dst);
            if (!edge->memlet.empty() && edge->memlet.subset && reader && !reader->isEntry() &&
                !dependsOn(*edge, *reader, parameter))
                add(at, map, *edge, found);
        }
    return found;
}

/// The values of the symbols of a nested SDFG.
symbolic::Bindings valuesIn(const transforms::DocumentView& view, SdfgId sdfg,
                            const symbolic::Bindings& values) {
    const auto* place = view.index().find(sdfg);
    if (!place->parent)
        return values;
    const auto* holder = view.index().find(place->parent);
    const auto around = valuesIn(view, holder->sdfg->id, values);
    symbolic::Bindings inner;
    for (const auto& [name, value] : holder->node->as<ir::NestedSdfg>()->symbolMapping)
        if (const auto known = symbolic::evaluate(value, around))
            inner.emplace(name, *known);
    return inner;
}

std::int64_t blockSize(const transforms::Transformation& t) {
    const auto params = transforms::completeParams(t, {});
    const auto found = params->find("block-size");
    const auto* size = found == params->end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    return size ? *size : 1;
}

/// Of a map whose vertical loop could be blocked.
Observation notBlocked(const ir::Node& entry, const Independent& reads, std::int64_t block,
                       const symbolic::Bindings& values) {
    const ir::Map& map = entry.as<ir::MapEntry>()->map;
    const double share = 1.0 - 1.0 / static_cast<double>(block);
    const auto bytes = static_cast<double>(iterations(map, values) * reads.bytes) * share;
    return {Topic::notBlocked,
            fmt::format("{} reads {} without the level: {:.1f} loads and {:.2f} sectors less per "
                        "point in blocks of {}",
                        transforms::quoted(map), fmt::join(reads.containers, ", "),
                        static_cast<double>(reads.loads) * share, reads.sectors * share, block),
            static_cast<std::int64_t>(bytes),
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
    }
    return {};
}

std::vector<Observation> observeMaps(const transforms::DocumentView& view,
                                     const symbolic::Bindings& values) {
    const auto* blocking = transforms::findTransformation("loop-blocking");
    const std::int64_t block = blocking ? blockSize(*blocking) : 1;
    std::vector<Observation> found;
    for (const BlockId id : view.index().states()) {
        const StateView at = *view.state(id);
        const auto known = valuesIn(view, at.sdfg->id, values);
        std::vector<const ir::Node*> maps;
        for (const auto& node : at.state().nodes) {
            const auto* entry = node->as<ir::MapEntry>();
            if (!entry)
                continue;
            maps.push_back(node.get());
            if (at.index->scope(node->id))
                continue; // no kernel of its own
            if (verticalDimension(entry->map, true))
                found.push_back(
                    {Topic::blocked,
                     fmt::format("{} is blocked over the levels", transforms::quoted(entry->map)),
                     0,
                     {node->id},
                     std::nullopt,
                     {}});
            else if (const auto d = verticalDimension(entry->map, false)) {
                const auto reads = independentReads(at, *node, entry->map.params[*d]);
                if (reads.loads > 0)
                    found.push_back(notBlocked(*node, reads, block, known));
            }
        }
        observeSplit(at, maps, found);
    }
    return found;
}

} // namespace mw::workbench
