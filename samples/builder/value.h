#pragma once

#include "samples/builder/names.h"
#include "samples/builder/program.h"

namespace mw::samples {

/// A container that holds the values of a field: an argument, or a temporary over a domain.
struct Value {
    std::string container;
    ir::ScalarType type = ir::ScalarType::float64;
    std::vector<Axis> axes;           ///< none: a scalar
    std::vector<std::string> origins; ///< per axis: the index of its first element
    std::vector<std::string> extents; ///< per axis
    std::vector<std::string> strides; ///< per axis, in elements

    bool isScalar() const { return axes.empty(); }
};

/// `gt_conn_C2E` and the arguments as their descriptors have them.
Value argumentValue(const Names& names, const Argument& argument);
Value tableValue(const Names& names, const Table& table);
/// A temporary over a domain, dense in C order.
Value temporaryValue(const Names& names, std::string container, ir::ScalarType type,
                     const std::vector<Axis>& axes, const Domain& domain);

/// How many elements of a range there are.
std::string extentOf(const Names& names, const Range& range);

/// "array x float64 [..] strides [..] total [..]"; views leave dimensions out.
std::string declaration(const std::string& kind, const Value& value, bool transient);

/// Subsets of a container, as they stand in []: `what` gives the text of each axis.
class SubsetText {
public:
    explicit SubsetText(const Value& value) : value_(value) {}

    /// The element that a map's parameters name; a local axis: all of it, or one of it.
    std::string atParameters(std::optional<int> which = {}) const;
    /// The part that a domain covers.
    std::string over(const Domain& domain, std::optional<int> which = {}) const;
    /// As many elements as the domain has, from its first one on.
    std::string filling(const Names& names, const Domain& domain) const;
    /// The same with one axis as a whole: what can be read through a table.
    std::string wholeAlong(const Axis& axis, const Domain& domain) const;
    std::string wholeAlongAtParameters(const Axis& axis) const;
    std::string whole() const;

private:
    template <class Text>
    std::string joined(const Text& text) const;

    const Value& value_;
};

} // namespace mw::samples
