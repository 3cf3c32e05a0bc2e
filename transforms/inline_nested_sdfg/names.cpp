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
    NameSet taken = allNames(place.outer());
    const NameSet inside = allNames(place.inner());
    const auto choose = [&](const std::string& name, Renaming& into) {
        std::string fresh = name;
        if (taken.contains(name)) {
            NameSet all = taken;
            all.insert(inside.begin(), inside.end());
            fresh = freshAmong(all, name);
        }
        taken.insert(fresh);
        into.emplace(name, fresh);
    };
    for (const auto& [name, data] : place.inner().arrays)
        if (data->transient)
            choose(name, names.containers);
    for (const auto& [name, type] : analysis::assignedSymbols(place.inner()))
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
    analysis::collectIdentifiers(node.as<ir::Tasklet>()->code.text, said);
    const NameSet own = ownNames(node);
    Renaming names;
    for (const auto& [name, text] : code)
        if (said.contains(name) && !own.contains(name))
            names.emplace(name, text);
    return names;
}

} // namespace mw::transforms
