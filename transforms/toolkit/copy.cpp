// What a copy between two access nodes moves where.

#include "transforms/toolkit/copy.h"

#include "core/ir/copy_regions.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::transforms {

namespace {

using symbolic::Subset;

bool isPlain(const ir::DataDescriptor* data) {
    return data && (data->kind == ir::DataKind::array || data->isScalar());
}

bool isStrided(const Subset& region) {
    return std::ranges::any_of(region.dims, [](const symbolic::Range& range) {
        return !range.isPoint() && !(range.step.isInteger(1) && range.tile.isInteger(1));
    });
}

/// Both regions of a copy; false where versions of DaCe disagree about the one that is not said.
bool findRegions(Copy& copy) {
    const auto read = analysis::sourceSubset(copy.index(), *copy.edge);
    const auto written = analysis::destinationSubset(copy.index(), *copy.edge);
    if (!read && !written)
        return false;
    copy.read = read ? *read : ir::unsaidRegion(copy.source(), *written);
    copy.written = written ? *written : ir::unsaidRegion(copy.target(), *read);
    return (read || !ir::isReadTwoWays(copy.source(), *written)) &&
           (written || !ir::isReadTwoWays(copy.target(), *read)) &&
           copy.read.rank() == analysis::wholeContainer(copy.source()).rank() &&
           copy.written.rank() == analysis::wholeContainer(copy.target()).rank();
}

bool sameMemory(ir::Storage a, ir::Storage b) {
    const auto isHost = [](ir::Storage s) {
        return s == ir::Storage::Default || s == ir::Storage::Register ||
               s == ir::Storage::CPU_Heap;
    };
    return a == b || (isHost(a) && isHost(b));
}

std::vector<std::size_t> wideDimensions(const Subset& region) {
    std::vector<std::size_t> wide;
    for (std::size_t d = 0; d < region.rank(); ++d)
        if (!region.dims[d].isPoint())
            wide.push_back(d);
    return wide;
}

} // namespace

std::variant<Copy, Refusal> copyAlong(int condition, const StateView& at, const ir::Edge& edge) {
    Copy copy{at, at.index->node(edge.src), at.index->node(edge.dst), &edge, {}, {}};
    const auto pair = fmt::format("{} and {}", quoted(*copy.first), quoted(*copy.second));
    const ir::Memlet& memlet = edge.memlet;
    if (!isPlain(at.sdfg->data(copy.from())) || !isPlain(at.sdfg->data(copy.to())))
        return refuse(condition, "container-kind",
                      fmt::format("One of {} is no plain array or scalar.", pair), copy.ids());
    if (!memlet.wcr.empty() || memlet.dynamic)
        return refuse(
            condition, "conditional-copy",
            fmt::format("The copy between {} resolves conflicts or need not happen.", pair),
            copy.ids());
    if (!findRegions(copy) || isStrided(copy.read) || isStrided(copy.written))
        return refuse(condition, "unclear-regions",
                      fmt::format("The copy between {} does not say clearly which elements become "
                                  "which, or leaves some out between them.",
                                  pair),
                      copy.ids());
    return copy;
}

std::variant<Copy, Refusal> copyBetween(int condition, const StateView& at, const ir::Node& first,
                                        const ir::Node& second) {
    const ir::Edge* copy = nullptr;
    for (const ir::Edge* edge : at.index->outEdges(first.id))
        if (edge->dst == second.id) {
            if (copy)
                return refuse(condition, "several-edges",
                              fmt::format("There are several edges between {} and {}.",
                                          quoted(first), quoted(second)),
                              {first.id, second.id});
            copy = edge;
        }
    if (!copy || copy->memlet.empty())
        return refuse(
            condition, "no-copy",
            fmt::format("Nothing is copied between {} and {}.", quoted(first), quoted(second)),
            {first.id, second.id});
    return copyAlong(condition, at, *copy);
}

MaybeRefusal checkAlike(int condition, const Copy& copy) {
    if (copy.source().dtype != copy.target().dtype)
        return refuse(condition, "converts",
                      fmt::format("{} and {} have different types.", quoted(*copy.first),
                                  quoted(*copy.second)),
                      copy.ids());
    if (sameMemory(copy.source().storage, copy.target().storage))
        return std::nullopt;
    return refuse(condition, "different-memory",
                  fmt::format("{} and {} are in different memory: {} and {}.", quoted(*copy.first),
                              quoted(*copy.second), ir::name(copy.source().storage),
                              ir::name(copy.target().storage)),
                  copy.ids());
}

std::optional<Placement> placementOf(const Subset& from, const Subset& to) {
    Placement placement{from, to, SeenDims(from.rank())};
    const auto wide = wideDimensions(from), places = wideDimensions(to);
    if (wide.size() != places.size())
        return std::nullopt;
    for (std::size_t i = 0; i < wide.size(); ++i) {
        if (!symbolic::equal(from.dims[wide[i]].size(), to.dims[places[i]].size()))
            return std::nullopt;
        placement.dims[wide[i]] = places[i];
    }
    return placement;
}

} // namespace mw::transforms
