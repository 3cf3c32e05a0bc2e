// States, loops, branches and what they assign and read.
#include "core/analysis/control_names.h"
#include "core/analysis/region_index.h"
#include "core/ir/predicates.h"
#include "core/validate/findings.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

namespace mw::validate {

namespace {

/// 8, 9, 10: the blocks of one SDFG in the order in which DaCe visits them (depth first from the
/// start, edges in file order), with the names that are defined by then: those of the program, what
/// visited edges assign, the variables of the loops around.
class ControlFlowCheck {
public:
    ControlFlowCheck(const SdfgContext& context, Findings& findings)
        : c_(context), findings_(findings), initialisation_(context, findings) {}

    void run() {
        // Without any text there is no name to look up, as in most nested SDFGs.
        bool texts = false;
        analysis::forEachControlText(c_.sdfg,
                                     [&](const std::string& text) { texts |= !text.empty(); });
        analysis::NameSet defined = texts ? definedNames() : analysis::NameSet{};
        region(c_.sdfg.body, c_.sdfg.id, defined, 0);
    }

private:
    analysis::NameSet definedNames() const {
        analysis::NameSet defined = c_.facts.declared();
        std::unordered_set<std::uint64_t> seen; // the same extents stand in many descriptors
        const auto add = [&](const symbolic::Expr& e) {
            if (!e.isInteger() && seen.insert(e.hash()).second)
                symbolic::collectSymbols(e, defined);
        };
        for (const auto& [name, data] : c_.sdfg.arrays) {
            for (const auto* list : {&data->shape, &data->strides, &data->offset})
                std::ranges::for_each(*list, add);
            add(data->totalSize);
        }
        return defined;
    }

    void region(const ir::Region& region, ElementId owner, analysis::NameSet& defined, int loops) {
        const analysis::RegionIndex index(region);
        structure(region, index, owner);
        for (const auto& edge : region.edges)
            assignments(edge);
        std::set<BlockId> seen;
        const BlockId start = ir::startOf(region);
        if (!start)
            return;
        analysis::visitDepthFirst(
            index, start, seen, [&](const ir::Block& block) { this->block(block, defined, loops); },
            [&](const ir::InterstateEdge& edge) { interstateEdge(edge, defined); });
        for (const auto& block : region.blocks)
            if (!seen.contains(block->id))
                unreached(index, *block, defined, loops);
    }

    /// 2, 8: labels, the start, the ways on from each block.
    void structure(const ir::Region& region, const analysis::RegionIndex& index, ElementId owner) {
        analysis::NameSet labels;
        std::vector<ElementId> sources;
        for (const auto& block : region.blocks) {
            if (!labels.insert(block->label).second)
                findings_.error("duplicate-label",
                                fmt::format("Two blocks of {} are called '{}': rename one.",
                                            c_.sdfg.name, block->label),
                                {block->id, owner}, "label");
            if (index.entries(block->id) == 0)
                sources.push_back(block->id);
            successors(index, *block);
        }
        if (!region.blocks.empty() && !region.start && sources.size() != 1)
            findings_.error("no-start",
                            fmt::format("It is not clear at which block {} starts: {} have no "
                                        "predecessor. Name the start block.",
                                        c_.sdfg.name, sources.size()),
                            sources.empty() ? std::vector<ElementId>{owner} : sources);
    }

    void successors(const analysis::RegionIndex& index, const ir::Block& block) {
        std::vector<ElementId> always;
        for (const auto* edge : index.out(block.id))
            if (ir::isAlwaysTrue(edge->condition))
                always.push_back(edge->id);
        if (always.size() > 1)
            findings_.warning("ambiguous-successor",
                              fmt::format("{} edges without a condition leave the block '{}' of "
                                          "{}: only the first is ever taken.",
                                          always.size(), block.label, c_.sdfg.name),
                              always);
    }

    /// 11: DaCe refuses a state without edges, and does not look at what else it never reaches.
    void unreached(const analysis::RegionIndex& index, const ir::Block& block,
                   analysis::NameSet& defined, int loops) {
        const bool alone = index.entries(block.id) == 0 && index.out(block.id).empty();
        findings_.add(alone ? Severity::error : Severity::warning, "unreachable-block",
                      fmt::format("The block '{}' of {} is never reached from the start: connect "
                                  "it or remove it.",
                                  block.label, c_.sdfg.name),
                      {block.id});
        this->block(block, defined, loops);
    }

    void block(const ir::Block& block, analysis::NameSet& defined, int loops) {
        if (block.as<ir::State>())
            initialisation_.visit(block);
        if (block.as<ir::State>() && !isValidName(block.label))
            findings_.error("invalid-name",
                            fmt::format("The state name '{}' of {} is no identifier: rename it.",
                                        block.label, c_.sdfg.name),
                            {block.id}, "label");
        if (const auto* loop = block.as<ir::LoopRegion>()) {
            analysis::NameSet inside =
                defined; // what the body assigns is not taken as defined after it
            loopStatements(block, *loop, inside);
            region(loop->body, block.id, inside, loops + 1);
        } else if (const auto* plain = block.as<ir::ControlFlowRegion>()) {
            analysis::NameSet inside = defined;
            region(plain->body, block.id, inside, loops);
        } else if (const auto* conditional = block.as<ir::ConditionalBlock>()) {
            branches(block, *conditional, defined, loops);
        } else if (const auto* jump = block.as<ir::JumpBlock>()) {
            if (jump->jump != ir::Jump::returnProgram && loops == 0)
                findings_.error("jump-outside-loop",
                                fmt::format("'{}' of {} breaks or continues, but no loop is "
                                            "around it.",
                                            block.label, c_.sdfg.name),
                                {block.id});
        }
    }

    void loopStatements(const ir::Block& block, const ir::LoopRegion& loop,
                        analysis::NameSet& inside) {
        const auto called = fmt::format("loop '{}' of {}", block.label, c_.sdfg.name);
        if (loop.condition.empty())
            findings_.error("loop-without-condition",
                            fmt::format("The {} has no condition: it needs one to end.", called),
                            {block.id}, "loop_condition");
        text(block.id, analysis::assignedText(loop.init.text), "init_statement", called, inside);
        if (!loop.loopVariable.empty())
            inside.insert(loop.loopVariable);
        text(block.id, loop.condition.text, "loop_condition", called, inside);
        text(block.id, analysis::assignedText(loop.update.text), "update_statement", called,
             inside);
    }

    void branches(const ir::Block& block, const ir::ConditionalBlock& conditional,
                  analysis::NameSet& defined, int loops) {
        const auto called = fmt::format("branch '{}' of {}", block.label, c_.sdfg.name);
        for (std::size_t i = 0; i < conditional.branches.size(); ++i) {
            const auto& branch = conditional.branches[i];
            const bool last = i + 1 == conditional.branches.size();
            if (!branch.condition && (!last || i == 0))
                findings_.error("else-not-last",
                                fmt::format("The {} has an 'else' that is not the last of several "
                                            "branches.",
                                            called),
                                {block.id}, fmt::format("branches/{}", i));
            if (branch.condition)
                text(block.id, branch.condition->text, fmt::format("branches/{}", i), called,
                     defined);
            if (const auto* body = branch.body ? branch.body->region() : nullptr)
                region(*body, branch.body->id, defined, loops);
        }
    }

    /// A condition or statement of a region. DaCe takes an unknown name there as a free symbol of
    /// the program, which only a nested SDFG must map.
    void text(ElementId element, const std::string& code, const std::string& place,
              const std::string& called, const analysis::NameSet& defined) {
        if (code.empty())
            return;
        const auto names = analysis::namesIn(code);
        if (!names)
            return unreadable(element, code, place, called);
        for (const auto& name : *names) {
            if (!defined.contains(name))
                findings_.add(c_.holder ? Severity::error : Severity::warning, "undefined-symbol",
                              fmt::format("The {} uses '{}', which is no symbol, container or "
                                          "constant there: define it.",
                                          called, name),
                              {element}, place + "/" + name);
            reads(element, name, place, called);
        }
    }

    void unreadable(ElementId element, const std::string& code, const std::string& place,
                    const std::string& called) {
        findings_.warning(
            "unreadable-code",
            fmt::format("`{}` in the {} is not understood, so it is not checked.", code, called),
            {element}, place);
    }

    /// 9, 10
    void interstateEdge(const ir::InterstateEdge& edge, analysis::NameSet& defined) {
        const auto called = fmt::format("edge between states of {}", c_.sdfg.name);
        analysis::NameSet read;
        analysis::NameSet assigned;
        const auto add = [&](const std::string& code, const std::string& place) {
            const auto names = code.empty() ? analysis::NameSet{} : analysis::namesIn(code);
            if (!names)
                return unreadable(edge.id, code, place, called);
            for (const auto& name : *names)
                if (!assigned.contains(name))
                    read.insert(name);
        };
        add(edge.condition.text, "condition");
        for (const auto& [name, value] : edge.assignments) {
            add(value, "assignments/" + name);
            if (!read.contains(name))
                assigned.insert(name);
        }
        for (const auto& name : read) {
            if (!defined.contains(name))
                findings_.error("undefined-symbol",
                                fmt::format("An {} uses '{}', which no symbol, container, "
                                            "constant or earlier edge defines: add the symbol.",
                                            called, name),
                                {edge.id}, name);
            reads(edge.id, name, {}, called);
        }
        for (const auto& [name, value] : edge.assignments)
            defined.insert(name);
    }

    /// 10: what host code can not read, and kernel code neither.
    void reads(ElementId element, const std::string& name, const std::string& place,
               const std::string& called) {
        const auto* data = c_.sdfg.data(name);
        if (!data || c_.onDevice || c_.scheduleOpen || !ir::isDeviceStorage(data->storage))
            return;
        findings_.error("host-reads-device",
                        fmt::format("The {} reads '{}', which is stored in {}: host code cannot. "
                                    "Copy it to a host container first.",
                                    called, name, ir::name(data->storage)),
                        {element}, place.empty() ? name : place + "/" + name);
    }

    /// 7, 9: assignments on one edge.
    void assignments(const ir::InterstateEdge& edge) {
        for (const auto& [name, value] : edge.assignments) {
            const std::string place = "assignments/" + name;
            if (c_.sdfg.arrays.contains(name))
                findings_.error("assignment-to-container",
                                fmt::format("An edge of {} assigns to '{}', which is a container: "
                                            "write it in a state.",
                                            c_.sdfg.name, name),
                                {edge.id}, place);
            if (!isValidName(name))
                findings_.error("invalid-name",
                                fmt::format("An edge of {} assigns to '{}', which is no "
                                            "identifier.",
                                            c_.sdfg.name, name),
                                {edge.id}, place);
            const auto used = analysis::namesIn(value).value_or(analysis::NameSet{});
            for (const auto& [other, text] : edge.assignments)
                if (other != name && used.contains(other))
                    findings_.error("assignment-race",
                                    fmt::format("An edge of {} assigns '{}' from '{}', which the "
                                                "same edge assigns: use two edges.",
                                                c_.sdfg.name, name, other),
                                    {edge.id}, place);
        }
    }

    const SdfgContext& c_;
    Findings& findings_;
    InitialisationCheck initialisation_;
};

} // namespace

void checkControlFlow(const SdfgContext& context, Findings& findings) {
    ControlFlowCheck(context, findings).run();
}

} // namespace mw::validate
