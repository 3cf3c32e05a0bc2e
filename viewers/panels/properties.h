#pragma once

#include "core/ir/index.h"
#include "core/symbolic/expr.h"
#include "transforms/framework/edit.h"

#include <QString>

#include <optional>
#include <vector>

namespace mw::viewers {

/// One line of the inspector.
struct Property {
    QString name;
    QString value;
    bool code = false;         ///< source text: shown monospaced, with its line breaks
    std::vector<ElementId> go; ///< elements that a click selects
    /// What of the element a user can edit here; its value may be written otherwise than the
    /// line's.
    std::optional<transforms::EditableField> field = {};
    QString symbols = {}; ///< the value as the document has it, where the value is a run's
};
struct PropertyGroup {
    QString title;
    std::vector<Property> lines;
};

/// Everything there is to say about one element, the most useful first. Empty for an id that the
/// document lacks. `values`: of the program's symbols in a run, which then stand in their place.
std::vector<PropertyGroup> describe(const ir::DocumentIndex& index, ElementId id,
                                    const symbolic::Bindings& values = {});

/// Numbers of a selection of several elements: how many of which kind, the memory they name.
std::vector<PropertyGroup> describeMany(const ir::DocumentIndex& index,
                                        const std::vector<ElementId>& ids);

} // namespace mw::viewers
