// Bytes that each map and the whole program must move at least.
#include "core/analysis/traffic.h"

#include "core/analysis/analysis.h"
#include "core/analysis/temporary_bytes.h"

#include <algorithm>

namespace mw::analysis {

namespace {

using symbolic::Expr;
using symbolic::Subset;

Expr elementBytes(const ir::DataDescriptor& data) {
    return ir::sizeOf(data.dtype.scalar);
}

/// Number of elements, 0 where a range is empty.
Expr elementsOf(const Subset& region) {
    Expr product = 1;
    for (const auto& range : region.dims)
        product = product * symbolic::max(0, symbolic::simplify(range.size()));
    return product;
}

/// Distinct elements of the regions: see Traffic.
Expr distinct(const std::vector<Subset>& regions, const ir::DataDescriptor& data) {
    std::vector<Subset> unique;
    for (const Subset& region : regions)
        if (std::ranges::find(unique, region) == unique.end())
            unique.push_back(region);
    if (unique.empty())
        return 0;
    Expr sum = elementsOf(unique.front());
    Subset box = unique.front();
    for (std::size_t i = 1; i < unique.size(); ++i) {
        sum = sum + elementsOf(unique[i]);
        if (box.rank() == unique[i].rank())
            box = symbolic::boundingUnion(box, unique[i]);
    }
    const Expr whole = elementsOf(wholeContainer(data));
    Expr count = unique.size() == 1 ? sum : symbolic::min(sum, elementsOf(box));
    return symbolic::simplify(count == whole ? whole : symbolic::min(count, whole));
}

bool isTable(const ir::DataDescriptor& data) {
    return data.kind == ir::DataKind::array || data.kind == ir::DataKind::scalar;
}

/// Adds what these accesses to one container cost.
void add(Traffic& traffic, const std::vector<const Access*>& accesses,
         const ir::DataDescriptor& data) {
    std::vector<Subset> read, written;
    for (const Access* access : accesses)
        (access->write ? written : read).push_back(access->region);
    const Expr bytes = elementBytes(data);
    traffic.bytesRead = traffic.bytesRead + distinct(read, data) * bytes;
    traffic.bytesWritten = traffic.bytesWritten + distinct(written, data) * bytes;
}

} // namespace

Expr memletBytes(const ir::Sdfg& sdfg, const ir::Memlet& memlet) {
    const auto* data = sdfg.data(memlet.data);
    return data && !memlet.dynamic ? symbolic::simplify(memlet.volume * elementBytes(*data))
                                   : Expr(0);
}

std::optional<Expr> temporaryBytes(const ir::DataDescriptor& data) {
    if (!data.transient || data.kind != ir::DataKind::array || data.isSingleElement())
        return std::nullopt;
    return symbolic::simplify(data.totalSize * elementBytes(data));
}

std::map<NodeId, Traffic> kernelTraffic(const ir::Sdfg& sdfg, const Footprint& touched) {
    std::map<NodeId, Traffic> result;
    for (const auto& [name, accesses] : touched) {
        const auto* data = sdfg.data(name);
        if (!data || !isTable(*data))
            continue;
        std::map<NodeId, std::vector<const Access*>> byUser;
        for (const Access& access : accesses)
            byUser[access.user].push_back(&access);
        for (const auto& [user, list] : byUser)
            add(result[user], list, *data);
    }
    return result;
}

Traffic argumentTraffic(const ir::Sdfg& sdfg, const Footprint& touched) {
    Traffic traffic;
    for (const auto& [name, accesses] : touched) {
        const auto* data = sdfg.data(name);
        if (!data || !isTable(*data) || data->transient)
            continue;
        std::vector<const Access*> all;
        for (const Access& access : accesses)
            all.push_back(&access);
        add(traffic, all, *data);
    }
    return {symbolic::simplify(traffic.bytesRead), symbolic::simplify(traffic.bytesWritten)};
}

} // namespace mw::analysis
