#pragma once

#include "core/ir/types.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

// What stencils are written in: fields, and what can be done with them. A field is an expression; a
// program (program.h) gives it a place and a domain, and lower.h makes a graph of it, one map to an
// operation, as GT4Py does.

namespace mw::samples {

/// A dimension of fields. `neighbours` > 0: how many neighbours a table has; such a dimension is
/// local, and its fields hold a value for each neighbour.
struct Axis {
    std::string_view name;
    int neighbours = 0;
    bool operator==(const Axis&) const = default;
};
inline constexpr Axis Cell{"Cell"};
inline constexpr Axis Edge{"Edge"};
inline constexpr Axis Vertex{"Vertex"};
inline constexpr Axis K{"K"};

struct Neighbour;

/// Whether entries of a table may be -1: GT4Py's type of the table says so, and lowers lists of
/// such neighbours with care.
enum class SkipValues : std::uint8_t { no, yes };

/// A neighbour table: the `neighbours` elements of `target` beside each element of `source`.
struct Table : Axis {
    Axis source;
    Axis target;
    SkipValues skips;
    constexpr Table(std::string_view table, Axis from, Axis to, int count,
                    SkipValues skipValues = SkipValues::no)
        : Axis{table, count}, source(from), target(to), skips(skipValues) {}
    constexpr Neighbour operator[](int which) const;
};
/// One of them: E2C[1].
struct Neighbour {
    Table table;
    int which = 0;
};
constexpr Neighbour Table::operator[](int which) const {
    return {*this, which};
}
inline constexpr Table E2C{"E2C", Edge, Cell, 2};
inline constexpr Table E2C2V{"E2C2V", Edge, Vertex, 4};
inline constexpr Table C2E{"C2E", Cell, Edge, 3};
inline constexpr Table C2E2C{"C2E2C", Cell, Cell, 3};
inline constexpr Table C2E2CO{"C2E2CO", Cell, Cell, 4}; ///< the cell itself comes first
inline constexpr Table V2E{"V2E", Vertex, Edge, 6, SkipValues::yes}; ///< pentagons have five

struct Node;
using NodePtr = std::shared_ptr<const Node>;
struct KShift;
struct KLookup;

/// An expression over a domain. Copies are cheap and mean the same: what stands in two places is
/// computed once. Axes are in the order horizontal, local, K.
class Field {
public:
    Field(double value); // NOLINT(google-explicit-constructor): 2.0 * field
    Field(int value);    // NOLINT(google-explicit-constructor)
    explicit Field(NodePtr made);

    /// The value at one neighbour: theta(E2C[1]), on edges.
    Field operator()(const Neighbour& neighbour) const;
    /// The values at all neighbours, as a list: vn(C2E), on cells. sum() makes one value of it.
    Field operator()(const Table& table) const;
    /// The value some levels below or above: w(K - 1).
    Field operator()(const KShift& levels) const;
    /// The value at a neighbour, as many levels below as a field says: theta(C2E2C[0], K + offset).
    Field operator()(const Neighbour& neighbour, const KLookup& levels) const;
    /// One entry of a field that has a value for each neighbour: primal_normal_vert_v1[E2C2V[2]].
    Field operator[](const Neighbour& neighbour) const;

    const Node& node() const { return *node_; }
    const NodePtr& pointer() const { return node_; }

private:
    NodePtr node_;
};

struct KShift {
    int levels = 0;
};
struct KLookup {
    Field offset;
};
inline KShift operator+(const Axis& /*K*/, int levels) {
    return {levels};
}
inline KShift operator-(const Axis& /*K*/, int levels) {
    return {-levels};
}
inline KLookup operator+(const Axis& /*K*/, const Field& offset) {
    return {offset};
}

Field operator+(const Field& a, const Field& b);
Field operator-(const Field& a, const Field& b);
/// Entry by entry where both are lists.
Field operator*(const Field& a, const Field& b);
Field operator/(const Field& a, const Field& b);
Field operator-(const Field& a);
Field operator<(const Field& a, const Field& b);
Field operator!=(const Field& a, const Field& b);
Field operator&(const Field& a, const Field& b);
Field operator|(const Field& a, const Field& b);
Field minimum(const Field& a, const Field& b);
Field maximum(const Field& a, const Field& b);
Field squareRoot(const Field& a);
/// Of a list of neighbours.
Field sum(const Field& list);
Field largest(const Field& list);

/// `yes` where the condition holds, `no` elsewhere: decided at every element, of a range or by
/// value.
Field where(const Field& condition, const Field& yes, const Field& no);
/// `below` where the axis' index is below `bound` (a symbol or a number), `from` from there on: two
/// ranges, each computed for itself.
Field concatWhere(const Axis& axis, const std::string& bound, const Field& below,
                  const Field& from);
/// `inside` for first <= index < last, `outside` elsewhere.
Field concatWithin(const Axis& axis, const std::string& first, const std::string& last,
                   const Field& inside, const Field& outside);
/// One of two fields for the whole program, by a condition over its scalars (Python text).
Field choose(const std::string& condition, const Field& yes, const Field& no);

/// The same field, computed once for all levels of the statement and `above` more at the top,
/// whatever part of them is wanted: for fields that are read at two levels.
Field temporary(const Field& field, int above = 0);
/// The same for the whole of an axis: for fields that are read both in place and through a table.
Field wholeTemporary(const Axis& axis, const Field& field);

enum class Sweep : std::uint8_t { forward, backward };
/// A named field of a scan: what it reads, or what it carries from level to level (then `field` is
/// the number that it begins with).
struct ScanPart {
    std::string name;
    Field field;
};

namespace detail {

/// What stands for a part inside of a step.
Field scanInput(const ScanPart& part);
Field scanState(const ScanPart& part);
std::vector<Field> makeScan(Sweep sweep, std::vector<ScanPart> states, std::vector<ScanPart> inputs,
                            std::vector<Field> stateNames, std::vector<Field> inputNames,
                            std::vector<Field> next);

} // namespace detail

/// Walks the levels of each column; `step(last, in)` gives the values of a level from those of the
/// level before and the inputs there. Result: each state at all levels. Inside of a step there are
/// only operations.
template <std::size_t S, std::size_t I, class Step>
std::array<Field, S> scan(Sweep sweep, const ScanPart (&states)[S], const ScanPart (&inputs)[I],
                          const Step& step) {
    const auto all = []<std::size_t N, std::size_t... n>(
        const auto& make, const ScanPart(&parts)[N], std::index_sequence<n...>) {
        return std::array<Field, N>{make(parts[n])...};
    };
    const auto last = all(detail::scanState, states, std::make_index_sequence<S>());
    const auto in = all(detail::scanInput, inputs, std::make_index_sequence<I>());
    const std::array<Field, S> next = step(last, in);
    const auto made = detail::makeScan(sweep, {states, states + S}, {inputs, inputs + I},
                                       {last.begin(), last.end()}, {in.begin(), in.end()},
                                       {next.begin(), next.end()});
    return [&]<std::size_t... n>(std::index_sequence<n...>) {
        return std::array<Field, S>{made[n]...};
    }
    (std::make_index_sequence<S>());
}

} // namespace mw::samples
