// Compares the properties that one element has by itself.
#include "core/ir/same.h"

#include "core/ir/fields.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace mw::ir {

namespace {

using Codes = std::map<std::string, CodeBlock, std::less<>>;
using Constants = std::map<std::string, symbolic::Value, std::less<>>;

/// The language of no code does not matter.
bool same(const CodeBlock& a, const CodeBlock& b) {
    return a == b || (a.empty() && b.empty());
}

bool covers(const Codes& a, const Codes& b) {
    return std::ranges::all_of(a, [&](const auto& entry) {
        const auto found = b.find(entry.first);
        return found == b.end() ? entry.second.empty() : same(entry.second, found->second);
    });
}
/// Nor does a file without code.
bool same(const Codes& a, const Codes& b) {
    return covers(a, b) && covers(b, a);
}

bool same(const Constants& a, const Constants& b) {
    return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
        return x.first == y.first && sameValue(x.second, y.second);
    });
}

template <class T>
bool same(const T& a, const T& b);

bool same(const OrderedTable<DataPtr>& a, const OrderedTable<DataPtr>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.name == y.name &&
               (x.value == y.value || (x.value && y.value && same(*x.value, *y.value)));
    });
}

using Members = std::vector<std::pair<std::string, DataPtr>>;

bool same(const Members& a, const Members& b) {
    return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
        return x.first == y.first &&
               (x.second == y.second || (x.second && y.second && same(*x.second, *y.second)));
    });
}

bool same(const std::vector<Branch>& a, const std::vector<Branch>& b) {
    return std::ranges::equal(a, b, [](const Branch& x, const Branch& y) { return same(x, y); });
}

template <class... Fields>
bool same(const std::tuple<Fields...>& a, const std::tuple<Fields...>& b) {
    return std::apply(
        [&](const auto&... left) {
            return std::apply([&](const auto&... right) { return (same(left, right) && ...); }, b);
        },
        a);
}

template <class T>
bool same(const T& a, const T& b) {
    if constexpr (HasFields<T>)
        return same(fields(a), fields(b));
    else
        return a == b;
}

template <class... Kinds>
bool sameAlternative(const std::variant<Kinds...>& a, const std::variant<Kinds...>& b) {
    return a.index() == b.index() &&
           std::visit(
               [&b]<class Kind>(const Kind& left) { return same(left, *std::get_if<Kind>(&b)); },
               a);
}

} // namespace

bool sameValue(const symbolic::Value& a, const symbolic::Value& b) {
    const bool bothNan = std::isnan(a.d) && std::isnan(b.d);
    return a.isReal == b.isReal && (a.isReal ? a.d == b.d || bothNan : a.i == b.i);
}

bool sameProperties(const DataDescriptor& a, const DataDescriptor& b) {
    return same(a, b);
}

bool sameProperties(const Memlet& a, const Memlet& b) {
    return same(a, b);
}

bool sameProperties(const Map& a, const Map& b) {
    return same(a, b);
}

bool sameProperties(const Node& a, const Node& b) {
    const auto* left = a.as<NestedSdfg>();
    const auto* right = b.as<NestedSdfg>();
    const bool sameInner = !left || !right || !left->sdfg == !right->sdfg;
    return a.in == b.in && a.out == b.out && sameAlternative(a.kind, b.kind) && sameInner;
}

bool sameProperties(const Block& a, const Block& b) {
    return a.label == b.label && sameAlternative(a.kind, b.kind);
}

bool sameProperties(const InterstateEdge& a, const InterstateEdge& b) {
    return same(a, b);
}

bool sameProperties(const Sdfg& a, const Sdfg& b) {
    return same(a, b);
}

} // namespace mw::ir
