#pragma once

#include "transforms/framework/view.h"

#include <map>
#include <memory>
#include <type_traits>
#include <utility>

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

/// What `Question::find(view, key)` says, remembered. Whoever depends on it depends on the answer
/// alone, not on all that is read to find it. Answers can be compared.
template <class Question, class Key>
const auto& asked(const DocumentView& view, const Key& key) {
    const auto find = [&] { return Question::find(view, key); };
    return view.answers().of<Question>(
        key, find, &view, [key](const void* where, const auto& answer) {
            return Question::find(*static_cast<const DocumentView*>(where), key) != answer;
        });
}

} // namespace mw::transforms
