// Reads of elements that nothing writes.
#include "core/validate/unwritten.h"

#include "core/analysis/nested_footprints.h"
#include "core/symbolic/assumptions.h"
#include "core/validate/coverage.h"
#include "core/validate/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::validate {

namespace {

using symbolic::Expr;
using symbolic::Subset;

class Search {
public:
    explicit Search(const std::function<bool()>& stop) : stop_(stop) {}

    void inSdfg(const ir::Sdfg& sdfg, const analysis::NestedFootprints& footprints,
                const symbolic::Substitution& known, const symbolic::Assumptions& given) {
        for (const auto& [name, accesses] : footprints.own) {
            const auto* data = sdfg.data(name);
            const bool counts = data && data->transient && data->kind == ir::DataKind::array &&
                                !data->isSingleElement();
            if (counts)
                inContainer(name, accesses, known, given);
        }
        ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
            if (const auto* state = block.as<ir::State>())
                for (const auto& node : state->nodes)
                    if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
                        inNested(node->id, *nested, footprints, known, given);
        });
    }

    Findings findings;

private:
    void inNested(NodeId node, const ir::NestedSdfg& nested,
                  const analysis::NestedFootprints& around, const symbolic::Substitution& known,
                  const symbolic::Assumptions& given) {
        inSdfg(*nested.sdfg, *analysis::footprintsOf(around, node, *nested.sdfg),
               mapped(nested, known), symbolic::throughMapping(given, nested.symbolMapping));
    }

    static symbolic::Substitution mapped(const ir::NestedSdfg& nested,
                                         const symbolic::Substitution& known) {
        symbolic::Substitution inner;
        for (const auto& [name, value] : nested.symbolMapping) {
            const Expr seen = symbolic::substitute(value, known);
            if (seen.isInteger()) // others would mix names of two levels
                inner.emplace(name, seen);
        }
        return inner;
    }

    void inContainer(const std::string& name, const std::vector<analysis::Access>& accesses,
                     const symbolic::Substitution& known, const symbolic::Assumptions& given) {
        std::vector<Subset> writes;
        NodeId writer;
        for (const analysis::Access& access : accesses)
            if (access.write) {
                const Subset region = access.region.substitute(known);
                if (std::ranges::find(writes, region) == writes.end())
                    writes.push_back(region);
                writer = access.accessNode;
            }
        std::vector<Subset> asked;
        for (const analysis::Access& access : accesses) {
            if (access.write || access.reach == analysis::Reach::bound)
                continue;
            const Subset region = access.region.substitute(known);
            const bool comparable = std::ranges::all_of(
                writes, [&](const Subset& write) { return write.rank() == region.rank(); });
            if (writes.empty() || !comparable || std::ranges::find(asked, region) != asked.end())
                continue; // nothing writes it: "never-written" says so
            asked.push_back(region);
            if (stop_ && stop_())
                return;
            report(name, access, region, writes, coverageOf(region, writes, given));
        }
    }

    void report(const std::string& name, const analysis::Access& access, const Subset& region,
                const std::vector<Subset>& writes, const CoverageAnswer& verdict) {
        if (verdict.coverage == Coverage::covered)
            return;
        std::string written;
        for (const Subset& write : writes)
            written += fmt::format("{}[{}]", written.empty() ? "" : " and ", print(write));
        const std::vector<ElementId> elements{access.accessNode, access.memlet};
        if (verdict.coverage == Coverage::missing) {
            findings.warning("unwritten-read",
                             fmt::format("'{}' is read at [{}], but the graph writes only {} of it",
                                         name, print(region), written),
                             elements);
            return;
        }
        findings.hint("maybe-unwritten",
                      fmt::format("'{}' is read at [{}] and written at {}: {}", name, print(region),
                                  written,
                                  verdict.condition.empty()
                                      ? "that the writes cover the read could not be shown"
                                      : "this covers the read only if " + verdict.condition),
                      elements);
    }

    const std::function<bool()>& stop_;
};

} // namespace

std::vector<Diagnostic> unwrittenReads(const ir::DocumentIndex& index,
                                       const UnwrittenOptions& options) {
    if (!index.document()->root)
        return {};
    symbolic::Substitution known;
    for (const auto& [name, value] : options.values)
        if (!value.isReal)
            known.emplace(name, Expr(value.i));
    Search search(options.stop);
    const ir::Sdfg& root = *index.document()->root;
    search.inSdfg(root, analysis::nestedFootprints(root), known, options.assumptions);
    return std::move(search.findings.all);
}

} // namespace mw::validate
