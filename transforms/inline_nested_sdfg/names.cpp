// Names that temporaries and assigned symbols of a nested SDFG get outside of it, and what its code
// says by other names there.

#include "core/analysis/assigned_symbols.h"
#include "core/analysis/symbol_use.h"
#include "core/tasklet/tasklet.h"
#include "transforms/inline_nested_sdfg/plan.h"
#include "transforms/toolkit/all_names.h"

namespace mw::transforms {

using analysis::NameSet;

void chooseNames(const NestedAt& place, InlineNames& names) {
    const NameSet &outside = place.keptOutside<allNames>(), &inside = place.keptInside<allNames>();
    NameSet chosen;
    const auto isTaken = [&](const std::string& name) {
        return outside.contains(name) || chosen.contains(name);
    };
    const auto choose = [&](const std::string& name, Renaming& into) {
        std::string fresh = name;
        if (isTaken(name))
            fresh = freshAmong(
                [&](const std::string& wish) { return isTaken(wish) || inside.contains(wish); },
                name);
        chosen.insert(fresh);
        into.emplace(name, fresh);
    };
    for (const auto& [name, data] : place.inner().arrays)
        if (data->transient)
            choose(name, names.containers);
    for (const auto& [name, type] : place.keptInside<analysis::assignedSymbols>())
        choose(name, names.assigned);
}

NameSet ownNames(const ir::Node& node) {
    NameSet own;
    for (const auto* connectors : {&node.in, &node.out})
        for (const auto& [name, type] : *connectors)
            own.insert(name);
    const auto* tasklet = node.as<ir::Tasklet>();
    if (!tasklet)
        return own;
    std::vector<std::string> read, written;
    if (const auto code = tasklet::parse(tasklet->code.text))
        tasklet::collectNames(*code, read, written);
    own.insert(written.begin(), written.end());
    return own;
}

Renaming codeOf(const ir::Node& node, const Renaming& code) {
    NameSet said;
    if (code.empty())
        return {};
    analysis::collectIdentifiers(node.as<ir::Tasklet>()->code.text, said);
    Renaming names;
    for (const auto& [name, text] : code)
        if (said.contains(name))
            names.emplace(name, text);
    const NameSet own = names.empty() ? NameSet{} : ownNames(node);
    std::erase_if(names, [&](const auto& entry) { return own.contains(entry.first); });
    return names;
}

} // namespace mw::transforms
