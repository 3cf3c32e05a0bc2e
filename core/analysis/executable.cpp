// Which containers can be computed with.
#include "core/analysis/executable.h"

#include "core/analysis/analysis.h"
#include "core/ir/index.h"
#include "core/ir/predicates.h"

#include <fmt/format.h>

#include <set>

namespace mw::analysis {

std::optional<std::string> whyNotExecutable(const std::string& name,
                                            const ir::DataDescriptor& data) {
    const bool kind = data.kind == ir::DataKind::array || data.kind == ir::DataKind::scalar ||
                      data.kind == ir::DataKind::view;
    if (kind && ir::isPlainNumber(data.dtype.scalar))
        return std::nullopt;
    const std::string unknown = ir::unknownTypeName(data.dtype);
    const std::string what =
        data.dtype.scalar != ir::ScalarType::other
            ? fmt::format("{} of {}", data.typeName, ir::name(data.dtype.scalar))
        : unknown.empty() ? data.typeName
                          : fmt::format("{} of {}", data.typeName, unknown);
    return fmt::format("the container '{}' ({}) cannot be computed with: only arrays, scalars and "
                       "views of numbers can",
                       name, what);
}

Expected<void> checkExecutable(const ir::Sdfg& sdfg) {
    std::set<std::string, std::less<>> used;
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        for (const auto& edge : state->edges)
            used.insert(edge->memlet.data);
    });
    forEachAccess(sdfg, [&](std::string_view name) { used.emplace(name); });
    for (const auto& [name, data] : sdfg.arrays)
        if (!data->transient || used.contains(name))
            if (auto why = whyNotExecutable(name, *data))
                return fail("unsupported-type", std::move(*why), {{}, {}, {sdfg.id}});
    return {};
}

} // namespace mw::analysis
