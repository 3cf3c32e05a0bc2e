// What can be done to a program and what it is worth: every transformation is tried where it
// applies.
#include "app/workbench/advise.h"

#include "app/workbench/kernel_reads.h"
#include "core/analysis/savings.h"
#include "core/ir/reads.h"
#include "transforms/framework/apply.h"
#include "transforms/framework/kept.h"
#include "transforms/framework/validation.h"
#include "transforms/toolkit/refusal.h"
#include "transforms/toolkit/subset_relation.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

namespace mw::workbench {

namespace {

using transforms::Candidate;
using transforms::DocumentView;
using transforms::Transformation;

std::int64_t valueOf(const symbolic::Expr& e, const symbolic::Bindings& values) {
    return symbolic::evaluateInteger(e, values).value_or(0);
}

std::string named(const Suggestion& one) {
    return fmt::format("{} --match {}", one.transformation->name, one.number);
}

class Search {
public:
    /// Between candidates: where others may have the document's kept answers.
    std::function<void()> pause;

    Search(DocumentView view, const symbolic::Bindings& values)
        : view_(std::move(view)), values_(values), savings_(view_.document(), values),
          uses_(temporaryUses(*view_.document(), values)) {
        const auto& document = view_.document();
        const auto rows = analysis::programRows(*document);
        advice_.figures = analysis::figures(rows, values);
        for (const auto& life : analysis::estimate(rows).temporaries) {
            const std::int64_t bytes = valueOf(life.bytes, values);
            const auto use = uses_.find(life.data.get());
            bytes_.emplace(life.data.get(), bytes);
            const bool known = use != uses_.end();
            TemporaryCost cost{life.name,  bytes,     known ? use->second.moved : 2 * bytes,
                               life.first, life.last, {},
                               {}};
            if (known)
                cost.accesses.assign(use->second.accesses.begin(), use->second.accesses.end());
            advice_.temporaries.push_back(std::move(cost));
        }
    }

    Advice run(const std::stop_token& stop, const LookProgress& progress) {
        const auto all = transforms::registry();
        for (std::size_t i = 0; i < all.size() && !stop.stop_requested(); ++i) {
            if (progress)
                progress(all[i]->title, static_cast<int>(i), static_cast<int>(all.size()));
            tryOut(*all[i], stop);
        }
        std::ranges::stable_sort(advice_.temporaries, std::ranges::greater(),
                                 &TemporaryCost::moved);
        keepTheBest(advice_.possible);
        dropWhatSavesNoMore();
        keepTheBest(advice_.refused);
        sayWhatIsInTheWay();
        observe();
        return std::move(advice_);
    }

    /// See Adviser::fusionsAt.
    Advice fusionsAt(const std::vector<ElementId>& elements, const std::stop_token& stop) {
        region_ = transforms::Region(view_.index(), elements);
        for (const auto* t : transforms::registry())
            if (t->category == transforms::Category::fusion && !stop.stop_requested())
                tryOut(*t, stop);
        advice_.temporaries.clear();
        keepTheBest(advice_.possible);
        dropWhatSavesNoMore();
        keepTheBest(advice_.refused);
        return std::move(advice_);
    }

private:
    /// Most saved first; of those that save the same on the same data what computes nothing again,
    /// then what leaves the smallest graph.
    void keepTheBest(std::vector<Suggestion>& all) const {
        std::ranges::stable_sort(all, std::ranges::greater(), [](const Suggestion& one) {
            return std::tuple(one.savedBytes, one.savedKernels,
                              one.transformation->name != kRecomputing, one.savedTemporaryBytes,
                              -one.grows);
        });
        using Key = std::tuple<std::vector<ElementId>, std::int64_t, int>;
        std::map<Key, std::size_t> first;
        std::vector<Suggestion> kept;
        for (Suggestion& one : all) {
            Key key{accessNodes(one.match), one.savedBytes, one.savedKernels};
            const auto known = first.find(key);
            if (std::get<0>(key).empty() || known == first.end()) {
                first.emplace(std::move(key), kept.size());
                kept.push_back(std::move(one));
            } else {
                const std::string why = one.refusal ? ": " + one.refusal->sentence : "";
                kept[known->second].alternatives.push_back(named(one) + why);
            }
        }
        all = std::move(kept);
    }

    void tryOut(const Transformation& t, const std::stop_token& stop) {
        if (t.changesResults) // what it is worth is not the question (precision.h)
            return;
        const auto params = transforms::completeParams(t, {});
        if (!params || !transforms::checkWiring(t, view_))
            return;
        int number = 0;
        for (const Candidate& candidate :
             transforms::candidates(t, view_, region_, *params, stop)) {
            if (pause)
                pause();
            Suggestion suggestion;
            suggestion.transformation = &t;
            suggestion.params = *params;
            suggestion.match = candidate.match;
            suggestion.number = ++number;
            if (t.name == kBlocking)
                blocking_.emplace(candidate.match.ids().front(), Blocking{number, candidate});
            if (candidate.refusal)
                addRefused(std::move(suggestion), *candidate.refusal);
            else if (!stop.stop_requested())
                addPossible(std::move(suggestion), candidate);
        }
    }

    /// The result is compared and dropped, and not validated: whoever applies it does that.
    void addPossible(Suggestion suggestion, const Candidate& candidate) {
        const Worth& worth = worthOf(suggestion, candidate);
        if (!worth.applied)
            return;
        suggestion.savedBytes = worth.saved.bytes.value_or(0);
        suggestion.savedTemporaryBytes = worth.saved.temporaryBytes.value_or(0);
        suggestion.savedKernels = worth.saved.kernels;
        suggestion.grows = worth.grows;
        if (suggestion.savedBytes > 0 || suggestion.savedTemporaryBytes > 0 ||
            suggestion.savedKernels > 0)
            advice_.possible.push_back(std::move(suggestion));
        else
            advice_.others.push_back(std::move(suggestion));
    }

    /// What applying a candidate saves, kept while nothing that it depends on is another: what the
    /// candidate was checked by, and the kernels around its place.
    struct Worth {
        bool applied = false;
        analysis::Savings saved;
        int grows = 0; ///< elements more
    };
    const Worth& worthOf(const Suggestion& one, const Candidate& candidate) {
        const auto& t = *one.transformation;
        return transforms::remembered<struct WorthAt>(
            view_, std::tuple(t.name, one.match.state, one.match.ids()), [&] {
                transforms::candidateAgain(t, view_, one.match, one.params);
                noteKernelsAround(view_, one.match.ids());
                const ir::Unnoted notNoted; // a document that is only tried, and what is kept of it
                const auto plan = transforms::checkedAt(t, view_, candidate, one.params);
                const auto result = t.apply(view_, std::get<transforms::Plan>(plan));
                if (!result)
                    return Worth{};
                return Worth{true, savings_.of(*result->document),
                             static_cast<int>(result->changes.added.size()) -
                                 static_cast<int>(result->changes.removed.size())};
            });
    }

    /// What other transformations refuse says nothing about the temporary.
    void addRefused(Suggestion suggestion, const transforms::Refusal& refusal) {
        if (suggestion.transformation->category != transforms::Category::fusion)
            return;
        suggestion.savedTemporaryBytes = atStake(suggestion.match);
        suggestion.savedBytes = 2 * suggestion.savedTemporaryBytes; // written once, read once
        suggestion.refusal = refusal;
        if (suggestion.savedTemporaryBytes > 0)
            advice_.refused.push_back(std::move(suggestion));
        else
            apart_.push_back(std::move(suggestion));
    }

    std::vector<ElementId> accessNodes(const transforms::Match& match) const {
        std::vector<ElementId> found;
        for (const auto& [role, id] : match.elements)
            if (const auto* place = view_.index().find(id);
                place && place->node && place->node->as<ir::AccessNode>())
                found.push_back(id);
        return found;
    }

    /// Bytes of the temporaries of a match.
    std::int64_t atStake(const transforms::Match& match) const {
        std::int64_t sum = 0;
        for (const ElementId id : accessNodes(match)) {
            const auto* place = view_.index().find(id);
            const auto* data = place->sdfg->data(place->node->as<ir::AccessNode>()->data);
            if (const auto found = bytes_.find(data); data && found != bytes_.end())
                sum += found->second;
        }
        return sum;
    }

    /// Of the refused ones those beside which something else saves as much.
    void dropWhatSavesNoMore() {
        std::map<ElementId, std::int64_t> most; // by access node
        for (const Suggestion& one : advice_.possible)
            for (const ElementId id : accessNodes(one.match)) {
                auto& bytes = most.try_emplace(id, one.savedBytes).first->second;
                bytes = std::max(bytes, one.savedBytes);
            }
        std::erase_if(advice_.refused, [&](const Suggestion& one) {
            return std::ranges::any_of(accessNodes(one.match), [&](ElementId id) {
                const auto found = most.find(id);
                return found != most.end() && found->second >= one.savedBytes;
            });
        });
    }

    /// The first of a list that is about each access node.
    using FirstAbout = std::map<ElementId, const Suggestion*>;
    FirstAbout firstAbout(const std::vector<Suggestion>& list) const {
        FirstAbout first;
        for (const Suggestion& one : list)
            for (const ElementId id : accessNodes(one.match))
                first.emplace(id, &one);
        return first;
    }
    /// The first of a list that is about one of these; null: none is.
    static const Suggestion* firstOf(const FirstAbout& first, const std::vector<ElementId>& about) {
        const Suggestion* found = nullptr;
        for (const ElementId id : about)
            if (const auto at = first.find(id);
                at != first.end() && (!found || at->second < found)) // in one list
                found = at->second;
        return found;
    }

    void sayWhatIsInTheWay() {
        possibleAbout_ = firstAbout(advice_.possible);
        refusedAbout_ = firstAbout(advice_.refused);
        apartAbout_ = firstAbout(apart_);
        othersAbout_ = firstAbout(advice_.others);
        for (TemporaryCost& cost : advice_.temporaries)
            if (!cost.accesses.empty() && !firstOf(possibleAbout_, cost.accesses) &&
                !firstOf(refusedAbout_, cost.accesses))
                cost.obstacle = obstacleTo(cost.accesses);
    }

    /// Why nothing removes a temporary.
    std::string obstacleTo(const std::vector<ElementId>& accesses) const {
        for (const auto* refused : {&refusedAbout_, &apartAbout_})
            if (const auto* one = firstOf(*refused, accesses))
                return one->refusal->sentence;
        if (const auto* one = firstOf(othersAbout_, accesses);
            one && one->transformation->category == transforms::Category::fusion)
            return fmt::format("{} applies there and saves nothing", one->transformation->name);
        return whyNoFusion(accesses, view_);
    }

    // --- Observations -----------------------------------------------------------------------

    void observe() {
        auto& all = advice_.observations;
        all = observeTemporaries(uses_, view_);
        for (Observation& one : all)
            if (one.topic == Topic::usedOnce)
                addAction(one);
        for (Observation& one : observeMaps(view_, values_)) {
            if (one.topic == Topic::notBlocked)
                addBlocking(one);
            all.push_back(std::move(one));
        }
        std::ranges::move(observeOverwritten(view_, values_), std::back_inserter(all));
        observeUnfused();
        std::ranges::stable_sort(all, std::ranges::greater(), &Observation::bytes);
    }

    void addAction(Observation& one) const {
        if (const auto* possible = firstOf(possibleAbout_, one.about))
            one.action = {possible->transformation, possible->number, possible->params,
                          possible->match};
        else
            one.obstacle = obstacleTo(one.about);
    }

    void addBlocking(Observation& one) const {
        const auto found = blocking_.find(one.about.front());
        if (found == blocking_.end())
            return;
        const auto& [number, candidate] = found->second;
        if (candidate.refusal) {
            one.obstacle = candidate.refusal->sentence;
            return;
        }
        const auto* blocking = transforms::findTransformation(kBlocking);
        one.action = {blocking, number, *transforms::completeParams(*blocking, {}),
                      candidate.match};
    }

    /// The maps of a match by their entries.
    std::vector<const ir::Node*> maps(const transforms::Match& match) const {
        std::vector<const ir::Node*> found;
        for (const auto& [role, id] : match.elements) {
            const auto* place = view_.index().find(id);
            const ir::Node* node = place ? place->node : nullptr;
            if (node && node->isExit())
                node = view_.index().find(ir::entryOf(*node))->node;
            if (node && node->as<ir::MapEntry>())
                found.push_back(node);
        }
        return found;
    }

    /// They have an iteration in common, with the values of the scenario.
    bool overlap(const ir::Map& a, const ir::Map& b) const {
        if (a.range.rank() != b.range.rank())
            return false;
        for (std::size_t d = 0; d < a.range.rank(); ++d) {
            const auto &one = a.range.dims[d], &other = b.range.dims[d];
            if (!transforms::sameRange(one, other) &&
                (valueOf(one.end, values_) < valueOf(other.begin, values_) ||
                 valueOf(other.end, values_) < valueOf(one.begin, values_)))
                return false;
        }
        return true;
    }

    /// Of containers that both maps read.
    std::int64_t sharedInputs(const ir::Node& a, const ir::Node& b) const {
        const auto* place = view_.index().find(a.id);
        const auto state = view_.state(place->block->id);
        const auto reads = [&](const ir::Node& entry) {
            std::set<std::string> names;
            for (const ir::Edge* edge : state->index->inEdges(entry.id))
                names.insert(edge->memlet.data);
            return names;
        };
        const auto first = reads(a), second = reads(b);
        std::int64_t sum = 0;
        for (const auto& name : first)
            if (const auto* data = second.contains(name) ? state->sdfg->data(name) : nullptr)
                sum += valueOf(data->totalSize, values_) * ir::sizeOf(data->dtype.scalar);
        return sum;
    }

    void observeUnfused() {
        std::set<std::pair<NodeId, NodeId>> seen;
        for (const Suggestion& one : advice_.possible)
            if (const auto both = maps(one.match); both.size() == 2)
                seen.insert(std::minmax(both[0]->id, both[1]->id));
        for (const auto* list : {&advice_.refused, &apart_})
            for (const Suggestion& one : *list) {
                const auto both = maps(one.match);
                if (both.size() != 2 || !seen.insert(std::minmax(both[0]->id, both[1]->id)).second)
                    continue;
                const auto &a = both[0]->as<ir::MapEntry>()->map,
                           &b = both[1]->as<ir::MapEntry>()->map;
                const std::int64_t bytes =
                    one.savedBytes > 0 ? one.savedBytes : sharedInputs(*both[0], *both[1]);
                if (bytes > 0 && overlap(a, b))
                    advice_.observations.push_back(
                        {Topic::notFused,
                         fmt::format("{} and {} have {} ranges", transforms::quoted(a),
                                     transforms::quoted(b),
                                     transforms::sameRegion(a.range, b.range) ? "equal"
                                                                              : "overlapping"),
                         bytes,
                         {both[0]->id, both[1]->id},
                         std::nullopt,
                         one.refusal->sentence});
            }
    }

    static constexpr std::string_view kRecomputing = "inline-fusion"; ///< at every reader
    static constexpr std::string_view kBlocking = "loop-blocking";
    struct Blocking {
        int number = 0;
        Candidate candidate;
    };

    const DocumentView view_;
    const symbolic::Bindings values_;
    transforms::Region region_; ///< the whole document, unless something else is asked for
    analysis::SavingsAgainst savings_;
    std::map<const ir::DataDescriptor*, TemporaryUse> uses_;
    std::map<const ir::DataDescriptor*, std::int64_t> bytes_;
    std::map<ElementId, Blocking> blocking_; ///< by map
    std::vector<Suggestion> apart_;          ///< refused, with no temporary between the maps
    FirstAbout possibleAbout_, refusedAbout_, apartAbout_, othersAbout_; ///< of lists as they stay
    Advice advice_;
};

} // namespace

bool concerns(const Suggestion& one, const std::vector<ElementId>& elements) {
    return std::ranges::any_of(one.match.ids(), [&](ElementId id) {
        return std::ranges::find(elements, id) != elements.end();
    });
}

Advice advise(const ir::DocumentPtr& document, const symbolic::Bindings& values,
              const std::stop_token& stop, const LookProgress& progress) {
    return Search(document, values).run(stop, progress);
}

bool areSame(const symbolic::Bindings& a, const symbolic::Bindings& b) {
    return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
        return x.first == y.first && x.second.isReal == y.second.isReal &&
               x.second.i == y.second.i && x.second.d == y.second.d;
    });
}

const DocumentView& Adviser::viewOf(const ir::DocumentPtr& document,
                                    const symbolic::Bindings& values) {
    if (last_ && !areSame(values, values_))
        last_.reset();
    values_ = values;
    if (!last_)
        last_.emplace(document);
    else if (last_->document() != document)
        last_ = last_->after(document);
    return *last_;
}

Advice Adviser::advise(const ir::DocumentPtr& document, const symbolic::Bindings& values,
                       const std::stop_token& stop, const LookProgress& progress) {
    std::unique_lock lock(mutex_);
    Search search(viewOf(document, values), values);
    search.pause = [&] { turn_.wait(lock, [&] { return urgent_ == 0; }); };
    return search.run(stop, progress);
}

Advice Adviser::fusionsAt(const ir::DocumentPtr& document, const symbolic::Bindings& values,
                          const std::vector<ElementId>& elements, const std::stop_token& stop) {
    ++urgent_;
    Advice found;
    {
        const std::lock_guard lock(mutex_);
        found = Search(viewOf(document, values), values).fusionsAt(elements, stop);
        --urgent_;
    }
    turn_.notify_all();
    return found;
}

double worth(const Suggestion& one, const DeviceRates& rates) {
    return one.savedMicroseconds.value_or(static_cast<double>(one.savedBytes) / rates.memory +
                                          one.savedKernels * rates.launch);
}

void rankByTime(Advice& advice, Forecast& forecast, const std::stop_token& stop,
                const LookProgress& progress) {
    /// What a prediction is good for.
    constexpr double kLeast = 0.5; // us
    const int total = static_cast<int>(advice.possible.size() + advice.others.size());
    int done = 0;
    for (auto* list : {&advice.possible, &advice.others})
        for (Suggestion& one : *list) {
            if (stop.stop_requested())
                break;
            if (progress)
                progress("predicting", done++, total);
            if (const auto saved = forecast.savings(*one.transformation, one.match, one.params))
                one.savedMicroseconds = saved->microseconds;
        }
    std::erase_if(advice.others, [&](Suggestion& one) {
        const bool saves = one.savedMicroseconds.value_or(0) > kLeast;
        if (saves)
            advice.possible.push_back(std::move(one));
        return saves;
    });
    std::ranges::stable_sort(advice.possible, std::ranges::greater(),
                             [&](const Suggestion& one) { return worth(one, forecast.rates()); });
}

} // namespace mw::workbench
