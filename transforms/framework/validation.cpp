// What is asked of a document before and after a transformation, whichever it is.

#include "transforms/framework/validation.h"

#include "core/validate/validate_parts.h"
#include "transforms/framework/changed_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_set>

namespace mw::transforms {

namespace {

struct Errors {
    std::vector<Diagnostic> all;
};

std::shared_ptr<const Errors> errorsOf(const DocumentView& view) {
    return view.kept().of<Errors>(view.document()->root, [&](const ir::Sdfg&) {
        return Errors{validate::errorsIn(view.index())};
    });
}

NodeId scopeBehind(const ir::StateIndex& index, const ir::Node& node) {
    if (node.isEntry())
        return node.id;
    return index.scope(node.isExit() ? ir::entryOf(node) : node.id);
}

bool isSound(const ir::StateIndex& index, const ir::Node& node) {
    if (!node.isEntry() && !node.isExit())
        return true;
    const ir::Node* other = index.node(node.isEntry() ? ir::exitOf(node) : ir::entryOf(node));
    return other && (node.isEntry() ? ir::entryOf(*other) : ir::exitOf(*other)) == node.id;
}

bool isSound(const ir::StateIndex& index, const ir::Edge& edge) {
    const ir::Node* src = index.node(edge.src);
    const ir::Node* dst = index.node(edge.dst);
    const auto has = [](const ir::Node& node, const ir::Connectors& all, const std::string& name) {
        return name.empty() || all.contains(name) || node.as<ir::AccessNode>() ||
               node.as<ir::UnknownNode>();
    };
    return src && dst && has(*src, src->out, edge.srcConnector) &&
           has(*dst, dst->in, edge.dstConnector) &&
           scopeBehind(index, *src) == (dst->isExit() ? ir::entryOf(*dst) : index.scope(dst->id));
}

/// What one state says about its own wiring.
struct Wiring {
    bool sound = false;
};

Wiring wiringOf(const ir::StateIndex& index) {
    const auto sound = [&](const auto& element) { return isSound(index, *element); };
    return {!index.hasCycle() && std::ranges::all_of(index.state().nodes, sound) &&
            std::ranges::all_of(index.state().edges, sound)};
}

/// The containers of an SDFG, for many questions. Refers into it.
struct Containers {
    std::unordered_set<std::string_view> names;
};

Containers containersOf(const ir::Sdfg& sdfg) {
    Containers all;
    for (const auto& [name, data] : sdfg.arrays)
        if (data)
            all.names.insert(name);
    return all;
}

/// Whether everything fits together for sure; the validation says what does not.
bool isWired(const DocumentView& view) {
    return std::ranges::all_of(view.index().states(), [&](BlockId id) {
        const StateView state = *view.state(id);
        const auto wiring = view.kept().of<Wiring>(
            state.block, [&](const ir::Block&) { return wiringOf(*state.index); });
        const auto known = view.kept().of<Containers>(state.sdfg, containersOf);
        return wiring->sound &&
               std::ranges::all_of(view.containers(state)->names,
                                   [&](const auto& name) { return known->names.contains(name); });
    });
}

} // namespace

Expected<void> checkWiring(const Transformation& t, const DocumentView& view) {
    return checkWiring(t.name, view);
}

Expected<void> checkWiring(std::string_view what, const DocumentView& view) {
    if (isWired(view))
        return {};
    constexpr std::array<std::string_view, 7> kBroken = {
        "dataflow-cycle",       "edge-across-scopes",          "edge-to-missing-connector",
        "edge-to-missing-node", "memlet-of-missing-container", "no-such-container",
        "unpaired-scope"};
    for (const Diagnostic& error : errorsOf(view)->all)
        if (std::ranges::find(kBroken, error.code) != kBroken.end())
            return fail(
                "invalid-graph",
                fmt::format("{} needs a graph whose parts fit together: {}", what, error.sentence),
                error.location);
    return {};
}

namespace {

/// How many of them are of the same kind at the same place, whatever numbers they name.
std::ptrdiff_t countLike(const std::vector<Diagnostic>& errors, const Diagnostic& error) {
    return std::ranges::count_if(errors, [&](const Diagnostic& d) {
        return d.code == error.code && d.location.path == error.location.path &&
               d.location.elements == error.location.elements;
    });
}

} // namespace

std::optional<Diagnostic> newError(const DocumentView& before, const DocumentView& after) {
    const auto errors = validate::errorsIn(after.index(), changedParts(before, after));
    if (errors.empty())
        return std::nullopt;
    const auto known = errorsOf(before);
    for (const auto& error : errors) {
        const bool stood = std::ranges::any_of(known->all, [&](const Diagnostic& d) {
            return d.code == error.code && d.sentence == error.sentence;
        });
        const bool stoodThere = !error.location.elements.empty() &&
                                countLike(errors, error) <= countLike(known->all, error);
        if (!stood && !stoodThere)
            return error;
    }
    return std::nullopt;
}

Expected<void> checkResult(const Transformation& t, const DocumentView& before,
                           const DocumentView& after) {
    const auto error = newError(before, after);
    if (!error)
        return {};
    return fail(
        "invalid-result",
        fmt::format("{} made an invalid graph, which was dropped: {}", t.name, error->sentence),
        error->location);
}

} // namespace mw::transforms
