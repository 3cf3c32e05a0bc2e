#pragma once

#include "core/history/record.h"
#include "core/ir/edit.h"
#include "core/ir/sdfg.h"
#include "core/support/id.h"

#include <map>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace mw::history {

using VariantId = Id<struct VariantTag>;

/// What running a variant beside what it was made of, on the same small inputs, says.
struct Agreement {
    enum class Result : std::uint8_t {
        same,
        differs,
        differsByEdit, ///< as it may: the user edited what the program computes
        notCompared
    };
    Result result = Result::notCompared;
    std::string sentence; ///< which inputs, what differs, or why they were not compared
};

/// Steps that one action made one after another: applying everywhere, optimising, replaying.
struct Batch {
    VariantId first;   ///< of them
    std::string title; ///< of the action

    bool operator==(const Batch&) const = default;
};

/// One node of the tree: a snapshot and where it came from. Snapshots share what did not change.
struct Variant {
    VariantId id;
    VariantId parent;             ///< 0 for the root
    std::string effect;           ///< effectText() of the step; empty: the root
    std::string name;             ///< given by the user, or the effect, numbered where it repeats
    std::optional<Record> record; ///< none: the root
    ir::DocumentPtr document;
    ir::ChangeSet changes;      ///< against the parent
    std::optional<Batch> batch; ///< none: made alone
    std::string note;           ///< what the user wrote about it; empty: nothing
    bool pinned = false;
    std::map<std::string, double> measured; ///< e.g. "device-us": median of the last measurement
    std::optional<Agreement> agreement;     ///< none: not looked at; not kept in files

    /// Neither the user nor an action gave it a name.
    bool isCalledByEffect() const;
};

/// An element that the user marked.
struct Bookmark {
    VariantId variant; ///< that it was marked on
    ElementId element; ///< in that variant; 0: a file says of it what this graph does not have
    Site site;         ///< names the element in other documents; its label is for people
    std::string note;  ///< empty: none
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

    /// From the root over the current variant to where redo leads in the end.
    std::vector<VariantId> line() const;

    /// Adds a child of the current variant and makes it current. `effect`: its effectText(), where
    /// that is known already. Of several variants that are called so, the later ones are numbered.
    VariantId add(Record record, ir::EditResult result, std::string effect = {});
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
    void setAgreement(VariantId id, Agreement agreement);
    void setNote(VariantId id, std::string note);
    void setBatch(VariantId id, Batch batch);
    /// Calls the last variant of a batch of several by the action, "Optimise: 17 steps", as the
    /// step that happened to be the last says nothing of the others. What the user named stays.
    void nameBatch(VariantId last);
    /// What was last chosen of launches on the way to `id` (LaunchRecord); empty: nothing.
    std::string choicesOf(VariantId id) const;
    /// What rewrites of `id` must agree with: the nearest variant on the way to the root that a
    /// repair or a hand edit made, which may change results, or the root.
    VariantId baseOf(VariantId id) const;

    /// Follows an element of variant `from` to the current one along the tree (down through
    /// ChangeSets; going up, an element that exists in the ancestor keeps its id). 0 if it is gone.
    ElementId forward(ElementId id, VariantId from) const { return forward(id, from, current_); }
    ElementId forward(ElementId id, VariantId from, VariantId to) const;

    /// In the order in which they were made.
    const std::vector<Bookmark>& bookmarks() const { return bookmarks_; }
    /// Marks an element of the current variant; `label` says to people which one.
    void addBookmark(ElementId id, std::string label);
    void addBookmark(Bookmark bookmark);
    void removeBookmark(std::size_t at);
    void setBookmarkNote(std::size_t at, std::string note);
    /// The first one that leads to this element of the current variant.
    std::optional<std::size_t> bookmarkOf(ElementId id) const;

private:
    Variant& at(VariantId id);
    std::string unusedName(const std::string& wish);
    std::vector<Variant> variants_;
    std::unordered_map<std::string, int> named_;    ///< how many variants are called so
    std::unordered_map<std::string, int> numbered_; ///< by name: all lower numbers are taken
    std::vector<Bookmark> bookmarks_;
    std::map<VariantId, VariantId> lastChild_;
    VariantId current_;
};

} // namespace mw::history
