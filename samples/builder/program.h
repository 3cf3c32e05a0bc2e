#pragma once

#include "core/inputs/scenario.h"
#include "samples/builder/field.h"

#include <map>
#include <optional>

namespace mw::samples {

/// Indices from `start` up to, not including, `end`: expressions over the program's symbols.
struct Range {
    std::string start, end;
    bool operator==(const Range&) const = default;
};

/// Where a result is wanted: elements of a horizontal axis, and levels.
struct Domain {
    Axis horizontal;
    Range elements, levels;
    const Range& of(const Axis& axis) const { return axis == K ? levels : elements; }
    Range& of(const Axis& axis) { return axis == K ? levels : elements; }
};

/// A container of the caller.
struct Argument {
    std::string name;
    std::vector<Axis> axes;
    ir::ScalarType type = ir::ScalarType::float64;
    inputs::Fill fill;
};
/// A scalar of the caller, with its value in the scenario.
struct Parameter {
    std::string name;
    ir::ScalarType type = ir::ScalarType::float64;
    double value = 0;
};
struct Result {
    Field argument; ///< what Program::field gave; fields that the program reads too may be results
    Field value;
};
/// Results that are computed together, from what the arguments held before.
struct Statement {
    Domain domain;
    std::vector<Result> results;
};

/// A stencil program as GT4Py has them: arguments, then statements in order. Domains are
/// `horizontal_start` to `horizontal_end` and `vertical_start` to `vertical_end`.
class Program {
public:
    Program(std::string name, Axis horizontal, int firstLevel = 0);

    /// A container with these axes, in the order horizontal, local, K.
    Field field(const std::string& name, std::vector<Axis> axes, inputs::Fill fill = {});
    /// The same, of integers from 0 up to, not including, `end`.
    Field offsets(const std::string& name, std::vector<Axis> axes, int end);
    Field scalar(const std::string& name, double value);
    /// A scalar that bounds ranges or decides for the whole program.
    void bound(const std::string& name, int value);
    void flag(const std::string& name, bool value);

    /// The program's whole domain.
    Domain domain() const;
    void set(const Domain& domain, std::vector<Result> results);

    const std::string& name() const { return name_; }
    const Axis& horizontal() const { return horizontal_; }
    const std::vector<Argument>& arguments() const { return arguments_; }
    const std::vector<Parameter>& parameters() const { return parameters_; }
    const std::vector<Statement>& statements() const { return statements_; }
    /// Names of arguments and scalars, in the order of the caller.
    std::vector<std::string> names() const;

    /// The inputs of a run on a grid: fills of the arguments, values of the scalars, the whole
    /// horizontal dimension.
    inputs::Scenario scenario(const inputs::Grid& grid) const;

private:
    std::string name_;
    Axis horizontal_;
    int firstLevel_;
    std::vector<Argument> arguments_;
    std::vector<Parameter> parameters_;
    std::vector<Statement> statements_;
};

/// The neighbour tables that the program's results need, each once, in order of name.
std::vector<Table> tablesOf(const Program& program);

} // namespace mw::samples
