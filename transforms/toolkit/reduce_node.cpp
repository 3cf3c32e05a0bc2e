// Reads the properties of reductions.

#include "transforms/toolkit/reduce_node.h"

#include <charconv>

namespace mw::transforms {

bool isReduce(const ir::Node& node) {
    const auto* library = node.as<ir::LibraryNode>();
    return library && library->classpath.ends_with(".Reduce");
}

bool isReduceWithSkipValues(const ir::LibraryNode& library) {
    return library.classpath.ends_with(".ReduceWithSkipValues");
}

bool isPureLibrary(const ir::LibraryNode& library) {
    return library.classpath.find(".standard.") != std::string::npos ||
           isReduceWithSkipValues(library);
}

std::string_view propertyOf(const ir::LibraryNode& library, std::string_view name) {
    const auto found = library.properties.find(name);
    if (found == library.properties.end() || found->second == "null")
        return {};
    return found->second;
}

std::optional<std::vector<bool>> reducedDimensions(const ir::LibraryNode& reduce,
                                                   std::size_t rank) {
    const std::string_view axes = propertyOf(reduce, "axes");
    std::vector<bool> reduced(rank, axes.empty());
    for (const char* at = axes.data(); at < axes.data() + axes.size();) {
        std::size_t axis = 0;
        if (*at == '[' || *at == ']' || *at == ',' || *at == ' ') {
            ++at;
            continue;
        }
        const auto [end, error] = std::from_chars(at, axes.data() + axes.size(), axis);
        if (error != std::errc() || axis >= rank || reduced[axis])
            return std::nullopt;
        reduced[axis] = true;
        at = end;
    }
    return reduced;
}

} // namespace mw::transforms
