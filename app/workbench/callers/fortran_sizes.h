#pragma once

#include "app/workbench/callers/call_description.h"

#include <map>
#include <set>

namespace mw::workbench {

/// One thing that a caller's wrapper does with the size or the stride of a dimension of an array.
struct SizeStep {
    std::size_t argument = 0, dimension = 0;
    bool stride = false;
    /// The symbol whose value is the size minus `rest`; empty: the size has to equal `rest`.
    std::string symbol;
    symbolic::Expr rest = 0;
};
struct SizePlan {
    std::vector<SizeStep> steps; ///< in an order in which every symbol of `rest` is known
    std::set<std::string, std::less<>> derived; ///< symbols that follow
    symbolic::Bindings fixed; ///< those with one value: compiled in, or origins of fields
};

/// Which symbols follow from sizes and strides, one from each, and what is left to be compared.
/// Sizes that are no sums and products are left out.
SizePlan planSizes(const CallDescription& description);

/// An integer expression in Fortran, with other names for its symbols; empty: it is more than
/// sums and products.
std::string fortranText(const symbolic::Expr& size,
                        const std::map<std::string, std::string, std::less<>>& names);

} // namespace mw::workbench
