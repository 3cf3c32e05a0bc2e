#pragma once

#include "core/ir/edit.h"
#include "core/support/expected.h"
#include "core/support/params.h"
#include "transforms/framework/view.h"

#include <cassert>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <typeindex>
#include <variant>
#include <vector>

namespace mw::transforms {

// The contract of a transformation:
//  - It has no state. It names elements by id; what points into a document owns what it points to.
//  - Same input, same output, byte for byte: names, match order, ids.
//  - `find` looks only where the region says.
//  - `check` may be asked on any document with any match: ids that do not exist, or are of the
//    wrong kind, are a refusal, not a bug.
//  - Pre-conditions and effect stand in English above the functions, numbered, and are checked in
//    that order.
//  - `apply` carries out the plan that `check` made on the same document.
//  - `apply` asks nothing again: everything it needs is in the plan.
//  - `apply` leaves a document that validates, with memlets propagated.

using mw::Params;
using mw::ParamValue;

/// The menu that a transformation stands in, and its heading in lists.
enum class Category : std::uint8_t { fusion, loops, data, controlFlow, simplification };
std::string_view title(Category category); ///< "Fusion", "Loops", ...

struct ParamSpec {
    std::string name; ///< kebab-case; also the flag of `mw apply`
    ParamValue defaultValue;
    std::string help;
    std::int64_t minimum = INT64_MIN; ///< for integers
    std::int64_t maximum = INT64_MAX;
    std::vector<std::string> choices; ///< for strings; empty = any
};
/// A parameter that is false unless it is given.
ParamSpec flag(std::string name, std::string help);
/// The value of a flag; false when it is absent.
bool isSet(const Params& params, std::string_view flag);

/// An element of a match and what it is in there: "first-exit", "intermediate".
struct RoleElement {
    std::string role;
    ElementId id;

    bool operator==(const RoleElement&) const = default;
};

/// A place where a transformation may apply. Transformations read it through their pattern
/// (transforms/toolkit/pattern.h).
struct Match {
    BlockId state; ///< that the elements are in
    std::vector<RoleElement> elements;
    std::string label; ///< for people: "map_1 -> tmp_2 -> map_3"

    ElementId at(std::string_view role) const; ///< 0: no such role
    std::vector<ElementId> ids() const;
    bool operator==(const Match&) const = default;
};

/// Why a transformation does not apply.
struct Refusal {
    int condition = 0;               ///< number in the comment above `check`
    std::string code;                ///< stable, kebab-case
    std::string sentence;            ///< names the elements
    std::vector<ElementId> elements; ///< to highlight
    bool unproven = false;           ///< not shown to hold, as opposed to shown to be violated
    std::string missingProof;        ///< e.g. "vertical_end >= 3", when unproven and known

    bool operator==(const Refusal&) const = default;
};

/// What `check` found out and `apply` needs: a value of whatever type the transformation chooses.
class Plan {
public:
    template <class T>
    static Plan of(T value) {
        return {std::make_shared<const T>(std::move(value)), std::type_index(typeid(T))};
    }
    /// Asserts that it was made of this type.
    template <class T>
    const T& as() const {
        assert(type_ == std::type_index(typeid(T)));
        return *static_cast<const T*>(value_.get());
    }

private:
    Plan(std::shared_ptr<const void> value, std::type_index type)
        : value_(std::move(value)), type_(type) {}

    std::shared_ptr<const void> value_;
    std::type_index type_;
};

/// The refusal is that of the first condition that fails.
using CheckResult = std::variant<Plan, Refusal>;
inline const Refusal* refusalOf(const CheckResult& result) {
    return std::get_if<Refusal>(&result);
}

struct Transformation {
    std::string name;    ///< kebab-case, also the CLI name
    std::string title;   ///< of menus
    std::string summary; ///< one sentence
    std::string help;    ///< paragraphs
    Category category = Category::fusion;
    std::vector<ParamSpec> params;
    std::vector<std::string> roles; ///< of the elements of a match, in their order
    /// Candidates by shape alone, in deterministic order, nested SDFGs included. Cheap.
    std::vector<Match> (*find)(const DocumentView& view, const Region& region) = nullptr;
    /// `params`: complete.
    CheckResult (*check)(const DocumentView& view, const Match& match,
                         const Params& params) = nullptr;
    Expected<ir::EditResult> (*apply)(const DocumentView& view, const Plan& plan) = nullptr;
    /// On purpose: what it makes is not held against the program before it, and nothing chooses it
    /// unasked.
    bool changesResults = false;
};

/// All transformations, in alphabetical order of their names (generated from the list in
/// transforms/CMakeLists.txt).
std::span<const Transformation* const> registry();
const Transformation* findTransformation(std::string_view name); ///< nullptr when there is none

/// Defaults filled in; unknown names, wrong types and values out of range are errors by name.
Expected<Params> completeParams(const Transformation& t, const Params& given);

} // namespace mw::transforms
