// Loops whose loads run ahead of their arithmetic: scans over levels.
#include "core/codegen/launch/prefetch_loops.h"

#include "core/codegen/rewrite.h"
#include "core/codegen/walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

namespace mw::codegen {

using symbolic::Expr;

namespace {

/// A loop with known turns, one level up or down each.
struct Ring {
    const For* loop = nullptr;
    std::int64_t begin = 0, step = 1, turns = 0;
    std::vector<const DeclareScalar*> loads;
    ElementId element{}; ///< that the loop is made of
};

/// Locals whose value may differ from turn to turn.
NameSet changing(const For& loop) {
    NameSet names = declaredNames(loop.body);
    walk(
        loop.body,
        [&](const Statement& s) {
            if (const auto* assign = std::get_if<AssignScalar>(&s.kind))
                names.insert(assign->name);
        },
        [](const Value&) {});
    return names;
}

std::vector<const DeclareScalar*> loadsAhead(const Kernel& kernel, const For& loop) {
    const NameSet other = changing(loop);
    std::vector<const DeclareScalar*> loads;
    for (const Statement& s : loop.body) {
        const auto* declare = std::get_if<DeclareScalar>(&s.kind);
        const auto* load = declare && declare->isConst && declare->init
                               ? std::get_if<Load>(&declare->init->kind)
                               : nullptr;
        if (!load)
            continue;
        const auto buffer =
            std::find_if(kernel.buffers.begin(), kernel.buffers.end(),
                         [&](const BufferParam& b) { return b.name == load->buffer; });
        const auto names = symbolic::freeSymbols(load->index);
        if (buffer != kernel.buffers.end() && !buffer->written && names.contains(loop.variable) &&
            std::none_of(names.begin(), names.end(),
                         [&](const std::string& name) { return other.contains(name); }))
            loads.push_back(declare);
    }
    return loads;
}

std::optional<Ring> ringOf(const Kernel& kernel, const Statement& statement) {
    const auto* loop = std::get_if<For>(&statement.kind);
    if (!loop)
        return std::nullopt;
    const auto begin = loop->begin.asInteger(), end = loop->end.asInteger(),
               step = loop->step.asInteger();
    if (!begin || !end || !step || std::abs(*step) != 1 || !isStraight(loop->body))
        return std::nullopt;
    Ring ring{loop,
              *begin,
              *step,
              (*end - *begin) * *step + 1,
              loadsAhead(kernel, *loop),
              statement.element};
    return ring.turns > 0 && !ring.loads.empty() ? std::optional(ring) : std::nullopt;
}

class Prefetch {
public:
    explicit Prefetch(const Kernel& kernel)
        : kernel_(kernel), depth_(kernel.launch.prefetch), names_(freshNames(kernel)) {}

    Kernel run() {
        Kernel result = kernel_;
        result.body.clear();
        for (const Statement& s : kernel_.body) {
            const auto ring = ringOf(kernel_, s);
            if (ring && ring->turns >= 2 * depth_)
                add(*ring, result.body);
            else
                result.body.push_back(s);
        }
        return result;
    }

private:
    /// Names of the ring: of each load, of each of its turns.
    using Slots = std::vector<std::vector<std::string>>;

    void add(const Ring& ring, Statements& out) {
        const Expr variable = Expr::symbol(ring.loop->variable);
        Slots slots;
        for (const DeclareScalar* load : ring.loads) {
            slots.emplace_back();
            for (std::int64_t d = 0; d < depth_; ++d) {
                slots.back().push_back(names_.fresh(fmt::format("{}_ahead_{}", load->name, d)));
                out.push_back(
                    {DeclareScalar{load->type, slots.back().back(),
                                   loaded(ring, *load, ring.begin + ring.step * d), false},
                     elementOf(ring, *load)});
            }
        }
        const std::int64_t groups = (ring.turns - depth_) / depth_;
        For loop = *ring.loop;
        loop.end = ring.begin + ring.step * (groups * depth_ - 1);
        loop.step = ring.step * depth_;
        loop.unroll = 1;
        loop.body.clear();
        for (std::int64_t d = 0; d < depth_; ++d)
            addTurn(ring, slots, d, variable + Expr(ring.step * d),
                    variable + Expr(ring.step * (d + depth_)), loop.body);
        out.push_back({std::move(loop), ring.element});
        for (std::int64_t turn = groups * depth_; turn < ring.turns; ++turn) {
            const bool more = turn + depth_ < ring.turns;
            addTurn(ring, slots, turn % depth_, ring.begin + ring.step * turn,
                    more ? std::optional<Expr>(ring.begin + ring.step * (turn + depth_))
                         : std::nullopt,
                    out);
        }
    }

    static ElementId elementOf(const Ring& ring, const DeclareScalar& load) {
        for (const Statement& s : ring.loop->body)
            if (std::get_if<DeclareScalar>(&s.kind) == &load)
                return s.element;
        return {};
    }

    static ValuePtr loaded(const Ring& ring, const DeclareScalar& load, const Expr& at) {
        Rewrite there;
        there.replace(ring.loop->variable, at);
        const Statement moved = there.applied(Statement{load});
        return std::get<DeclareScalar>(moved.kind).init;
    }

    /// The turn at `at`: takes what the ring holds, and loads for the turn at `next`.
    void addTurn(const Ring& ring, const Slots& slots, std::int64_t slot, const Expr& at,
                 const std::optional<Expr>& next, Statements& out) {
        Rewrite turn;
        turn.replace(ring.loop->variable, at);
        for (const std::string& name : declaredNames(ring.loop->body))
            turn.rename(name, names_.fresh(name));
        for (std::size_t l = 0; l < ring.loads.size(); ++l) {
            const DeclareScalar& load = *ring.loads[l];
            const std::string& held = slots[l][static_cast<std::size_t>(slot)];
            DeclareScalar taken = load;
            taken.init = std::make_shared<Value>(Value{LocalRef{held}, load.type});
            out.push_back(turn.applied(Statement{taken, elementOf(ring, load)}));
            if (next)
                out.push_back(
                    {AssignScalar{held, loaded(ring, load, *next)}, elementOf(ring, load)});
        }
        for (const Statement& s : ring.loop->body) {
            const auto* declare = std::get_if<DeclareScalar>(&s.kind);
            if (!declare ||
                std::find(ring.loads.begin(), ring.loads.end(), declare) == ring.loads.end())
                out.push_back(turn.applied(s));
        }
    }

    const Kernel& kernel_;
    std::int64_t depth_;
    Names names_;
};

} // namespace

int prefetchableLoads(const Kernel& kernel) {
    std::int64_t turns = 0, loads = 0;
    for (const Statement& s : kernel.body)
        if (const auto ring = ringOf(kernel, s); ring && ring->turns > turns) {
            turns = ring->turns;
            loads = static_cast<std::int64_t>(ring->loads.size());
        }
    return static_cast<int>(loads);
}

Kernel prefetched(const Kernel& kernel) {
    return kernel.launch.prefetch < 1 ? kernel : Prefetch(kernel).run();
}

} // namespace mw::codegen
