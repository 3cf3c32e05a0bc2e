// Library nodes: the connectors and shapes that each kind needs.
#include "core/validate/findings.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::validate {

namespace {

/// A library node of a known class. The last word of the classpath names it: modules moved between
/// versions.
struct Library {
    const StateContext& c;
    const ir::Node& node;
    const ir::LibraryNode& library;
    Findings& findings;

    std::span<const ir::Edge* const> in() const { return c.index.inEdges(node.id); }
    std::span<const ir::Edge* const> out() const { return c.index.outEdges(node.id); }
    const ir::Edge* at(const std::string& connector) const {
        for (const ir::Edge* edge : in())
            if (edge->dstConnector == connector)
                return edge;
        for (const ir::Edge* edge : out())
            if (edge->srcConnector == connector)
                return edge;
        return nullptr;
    }
    const ir::DataDescriptor* data(const ir::Edge* edge) const {
        return edge ? c.in.sdfg.data(analysis::containerOf(edge->memlet.data)) : nullptr;
    }
    void wrong(const std::string& code, const std::string& what) const {
        findings.error(code, fmt::format("{} {}", called(c, node), what), {node.id});
    }
};

bool edgeCounts(const Library& l, std::size_t in, std::size_t out) {
    if (l.in().size() == in && l.out().size() == out)
        return true;
    l.wrong("library-edges", fmt::format("has {} inputs and {} outputs: a {} needs {} and {}.",
                                         l.in().size(), l.out().size(), l.library.name, in, out));
    return false;
}

bool hasConnectors(const Library& l, std::initializer_list<const char*> names) {
    bool all = true;
    for (const auto* name : names)
        if (!l.at(name)) {
            l.wrong("library-edges", fmt::format("has no edge at its connector '{}'.", name));
            all = false;
        }
    return all;
}

void sameType(const Library& l, const ir::Edge* a, const ir::Edge* b) {
    const auto* from = l.data(a);
    const auto* to = l.data(b);
    if (from && to && from->dtype != to->dtype)
        l.wrong("library-type", fmt::format("takes '{}' and gives '{}', which differ in type: use "
                                            "a tasklet to convert.",
                                            a->memlet.data, b->memlet.data));
}

bool isSingle(const ir::Edge& edge) {
    return !edge.memlet.subset || edge.memlet.subset->volume().isInteger(1);
}

void checkReduce(const Library& l) {
    edgeCounts(l, 1, 1);
}

void checkCopyNode(const Library& l) {
    if (!edgeCounts(l, 1, 1) || !hasConnectors(l, {"_cpy_in", "_cpy_out"}))
        return;
    sameType(l, l.at("_cpy_in"), l.at("_cpy_out"));
}

void checkFill(const Library& l) {
    const ir::Edge* value = l.at("_fill_val");
    if (!edgeCounts(l, value ? 1 : 0, 1) || !hasConnectors(l, {"_fill_out"}))
        return;
    if (!value)
        return;
    if (!isSingle(*value))
        l.wrong("library-edges", "fills with several values: it takes a single element.");
    sameType(l, value, l.at("_fill_out"));
}

void checkReduceWithSkipValues(const Library& l) {
    if (!edgeCounts(l, 2, 1) || !hasConnectors(l, {"_in", "_mask", "_out"}))
        return;
    if (const auto* mask = l.data(l.at("_mask")); mask && mask->rank() != 2)
        l.wrong("library-mask", fmt::format("has a mask of {} dimensions: it needs a neighbour "
                                            "table, which has 2.",
                                            mask->rank()));
}

/// Of the classes that this tool knows the meaning of.
const std::map<std::string_view, void (*)(const Library&)>& knownClasses() {
    static const std::map<std::string_view, void (*)(const Library&)> kKnown{
        {"Reduce", checkReduce},
        {"CopyLibraryNode", checkCopyNode},
        {"FillLibraryNode", checkFill},
        {"ReduceWithSkipValues", checkReduceWithSkipValues},
    };
    return kKnown;
}

} // namespace

/// 27, 28
void checkLibraryNode(const StateContext& c, const ir::Node& node, Findings& findings) {
    const auto* library = node.as<ir::LibraryNode>();
    std::string_view type = library ? std::string_view(library->classpath)
                                    : std::string_view(node.as<ir::UnknownNode>()->typeName);
    type = type.substr(type.rfind('.') + 1);
    const auto known = library ? knownClasses().find(type) : knownClasses().end();
    if (known != knownClasses().end())
        return known->second({c, node, *library, findings});
    findings.warning("unknown-node",
                     fmt::format("{} is of the type '{}', which is not known here: it is kept and "
                                 "shown, but not checked and cannot be run.",
                                 called(c, node), type),
                     {node.id});
}

} // namespace mw::validate
