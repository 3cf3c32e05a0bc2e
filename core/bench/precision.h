#pragma once

#include "core/inputs/scenario.h"
#include "core/ir/sdfg.h"
#include "core/support/expected.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

// The error that keeping numbers in another type makes, as an answer in place of "differs".

namespace mw::bench {

/// What one of two programs keeps in another floating-point type than the other.
struct PrecisionChange {
    ir::ScalarType type = ir::ScalarType::none; ///< the narrowest of the types that it has them in
    std::vector<std::string> containers;        ///< with the nodes around them, sorted

    bool operator==(const PrecisionChange&) const = default;
};
/// Containers of both programs with one name, in nested SDFGs with the nodes around it, and those
/// of the second alone that have a type which nothing in the first one has. nullopt: none.
std::optional<PrecisionChange> precisionChange(const ir::Sdfg& reference, const ir::Sdfg& got);

/// Of one field, in its own unit.
struct FieldError {
    double largest = 0;
    double rootMeanSquare = 0;
};
struct OutputError {
    std::string name;
    std::int64_t elements = 0;  ///< that either run changed: what the errors are about
    std::int64_t notFinite = 0; ///< of them, finite on one side alone, or another infinity or NaN
    double spread = 0;          ///< standard deviation of the reference's values there
    FieldError error;
    /// That of the reference itself when its inputs are rounded to the type once.
    std::optional<FieldError> rounded = {};
};
struct PrecisionErrors {
    PrecisionChange change;
    std::vector<OutputError> outputs; ///< floating-point ones, by name
    std::string notRounded = {};      ///< why nothing is known of rounded inputs
};

/// Outputs that both sides have in one type and shape. `inputs`: what both began with.
/// `withRounded`: runs the reference on inputs that are rounded to the type once.
PrecisionErrors
precisionErrors(PrecisionChange change, const inputs::HostArrays& got,
                const inputs::HostArrays& reference, const inputs::HostArrays& inputs,
                const std::function<Expected<inputs::HostArrays>(ir::ScalarType)>& withRounded);

/// "float32 in place of float64: t, u and 3 more": which containers.
std::string toText(const PrecisionChange& change);
/// "w: largest error 3.1e-08, root mean square 1.2e-09; of the spread 4.5e-09 and 1.7e-10; inputs
/// rounded once make 2.0e-08 and 8.1e-10".
std::string toText(const OutputError& error);
/// All of it on one line.
std::string toText(const PrecisionErrors& errors);

} // namespace mw::bench
