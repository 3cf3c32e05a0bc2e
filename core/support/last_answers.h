#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace mw {

/// Keeps the last answers to questions, one at each place of a table: programs say the same few
/// things over and over again, and again after every edit. A `Question` has a `hash()` and is
/// compared with `==`; its answer depends on nothing else. Places that nothing was asked for cost
/// a pointer: every thread has tables of its own. For one thread.
template <class Question, class Answer>
class LastAnswers {
public:
    explicit LastAnswers(std::size_t places) : entries_(places) {}

    /// The answer that is kept, or else that of `find(asked)`; good until the next question.
    /// `Asked`: something that a question is compared with, and made of where it is new.
    template <class Find, class Asked = Question>
    const Answer& to(const Asked& asked, const Find& find) {
        auto& place = entries_[asked.hash() % entries_.size()];
        if (place && place->question == asked)
            return place->answer;
        Answer answer = find(asked); // may ask here itself
        if (place)
            *place = {static_cast<Question>(asked), std::move(answer)};
        else
            place = std::make_unique<Entry>(static_cast<Question>(asked), std::move(answer));
        return place->answer;
    }

private:
    struct Entry {
        Entry(Question asked, Answer found)
            : question(std::move(asked)), answer(std::move(found)) {}

        Question question;
        Answer answer;
    };
    std::vector<std::unique_ptr<Entry>> entries_;
};

} // namespace mw
