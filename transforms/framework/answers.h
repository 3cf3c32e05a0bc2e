#pragma once

#include "core/analysis/part_cache.h"
#include "core/ir/read_changes.h"
#include "core/support/hash.h"

#include <map>
#include <memory>
#include <type_traits>
#include <typeindex>
#include <unordered_map>
#include <utility>
#include <vector>

// Answers to questions about documents, kept from one version of a document to the next for as
// long as nothing that was read for them has changed.

namespace mw::transforms {

/// What is known about one document. For one thread.
class Answers {
public:
    /// `before`: of the document that an edit made this one of, or none. `kept`: of both.
    Answers(std::shared_ptr<const ir::DocumentIndex> index, std::shared_ptr<Answers> before,
            std::shared_ptr<analysis::PartCache> kept);

    const ir::DocumentIndex& index() const { return *index_; }

    /// What `find()` says to `Question` about `key`: found before for this document, or for one
    /// that it came from and nothing that `find` read is another here, or found now. `where`: the
    /// view of this document, for questions that are asked again. The answer lives as long as this.
    template <class Question, class Key, class Find>
    const auto& of(const Key& key, const Find& find, const void* where) {
        return of<Question>(key, find, where, nullptr);
    }
    /// `isOther(where, answer)`: whether another view has another answer.
    template <class Question, class Key, class Find, class IsOther>
    const auto& of(const Key& key, const Find& find, const void* where, const IsOther& isOther) {
        using Answer = decltype(find());
        auto& known = table<Question, Key, Answer>();
        const auto place = known.find(key);
        if (place != known.end())
            return use(place->second);
        Known<Answer> found = carried<Question, Key, Answer>(key, where);
        if (!found.answer)
            found = findNow<Answer>(find, isOther);
        // find() may have asked about the same key.
        return use(known.emplace(key, std::move(found)).first->second);
    }

private:
    template <class Answer>
    struct Known {
        std::shared_ptr<const Answer> answer;
        std::shared_ptr<const ir::Reads> reads;
    };
    template <class Question, class Key, class Answer>
    using Table = std::unordered_map<Key, Known<Answer>, KeyHash>;

    template <class Question, class Key, class Answer>
    Table<Question, Key, Answer>& table() {
        // One type for each question: a table of another would be asked for by its own type.
        struct Tag {};
        auto& table = tables_[std::type_index(typeid(Tag))];
        if (!table)
            table = std::make_shared<Table<Question, Key, Answer>>();
        return *static_cast<Table<Question, Key, Answer>*>(table.get());
    }

    template <class Answer>
    static const Answer& use(const Known<Answer>& known) {
        ir::note(known.reads);
        return *known.answer;
    }

    template <class Answer, class Find, class IsOther>
    Known<Answer> findNow(const Find& find, const IsOther& isOther) {
        auto reads = std::make_shared<ir::Reads>();
        std::shared_ptr<const Answer> answer;
        {
            const ir::NoteReads noting(*reads);
            answer = std::make_shared<const Answer>(find());
        }
        reads->tidy(index_->document()->nextId);
        if constexpr (!std::is_null_pointer_v<IsOther>)
            reads->otherAnswer = [answer, isOther](const void* where, const ir::DocumentIndex&) {
                return isOther(where, *answer);
            };
        return {std::move(answer), std::move(reads)};
    }

    /// Of the nearest document before that has an answer, if it still holds.
    template <class Question, class Key, class Answer>
    Known<Answer> carried(const Key& key, const void* where) {
        for (auto* from = before_.get(); from; from = from->before_.get()) {
            const auto& known = from->table<Question, Key, Answer>();
            const auto found = known.find(key);
            if (found == known.end())
                continue;
            return concerned(*from, found->second.reads, where) ? Known<Answer>() : found->second;
        }
        return {};
    }

    bool concerned(const Answers& from, const std::shared_ptr<const ir::Reads>& reads,
                   const void* where);

    std::shared_ptr<const ir::DocumentIndex> index_;
    std::shared_ptr<Answers> before_;
    std::shared_ptr<analysis::PartCache> kept_;
    std::map<std::type_index, std::shared_ptr<void>> tables_;
    std::map<const Answers*, ir::ReadChanges> changes_; ///< since the documents before
};

} // namespace mw::transforms
