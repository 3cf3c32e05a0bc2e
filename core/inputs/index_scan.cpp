// Works an index out in every iteration, where its bounds do not decide.
#include "core/inputs/index_scan.h"

#include "core/inputs/elements.h"
#include "core/support/overload.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <map>
#include <set>

namespace mw::inputs {

namespace {

using analysis::IndexUse;
using analysis::IndexUses;
using symbolic::Expr;
using symbolic::Op;
using Value = std::optional<std::int64_t>;

constexpr std::int64_t kMostIterations = 20'000'000;

template <class T>
std::int64_t loadAs(const std::byte* at) {
    T value;
    std::memcpy(&value, at, sizeof value);
    return static_cast<std::int64_t>(value);
}

/// Expressions made ready to be evaluated many times: names are slots.
class Formula {
public:
    Formula(const IndexUses& uses, const symbolic::Bindings& symbols, const HostArrays& arrays)
        : uses_(uses), symbols_(symbols), arrays_(arrays) {}

    /// -1 where a value in it is not known.
    int compile(const Expr& e);
    Value evaluate(int node) const;

    struct Slot {
        std::string name;
        int begin = -1, end = -1, step = -1;
        std::int64_t value = 0;
    };
    std::vector<Slot>& slots() { return slots_; } ///< each after those that its range uses

private:
    struct Node {
        Op op = Op::integer;
        std::int64_t value = 0; ///< number, or slot
        std::string relation;
        const HostArray* array = nullptr;
        std::vector<int> args;
    };

    int add(Node node);
    int symbol(const std::string& name);
    int parameter(const std::string& name, const symbolic::Range& range);
    int element(const analysis::IndexElement& element);
    Value extreme(const Node& node) const;
    Value logic(const Node& node) const;
    Value loaded(const Node& node) const;
    Value arithmetic(const Node& node) const;

    const IndexUses& uses_;
    const symbolic::Bindings& symbols_;
    const HostArrays& arrays_;
    std::vector<Node> nodes_;
    std::vector<Slot> slots_;
    std::map<std::string, int> names_;
    std::set<std::string> pending_;
};

int Formula::add(Node node) {
    if (std::ranges::find(node.args, -1) != node.args.end())
        return -1;
    nodes_.push_back(std::move(node));
    return static_cast<int>(nodes_.size()) - 1;
}

int Formula::compile(const Expr& e) {
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

int Formula::symbol(const std::string& name) {
    if (const auto known = names_.find(name); known != names_.end())
        return known->second;
    if (!pending_.insert(name).second)
        return -1;
    int node = -1;
    const auto what = uses_.names.find(name);
    if (what == uses_.names.end()) {
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

int Formula::parameter(const std::string& name, const symbolic::Range& range) {
    Slot slot{name, compile(range.begin), compile(range.end), compile(range.step)};
    if (slot.begin < 0 || slot.end < 0 || slot.step < 0)
        return -1;
    slots_.push_back(slot);
    return add({Op::symbol, static_cast<std::int64_t>(slots_.size()) - 1, {}, nullptr, {}});
}

int Formula::element(const analysis::IndexElement& element) {
    const auto array = arrays_.find(element.argument);
    if (array == arrays_.end() || array->second.shape.size() != element.at.size() ||
        !integerAt(array->second, 0))
        return -1;
    Node node{Op::subscript, 0, {}, &array->second, {}};
    for (const auto& at : element.at)
        node.args.push_back(at ? compile(*at) : -1);
    return add(std::move(node));
}

Value Formula::evaluate(int at) const {
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

Value Formula::arithmetic(const Node& node) const {
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
                    : node.op == Op::intCeil ? (*result + *next - 1) / *next
                                             : *result / *next;
        if (bad)
            return std::nullopt;
        result = value;
    }
    return result;
}

Value Formula::extreme(const Node& node) const {
    Value result = evaluate(node.args[0]);
    for (std::size_t i = 1; result && i < node.args.size(); ++i) {
        const Value next = evaluate(node.args[i]);
        if (!next)
            return next;
        result = node.op == Op::min ? std::min(*result, *next) : std::max(*result, *next);
    }
    return result;
}

Value Formula::logic(const Node& node) const {
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

Value Formula::loaded(const Node& node) const {
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

/// Runs through the iterations of one access.
class Scan {
public:
    Scan(const IndexUses& uses, const IndexUse& use, const symbolic::Bindings& symbols,
         const HostArrays& arrays)
        : uses_(uses), use_(use), arrays_(arrays), formula_(uses, symbols, arrays) {}

    ScanResult run() {
        low_ = formula_.compile(use_.low);
        high_ = use_.high == use_.low ? low_ : formula_.compile(use_.high);
        size_ = formula_.compile(use_.size);
        if (low_ < 0 || high_ < 0 || size_ < 0)
            return {};
        for (const Expr& condition : use_.conditions)
            addCondition(condition);
        iterate(0);
        return result_.verdict == ScanVerdict::outside ? result_
               : unknown_                              ? ScanResult{}
                                                       : ScanResult{ScanVerdict::inside, false, {}};
    }

private:
    /// What is not known counts as holding.
    void addCondition(const Expr& condition) {
        if (condition.op() == Op::logicAnd) {
            for (const Expr& arg : condition.args())
                addCondition(arg);
            return;
        }
        if (const int node = formula_.compile(condition); node >= 0)
            conditions_.push_back(node);
        else
            result_.assumed = true;
    }

    /// False: there is nothing more to find out.
    bool iterate(std::size_t depth) {
        if (depth == formula_.slots().size())
            return visit();
        const auto& slot = formula_.slots()[depth];
        const Value begin = formula_.evaluate(slot.begin);
        const Value end = formula_.evaluate(slot.end);
        const Value step = formula_.evaluate(slot.step);
        if (!begin || !end || !step || *step <= 0)
            return unknown_ = true, true;
        for (std::int64_t at = *begin; at <= *end; at += *step) {
            formula_.slots()[depth].value = at;
            if (!iterate(depth + 1))
                return false;
        }
        return true;
    }

    bool visit() {
        if (++count_ > kMostIterations) {
            unknown_ = true;
            return false;
        }
        bool assumed = result_.assumed;
        for (const int condition : conditions_) {
            const Value holds = formula_.evaluate(condition);
            if (holds && *holds == 0)
                return true;
            assumed = assumed || !holds;
        }
        const Value low = formula_.evaluate(low_);
        const Value high = formula_.evaluate(high_);
        const Value size = formula_.evaluate(size_);
        if (!low || !high || !size) {
            unknown_ = true;
            return true;
        }
        if (*high < *low || (*low >= 0 && *high < *size))
            return true;
        result_.assumed = assumed;
        describe(*low < 0 ? use_.low : use_.high, *low < 0 ? *low : *high);
        return false;
    }

    void describe(const Expr& index, std::int64_t value) {
        result_.verdict = ScanVerdict::outside;
        result_.witness.index = value;
        for (const auto& slot : formula_.slots())
            result_.witness.iteration.emplace_back(analysis::readableIndex(Expr::symbol(slot.name)),
                                                   slot.value);
        for (const std::string& name : symbolic::freeSymbols(index)) {
            const auto what = uses_.names.find(name);
            const auto* element = what == uses_.names.end()
                                      ? nullptr
                                      : std::get_if<analysis::IndexElement>(&what->second);
            if (!element)
                continue;
            std::vector<std::int64_t> at;
            for (const auto& e : element->at)
                at.push_back(formula_.evaluate(formula_.compile(*e)).value_or(0));
            result_.witness.element = element->argument + listText(at);
            result_.witness.value =
                formula_.evaluate(formula_.compile(Expr::symbol(name))).value_or(0);
        }
    }

    const IndexUses& uses_;
    const IndexUse& use_;
    const HostArrays& arrays_;
    Formula formula_;
    int low_ = -1, high_ = -1, size_ = -1;
    std::vector<int> conditions_;
    std::int64_t count_ = 0;
    bool unknown_ = false;
    ScanResult result_;
};

} // namespace

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

ScanResult scanIndex(const IndexUses& uses, const IndexUse& use, const symbolic::Bindings& symbols,
                     const HostArrays& arrays) {
    return Scan(uses, use, symbols, arrays).run();
}

} // namespace mw::inputs
