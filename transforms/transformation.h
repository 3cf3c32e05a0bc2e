#pragma once

#include "core/ir/edit.h"
#include "core/ir/sdfg.h"
#include "core/support/expected.h"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mw::transforms {

// The contract of a transformation:
//  - It has no state. It refers to elements by id only, never by pointer.
//  - Same input, same output, byte for byte: names, match order, ids.
//  - `check` may be asked on any valid document with any match: ids that do not exist, or are of
//  the
//    wrong kind, are a refusal, not a bug.
//  - Pre-conditions and effect stand in English above the functions, numbered, and are checked in
//    that order.
//  - `apply` may assume that `check` said ok for the same document, match and parameters; it leaves
//  a
//    document that validates, with memlets propagated.

/// One typed value of a parameter.
using ParamValue = std::variant<bool, std::int64_t, std::string>;
using Params = std::map<std::string, ParamValue, std::less<>>;

struct ParamSpec {
    std::string name; ///< kebab-case; also the flag of `mw apply`
    ParamValue defaultValue;
    std::string help;
    std::int64_t minimum = INT64_MIN; ///< for integers
    std::int64_t maximum = INT64_MAX;
    std::vector<std::string> choices; ///< for strings; empty = any
};

/// A place where a transformation may apply: ids in the order that the transformation defines, and
/// the state they are in.
struct Match {
    BlockId state;
    std::vector<ElementId> elements;
    std::string label; ///< for people: "map_1 -> tmp_2 -> map_3"

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
};

struct CheckResult {
    std::vector<Refusal> refusals; ///< empty = applies; the first failing condition only
    bool ok() const { return refusals.empty(); }
};

struct Transformation {
    std::string name; ///< kebab-case, also the CLI name
    std::string title;
    std::string summary; ///< one sentence
    std::string help;    ///< paragraphs
    std::vector<ParamSpec> params;
    /// Candidates by shape alone, in deterministic order, nested SDFGs included. Cheap.
    std::vector<Match> (*find)(const ir::DocumentIndex& index);
    CheckResult (*check)(const ir::DocumentIndex& index, const Match& match, const Params& params);
    Expected<ir::EditResult> (*apply)(const ir::DocumentIndex& index, const Match& match,
                                      const Params& params);
};

/// All transformations, in alphabetical order of their names (generated from the list in
/// transforms/CMakeLists.txt).
std::span<const Transformation* const> registry();
const Transformation* findTransformation(std::string_view name); ///< nullptr when there is none

/// Defaults filled in; unknown names, wrong types and values out of range are errors by name.
Expected<Params> completeParams(const Transformation& t, const Params& given);

/// check, apply, validate the result; what the app and `mw` call. An error for a refusal carries
/// the refusal's sentence, code and elements.
Expected<ir::EditResult> applyChecked(const Transformation& t, const ir::DocumentPtr& document,
                                      const Match& match, const Params& params);

struct RepeatResult {
    ir::DocumentPtr document;
    std::vector<Match> applied;
    ir::ChangeSet changes; ///< of all applications together
};
/// First applicable match again and again until none is left (fixed point), at most `limit` times.
Expected<RepeatResult> applyAll(const Transformation& t, const ir::DocumentPtr& document,
                                const Params& params, int limit = 100'000);

} // namespace mw::transforms
