// Gathers that need not wait for the branch that they stand in.
#include "core/codegen/launch/gathers_ahead.h"

#include "core/codegen/passes/load_facts.h"
#include "core/codegen/walk.h"

#include <algorithm>

namespace mw::codegen {

using symbolic::Expr;

namespace {

/// An index in a larger buffer, and what a wrong entry of a table adds, need more than 32 bits.
constexpr std::int64_t kMostElements = std::int64_t(1) << 30U;

struct Waiting {
    const DeclareScalar* local = nullptr;
    const Load* load = nullptr;
    NameSet from{};      ///< locals that the index is computed from
    ElementId element{}; ///< that it is made of
};

class Search {
public:
    explicit Search(const Kernel& kernel) : kernel_(kernel), uses_(kernel) {
        for (const LaunchDim& dim : kernel.dims)
            dims_.insert(dim.param);
    }

    std::vector<Waiting> run() {
        const NameSet data = dataLocals(kernel_.body);
        for (const Statement& s : kernel_.body) {
            if (const auto* declare = std::get_if<DeclareScalar>(&s.kind);
                declare && uses_.isConstant(declare->name))
                known_.insert(declare->name);
            const auto* branch = std::get_if<If>(&s.kind);
            const NameSet names = branch ? namesIn(*branch->condition) : NameSet();
            if (std::ranges::any_of(names, [&](const auto& n) { return data.contains(n); }))
                add(*branch);
        }
        return std::move(found_);
    }

private:
    void add(const If& branch) {
        if (hasLoads(branch.then) && hasLoads(branch.otherwise))
            return;
        for (const Statements* side : {&branch.then, &branch.otherwise})
            for (const Statement& s : *side)
                if (const auto* inner = std::get_if<If>(&s.kind))
                    add(*inner);
                else if (const auto* declare = std::get_if<DeclareScalar>(&s.kind))
                    add(*declare, s.element);
    }
    void add(const DeclareScalar& declare, ElementId element) {
        const auto* load = declare.init ? std::get_if<Load>(&declare.init->kind) : nullptr;
        if (!load || declare.type != declare.init->type || !uses_.isConstant(declare.name) ||
            !uses_.constant.contains(load->buffer))
            return;
        Waiting waiting{&declare, load, {}, element};
        for (const std::string& name : symbolic::freeSymbols(load->index)) {
            if (!dims_.contains(name))
                waiting.from.insert(name);
            if (!dims_.contains(name) && !known_.contains(name))
                return;
        }
        if (!waiting.from.empty()) // what depends on dimensions alone is up to load-once
            found_.push_back(std::move(waiting));
    }

    const Kernel& kernel_;
    BufferUses uses_;
    NameSet dims_, known_;
    std::vector<Waiting> found_;
};

Statement held(const Waiting& waiting, std::int64_t elements) {
    DeclareScalar declare = *waiting.local;
    const Expr inside = symbolic::max(0, symbolic::min(Expr(elements - 1), waiting.load->index));
    declare.init =
        std::make_shared<Value>(Value{Load{waiting.load->buffer, inside}, declare.init->type});
    return {std::move(declare), waiting.element};
}

/// Without the declarations of these names, at any depth.
void erase(Statements& statements, const NameSet& names) {
    std::erase_if(statements, [&](const Statement& s) {
        const auto* declare = std::get_if<DeclareScalar>(&s.kind);
        return declare && names.contains(declare->name);
    });
    for (Statement& s : statements)
        if (auto* branch = std::get_if<If>(&s.kind)) {
            erase(branch->then, names);
            erase(branch->otherwise, names);
        }
}

} // namespace

std::map<std::string, std::int64_t, std::less<>> waitingGathers(const PlanContext& context,
                                                                const Kernel& kernel) {
    std::map<std::string, std::int64_t, std::less<>> buffers;
    if (kernel.sequential)
        return buffers;
    const InsideAlways inside(context, kernel);
    for (const Waiting& waiting : Search(kernel).run())
        if (const auto elements = inside.elements(waiting.load->buffer);
            elements && *elements > 0 && *elements < kMostElements)
            buffers[waiting.load->buffer] = *elements;
    return buffers;
}

Kernel withGathersAhead(const Kernel& kernel) {
    if (!kernel.launch.gathersAhead || kernel.waitingGathers.empty())
        return kernel;
    auto waiting = Search(kernel).run();
    std::erase_if(
        waiting, [&](const Waiting& w) { return !kernel.waitingGathers.contains(w.load->buffer); });
    Kernel result = kernel;
    result.body.clear();
    NameSet known, moved;
    for (const Statement& s : kernel.body) {
        result.body.push_back(s);
        const auto* declare = std::get_if<DeclareScalar>(&s.kind);
        if (!declare)
            continue;
        known.insert(declare->name);
        for (const Waiting& w : waiting)
            if (w.from.contains(declare->name) && std::ranges::includes(known, w.from)) {
                result.body.push_back(held(w, kernel.waitingGathers.find(w.load->buffer)->second));
                moved.insert(w.local->name);
            }
    }
    for (Statement& s : result.body)
        if (auto* branch = std::get_if<If>(&s.kind)) {
            erase(branch->then, moved);
            erase(branch->otherwise, moved);
        }
    return result;
}

} // namespace mw::codegen
