#pragma once

#include "core/symbolic/subset.h"

#include <optional>
#include <string>

namespace mw::analysis {

/// Smallest and largest value that an expression is shown to take.
struct Interval {
    symbolic::Expr low;
    symbolic::Expr high;
};

/// Bounds of `e` while `parameter` runs over `range` (step > 0), free of the parameter. Exact for
/// affine expressions; nullopt where a non-monotonic or unknown operation depends on the parameter.
std::optional<Interval> bounds(const symbolic::Expr& e, const std::string& parameter,
                               const symbolic::Range& range);

/// The constant a of an expression a * parameter + b with b free of the parameter; nullopt when it
/// has another form.
std::optional<std::int64_t> slope(const symbolic::Expr& e, const std::string& parameter);

/// Whether the value of `range` changes with the symbol.
bool dependsOn(const symbolic::Range& range, const std::string& symbol);

/// The elements that `range` covers while `parameter` runs over `values` (step > 0), free of the
/// parameter, as DaCe propagates memlets. A single element at an affine index keeps its distance as
/// the step, everything else gets step 1, which covers more. nullopt where it is not known.
std::optional<symbolic::Range> image(const symbolic::Range& range, const std::string& parameter,
                                     const symbolic::Range& values);

/// Whether both ends of image() are shown to be ends of what one of the iterations covers, and not
/// only bounds of them: they move in one direction with the parameter, whose last value is the end
/// of `values` (not empty).
bool reachesEnds(const symbolic::Range& range, const std::string& parameter,
                 const symbolic::Range& values);

} // namespace mw::analysis
