// Which arguments of a program's source its graph has no longer, and what they were.
#include "core/io/bound_arguments.h"

#include "core/io/detail/json.h"
#include "core/io/detail/origin.h"
#include "core/support/printable.h"

#include <fmt/format.h>

#include <algorithm>

namespace mw::io {

namespace {

std::string asPython(const Json& value) {
    if (value.is_null())
        return "None";
    if (value.is_boolean())
        return value.get<bool>() ? "True" : "False";
    if (value.is_string())
        return "'" + printable(value.get<std::string>()) + "'";
    if (!value.is_array())
        return value.dump();
    std::string items;
    for (const Json& item : value)
        items += (items.empty() ? "" : ", ") + asPython(item);
    return "(" + items + (value.size() == 1 ? ",)" : ")");
}

/// What the Python package noted; null: nothing.
const Json* noteOf(const ir::Sdfg& root) {
    if (!root.origin)
        return nullptr;
    const auto ours = root.origin->json.find("mapwright");
    if (ours == root.origin->json.end() || !ours->is_object())
        return nullptr;
    const auto bound = ours->find("bound");
    return bound != ours->end() && bound->is_object() ? &*bound : nullptr;
}

std::string joined(const std::vector<std::string>& texts) {
    return fmt::format("{}", fmt::join(texts, ", "));
}

} // namespace

std::vector<BoundArgument> boundArguments(const ir::Sdfg& root) {
    const Json* note = noteOf(root);
    std::vector<BoundArgument> bound;
    for (const std::string& name : root.argNames) {
        if (root.data(name) || root.symbols.contains(name))
            continue;
        if (!note)
            bound.push_back({name, std::nullopt});
        else if (const auto value = note->find(name); value != note->end())
            bound.push_back({name, asPython(*value)});
    }
    return bound;
}

std::string toText(std::span<const BoundArgument> arguments) {
    std::vector<std::string> values, names;
    for (const auto& one : arguments)
        if (one.value)
            values.push_back(printable(one.name) + "=" + *one.value);
        else
            names.push_back(printable(one.name));
    if (!names.empty())
        values.push_back("bound or unused: " + joined(names));
    return joined(values);
}

} // namespace mw::io
