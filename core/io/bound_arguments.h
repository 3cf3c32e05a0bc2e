#pragma once

#include "core/ir/sdfg.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace mw::io {

/// An argument of the program's source that callers do not pass, for its value is compiled in, as
/// GT4Py does with static arguments: two programs of one name may differ in nothing else.
struct BoundArgument {
    std::string name;
    /// As Python writes it: "10", "True", "(1, 2)"; nullopt: the file does not say it.
    std::optional<std::string> value;
    auto operator<=>(const BoundArgument&) const = default;
};

/// With the values that the Python package noted in the file (docs/pipeline.md), in the order of
/// the argument list. A file without that note has the names alone: what its argument list names
/// and the graph does not have, bound or never used.
std::vector<BoundArgument> boundArguments(const ir::Sdfg& root);

/// "vertical_end=10, limited_area=True"; names without a value: "bound or unused: a, b". Empty:
/// none.
std::string toText(std::span<const BoundArgument> arguments);

} // namespace mw::io
