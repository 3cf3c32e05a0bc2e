// Fields: what each operation makes of its operands.
#include "samples/builder/field.h"

#include "samples/builder/node.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>

namespace mw::samples {

using ir::ScalarType;

namespace {

int rank(const Axis& axis) {
    return axis == K ? 2 : axis.neighbours > 0 ? 1 : 0;
}

bool isList(const Field& field) {
    return std::ranges::any_of(field.node().axes, [](const Axis& a) { return a.neighbours > 0; });
}

Field operation(const char* label, const char* text, const std::vector<Field>& operands,
                std::optional<ScalarType> type = {}) {
    const bool lists = std::ranges::any_of(operands, isList);
    return makeField({.kind = lists ? NodeKind::lists : NodeKind::operation,
                      .label = label,
                      .text = text,
                      .operands = operands,
                      .axes = joinedAxes(operands),
                      .type = type.value_or(operands.front().node().type)});
}

/// The axes with the one of `from` replaced, or left out.
std::vector<Axis> exchanged(const Field& field, const Axis& from, const std::vector<Axis>& to) {
    std::vector<Axis> axes;
    for (const Axis& axis : field.node().axes)
        if (axis == from)
            axes.insert(axes.end(), to.begin(), to.end());
        else
            axes.push_back(axis);
    return axes;
}

Field reduction(const char* label, const Field& list) {
    auto axes = list.node().axes;
    std::erase_if(axes, [](const Axis& axis) { return axis.neighbours > 0; });
    assert(axes.size() < list.node().axes.size());
    return makeField({.kind = NodeKind::reduction,
                      .label = label,
                      .operands = {list},
                      .axes = axes,
                      .type = list.node().type});
}

} // namespace

Field makeField(Node node) {
    return Field(std::make_shared<const Node>(std::move(node)));
}

std::vector<Axis> joinedAxes(const std::vector<Field>& fields) {
    std::vector<Axis> axes;
    for (const Field& field : fields)
        for (const Axis& axis : field.node().axes)
            if (std::ranges::find(axes, axis) == axes.end())
                axes.push_back(axis);
    std::ranges::stable_sort(axes, {}, rank);
    return axes;
}

Field::Field(NodePtr made) : node_(std::move(made)) {}

Field::Field(double value)
    : Field(makeField({.text = [&] {
          auto text = fmt::format("{}", value);
          return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
      }()})) {}

Field::Field(int value)
    : Field(makeField({.text = std::to_string(value), .type = ScalarType::int32})) {}

Field Field::operator()(const Neighbour& neighbour) const {
    return makeField({.kind = NodeKind::gather,
                      .label = "deref",
                      .operands = {*this},
                      .axes = exchanged(*this, neighbour.table.target, {neighbour.table.source}),
                      .type = node_->type,
                      .neighbour = neighbour});
}

Field Field::operator()(const Table& table) const {
    return makeField({.kind = NodeKind::neighbours,
                      .operands = {*this},
                      .axes = exchanged(*this, table.target, {table.source, table}),
                      .type = node_->type,
                      .neighbour = table[0]});
}

Field Field::operator()(const KShift& levels) const {
    return makeField({.kind = NodeKind::shift,
                      .operands = {*this},
                      .axes = node_->axes,
                      .type = node_->type,
                      .levels = levels.levels});
}

Field Field::operator()(const Neighbour& neighbour, const KLookup& levels) const {
    assert(node_->kind == NodeKind::argument); // any level may be read
    return makeField({.kind = NodeKind::lookup,
                      .label = "deref",
                      .operands = {*this, levels.offset},
                      .axes = {neighbour.table.source, K},
                      .type = node_->type,
                      .neighbour = neighbour});
}

Field Field::operator[](const Neighbour& neighbour) const {
    return makeField({.kind = NodeKind::entry,
                      .operands = {*this},
                      .axes = exchanged(*this, neighbour.table, {}),
                      .type = node_->type,
                      .neighbour = neighbour});
}

Field operator+(const Field& a, const Field& b) {
    return operation("plus", "({0} + {1})", {a, b});
}
Field operator-(const Field& a, const Field& b) {
    return operation("minus", "({0} - {1})", {a, b});
}
Field operator*(const Field& a, const Field& b) {
    return operation("multiplies", "({0} * {1})", {a, b});
}
Field operator/(const Field& a, const Field& b) {
    return operation("divides", "({0} / {1})", {a, b});
}
Field operator-(const Field& a) {
    return operation("neg", "(- {0})", {a});
}
Field operator<(const Field& a, const Field& b) {
    return operation("less", "({0} < {1})", {a, b}, ScalarType::boolean);
}
Field operator!=(const Field& a, const Field& b) {
    return operation("not_eq", "({0} != {1})", {a, b}, ScalarType::boolean);
}
Field operator&(const Field& a, const Field& b) {
    return operation("and_", "({0} and {1})", {a, b});
}
Field operator|(const Field& a, const Field& b) {
    return operation("or_", "({0} or {1})", {a, b});
}
Field minimum(const Field& a, const Field& b) {
    return operation("minimum", "min({0}, {1})", {a, b});
}
Field maximum(const Field& a, const Field& b) {
    return operation("maximum", "max({0}, {1})", {a, b});
}
Field squareRoot(const Field& a) {
    return operation("sqrt", "math.sqrt({0})", {a});
}
Field sum(const Field& list) {
    return reduction("sum", list);
}
Field largest(const Field& list) {
    return reduction("max", list);
}

Field where(const Field& condition, const Field& yes, const Field& no) {
    return makeField({.kind = NodeKind::where,
                      .operands = {condition, yes, no},
                      .axes = joinedAxes({condition, yes, no}),
                      .type = yes.node().type});
}

Field concatWhere(const Axis& axis, const std::string& bound, const Field& below,
                  const Field& from) {
    const std::vector<Field> both{below, from};
    auto axes = joinedAxes(both);
    assert(std::ranges::find(axes, axis) != axes.end());
    return makeField({.kind = NodeKind::concat,
                      .text = bound,
                      .operands = both,
                      .axes = std::move(axes),
                      .type = from.node().type,
                      .axis = axis});
}

Field concatWithin(const Axis& axis, const std::string& first, const std::string& last,
                   const Field& inside, const Field& outside) {
    return concatWhere(axis, last, concatWhere(axis, first, outside, inside), outside);
}

Field choose(const std::string& condition, const Field& yes, const Field& no) {
    return makeField({.kind = NodeKind::choice,
                      .text = condition,
                      .operands = {yes, no},
                      .axes = joinedAxes({yes, no}),
                      .type = yes.node().type});
}

Field temporary(const Field& field, int above) {
    return makeField({.kind = NodeKind::temporary,
                      .operands = {field},
                      .axes = field.node().axes,
                      .type = field.node().type,
                      .levels = above});
}

Field wholeTemporary(const Axis& axis, const Field& field) {
    return makeField({.kind = NodeKind::temporary,
                      .operands = {field},
                      .axes = field.node().axes,
                      .type = field.node().type,
                      .axis = axis});
}

namespace detail {

Field scanInput(const ScanPart& part) {
    return makeField(
        {.kind = NodeKind::scanInput, .text = part.name, .type = part.field.node().type});
}

Field scanState(const ScanPart& part) {
    return makeField(
        {.kind = NodeKind::scanState, .text = part.name, .type = part.field.node().type});
}

std::vector<Field> makeScan(Sweep sweep, std::vector<ScanPart> states, std::vector<ScanPart> inputs,
                            std::vector<Field> stateNames, std::vector<Field> inputNames,
                            std::vector<Field> next) {
    const auto node = std::make_shared<const ScanNode>(
        ScanNode{sweep, std::move(states), std::move(inputs), std::move(stateNames),
                 std::move(inputNames), std::move(next)});
    std::vector<Field> fields;
    for (const ScanPart& part : node->inputs)
        fields.push_back(part.field);
    const auto axes = joinedAxes(fields);
    std::vector<Field> made;
    for (std::size_t n = 0; n < node->states.size(); ++n)
        made.push_back(makeField({.kind = NodeKind::scan,
                                  .axes = axes,
                                  .type = node->states[n].field.node().type,
                                  .levels = static_cast<int>(n),
                                  .sweep = node}));
    return made;
}

} // namespace detail

} // namespace mw::samples
