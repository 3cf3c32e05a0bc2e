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

/// What `find()` says about `key` in this document (elements of it, by id), found once for each
/// `Question`, whoever asks. Answers own no part of a document: they would keep it for good.
template <class Question, class Key, class Find>
const auto& remembered(const DocumentView& view, const Key& key, const Find& find) {
    using Answer = decltype(find());
    struct Answers {
        mutable std::map<Key, Answer> known; // the view is for one thread
    };
    const auto answers = view.kept().template of<Answers>(
        view.document()->root, [](const ir::Sdfg&) { return Answers{}; });
    if (const auto found = answers->known.find(key); found != answers->known.end())
        return found->second;
    Answer answer = find(); // may ask here itself
    return answers->known.emplace(key, std::move(answer)).first->second;
}

} // namespace mw::transforms
