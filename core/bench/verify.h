#pragma once

#include "core/bench/precision.h"
#include "core/inputs/elements.h"
#include "core/inputs/scenario.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mw::bench {

/// The tolerance for elements of a type, relative to max(|reference|, mean |reference|): float64
/// as stated, float32 as many units in the last place (2^29 times as much), all other types
/// nothing.
double toleranceFor(ir::ScalarType type, double float64Tolerance);

struct DifferingElement {
    std::vector<std::int64_t> index; ///< logical
    inputs::Number got, reference;
};
/// Which of the two programs writes an array.
enum class Writer : std::uint8_t { both, got, reference };
struct ArrayVerdict {
    std::string name;
    Writer writer = Writer::both;
    ir::ScalarType type = ir::ScalarType::float64;
    std::string problem; ///< why the arrays cannot be compared; empty: they were
    std::int64_t compared = 0, differing = 0;
    double tolerance = 0;
    double largest = 0;                    ///< error of any element
    std::optional<DifferingElement> first; ///< in the order of memory, first dimension fastest

    bool same() const { return problem.empty() && differing == 0; }
};
/// A difference that is there only because a * b + c is rounded once on one side and twice on the
/// other: without that the results agree.
struct ContractionDifference {
    std::string array;               ///< with the largest error
    std::int64_t number = 0;         ///< of it in memory
    std::vector<std::int64_t> index; ///< logical
    double error = 0;                ///< there, as ArrayVerdict::largest
    double difference = 0;           ///< there, absolute
    double ofTerms = 0; ///< the difference relative to the terms of the sums there; 0: not known
};
struct Verdict {
    std::vector<ArrayVerdict> arrays; ///< by name
    std::optional<ContractionDifference> contraction = {};
    /// What the programs leave open, each as a sentence: why both may be right (explain.h).
    std::vector<std::string> reasons = {};
    /// Where one of the programs keeps numbers in another type, on purpose: the error that it
    /// makes.
    std::optional<PrecisionErrors> precision = {};

    /// Where nothing was compared, nothing was shown to be the same. What contraction alone makes
    /// different is the same.
    bool same() const;
    std::int64_t compared() const;
};

/// The outputs of a program, sorted: every argument that it writes, and what the
/// scenario lists beside them. Measurements (conventions.h) are no outputs.
std::vector<std::string> outputsOf(const ir::Sdfg& program, const inputs::Scenario& scenario);
/// Only what the scenario lists, where it lists anything: what a user wants to keep.
inputs::HostArrays wantedOutputs(inputs::HostArrays outputs, const inputs::Scenario& scenario);

/// Whole arrays, halo included, every output of either side. An array that only one side writes is
/// on the other as the inputs have it. Two NaN agree, -0.0 and 0.0, and the same infinity twice;
/// any other value that is not finite differs. Integers, booleans and types that are no plain
/// numbers (half precision) must be equal.
Verdict verify(const inputs::HostArrays& got, const inputs::HostArrays& reference,
               double float64Tolerance, const inputs::HostArrays& inputs = {});
/// "x: 1728 elements agree, largest error 1.1e-16 (tolerance 1e-12)", or "x: 3 of 1728 elements
/// differ, the first x[4, 0]: 1.5 instead of 1.25; largest error 2.0e-01 (tolerance 1e-12)".
std::string toText(const ArrayVerdict& verdict);
/// Whether the errors are about this array.
bool isAnswered(const PrecisionErrors& errors, const ArrayVerdict& array);
/// "same but for fused multiply-adds: the largest difference ...".
std::string toText(const ContractionDifference& contraction);
/// "; possible reason: ..." of each; to go on with after a sentence that says what differs.
std::string reasonsText(const std::vector<std::string>& reasons);
/// All of them on one line; what differs comes first, in the end why.
std::string toText(const Verdict& verdict);
std::string toJson(const Verdict& verdict);

} // namespace mw::bench
