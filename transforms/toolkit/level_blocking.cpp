// What a map reads that is the same on every level, and what reading it once per block saves.
#include "transforms/toolkit/level_blocking.h"

#include "core/analysis/analysis.h"
#include "core/analysis/names.h"
#include "core/conventions/conventions.h"
#include "transforms/framework/transformation.h"

#include <algorithm>
#include <variant>

namespace mw::transforms {

namespace {

using symbolic::Range;

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

/// What an iteration reads that is the same for every value of a parameter, and what else.
struct Independent {
    std::set<std::string> containers, others;
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
            if (edge->memlet.empty() || !edge->memlet.subset || !reader || reader->isEntry())
                continue;
            if (dependsOn(*edge, *reader, parameter))
                found.others.insert(edge->memlet.data);
            else
                add(at, map, *edge, found);
        }
    return found;
}

std::int64_t blockSize(const Transformation& t) {
    const auto params = completeParams(t, {});
    const auto found = params->find("block-size");
    const auto* size = found == params->end() ? nullptr : std::get_if<std::int64_t>(&found->second);
    return size ? *size : 1;
}

} // namespace

std::optional<LevelBlocking> levelBlocking(const StateView& at, const ir::Node& entry,
                                           const symbolic::Bindings& values) {
    const ir::Map& map = entry.as<ir::MapEntry>()->map;
    LevelBlocking levels;
    if (const auto blocks = verticalDimension(map, true)) {
        levels.parameter = map.params[*blocks];
        levels.blocked = true;
        return levels;
    }
    const auto vertical = verticalDimension(map, false);
    if (!vertical)
        return std::nullopt;
    levels.parameter = map.params[*vertical];
    auto reads = independentReads(at, entry, levels.parameter);
    if (const auto* blocking = findTransformation("loop-blocking"))
        levels.block = blockSize(*blocking);
    const double share = 1.0 - 1.0 / static_cast<double>(levels.block);
    levels.loads = static_cast<double>(reads.loads) * share;
    levels.sectors = reads.sectors * share;
    levels.bytes = static_cast<std::int64_t>(
        static_cast<double>(iterations(map, values) * reads.bytes) * share);
    levels.same = std::move(reads.containers);
    levels.others = std::move(reads.others);
    return levels;
}

} // namespace mw::transforms
