// Lines of steps aligned: the longest common subsequence, the same steps counting most.
#include "core/history/alignment.h"

#include "core/support/overload.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace mw::history {

namespace {

/// What it does but for where: text that is equal where that is equal.
using Choices = std::tuple<std::string, Params, std::string>;
Choices choicesOf(const Record& record) {
    return std::visit(
        Overload{
            [](const TransformationRecord& t) { return Choices(t.name, t.params, {}); },
            [](const RepairRecord& r) { return Choices("repair " + r.code, {}, {}); },
            [](const EditRecord& e) { return Choices("edit " + e.property, {}, e.value); },
            [](const LaunchRecord& l) { return Choices("launches", {}, l.choices); },
        },
        record);
}

/// 0 to kAlike. What is next to it is equal, or it writes the same; else what they share of their
/// surroundings.
int likeness(const Anchor& a, const Anchor& b) {
    constexpr std::size_t kNear = 2; ///< ring that has what is next to an element in it
    if (a.kind != b.kind || a.role != b.role)
        return 0;
    const bool named = !a.writes.empty() && a.writes == b.writes;
    if (named || a.rings.at(kNear) == b.rings.at(kNear))
        return kAlike;
    return a.around == Around{} || b.around == Around{} ? 0 : shared(a.around, b.around).share;
}

/// The mean over the elements; 0 where they are of other kinds.
int likeness(const Site& a, const Site& b) {
    if (a.elements().empty() || a.elements().size() != b.elements().size())
        return 0;
    int sum = 0;
    for (std::size_t i = 0; i < a.elements().size(); ++i) {
        const int one = likeness(a.elements()[i], b.elements()[i]);
        if (one == 0)
            return 0;
        sum += one;
    }
    return sum / static_cast<int>(a.elements().size());
}

class Aligner {
public:
    Aligner(const std::vector<LineStep>& first, const std::vector<LineStep>& second,
            Recognition recognition)
        : first_(first), second_(second), recognition_(recognition) {
        for (const auto& step : first)
            firstChoices_.push_back(choicesOf(step.record));
        for (const auto& step : second)
            secondChoices_.push_back(choicesOf(step.record));
        compare();
        count();
    }

    Alignment alignment() {
        std::size_t i = 0, j = 0;
        while (i < first_.size() || j < second_.size()) {
            const bool both = i < first_.size() && j < second_.size();
            if (both && worth(i, j) > 0 && best(i, j) == worth(i, j) + best(i + 1, j + 1)) {
                flush();
                add({i, j, relation(i, j)});
                ++i, ++j;
            } else if (i < first_.size() && best(i, j) == best(i + 1, j)) {
                onlyFirst_.push_back(i++);
            } else {
                onlySecond_.push_back(j++);
            }
        }
        flush();
        return std::move(result_);
    }

private:
    /// Of the places where two steps of one kind were done, 0 to kAlike.
    int& alike(std::size_t i, std::size_t j) { return alike_[i * second_.size() + j]; }

    int likenessOf(std::size_t i, std::size_t j) const {
        if (std::get<0>(firstChoices_[i]) != std::get<0>(secondChoices_[j]))
            return 0;
        if (std::holds_alternative<LaunchRecord>(first_[i].record))
            return kAlike; // of the whole program: there is no place to tell apart
        const auto& a = first_[i];
        const auto& b = second_[j];
        if (!a.effect.empty() && a.effect == b.effect)
            return kAlike;
        const bool told = !a.effect.empty() && !b.effect.empty();
        return told && recognition_ == Recognition::byNames
                   ? 0
                   : likeness(siteOf(a.record), siteOf(b.record));
    }

    void compare() {
        alike_.reserve(first_.size() * second_.size());
        mostOfFirst_.resize(first_.size());
        mostOfSecond_.resize(second_.size());
        for (std::size_t i = 0; i < first_.size(); ++i)
            for (std::size_t j = 0; j < second_.size(); ++j) {
                const int value = alike_.emplace_back(likenessOf(i, j));
                mostOfFirst_[i] = std::max(mostOfFirst_[i], value);
                mostOfSecond_[j] = std::max(mostOfSecond_[j], value);
            }
    }

    /// How much of what surrounds a place two programs share differs from program to program: two
    /// places are the same where nothing else in either line is more like one of them.
    Relation relation(std::size_t i, std::size_t j) {
        constexpr int kLeast = kAlike / 4;
        const int value = alike(i, j);
        if (value < kLeast || value < mostOfFirst_[i] || value < mostOfSecond_[j])
            return Relation::different;
        return firstChoices_[i] == secondChoices_[j] ? Relation::same : Relation::otherParams;
    }
    /// Of two that stand beside each other.
    int worth(std::size_t i, std::size_t j) {
        const auto relation = this->relation(i, j);
        return relation == Relation::same          ? 2 * kAlike + alike(i, j)
               : relation == Relation::otherParams ? alike(i, j)
                                                   : 0;
    }
    /// Of what begins at these two.
    int& best(std::size_t i, std::size_t j) { return best_[i * (second_.size() + 1) + j]; }

    void count() {
        best_.assign((first_.size() + 1) * (second_.size() + 1), 0);
        for (std::size_t i = first_.size(); i-- > 0;)
            for (std::size_t j = second_.size(); j-- > 0;)
                best(i, j) =
                    std::max({best(i + 1, j), best(i, j + 1), worth(i, j) + best(i + 1, j + 1)});
    }

    void add(AlignedStep step) {
        if (step.relation != Relation::same && !result_.divergence)
            result_.divergence = result_.steps.size();
        result_.same += step.relation == Relation::same;
        result_.steps.push_back(step);
    }

    /// What only one of them has stands beside what only the other has.
    void flush() {
        const auto at = [](const std::vector<std::size_t>& places, std::size_t i) {
            return i < places.size() ? std::optional(places[i]) : std::nullopt;
        };
        for (std::size_t i = 0; i < std::max(onlyFirst_.size(), onlySecond_.size()); ++i)
            add({at(onlyFirst_, i), at(onlySecond_, i), Relation::different});
        onlyFirst_.clear();
        onlySecond_.clear();
    }

    const std::vector<LineStep>& first_;
    const std::vector<LineStep>& second_;
    Recognition recognition_;
    std::vector<Choices> firstChoices_, secondChoices_;
    std::vector<int> alike_;
    std::vector<int> mostOfFirst_, mostOfSecond_; ///< likeness to any step of the other line
    std::vector<int> best_;
    std::vector<std::size_t> onlyFirst_, onlySecond_;
    Alignment result_;
};

} // namespace

std::string otherChoices(const Record& record, const Record& than) {
    const auto [name, params, value] = choicesOf(record);
    const auto [otherName, otherParams, otherValue] = choicesOf(than);
    std::string text = value == otherValue ? "" : value;
    for (const auto& [param, chosen] : params)
        if (const auto other = otherParams.find(param);
            other == otherParams.end() || other->second != chosen)
            text +=
                fmt::format("{}{} = {}", text.empty() ? "" : ", ", param,
                            std::visit([](const auto& v) { return fmt::format("{}", v); }, chosen));
    return text;
}

Alignment align(const std::vector<LineStep>& first, const std::vector<LineStep>& second,
                Recognition recognition) {
    return Aligner(first, second, recognition).alignment();
}

} // namespace mw::history
