// The pass "loads-first": a block loads before it does anything else.
#include "core/codegen/passes/load_facts.h"
#include "core/codegen/passes/passes.h"
#include "core/codegen/walk.h"

#include <algorithm>

namespace mw::codegen {

namespace {

bool jumps(const Statement& statement) {
    bool found = false;
    walk(
        {statement},
        [&](const Statement& s) { found = found || std::holds_alternative<Jump>(s.kind); },
        [](const Value&) {});
    return found;
}

class LoadsFirst {
public:
    explicit LoadsFirst(const Kernel& kernel) : uses_(kernel) {}

    /// `before`: buffers that are stored to before the block.
    Statements block(Statements statements, const NameSet& before) const {
        NameSet stored = before;
        for (Statement& s : statements) {
            if (auto* branch = std::get_if<If>(&s.kind)) {
                branch->then = block(std::move(branch->then), stored);
                branch->otherwise = block(std::move(branch->otherwise), stored);
            }
            addStored(s, stored); // in a loop the turns before have stored too
            if (auto* loop = std::get_if<For>(&s.kind))
                loop->body = block(std::move(loop->body), stored);
            else if (auto* repeat = std::get_if<While>(&s.kind))
                repeat->body = block(std::move(repeat->body), stored);
        }
        return ordered(std::move(statements), before);
    }

private:
    Statements ordered(Statements statements, NameSet stored) const {
        const NameSet indices = indexNames(statements);
        Statements first, rest;
        NameSet later; // declared or changed by what stays where it is
        bool open = true;
        for (Statement& s : statements) {
            const auto* declare = std::get_if<DeclareScalar>(&s.kind);
            if (open && declare && mayBeFirst(*declare, indices, stored, later)) {
                first.push_back(std::move(s));
                continue;
            }
            const NameSet declared = declaredNames({s});
            later.insert(declared.begin(), declared.end());
            addStored(s, stored);
            open = open && !jumps(s);
            rest.push_back(std::move(s));
        }
        std::move(rest.begin(), rest.end(), std::back_inserter(first));
        return first;
    }
    /// Of locals from which indices of loads are computed.
    static NameSet indexNames(const Statements& statements) {
        NameSet names;
        for (auto s = statements.rbegin(); s != statements.rend(); ++s) {
            const auto* declare = std::get_if<DeclareScalar>(&s->kind);
            if (!declare || !declare->init)
                continue;
            const bool load = std::holds_alternative<Load>(declare->init->kind);
            if (load || names.contains(declare->name))
                names.merge(namesIn(*declare->init));
        }
        return names;
    }
    bool mayBeFirst(const DeclareScalar& declare, const NameSet& indices, const NameSet& stored,
                    const NameSet& later) const {
        if (!declare.init || !declare.isConst || uses_.assigned.contains(declare.name))
            return false;
        const auto* load = std::get_if<Load>(&declare.init->kind);
        if (!load && !indices.contains(declare.name))
            return false;
        bool movable = true;
        walkValue(*declare.init, [&](const Value& v) {
            if (const auto* inner = std::get_if<Load>(&v.kind))
                movable = movable && uses_.movable(*inner, stored);
        });
        const NameSet names = namesIn(*declare.init);
        return movable && std::none_of(names.begin(), names.end(), [&](const std::string& name) {
                   return later.contains(name) || uses_.assigned.contains(name);
               });
    }

    BufferUses uses_;
};

} // namespace

void loadsFirst(const PlanContext&, Kernel& kernel) {
    kernel.body = LoadsFirst(kernel).block(std::move(kernel.body), {});
}

} // namespace mw::codegen
