// One access of a map with the numbers of a scenario.
#include "core/inputs/access_evaluation.h"

#include "core/inputs/elements.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::inputs {

namespace {

using analysis::IndexElement;
using symbolic::Expr;

constexpr std::size_t kMostElements = 1024; ///< of one access in one iteration
constexpr std::size_t kMostEntries = 64;

} // namespace

void forEachName(const analysis::IndexNames& names, const Expr& e, std::set<std::string>& seen,
                 const VisitName& visit) {
    for (const std::string& name : symbolic::freeSymbols(e)) {
        if (!seen.insert(name).second)
            continue;
        const auto found = names.find(name);
        const auto* what = found == names.end() ? nullptr : &found->second;
        if (const auto* element = what ? std::get_if<IndexElement>(what) : nullptr)
            for (const auto& at : element->at)
                if (at)
                    forEachName(names, *at, seen, visit);
        if (const auto* parameter = what ? std::get_if<analysis::IndexParameter>(what) : nullptr)
            for (const Expr* bound : {&parameter->range.begin, &parameter->range.end})
                forEachName(names, *bound, seen, visit);
        visit(name, what);
    }
}

std::optional<std::int64_t> nearSum(std::int64_t a, std::int64_t b, std::int64_t c) {
    std::int64_t product = 0;
    if (!isNear(a) || __builtin_mul_overflow(b, c, &product) || !isNear(product) ||
        !isNear(a + product))
        return std::nullopt;
    return a + product;
}

AccessEvaluation::AccessEvaluation(const analysis::MapAccesses& map,
                                   const analysis::MapAccess& access, const IndexSpelling& spelling,
                                   const symbolic::Bindings& symbols, const HostArrays& arrays)
    : map_(map), access_(access), spelling_(spelling), formula_(map.names, symbols, arrays) {
    for (const auto& dim : access.dims)
        dims_.push_back({formula_.compile(dim.low), formula_.compile(dim.high),
                         formula_.compile(dim.size), formula_.compile(dim.stride)});
    for (const Expr& condition : access.conditions)
        conditions_.emplace_back(formula_.compile(condition), &condition);
    for (const std::string& name : access.inner)
        formula_.compile(Expr::symbol(name));
    addTables();
    for (const auto& slot : formula_.slots()) {
        const auto found = std::ranges::find(map.parameters, slot.name);
        const auto place = static_cast<std::size_t>(found - map.parameters.begin());
        fixed_.push_back(found == map.parameters.end() ? std::nullopt : std::optional(place));
    }
}

void AccessEvaluation::addTables() {
    forEachName([&](const std::string& name, const analysis::IndexName* what) {
        const auto* element = what ? std::get_if<IndexElement>(what) : nullptr;
        if (!element)
            return;
        Table table{spelling_.table(element->argument), {}, formula_.compile(Expr::symbol(name))};
        for (const auto& at : element->at)
            table.at.push_back(at ? formula_.compile(*at) : -1);
        tables_.push_back(std::move(table));
    });
}

void AccessEvaluation::forEachName(const VisitName& visit) const {
    std::set<std::string> seen;
    for (const auto& dim : access_.dims)
        for (const Expr* e : {&dim.low, &dim.high})
            inputs::forEachName(map_.names, *e, seen, visit);
}

void AccessEvaluation::set(const Iteration& iteration) {
    for (std::size_t s = 0; s < fixed_.size(); ++s)
        if (fixed_[s])
            formula_.slots()[s].value = iteration[*fixed_[s]];
}

bool AccessEvaluation::forEachInner(bool firstOnly, const std::function<bool()>& visit,
                                    std::size_t from) {
    while (from < fixed_.size() && fixed_[from])
        ++from;
    if (from == fixed_.size())
        return visit();
    auto& slot = formula_.slots()[from];
    const Value begin = formula_.evaluate(slot.begin);
    const Value end = formula_.evaluate(slot.end);
    const Value step = formula_.evaluate(slot.step);
    if (!begin || !end || !step || *step <= 0 || !isNear(*begin) || !isNear(*end) || !isNear(*step))
        return false;
    for (std::int64_t at = *begin; at <= *end; at += *step) {
        formula_.slots()[from].value = at;
        if (!forEachInner(firstOnly, visit, from + 1))
            return false;
        if (firstOnly)
            break;
    }
    return true;
}

AccessState AccessEvaluation::happens(std::string* reason) const {
    AccessState state = AccessState::touched;
    for (const auto& [node, condition] : conditions_) {
        const Value holds = formula_.evaluate(node);
        if (holds && *holds != 0)
            continue;
        if (reason && (reason->empty() || holds))
            *reason = spelling_.text(*condition);
        state = holds ? AccessState::skipped : AccessState::conditional;
        if (holds)
            break;
    }
    return state;
}

bool AccessEvaluation::elements(std::vector<TouchedElement>& found) {
    std::vector<std::pair<std::int64_t, std::int64_t>> box;
    for (const Dim& dim : dims_) {
        const Value low = formula_.evaluate(dim.low);
        const Value high = formula_.evaluate(dim.high);
        if (!low || !high || !isNear(*low) || !isNear(*high))
            return false;
        box.emplace_back(*low, *high);
    }
    std::vector<std::int64_t> index;
    for (const auto& [low, high] : box) {
        if (high < low)
            return true;
        index.push_back(low);
    }
    while (true) {
        if (!known_.contains(index)) {
            if (known_.size() == kMostElements)
                return false;
            known_.insert(index);
            found.push_back(element(index));
        }
        std::size_t d = index.size();
        while (d > 0 && ++index[d - 1] > box[d - 1].second) {
            index[d - 1] = box[d - 1].first;
            --d;
        }
        if (d == 0)
            return true;
    }
}

AccessEvaluation::Value AccessEvaluation::position() const {
    std::vector<std::int64_t> index;
    for (const Dim& dim : dims_) {
        const Value low = formula_.evaluate(dim.low);
        if (!low)
            return std::nullopt;
        index.push_back(*low);
    }
    const TouchedElement found = element(index);
    return found.inside ? found.position : std::nullopt;
}

std::vector<AccessEvaluation::Value> AccessEvaluation::sizes() const {
    std::vector<Value> found;
    for (const Dim& dim : dims_)
        found.push_back(formula_.evaluate(dim.size));
    return found;
}

void AccessEvaluation::entries(std::vector<TableEntry>& found) const {
    for (const Table& table : tables_) {
        std::vector<std::int64_t> at;
        for (const int node : table.at)
            if (const Value value = formula_.evaluate(node))
                at.push_back(*value);
        if (at.size() != table.at.size())
            continue;
        TableEntry entry{table.argument + listText(at), formula_.evaluate(table.value)};
        if (found.size() < kMostEntries && std::ranges::find(found, entry) == found.end())
            found.push_back(std::move(entry));
    }
}

TouchedElement AccessEvaluation::element(const std::vector<std::int64_t>& index) const {
    TouchedElement found{index, 0, true};
    for (std::size_t d = 0; d < index.size(); ++d) {
        const Value size = formula_.evaluate(dims_[d].size);
        found.inside = found.inside && index[d] >= 0 && (!size || index[d] < *size);
        const Value stride = formula_.evaluate(dims_[d].stride);
        found.position =
            found.position && stride ? nearSum(*found.position, index[d], *stride) : std::nullopt;
    }
    return found;
}

bool AccessEvaluation::throughTable(const std::string& parameter) const {
    bool found = false;
    forEachName([&](const std::string&, const analysis::IndexName* what) {
        const auto* element = what ? std::get_if<IndexElement>(what) : nullptr;
        if (!element)
            return;
        std::set<std::string> inside;
        for (const auto& at : element->at)
            if (at)
                inputs::forEachName(map_.names, *at, inside, [](const auto&, const auto*) {});
        found = found || inside.contains(parameter);
    });
    return found;
}

std::string AccessEvaluation::unknownReason(const symbolic::Bindings& symbols,
                                            const HostArrays& arrays) const {
    std::string reason;
    forEachName([&](const std::string& name, const analysis::IndexName* what) {
        const std::string shown = analysis::readableIndex(Expr::symbol(name));
        const auto* unknown = what ? std::get_if<analysis::IndexUnknown>(what) : nullptr;
        const auto* element = what ? std::get_if<IndexElement>(what) : nullptr;
        const auto value = symbols.find(name);
        if (!reason.empty())
            return;
        if (!what && (value == symbols.end() || value->second.isReal))
            reason = fmt::format("'{}' has no value", shown);
        else if (unknown)
            reason = fmt::format("'{}': {}", shown, unknown->reason);
        else if (what && std::get_if<analysis::IndexChoice>(what))
            reason = fmt::format("'{}' has one of several values", shown);
        else if (element && !arrays.contains(element->argument))
            reason = fmt::format("'{}' is not among the inputs", element->argument);
    });
    return reason.empty() ? "it is computed in a way that is not followed" : reason;
}

} // namespace mw::inputs
