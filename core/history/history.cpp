// The tree of variants: positions in it, and elements followed along it.

#include "core/history/history.h"

#include "core/history/anchor.h"
#include "core/history/effect.h"
#include "core/ir/index.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace mw::history {

namespace {

/// Where `id` was before a step: itself, the element that it took the place of, or 0 when the step
/// made it.
ElementId backward(ElementId id, const ir::ChangeSet& changes) {
    if (!std::binary_search(changes.added.begin(), changes.added.end(), id))
        return id;
    for (const auto& [before, after] : changes.replaced)
        if (after == id)
            return before;
    return {};
}

} // namespace

bool Variant::isCalledByEffect() const {
    return record && (name == effect || name.starts_with(effect + " ("));
}

History::History(ir::DocumentPtr root) : current_{1} {
    assert(root);
    Variant original;
    original.id = current_;
    original.name = "original";
    original.document = std::move(root);
    ++named_[original.name];
    variants_.push_back(std::move(original));
}

// Ids count from 1 in order of creation and nothing is dropped, so an id is a position.
const Variant* History::find(VariantId id) const {
    if (!id || id.value > variants_.size())
        return nullptr;
    return &variants_[id.value - 1];
}

Variant& History::at(VariantId id) {
    assert(id && id.value <= variants_.size());
    return variants_[id.value - 1];
}

const Variant& History::current() const {
    return variants_[current_.value - 1];
}

const Variant& History::root() const {
    return variants_.front();
}

std::vector<VariantId> History::children(VariantId id) const {
    std::vector<VariantId> found;
    for (const auto& variant : variants_)
        if (variant.parent == id)
            found.push_back(variant.id);
    return found;
}

std::vector<VariantId> History::path(VariantId id) const {
    std::vector<VariantId> ids;
    for (const Variant* at = find(id); at; at = find(at->parent))
        ids.push_back(at->id);
    std::reverse(ids.begin(), ids.end());
    return ids;
}

std::vector<VariantId> History::line() const {
    auto ids = path(current_);
    for (auto child = lastChild_.find(current_); child != lastChild_.end();
         child = lastChild_.find(child->second))
        ids.push_back(child->second);
    return ids;
}

std::string History::choicesOf(VariantId id) const {
    for (const Variant* at = find(id); at; at = find(at->parent))
        if (const auto* chosen = at->record ? std::get_if<LaunchRecord>(&*at->record) : nullptr)
            return chosen->choices;
    return {};
}

std::string History::unusedName(const std::string& wish) {
    if (!named_.contains(wish))
        return wish;
    for (int& number = numbered_.try_emplace(wish, 2).first->second;; ++number)
        if (auto numbered = fmt::format("{} ({})", wish, number); !named_.contains(numbered))
            return numbered;
}

VariantId History::add(Record record, ir::EditResult result, std::string effect) {
    assert(result.document);
    if (effect.empty())
        effect = effectText(record, current().document, result);
    Variant variant;
    variant.id = VariantId{static_cast<std::uint32_t>(variants_.size() + 1)};
    variant.parent = current_;
    variant.name = unusedName(effect);
    ++named_[variant.name];
    variant.effect = std::move(effect);
    variant.record = std::move(record);
    variant.document = std::move(result.document);
    variant.changes = std::move(result.changes);
    // The way to the variant before is the one that redo follows already.
    lastChild_[current_] = variant.id;
    current_ = variant.id;
    variants_.push_back(std::move(variant));
    return current_;
}

bool History::canUndo() const {
    return static_cast<bool>(current().parent);
}

bool History::canRedo() const {
    return lastChild_.contains(current_);
}

VariantId History::undo() {
    if (canUndo())
        goTo(current().parent);
    return current_;
}

VariantId History::redo() {
    if (const auto child = lastChild_.find(current_); child != lastChild_.end())
        goTo(child->second);
    return current_;
}

/// Redo follows the way to the variant that was visited last, from every variant on that way.
void History::goTo(VariantId id) {
    assert(find(id));
    current_ = id;
    for (const Variant* at = find(id); at && at->parent; at = find(at->parent))
        lastChild_[at->parent] = at->id;
}

void History::nameBatch(VariantId last) {
    auto& variant = at(last);
    if (!variant.batch || !variant.isCalledByEffect())
        return;
    const auto steps = std::ranges::count(variants_, variant.batch, &Variant::batch);
    if (steps > 1)
        rename(last, unusedName(fmt::format("{}: {} steps", variant.batch->title, steps)));
}

void History::rename(VariantId id, std::string name) {
    auto& variant = at(id);
    if (const auto before = named_.find(variant.name); --before->second == 0) {
        named_.erase(before);
        numbered_.clear();
    }
    ++named_[name];
    variant.name = std::move(name);
}

void History::setPinned(VariantId id, bool pinned) {
    at(id).pinned = pinned;
}

std::vector<VariantId> History::pinned() const {
    std::vector<VariantId> ids;
    for (const auto& variant : variants_)
        if (variant.pinned)
            ids.push_back(variant.id);
    return ids;
}

void History::setMeasured(VariantId id, const std::string& what, double value) {
    at(id).measured[what] = value;
}

void History::setAgreement(VariantId id, Agreement agreement) {
    at(id).agreement = std::move(agreement);
}

void History::setNote(VariantId id, std::string note) {
    at(id).note = std::move(note);
}

void History::setBatch(VariantId id, Batch batch) {
    at(id).batch = std::move(batch);
}

VariantId History::baseOf(VariantId id) const {
    const Variant* variant = find(id);
    while (variant->record && std::holds_alternative<TransformationRecord>(*variant->record))
        variant = find(variant->parent);
    return variant->id;
}

ElementId History::forward(ElementId id, VariantId from, VariantId to) const {
    const std::vector<VariantId> source = path(from);
    const std::vector<VariantId> target = path(to);
    const auto [sourceEnd, targetEnd] =
        std::mismatch(source.begin(), source.end(), target.begin(), target.end());
    for (auto at = source.end(); at != sourceEnd && id;)
        id = backward(id, find(*--at)->changes);
    for (auto at = targetEnd; at != target.end() && id; ++at)
        id = find(*at)->changes.forward(id);
    return id;
}

// --- Bookmarks ------------------------------------------------------------------------------

/// What names the element elsewhere is found out when a file is written.
void History::addBookmark(ElementId id, std::string label) {
    Site site(std::move(label), [document = current().document, id] {
        const ir::DocumentIndex index(document);
        const AnchorIndex anchors(index);
        return Site::Anchors{anchors.fingerprint(), {anchors.anchor(id)}};
    });
    addBookmark({current_, id, std::move(site), {}});
}

void History::addBookmark(Bookmark bookmark) {
    assert(find(bookmark.variant));
    bookmarks_.push_back(std::move(bookmark));
}

void History::removeBookmark(std::size_t at) {
    assert(at < bookmarks_.size());
    bookmarks_.erase(bookmarks_.begin() + static_cast<std::ptrdiff_t>(at));
}

void History::setBookmarkNote(std::size_t at, std::string note) {
    assert(at < bookmarks_.size());
    bookmarks_[at].note = std::move(note);
}

std::optional<std::size_t> History::bookmarkOf(ElementId id) const {
    for (std::size_t i = 0; i < bookmarks_.size(); ++i)
        if (id && forward(bookmarks_[i].element, bookmarks_[i].variant) == id)
            return i;
    return std::nullopt;
}

} // namespace mw::history
