// What load-once and loads-first ask about a kernel: who changes what, and which elements exist in
// any case.
#include "core/codegen/passes/load_facts.h"

#include "core/codegen/passes/difference.h"
#include "core/codegen/walk.h"

#include <algorithm>
#include <optional>

namespace mw::codegen {

BufferUses::BufferUses(const Kernel& kernel) {
    walk(
        kernel.body, [&](const Statement& s) { statement(s); },
        [&](const Value& v) {
            if (const auto* load = std::get_if<Load>(&v.kind))
                touch(load->buffer, load->index);
        });
    const auto isAssigned = [&](const std::string& name) { return assigned.contains(name); };
    NameSet written; // arrays
    for (const BufferParam& buffer : kernel.buffers)
        if (buffer.written)
            written.insert(buffer.array);
    for (const BufferParam& buffer : kernel.buffers) {
        if (!written.contains(buffer.array))
            constant.insert(buffer.name);
        if (!buffer.written || !movesWithAll(kernel, buffer.name))
            continue;
        inPlace.insert(buffer.name);
        const auto names = symbolic::freeSymbols(indices_.at(buffer.name));
        if (buffer.read && std::none_of(names.begin(), names.end(), isAssigned))
            reloaded.insert(buffer.name);
    }
}

bool BufferUses::movable(const Load& load, const NameSet& stored) const {
    if (!constant.contains(load.buffer) &&
        (!inPlace.contains(load.buffer) || stored.contains(load.buffer)))
        return false;
    const auto names = symbolic::freeSymbols(load.index);
    return std::none_of(names.begin(), names.end(),
                        [&](const std::string& name) { return assigned.contains(name); });
}

void BufferUses::statement(const Statement& s) {
    if (const auto* assign = std::get_if<AssignScalar>(&s.kind)) {
        assigned.insert(assign->name);
    } else if (const auto* declare = std::get_if<DeclareScalar>(&s.kind)) {
        if (!declare->isConst || !constants.insert(declare->name).second)
            assigned.insert(declare->name);
    } else if (const auto* raw = std::get_if<Raw>(&s.kind)) {
        for (const Raw::Name& name : raw->names)
            if (name.kind == Raw::Name::Kind::pointer)
                unclear_.insert(name.buffer);
            else
                assigned.insert(name.outside);
    } else if (const auto* store = std::get_if<Store>(&s.kind)) {
        touch(store->buffer, store->index);
        if (!store->wcr.empty())
            unclear_.insert(store->buffer);
    }
}

void BufferUses::touch(const std::string& buffer, const symbolic::Expr& index) {
    const auto [at, isNew] = indices_.emplace(buffer, index);
    if (!isNew && at->second != index)
        unclear_.insert(buffer);
}

bool BufferUses::movesWithAll(const Kernel& kernel, const std::string& buffer) const {
    const auto index = indices_.find(buffer);
    if (kernel.sequential || index == indices_.end() || unclear_.contains(buffer))
        return false;
    return codegen::movesWithAll(kernel, index->second);
}

void addStored(const Statement& statement, NameSet& stored) {
    walk(
        {statement},
        [&](const Statement& s) {
            if (const auto* store = std::get_if<Store>(&s.kind))
                stored.insert(store->buffer);
        },
        [](const Value&) {});
}

InsideAlways::InsideAlways(const PlanContext& context, const Kernel& kernel) {
    for (const LaunchDim& dim : kernel.dims)
        if (const auto begin = dim.begin.asInteger(), end = dim.end.asInteger(); begin && end)
            bounds_[dim.param] = {*begin, *end};
    for (const BufferParam& buffer : kernel.buffers)
        if (const PlanArray* array = context.array(buffer.array))
            if (const auto elements = symbolic::simplify(array->elements).asInteger())
                elements_[buffer.name] = *elements;
}

bool InsideAlways::operator()(const Load& load) const {
    const auto elements = elements_.find(load.buffer);
    const auto range = rangeOf(load.index);
    return elements != elements_.end() && range && range->first >= 0 &&
           range->second < elements->second;
}

std::optional<InsideAlways::Bounds> InsideAlways::rangeOf(const symbolic::Expr& e) const {
    if (const auto value = e.asInteger())
        return Bounds{*value, *value};
    if (e.isSymbol()) {
        const auto found = bounds_.find(e.name());
        return found == bounds_.end() ? std::nullopt : std::optional(found->second);
    }
    const bool sum = e.op() == symbolic::Op::add;
    if (!sum && e.op() != symbolic::Op::mul)
        return std::nullopt;
    Bounds all = sum ? Bounds{0, 0} : Bounds{1, 1};
    for (const symbolic::Expr& arg : e.args()) {
        const auto one = rangeOf(arg);
        if (!one)
            return std::nullopt;
        all = sum ? Bounds{all.first + one->first, all.second + one->second} : product(all, *one);
    }
    return all;
}

InsideAlways::Bounds InsideAlways::product(const Bounds& a, const Bounds& b) {
    const auto [low, high] = std::minmax(
        {a.first * b.first, a.first * b.second, a.second * b.first, a.second * b.second});
    return {low, high};
}

NameSet dataLocals(const Statements& body) {
    NameSet data;
    const auto assigned = [&](const Statements& branch) {
        walk(
            branch,
            [&](const Statement& s) {
                if (const auto* assign = std::get_if<AssignScalar>(&s.kind))
                    data.insert(assign->name);
            },
            [](const Value&) {});
    };
    const auto isData = [&](const Value& value) {
        bool found = false;
        walkValue(value, [&](const Value& v) {
            const auto* local = std::get_if<LocalRef>(&v.kind);
            found = found || std::holds_alternative<Load>(v.kind) ||
                    (local && data.contains(local->name));
        });
        return found;
    };
    walk(
        body,
        [&](const Statement& s) {
            if (const auto* declare = std::get_if<DeclareScalar>(&s.kind);
                declare && declare->init && isData(*declare->init))
                data.insert(declare->name);
            else if (const auto* assign = std::get_if<AssignScalar>(&s.kind);
                     assign && isData(*assign->value))
                data.insert(assign->name);
            else if (const auto* branch = std::get_if<If>(&s.kind);
                     branch && isData(*branch->condition)) {
                assigned(branch->then);
                assigned(branch->otherwise);
            }
        },
        [](const Value&) {});
    return data;
}

} // namespace mw::codegen
