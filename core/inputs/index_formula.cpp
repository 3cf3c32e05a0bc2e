// Integer expressions over parameters, symbols and elements of arrays, with their values.
#include "core/inputs/index_formula.h"

#include <algorithm>
#include <cstring>

namespace mw::inputs {

using symbolic::Expr;
using symbolic::Op;
using Value = IndexFormula::Value;

namespace {

template <class T>
std::int64_t loadAs(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return static_cast<std::int64_t>(value);
}

} // namespace

int IndexFormula::add(Node node) {
    if (std::ranges::find(node.args, -1) != node.args.end())
        return -1;
    nodes_.push_back(std::move(node));
    return static_cast<int>(nodes_.size()) - 1;
}

int IndexFormula::compile(const Expr& e) {
    if (e.op() == Op::integer)
        return add({Op::integer, e.value(), {}, nullptr, {}});
    if (e.op() == Op::symbol)
        return symbol(e.name());
    switch (e.op()) {
    case Op::add:
    case Op::mul:
    case Op::intFloor:
    case Op::intCeil:
    case Op::mod:
    case Op::min:
    case Op::max:
    case Op::abs:
    case Op::compare:
    case Op::logicAnd:
    case Op::logicOr:
    case Op::logicNot:
    case Op::select: {
        Node node{e.op(), 0, e.op() == Op::compare ? e.name() : std::string(), nullptr, {}};
        for (const Expr& arg : e.args())
            node.args.push_back(compile(arg));
        return add(std::move(node));
    }
    default: {
        const auto value = symbolic::evaluateInteger(e, symbols_);
        return value ? add({Op::integer, *value, {}, nullptr, {}}) : -1;
    }
    }
}

int IndexFormula::symbol(const std::string& name) {
    if (const auto known = names_.find(name); known != names_.end())
        return known->second;
    if (!pending_.insert(name).second)
        return -1;
    int node = -1;
    const auto what = known_.find(name);
    if (what == known_.end()) {
        const auto value = symbols_.find(name);
        if (value != symbols_.end() && !value->second.isReal)
            node = add({Op::integer, value->second.i, {}, nullptr, {}});
    } else if (const auto* range = std::get_if<analysis::IndexParameter>(&what->second)) {
        node = parameter(name, range->range);
    } else if (const auto* element = std::get_if<analysis::IndexElement>(&what->second)) {
        node = this->element(*element);
    }
    pending_.erase(name);
    return names_[name] = node;
}

int IndexFormula::parameter(const std::string& name, const symbolic::Range& range) {
    Slot slot{name, compile(range.begin), compile(range.end), compile(range.step)};
    if (slot.begin < 0 || slot.end < 0 || slot.step < 0)
        return -1;
    slots_.push_back(slot);
    return add({Op::symbol, static_cast<std::int64_t>(slots_.size()) - 1, {}, nullptr, {}});
}

int IndexFormula::element(const analysis::IndexElement& element) {
    const auto array = arrays_.find(element.argument);
    if (array == arrays_.end() || array->second.shape.size() != element.at.size() ||
        !integerAt(array->second, 0))
        return -1;
    Node node{Op::subscript, 0, {}, &array->second, {}};
    for (const auto& at : element.at)
        node.args.push_back(at ? compile(*at) : -1);
    return add(std::move(node));
}

Value IndexFormula::evaluate(int at) const {
    if (at < 0)
        return std::nullopt;
    const Node& node = nodes_[static_cast<std::size_t>(at)];
    switch (node.op) {
    case Op::integer:
        return node.value;
    case Op::symbol:
        return slots_[static_cast<std::size_t>(node.value)].value;
    case Op::subscript:
        return loaded(node);
    case Op::min:
    case Op::max:
        return extreme(node);
    case Op::logicAnd:
    case Op::logicOr:
        return logic(node);
    case Op::select: {
        const Value condition = evaluate(node.args[0]);
        return condition ? evaluate(node.args[*condition != 0 ? 1 : 2]) : std::nullopt;
    }
    default:
        return arithmetic(node);
    }
}

Value IndexFormula::arithmetic(const Node& node) const {
    Value result = evaluate(node.args[0]);
    if (!result)
        return result;
    if (node.op == Op::logicNot)
        return *result == 0 ? 1 : 0;
    if (node.op == Op::abs)
        return *result == INT64_MIN ? std::nullopt : Value(std::abs(*result));
    for (std::size_t i = 1; i < node.args.size(); ++i) {
        const Value next = evaluate(node.args[i]);
        if (!next)
            return next;
        std::int64_t value = 0;
        bool bad = false;
        if (node.op == Op::add)
            bad = __builtin_add_overflow(*result, *next, &value);
        else if (node.op == Op::mul)
            bad = __builtin_mul_overflow(*result, *next, &value);
        else if (node.op == Op::compare)
            value = node.relation == "=="   ? *result == *next
                    : node.relation == "!=" ? *result != *next
                    : node.relation == "<"  ? *result < *next
                    : node.relation == "<=" ? *result <= *next
                    : node.relation == ">"  ? *result > *next
                                            : *result >= *next;
        else if (*result < 0 || *next <= 0)
            bad = true; // rounding differs between languages
        else
            value = node.op == Op::mod       ? *result % *next
                    : node.op == Op::intCeil ? *result / *next + (*result % *next != 0)
                                             : *result / *next;
        if (bad)
            return std::nullopt;
        result = value;
    }
    return result;
}

Value IndexFormula::extreme(const Node& node) const {
    Value result = evaluate(node.args[0]);
    for (std::size_t i = 1; result && i < node.args.size(); ++i) {
        const Value next = evaluate(node.args[i]);
        if (!next)
            return next;
        result = node.op == Op::min ? std::min(*result, *next) : std::max(*result, *next);
    }
    return result;
}

Value IndexFormula::logic(const Node& node) const {
    const bool deciding = node.op == Op::logicOr;
    Value result = deciding ? 0 : 1;
    for (const int arg : node.args) {
        const Value one = evaluate(arg);
        if (one && (*one != 0) == deciding)
            return deciding ? 1 : 0;
        if (!one)
            result = std::nullopt;
    }
    return result;
}

Value IndexFormula::loaded(const Node& node) const {
    std::int64_t position = 0;
    std::int64_t step = 1;
    for (std::size_t d = 0; d < node.args.size(); ++d) {
        const Value index = evaluate(node.args[d]);
        const std::int64_t size = node.array->shape[d];
        if (!index || *index < 0 || *index >= size)
            return std::nullopt;
        position += *index * step;
        step *= size;
    }
    return integerAt(*node.array, position);
}

IndexFormula::Slot* IndexFormula::slot(std::string_view name) {
    const auto found = std::ranges::find(slots_, name, &Slot::name);
    return found == slots_.end() ? nullptr : &*found;
}

std::optional<std::int64_t> integerAt(const HostArray& array, std::int64_t position) {
    const auto size = static_cast<std::size_t>(ir::sizeOf(array.type));
    if (size == 0 || position < 0 ||
        (static_cast<std::size_t>(position) + 1) * size > array.bytes.size())
        return std::nullopt;
    const std::byte* at = array.bytes.data() + static_cast<std::size_t>(position) * size;
    switch (array.type) {
    case ir::ScalarType::boolean:
    case ir::ScalarType::uint8:
        return loadAs<std::uint8_t>(at);
    case ir::ScalarType::int8:
        return loadAs<std::int8_t>(at);
    case ir::ScalarType::int16:
        return loadAs<std::int16_t>(at);
    case ir::ScalarType::uint16:
        return loadAs<std::uint16_t>(at);
    case ir::ScalarType::int32:
        return loadAs<std::int32_t>(at);
    case ir::ScalarType::uint32:
        return loadAs<std::uint32_t>(at);
    case ir::ScalarType::int64:
        return loadAs<std::int64_t>(at);
    case ir::ScalarType::uint64:
        return loadAs<std::int64_t>(at); // what does not fit is far outside either way
    default:
        return std::nullopt;
    }
}

} // namespace mw::inputs
