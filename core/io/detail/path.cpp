// Where the reader stands: JSON pointers, and the words for elements in messages.
#include "core/io/detail/path.h"

#include <fmt/format.h>

#include <array>
#include <utility>

namespace mw::io {

namespace {

std::string escaped(std::string_view key) {
    std::string text;
    for (const char c : key) {
        if (c == '~')
            text += "~0";
        else if (c == '/')
            text += "~1";
        else
            text += c;
    }
    return text;
}

std::string_view textOf(const Json& object, const char* key) {
    const Json* value = find(object, key);
    return value && value->is_string() ? std::string_view(value->get_ref<const std::string&>())
                                       : std::string_view();
}

/// The word for an element of this JSON type in messages.
std::string_view kindOfType(std::string_view type) {
    static constexpr std::array<std::pair<std::string_view, std::string_view>, 14> kKinds{{
        {"SDFG", "SDFG"},
        {"SDFGState", "state"},
        {"AccessNode", "access node"},
        {"Tasklet", "tasklet"},
        {"MapEntry", "map entry"},
        {"MapExit", "map exit"},
        {"ConsumeEntry", "consume entry"},
        {"ConsumeExit", "consume exit"},
        {"NestedSDFG", "nested SDFG"},
        {"LibraryNode", "library node"},
        {"MultiConnectorEdge", "edge"},
        {"Edge", "interstate edge"},
        {"LoopRegion", "loop"},
        {"ConditionalBlock", "conditional"},
    }};
    for (const auto& [name, kind] : kKinds)
        if (name == type)
            return kind;
    return {};
}

std::string describe(const Path& step) {
    const Json& json = *step.element;
    const std::string_view type = textOf(json, "type");
    std::string_view kind = kindOfType(type);
    if (kind == "edge" || kind == "interstate edge")
        return fmt::format("{} {}", kind, step.index);
    const Json* attributes = find(json, "attributes");
    std::string_view label = textOf(json, "label");
    for (const char* key : {"data", "label", "name"})
        if (label.empty() && attributes)
            label = textOf(*attributes, key);
    if (kind.empty())
        kind = type.empty() ? std::string_view("element") : type;
    if (!label.empty())
        return fmt::format("{} '{}'", kind, label.substr(0, 80));
    if (!step.key.empty())
        return fmt::format("{} '{}'", kind, step.key);
    return step.parent ? fmt::format("{} {}", kind, step.index) : std::string(kind);
}

} // namespace

std::string Path::pointer() const {
    if (!parent)
        return {};
    return parent->pointer() + '/' + (key.empty() ? std::to_string(index) : escaped(key));
}

std::string Path::where() const {
    std::string text;
    int named = 0;
    for (const Path* step = this; step && named < 2; step = step->parent) {
        if (!step->element)
            continue;
        text += (named++ == 0 ? "" : " of ") + describe(*step);
    }
    return text;
}

} // namespace mw::io
