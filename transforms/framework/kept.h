#pragma once

#include "transforms/framework/view.h"

#include <map>
#include <memory>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

namespace mw::transforms {

/// What `Find` says of a part of documents (a block, an SDFG), found once and kept with the part.
/// Refers into what is kept: not past the part.
template <auto Find, class Part>
const auto& kept(const DocumentView& view, const std::shared_ptr<const Part>& part) {
    struct Result {
        std::decay_t<decltype(Find(*part))> value;
    };
    return view.kept()
        .template of<Result>(part, [](const Part& of) { return Result{Find(of)}; })
        ->value;
}

/// What `find()` says about `key` (elements of the document, by id), found once for each
/// `Question`, whoever asks, and known of later documents too where nothing that it read is
/// another. Answers own no part of a document, and point to none but those that they were read
/// from.
template <class Question, class Key, class Find>
const auto& remembered(const DocumentView& view, const Key& key, const Find& find) {
    return view.answers().of<Question>(key, find, &view);
}

/// Whether the document still has what a key of `asked` is about: SDFGs, states, nodes.
inline bool isThere(const DocumentView& view, SdfgId id) {
    const auto* place = view.index().find(id);
    return place && place->kind == ir::ElementKind::sdfg;
}
inline bool isThere(const DocumentView& view, BlockId id) {
    const auto* place = view.index().find(id);
    return place && place->kind == ir::ElementKind::block &&
           std::holds_alternative<ir::State>(place->block->kind);
}
inline bool isThere(const DocumentView& view, NodeId id) {
    const auto* place = view.index().find(id);
    return place && place->kind == ir::ElementKind::node;
}
template <class Name>
bool isThere(const DocumentView&, const Name&) {
    return true;
}
template <class... Parts>
bool isThere(const DocumentView& view, const std::tuple<Parts...>& key) {
    return std::apply([&](const auto&... parts) { return (isThere(view, parts) && ...); }, key);
}
template <class First, class Second>
bool isThere(const DocumentView& view, const std::pair<First, Second>& key) {
    return isThere(view, key.first) && isThere(view, key.second);
}

/// What `Question::find(view, key)` says, remembered. Whoever depends on it depends on the answer
/// alone, not on all that is read to find it. Answers can be compared. What the key is about is in
/// the document of `view`; in a later one it may be gone.
template <class Question, class Key>
const auto& asked(const DocumentView& view, const Key& key) {
    const auto find = [&] { return Question::find(view, key); };
    return view.answers().of<Question>(
        key, find, &view, [key](const void* where, const auto& answer) {
            const auto& later = *static_cast<const DocumentView*>(where);
            return !isThere(later, key) || Question::find(later, key) != answer;
        });
}

} // namespace mw::transforms
