// Reads the properties of reductions.

#include "transforms/toolkit/reduce_node.h"

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

} // namespace mw::transforms
