// Bytes that each map and the whole program must move at least.
#include "core/analysis/traffic.h"

#include "core/analysis/analysis.h"
#include "core/analysis/nested_footprints.h"
#include "core/analysis/operations.h"
#include "core/analysis/temporary_bytes.h"

#include <algorithm>
#include <limits>

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

class Estimator {
public:
    ProgramEstimate result;

    /// `mapping`: symbols of the SDFG over those of the program; `path`: nodes around it.
    void inSdfg(const ir::Sdfg& sdfg, const NestedFootprints& touched,
                const symbolic::Substitution& mapping, const std::string& path) {
        const auto kernels = kernelTraffic(sdfg, touched.own);
        const std::size_t first = result.temporaries.size();
        for (const auto& [name, data] : sdfg.arrays)
            if (const auto bytes = temporaryBytes(*data))
                result.temporaries.push_back(
                    {path + name, data, symbolic::substitute(*bytes, mapping)});
        const std::size_t last = result.temporaries.size();
        ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
            if (const auto* state = block.as<ir::State>())
                inState({sdfg, touched, kernels, mapping, path, first, last}, block.id, *state);
        });
    }

private:
    struct Level {
        const ir::Sdfg& sdfg;
        const NestedFootprints& touched;
        const std::map<NodeId, Traffic>& kernels;
        const symbolic::Substitution& mapping;
        const std::string& path;
        std::size_t firstTemporary, lastTemporary;
    };

    void inState(const Level& level, BlockId block, const ir::State& state) {
        const ir::StateIndex index(state);
        for (const NodeId id : index.topological()) {
            const ir::Node& node = *index.node(id);
            if (index.scope(id))
                continue;
            const auto before = static_cast<int>(result.kernels.size());
            if (const auto* nested = node.as<ir::NestedSdfg>(); nested && nested->sdfg)
                inNested(level, node, *nested);
            else if (node.as<ir::MapEntry>() || node.as<ir::LibraryNode>())
                addKernel(level, block, index, node);
            const auto after = static_cast<int>(result.kernels.size());
            touch(level, id, before, after);
        }
    }

    void inNested(const Level& level, const ir::Node& node, const ir::NestedSdfg& nested) {
        symbolic::Substitution inner;
        for (const auto& [name, value] : nested.symbolMapping)
            inner.emplace(name, symbolic::substitute(value, level.mapping));
        const auto touched = footprintsOf(level.touched, node.id, *nested.sdfg);
        inSdfg(*nested.sdfg, *touched, inner, level.path + ir::displayName(node) + "/");
    }

    void addKernel(const Level& level, BlockId block, const ir::StateIndex& index,
                   const ir::Node& node) {
        const auto seen = [&](const Expr& e) {
            return symbolic::simplify(symbolic::substitute(e, level.mapping));
        };
        const auto found = level.kernels.find(node.id);
        const Traffic traffic = found == level.kernels.end() ? Traffic{} : found->second;
        KernelEstimate kernel{node.id, block, level.path + ir::displayName(node), {}, {}};
        kernel.traffic = {seen(traffic.bytesRead), seen(traffic.bytesWritten)};
        kernel.operations = seen(operations(level.sdfg, index, node));
        result.operations = result.operations + kernel.operations;
        result.kernels.push_back(std::move(kernel));
    }

    /// Temporaries of the level that the node touches live through the kernels [before, after).
    void touch(const Level& level, NodeId node, int before, int after) {
        if (before == after)
            return;
        for (std::size_t t = level.firstTemporary; t < level.lastTemporary; ++t) {
            TemporaryLife& life = result.temporaries[t];
            const auto found = level.touched.own.find(life.name.substr(level.path.size()));
            const bool used = found != level.touched.own.end() &&
                              std::ranges::any_of(found->second, [&](const Access& access) {
                                  return access.user == node;
                              });
            if (!used)
                continue;
            life.first = life.first < 0 ? before : std::min(life.first, before);
            life.last = std::max(life.last, after - 1);
        }
    }
};

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

ProgramEstimate estimate(const ir::Document& document) {
    Estimator estimator;
    if (!document.root)
        return {};
    const NestedFootprints touched = nestedFootprints(*document.root);
    estimator.inSdfg(*document.root, touched, {}, "");
    ProgramEstimate& result = estimator.result;
    result.traffic = argumentTraffic(*document.root, touched.own);
    result.operations = symbolic::simplify(result.operations);
    for (const TemporaryLife& life : result.temporaries)
        result.temporaryBytes = result.temporaryBytes + life.bytes;
    result.temporaryBytes = symbolic::simplify(result.temporaryBytes);
    return std::move(estimator.result);
}

Expected<TemporaryMemory> temporaryMemory(const ProgramEstimate& estimate,
                                          const symbolic::Bindings& values) {
    TemporaryMemory memory;
    std::vector<std::int64_t> alive(estimate.kernels.size(), 0);
    for (const TemporaryLife& life : estimate.temporaries) {
        MW_TRY(const std::int64_t bytes, symbolic::evaluateInteger(life.bytes, values));
        memory.allBytes += bytes;
        for (int kernel = life.first; kernel >= 0 && kernel <= life.last; ++kernel)
            alive[static_cast<std::size_t>(kernel)] += bytes;
    }
    for (const std::int64_t bytes : alive)
        memory.peakBytes = std::max(memory.peakBytes, bytes);
    return memory;
}

} // namespace mw::analysis
