#pragma once

#include "core/ir/edit.h"
#include "core/support/expected.h"
#include "transforms/framework/transformation.h"

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

// Properties of elements that are given another value by hand. The contract is that of
// transformations, but for the results of the program, which an edit may change.

namespace mw::transforms {

/// One text of an element that can be changed.
struct PropertyField {
    std::string part;  ///< which of several: a parameter of a map, a symbol; empty: there is one
    std::string value; ///< as it is now, in the form in which another one is given
    std::vector<std::string> choices = {}; ///< the values that there are; empty: any text

    bool operator==(const PropertyField&) const = default;
};

/// A change that a transformation makes: with its conditions, and its record.
struct ByTransformation {
    const Transformation* transformation = nullptr;
    Match match;
    Params params;
};
using PropertyChange = std::variant<ir::EditResult, ByTransformation>;

struct Property {
    std::string name;          ///< kebab-case; also in recipes
    std::string help;          ///< what is written there, in one sentence
    bool keepsResults = false; ///< where and how the program runs, not what it computes
    bool isCode = false;       ///< of several lines
    /// The element whose property is meant where the user names this one: the entry of a map's
    /// exit. 0: there is none.
    ElementId (*subject)(const ir::DocumentIndex& index, ElementId element) = nullptr;
    /// Of a subject. Cheap: asked at every selection.
    std::vector<PropertyField> (*fields)(const ir::DocumentIndex& index,
                                         ElementId subject) = nullptr;
    /// The error names the element and says what is wrong with the value. `part`: of a field;
    /// `value`: another than it has.
    Expected<PropertyChange> (*change)(const DocumentView& view, ElementId subject,
                                       const std::string& part, const std::string& value) = nullptr;
    /// What the validation does not find of the result: errors forbid it. None: nothing.
    std::vector<Diagnostic> (*review)(const DocumentView& before, const DocumentView& after,
                                      ElementId subject) = nullptr;
};

/// All of them, in the order in which they are shown.
std::span<const Property* const> properties();
const Property* findProperty(std::string_view name); ///< nullptr when there is none

} // namespace mw::transforms
