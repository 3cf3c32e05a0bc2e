// Programs: arguments, scalars, statements, and the inputs of a run.
#include "samples/builder/program.h"

#include "samples/builder/names.h"
#include "samples/builder/node.h"

#include <cassert>
#include <functional>
#include <set>

namespace mw::samples {

using ir::ScalarType;

Program::Program(std::string name, Axis horizontal, int firstLevel)
    : name_(std::move(name)), horizontal_(horizontal), firstLevel_(firstLevel) {}

Field Program::field(const std::string& name, std::vector<Axis> axes, inputs::Fill fill) {
    arguments_.push_back({name, axes, ScalarType::float64, std::move(fill)});
    return makeField({.kind = NodeKind::argument, .text = name, .axes = std::move(axes)});
}

Field Program::offsets(const std::string& name, std::vector<Axis> axes, int end) {
    arguments_.push_back({name, axes, ScalarType::int32,
                          inputs::HashedFill{.low = 0, .high = double(end), .floor = true}});
    return makeField({.kind = NodeKind::argument,
                      .text = name,
                      .axes = std::move(axes),
                      .type = ScalarType::int32});
}

Field Program::scalar(const std::string& name, double value) {
    parameters_.push_back({name, ScalarType::float64, value});
    return makeField({.kind = NodeKind::parameter, .text = name});
}

void Program::bound(const std::string& name, int value) {
    parameters_.push_back({name, ScalarType::int32, double(value)});
}

void Program::flag(const std::string& name, bool value) {
    parameters_.push_back({name, ScalarType::boolean, value ? 1.0 : 0.0});
}

Domain Program::domain() const {
    return {
        horizontal_, {"horizontal_start", "horizontal_end"}, {"vertical_start", "vertical_end"}};
}

void Program::set(const Domain& domain, std::vector<Result> results) {
    for ([[maybe_unused]] const Result& result : results)
        assert(result.argument.node().kind == NodeKind::argument);
    statements_.push_back({domain, std::move(results)});
}

std::vector<std::string> Program::names() const {
    std::vector<std::string> all;
    for (const Argument& argument : arguments_)
        all.push_back(argument.name);
    for (const Parameter& parameter : parameters_)
        all.push_back(parameter.name);
    for (const char* bound :
         {"horizontal_start", "horizontal_end", "vertical_start", "vertical_end"})
        all.emplace_back(bound);
    return all;
}

inputs::Scenario Program::scenario(const inputs::Grid& grid) const {
    using symbolic::Value;
    inputs::Scenario scenario;
    scenario.program = name_;
    scenario.grid = grid;
    scenario.horizontal = horizontal_.name;
    const auto extent = [&](const Axis& axis) {
        return axis.neighbours > 0 ? axis.neighbours : *inputs::extent(grid, axis.name);
    };
    for (const Argument& argument : arguments_) {
        inputs::ArrayInput input{{}, argument.type, argument.fill};
        for (const Axis& axis : argument.axes)
            input.shape.push_back(extent(axis));
        scenario.arrays[argument.name] = std::move(input);
    }
    for (const Table& table : tablesOf(*this))
        scenario.arrays[Names::table(table.name)] = {{extent(table.source), table.neighbours},
                                                     ScalarType::int32,
                                                     inputs::TableFill{std::string(table.name)}};
    for (const Parameter& parameter : parameters_)
        scenario.symbols[parameter.name] =
            parameter.type == ScalarType::float64
                ? Value::real(parameter.value)
                : Value::integer(static_cast<std::int64_t>(parameter.value));
    scenario.symbols["horizontal_start"] = Value::integer(0);
    scenario.symbols["horizontal_end"] = Value::integer(extent(horizontal_));
    scenario.symbols["vertical_start"] = Value::integer(firstLevel_);
    scenario.symbols["vertical_end"] = Value::integer(grid.levels);
    for (const Statement& statement : statements_)
        for (const Result& result : statement.results)
            scenario.outputs.push_back(result.argument.node().text);
    return scenario;
}

std::vector<Table> tablesOf(const Program& program) {
    std::map<std::string_view, Table> found;
    std::set<const Node*> seen;
    const std::function<void(const Field&)> visit = [&](const Field& field) {
        const Node& node = field.node();
        if (!seen.insert(&node).second)
            return;
        if (node.neighbour && node.kind != NodeKind::entry)
            found.emplace(node.neighbour->table.name, node.neighbour->table);
        for (const Field& operand : node.operands)
            visit(operand);
        if (node.sweep)
            for (const ScanPart& part : node.sweep->inputs)
                visit(part.field);
    };
    for (const Statement& statement : program.statements())
        for (const Result& result : statement.results)
            visit(result.value);
    std::vector<Table> tables;
    for (const auto& [name, table] : found)
        tables.push_back(table);
    return tables;
}

} // namespace mw::samples
