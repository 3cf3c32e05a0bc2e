#pragma once

#include "core/ir/edit.h"
#include "core/ir/sdfg.h"
#include "core/support/expected.h"
#include "core/support/id.h"

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mw::history {

using VariantId = Id<struct VariantTag>;

/// What produced a variant from its parent, as plain data that replays.
struct Record {
    std::string transformation; ///< "" for the root, "edit" for a hand edit
    BlockId state;
    std::vector<ElementId> elements;
    std::string matchLabel;
    std::map<std::string, std::variant<bool, std::int64_t, std::string>, std::less<>> params;
};

/// One node of the tree: a snapshot and where it came from. Snapshots share what did not change.
struct Variant {
    VariantId id;
    VariantId parent; ///< 0 for the root
    std::string name; ///< given by the user, or made from the record
    Record record;
    ir::DocumentPtr document;
    ir::ChangeSet changes; ///< against the parent
    bool pinned = false;
    std::map<std::string, double> measured; ///< e.g. "device-us": median of the last measurement
};

/// Variants as a tree with a current one. Undo goes to the parent; redo to the child last visited.
/// Applying after an undo starts a sibling branch; nothing is ever dropped. The root's name is
/// "original".
class History {
public:
    explicit History(ir::DocumentPtr root);

    const Variant& current() const;
    const Variant& root() const;
    const Variant* find(VariantId id) const;
    /// In order of creation: a parent stands before its children.
    const std::vector<Variant>& variants() const { return variants_; }
    std::vector<VariantId> children(VariantId id) const;
    /// From the root to `id`, both included.
    std::vector<VariantId> path(VariantId id) const;

    /// Adds a child of the current variant and makes it current.
    VariantId add(Record record, ir::EditResult result);
    bool canUndo() const;
    bool canRedo() const;
    /// The variant that is current afterwards; no-op at the ends.
    VariantId undo();
    VariantId redo();
    void goTo(VariantId id); ///< asserts that it exists
    void rename(VariantId id, std::string name);
    void setPinned(VariantId id, bool pinned);
    std::vector<VariantId> pinned() const; ///< in order of creation
    void setMeasured(VariantId id, const std::string& what, double value);

    /// Follows an element of variant `from` to the current one along the tree (down through
    /// ChangeSets; going up, an element that exists in the ancestor keeps its id). 0 if it is gone.
    ElementId forward(ElementId id, VariantId from) const;

private:
    Variant& at(VariantId id);
    std::vector<Variant> variants_;
    std::map<VariantId, VariantId> lastChild_;
    VariantId current_;
};

/// The records from the root to `id` as JSON text that replays: {"recipe":1,"program":name,
/// "steps":[{"transformation","match":{"state","elements","label"},"params"}]}.
std::string recipe(const History& history, VariantId id);
struct Recipe {
    std::string program;
    std::vector<Record> steps;
};
Expected<Recipe> parseRecipe(std::string_view json);

} // namespace mw::history
