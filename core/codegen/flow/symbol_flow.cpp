// What the control flow does to symbols: assigned, read before, shared.
#include "core/codegen/flow/symbol_flow.h"

#include "core/analysis/control_names.h"
#include "core/analysis/symbol_use.h"
#include "core/tasklet/tasklet.h"

#include <algorithm>

namespace mw::codegen {

namespace {

using analysis::NameSet;

/// Names assigned on every way to a point; nullopt where no way leads to it.
using Assigned = std::optional<NameSet>;

void meet(Assigned& a, const Assigned& b) {
    if (!b)
        return;
    if (!a)
        a = b;
    else
        std::erase_if(*a, [&](const std::string& name) { return !b->contains(name); });
}

class UnassignedReads {
public:
    explicit UnassignedReads(const ir::Sdfg& sdfg)
        : sdfg_(sdfg), symbols_(uses_.assignedIn(sdfg)) {}

    NameSet run(const FlowList& list) {
        Assigned at = NameSet{};
        if (!symbols_.empty())
            flow(list, at);
        return std::move(found_);
    }

private:
    void flow(const FlowList& list, Assigned& at) {
        for (const Flow& one : list)
            std::visit([&](const auto& kind) { this->one(kind, at); }, one.kind);
    }

    void one(const FlowState& state, const Assigned& at) {
        reads(uses_.readBy(sdfg_, *state.block->as<ir::State>()), at);
    }
    void one(const FlowAssign& assign, Assigned& at) {
        for (const auto& [name, value] : assign.edge->assignments) {
            text(value, at);
            if (at)
                at->insert(name);
        }
    }
    static void one(const FlowSet&, const Assigned&) {} // no symbol of the SDFG
    void one(const FlowBranch& branch, Assigned& at) {
        Assigned behind;
        Assigned otherwise = at; // where no arm is taken
        for (const auto& arm : branch.arms) {
            if (arm.condition)
                text(*arm.condition, at);
            Assigned inside = at;
            flow(arm.body, inside);
            meet(behind, inside);
            if (!arm.condition || arm.complement)
                otherwise.reset();
        }
        meet(behind, otherwise);
        at = behind;
    }
    void one(const FlowLoop& loop, Assigned& at) {
        statement(loop.init, at);
        if (!loop.inverted)
            text(loop.condition, at);
        Assigned inside = at;
        flow(loop.body, inside);
        // a `continue` comes here with less than the end of the body
        Assigned turn = returnsOrJumps(loop.body) ? at : inside;
        if (loop.inverted)
            text(loop.condition, turn);
        const Assigned afterBody = turn;
        statement(loop.update, turn);
        if (loop.inverted) // the body has run
            at = afterBody;
    }
    static void one(const FlowJump&, Assigned& at) { at.reset(); }

    static bool returnsOrJumps(const FlowList& list) {
        return std::ranges::any_of(list, [](const Flow& one) {
            if (std::holds_alternative<FlowJump>(one.kind))
                return true;
            if (const auto* loop = std::get_if<FlowLoop>(&one.kind))
                return returnsOrJumps(loop->body);
            const auto* branch = std::get_if<FlowBranch>(&one.kind);
            return branch && std::ranges::any_of(branch->arms, [](const auto& arm) {
                       return returnsOrJumps(arm.body);
                   });
        });
    }

    void statement(const std::string& code, Assigned& at) {
        text(analysis::assignedText(code), at);
        if (const std::string name = assignedName(code); at && !name.empty())
            at->insert(name);
    }
    void text(const std::string& code, const Assigned& at) {
        NameSet names;
        analysis::collectIdentifiers(code, names);
        reads(names, at);
    }
    void reads(const NameSet& names, const Assigned& at) {
        for (const std::string& name : names)
            if (at && symbols_.contains(name) && !at->contains(name))
                found_.insert(name);
    }

    const ir::Sdfg& sdfg_;
    analysis::SymbolUses uses_;
    const NameSet& symbols_;
    NameSet found_;
};

class SharedSymbols {
public:
    explicit SharedSymbols(const ir::Sdfg& sdfg) : sdfg_(sdfg), symbols_(uses_.assignedIn(sdfg)) {}

    NameSet run(const FlowList& list) {
        if (!symbols_.empty())
            flow(list, {});
        return std::move(found_);
    }

private:
    /// `counting`: the variables of the loops around.
    void flow(const FlowList& list, const NameSet& counting) {
        for (const Flow& one : list)
            std::visit([&](const auto& kind) { this->one(kind, counting); }, one.kind);
    }

    void one(const FlowState& state, const NameSet& counting) {
        reads(uses_.readBy(sdfg_, *state.block->as<ir::State>()), counting);
    }
    void one(const FlowAssign& assign, const NameSet& counting) {
        for (const auto& [name, value] : assign.edge->assignments) {
            text(value, counting);
            found_.insert(name);
        }
    }
    static void one(const FlowSet&, const NameSet&) {}
    void one(const FlowBranch& branch, const NameSet& counting) {
        for (const auto& arm : branch.arms) {
            if (arm.condition)
                text(*arm.condition, counting);
            flow(arm.body, counting);
        }
    }
    void one(const FlowLoop& loop, const NameSet& counting) {
        const std::string first = assignedName(loop.init), next = assignedName(loop.update);
        for (const std::string& name : {loop.variable, first, next}) {
            const bool counts = name == loop.variable && name == first &&
                                (name == next || loop.update.empty()) && !counting.contains(name);
            if (!name.empty() && !counts)
                found_.insert(name);
        }
        text(analysis::assignedText(loop.init), counting);
        NameSet inside = counting;
        inside.insert(loop.variable);
        text(loop.condition, inside);
        text(analysis::assignedText(loop.update), inside);
        flow(loop.body, inside);
    }
    static void one(const FlowJump&, const NameSet&) {}

    void text(const std::string& code, const NameSet& counting) {
        NameSet names;
        analysis::collectIdentifiers(code, names);
        reads(names, counting);
    }
    void reads(const NameSet& names, const NameSet& counting) {
        for (const std::string& name : names)
            if (symbols_.contains(name) && !counting.contains(name))
                found_.insert(name);
    }

    const ir::Sdfg& sdfg_;
    analysis::SymbolUses uses_;
    const NameSet& symbols_;
    NameSet found_;
};

} // namespace

NameSet sharedSymbols(const FlowList& list, const ir::Sdfg& sdfg) {
    return SharedSymbols(sdfg).run(list);
}

NameSet readUnassigned(const FlowList& list, const ir::Sdfg& sdfg) {
    return UnassignedReads(sdfg).run(list);
}

NameSet assignedIn(const FlowList& list) {
    NameSet names;
    for (const Flow& one : list) {
        if (const auto* assign = std::get_if<FlowAssign>(&one.kind)) {
            for (const auto& [name, value] : assign->edge->assignments)
                names.insert(name);
        } else if (const auto* branch = std::get_if<FlowBranch>(&one.kind)) {
            for (const auto& arm : branch->arms)
                names.merge(assignedIn(arm.body));
        } else if (const auto* loop = std::get_if<FlowLoop>(&one.kind)) {
            names.merge(assignedIn(loop->body));
            for (const auto& name :
                 {loop->variable, assignedName(loop->init), assignedName(loop->update)})
                if (!name.empty())
                    names.insert(name);
        }
    }
    return names;
}

std::string assignedName(const std::string& statement) {
    const auto code =
        statement.empty() ? Expected<tasklet::Code>(tasklet::Code{}) : tasklet::parse(statement);
    const bool one =
        code && code->statements.size() == 1 && code->statements[0].target->op == tasklet::Op::name;
    return one ? code->statements[0].target->text : std::string();
}

} // namespace mw::codegen
