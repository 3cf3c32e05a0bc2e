#pragma once

#include "tests/support/compiled_programs.h"

#include <initializer_list>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace mw::test {

/// A program with inputs, on its way to be run by the interpreter and by compiled C++.
struct TwoWays {
    ir::DocumentPtr document;
    symbolic::Bindings symbols;
    exec::InputArrays inputs;
    codegen::Plan plan;
    std::string problem; ///< empty so far
};

/// Lowers; kernels get the prefix, so that several programs can share a file.
void lowerFor(TwoWays& program, const codegen::LowerOptions& options, const std::string& prefix);
/// One C++ source with the kernels of all.
std::string sourceOf(std::span<TwoWays* const> programs);

Expected<exec::InputArrays> runCompiled(const TwoWays& program, const std::string& object);
Expected<exec::InputArrays> runInterpreted(const TwoWays& program);

/// Numbers of an array, first dimension fastest.
std::vector<double> numbers(const exec::InputArray& array);
exec::InputArray arrayOf(ir::ScalarType type, std::vector<std::int64_t> shape,
                         const std::vector<double>& values);

/// Values for `agreed`.
using Numbers = std::vector<double>;
inline symbolic::Value integer(std::int64_t value) {
    return symbolic::Value::integer(value);
}
inline exec::InputArray reals(const Numbers& values) {
    return arrayOf(ir::ScalarType::float64, {static_cast<std::int64_t>(values.size())}, values);
}
inline exec::InputArray ints(const Numbers& values) {
    return arrayOf(ir::ScalarType::int32, {static_cast<std::int64_t>(values.size())}, values);
}

/// Runs a graph in text form both ways, and as an exported library, and requires that they agree;
/// the arguments afterwards.
/// Symbols are integers, or reals where declared so; `baked`: as constants of the kernels.
std::map<std::string, std::vector<double>> agreed(const std::string& graph,
                                                  const symbolic::Bindings& symbols,
                                                  const exec::InputArrays& inputs,
                                                  bool baked = false);
std::map<std::string, std::vector<double>> agreed(const ir::DocumentPtr& document,
                                                  const symbolic::Bindings& symbols,
                                                  const exec::InputArrays& inputs,
                                                  bool baked = false);

} // namespace mw::test
