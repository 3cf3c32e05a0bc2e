// GT4Py's canonical form of states and of what stands between them.
#include "core/analysis/control_names.h"
#include "core/analysis/region_index.h"
#include "core/validate/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::validate {

// Rules 4 to 6 of the canonical form: what stands on interstate edges, cycles, one writer.

namespace {

class ControlFlow {
public:
    ControlFlow(const SdfgContext& context, Findings& findings) : c_(context), findings_(findings) {
        region(context.sdfg.body, context.sdfg.id);
        ir::forEachBlock(context.sdfg.body, [&](const ir::Block& block) {
            if (const auto* inner = block.region())
                region(*inner, block.id);
            conditions(block);
        });
        writers();
    }

private:
    /// One step on the way from the SDFG to a state: the block in its region; for a branch of a
    /// conditional, the conditional itself is the region and the branch the block.
    struct Step {
        const ir::Region* region;
        BlockId block;
        bool branch = false;
    };
    using Way = std::vector<Step>;

    void region(const ir::Region& region, ElementId owner) {
        for (const auto& edge : region.edges) {
            scalarsOnly(edge.id, edge.condition.text, "condition");
            for (const auto& [name, value] : edge.assignments)
                scalarsOnly(edge.id, value, "assignments/" + name);
        }
        cycle(region, owner);
    }

    void conditions(const ir::Block& block) {
        if (const auto* loop = block.as<ir::LoopRegion>()) {
            scalarsOnly(block.id, analysis::assignedText(loop->init.text), "init_statement");
            scalarsOnly(block.id, loop->condition.text, "loop_condition");
            scalarsOnly(block.id, analysis::assignedText(loop->update.text), "update_statement");
        } else if (const auto* conditional = block.as<ir::ConditionalBlock>()) {
            for (std::size_t i = 0; i < conditional->branches.size(); ++i)
                if (const auto& condition = conditional->branches[i].condition)
                    scalarsOnly(block.id, condition->text, fmt::format("branches/{}", i));
        }
    }

    /// 4: not even arrays of one element.
    void scalarsOnly(ElementId element, const std::string& text, const std::string& place) {
        if (text.empty())
            return;
        for (const auto& name : analysis::namesIn(text).value_or(analysis::NameSet{}))
            if (const auto* data = c_.sdfg.data(name); data && !data->isScalar())
                findings_.add(
                    c_.canonical.severity(), "canonical-rule-4",
                    fmt::format("`{}` in the control flow of {} reads the array '{}': the "
                                "canonical form allows scalars only.",
                                text, c_.sdfg.name, name),
                    {element}, place + "/" + name);
    }

    /// 5: an edge back to a block that leads to it. Loops are loop regions or maps.
    void cycle(const ir::Region& region, ElementId owner) {
        const analysis::RegionIndex index(region);
        std::map<BlockId, int> open; // edges into the block that are not removed yet
        for (const auto& block : region.blocks)
            open[block->id] = 0;
        for (const auto& edge : region.edges)
            ++open[edge.dst];
        std::vector<BlockId> ready;
        for (const auto& block : region.blocks)
            if (open[block->id] == 0)
                ready.push_back(block->id);
        std::size_t removed = 0;
        for (; removed < ready.size(); ++removed)
            for (const auto* edge : index.out(ready[removed]))
                if (--open[edge->dst] == 0)
                    ready.push_back(edge->dst);
        if (removed >= region.blocks.size())
            return;
        std::vector<ElementId> elements;
        for (const auto& edge : region.edges)
            if (open[edge.src] > 0 && open[edge.dst] > 0)
                elements.push_back(edge.id);
        elements.push_back(owner);
        findings_.add(c_.canonical.severity(), "canonical-rule-5",
                      fmt::format("The states of {} form a cycle: the canonical form wants a loop "
                                  "region or a sequential map.",
                                  c_.sdfg.name),
                      elements);
    }

    /// Where every state is.
    void collectWays(const ir::Region& region, const Way& around, std::map<BlockId, Way>& into) {
        for (const auto& block : region.blocks) {
            Way way = around;
            way.push_back({&region, block->id});
            if (block->as<ir::State>())
                into[block->id] = way;
            if (const auto* inner = block->region())
                collectWays(*inner, way, into);
            if (const auto* conditional = block->as<ir::ConditionalBlock>())
                for (const auto& branch : conditional->branches)
                    if (const auto* body = branch.body ? branch.body->region() : nullptr) {
                        Way inBranch = way;
                        inBranch.push_back({&region, branch.body->id, true});
                        collectWays(*body, inBranch, into);
                    }
        }
    }

    static bool leadsTo(const ir::Region& region, BlockId from, BlockId to) {
        const analysis::RegionIndex index(region);
        std::vector<BlockId> open{from};
        std::set<BlockId> seen;
        while (!open.empty()) {
            const BlockId at = open.back();
            open.pop_back();
            for (const auto* edge : index.out(at)) {
                if (!seen.insert(edge->dst).second)
                    continue;
                if (edge->dst == to)
                    return true;
                open.push_back(edge->dst);
            }
        }
        return false;
    }

    /// Whether the state of `b` can run after that of `a`, in one go through the program.
    static bool isLater(const Way& a, const Way& b) {
        std::size_t same = 0;
        while (same < a.size() && same < b.size() && a[same].block == b[same].block)
            ++same;
        if (same == a.size() || same == b.size() || a[same].branch)
            return false; // the same state, or branches that exclude each other
        return leadsTo(*a[same].region, a[same].block, b[same].block);
    }

    struct Writer {
        BlockId state;
        NodeId node;
    };

    /// 6: a temporary that is written again in a later state.
    void writers() {
        std::map<std::string_view, std::vector<Writer>> found;
        for (const auto& parts : c_.facts.states)
            for (const auto& node : parts.state.nodes) {
                const auto* access = node->as<ir::AccessNode>();
                const auto* data = access ? c_.sdfg.data(access->data) : nullptr;
                if (data && data->transient && data->kind == ir::DataKind::array &&
                    !parts.index().inEdges(node->id).empty())
                    found[access->data].push_back({parts.block.id, node->id});
            }
        std::map<BlockId, Way> ways;
        for (const auto& [data, list] : found) {
            if (list.size() < 2 || list.front().state == list.back().state)
                continue;
            if (ways.empty())
                collectWays(c_.sdfg.body, {}, ways);
            again(data, list, ways);
        }
    }

    void again(std::string_view data, const std::vector<Writer>& list,
               const std::map<BlockId, Way>& ways) {
        for (const auto& first : list)
            for (const auto& second : list) {
                if (!isLater(ways.at(first.state), ways.at(second.state)))
                    continue;
                findings_.add(c_.canonical.severitySimplified(), "canonical-rule-6",
                              fmt::format("The temporary '{}' of {} is written again in a later "
                                          "state: the canonical form has one writer.",
                                          data, c_.sdfg.name),
                              {second.node, first.node});
                return;
            }
    }

    const SdfgContext& c_;
    Findings& findings_;
};

} // namespace

void checkCanonicalControlFlow(const SdfgContext& context, Findings& findings) {
    ControlFlow(context, findings);
}

} // namespace mw::validate
