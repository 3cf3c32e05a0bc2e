// Loops whose loads run ahead of their arithmetic: scans over levels.
#include "core/codegen/launch/prefetch_loops.h"

#include "core/codegen/rewrite.h"
#include "core/codegen/walk.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <optional>

namespace mw::codegen {

using symbolic::Expr;

namespace {

/// A loop of turns one level up or down each.
struct Ring {
    const For* loop = nullptr;
    std::int64_t step = 1;
    std::optional<std::int64_t> begin{}, turns{}; ///< where they are known
    std::vector<const DeclareScalar*> loads{};
    ElementId element{}; ///< that the loop is made of
};

/// Turns of loops that nobody knows the length of: those are scans over all levels.
constexpr std::int64_t kUnknownTurns = 1000;

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

/// No turn changes where the loop ends.
bool staysFixed(const For& loop) {
    const NameSet other = changing(loop);
    for (const Expr* e : {&loop.begin, &loop.end})
        for (const std::string& name : symbolic::freeSymbols(*e))
            if (other.contains(name))
                return false;
    return true;
}

std::optional<Ring> ringOf(const Kernel& kernel, const Statement& statement) {
    const auto* loop = std::get_if<For>(&statement.kind);
    if (!loop)
        return std::nullopt;
    const auto begin = loop->begin.asInteger(), end = loop->end.asInteger(),
               step = loop->step.asInteger();
    if (!step || std::abs(*step) != 1 || !isStraight(loop->body))
        return std::nullopt;
    Ring ring{.loop = loop,
              .step = *step,
              .loads = loadsAhead(kernel, *loop),
              .element = statement.element};
    if (ring.loads.empty())
        return std::nullopt;
    if (begin && end) {
        ring.begin = begin;
        ring.turns = (*end - *begin) * *step + 1;
        return *ring.turns > 0 ? std::optional(ring) : std::nullopt;
    }
    const bool open = loop->over != For::Over::box && staysFixed(*loop);
    return open ? std::optional(ring) : std::nullopt;
}

bool isLongEnough(const Ring& ring, std::int64_t depth) {
    return ring.turns.value_or(kUnknownTurns) >= 2 * depth;
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
            if (ring && isLongEnough(*ring, depth_) && ring->turns)
                add(*ring, result.body);
            else if (ring && isLongEnough(*ring, depth_))
                addOpen(*ring, result.body);
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
                                   loaded(ring, *load, *ring.begin + ring.step * d), false},
                     elementOf(ring, *load)});
            }
        }
        const std::int64_t groups = (*ring.turns - depth_) / depth_;
        For loop = *ring.loop;
        loop.end = *ring.begin + ring.step * (groups * depth_ - 1);
        loop.step = ring.step * depth_;
        loop.unroll = 1;
        loop.body.clear();
        for (std::int64_t d = 0; d < depth_; ++d)
            addTurn(ring, slots, d, variable + Expr(ring.step * d),
                    variable + Expr(ring.step * (d + depth_)), loop.body);
        out.push_back({std::move(loop), ring.element});
        for (std::int64_t turn = groups * depth_; turn < *ring.turns; ++turn) {
            const bool more = turn + depth_ < *ring.turns;
            addTurn(ring, slots, turn % depth_, *ring.begin + ring.step * turn,
                    more ? std::optional<Expr>(*ring.begin + ring.step * (turn + depth_))
                         : std::nullopt,
                    out);
        }
    }

    /// Of a loop whose length is an argument: every turn, and every load, asks whether it is one.
    void addOpen(const Ring& ring, Statements& out) {
        const Expr variable = Expr::symbol(ring.loop->variable);
        Slots slots;
        for (const DeclareScalar* load : ring.loads) {
            slots.emplace_back();
            for (std::int64_t d = 0; d < depth_; ++d) {
                slots.back().push_back(names_.fresh(fmt::format("{}_ahead_{}", load->name, d)));
                out.push_back({DeclareScalar{load->type, slots.back().back(), nullptr, false},
                               elementOf(ring, *load)});
            }
        }
        const auto at = [&](const Expr& from, std::int64_t turn) {
            return symbolic::simplify(from + Expr(ring.step * turn));
        };
        for (std::int64_t d = 0; d < depth_; ++d)
            addLoads(ring, slots, d, at(ring.loop->begin, d), out);
        For loop = *ring.loop;
        loop.step = ring.step * depth_;
        loop.unroll = 1;
        loop.body.clear();
        for (std::int64_t d = 0; d < depth_; ++d) {
            Statements turn;
            addTurn(ring, slots, d, at(variable, d), std::nullopt, turn);
            if (d > 0)
                turn = {{If{isTurn(ring, at(variable, d)), std::move(turn), {}}, ring.element}};
            std::move(turn.begin(), turn.end(), std::back_inserter(loop.body));
            addLoads(ring, slots, d, at(variable, d + depth_), loop.body);
        }
        out.push_back({std::move(loop), ring.element});
    }
    /// Fills the slot for the turn at `at`, if there is one.
    void addLoads(const Ring& ring, const Slots& slots, std::int64_t slot, const Expr& at,
                  Statements& out) {
        Statements loads;
        for (std::size_t l = 0; l < ring.loads.size(); ++l)
            loads.push_back({AssignScalar{slots[l][static_cast<std::size_t>(slot)],
                                          loaded(ring, *ring.loads[l], at)},
                             elementOf(ring, *ring.loads[l])});
        out.push_back({If{isTurn(ring, at), std::move(loads), {}}, ring.element});
    }
    ValuePtr isTurn(const Ring& ring, const Expr& at) const {
        const auto number = [&](const Expr& e) {
            return std::make_shared<const Value>(Value{Index{e}, ring.loop->type});
        };
        return std::make_shared<const Value>(
            Value{Binary{ring.step > 0 ? "<=" : ">=", number(at), number(ring.loop->end)},
                  ir::ScalarType::boolean});
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
        if (const auto ring = ringOf(kernel, s);
            ring && ring->turns.value_or(kUnknownTurns) > turns) {
            turns = ring->turns.value_or(kUnknownTurns);
            loads = static_cast<std::int64_t>(ring->loads.size());
        }
    return static_cast<int>(loads);
}

Kernel prefetched(const Kernel& kernel) {
    return kernel.launch.prefetch < 1 ? kernel : Prefetch(kernel).run();
}

} // namespace mw::codegen
