// Lists of candidates, made by several threads.
#include "transforms/framework/candidate_lists.h"

#include "core/support/worker.h"

#include <algorithm>
#include <thread>

namespace mw::transforms {

namespace {

struct Request {
    ir::DocumentPtr document;
    std::vector<ElementId> elements;
    const std::vector<CandidateLists::Asked>* asked = nullptr; ///< of all lanes
    std::vector<std::size_t> mine;                             ///< of those
    std::stop_token stop;
};

using Lists = std::vector<std::vector<Candidate>>;

} // namespace

/// One thread, and what it knows of the document that it was asked about last.
class CandidateLists::Lane {
public:
    /// For each of `request.mine`.
    std::future<Lists> ask(Request request) {
        return worker_.give([this, request = std::move(request)] { return made(request); });
    }

private:
    Lists made(const Request& request) {
        if (request.stop.stop_requested())
            return {};
        if (!last_)
            last_.emplace(request.document);
        else if (last_->document() != request.document)
            last_ = last_->after(request.document);
        const auto region =
            request.elements.empty() ? Region() : Region(last_->index(), request.elements);
        Lists lists;
        for (const std::size_t i : request.mine) {
            const auto& [transformation, params] = (*request.asked)[i];
            lists.push_back(candidates(*transformation, *last_, region, params, request.stop));
            for (Candidate& candidate : lists.back()) // refer to what is this thread's
                candidate.plan.reset();
            if (request.stop.stop_requested())
                break;
        }
        return lists;
    }

    std::optional<DocumentView> last_;
    Worker worker_; ///< last: ends before the rest goes
};

unsigned CandidateLists::usualThreads() {
    constexpr unsigned kMost = 4; // each has analyses of its own
    return std::clamp(std::thread::hardware_concurrency(), 1U, kMost);
}

CandidateLists::CandidateLists(unsigned threads) {
    for (unsigned i = 0; i < std::max(threads, 1U); ++i)
        lanes_.push_back(std::make_unique<Lane>());
}

CandidateLists::~CandidateLists() = default;

namespace {

/// Neighbours in the registry share analyses: one lane asks them.
std::size_t laneOf(const Transformation* t, std::size_t lanes) {
    const auto& all = registry();
    const auto at = static_cast<std::size_t>(std::ranges::find(all, t) - all.begin());
    return std::min(at * lanes / all.size(), lanes - 1);
}

} // namespace

std::vector<std::vector<Candidate>> CandidateLists::of(const ir::DocumentPtr& document,
                                                       const std::vector<ElementId>& elements,
                                                       const std::vector<Asked>& asked,
                                                       const std::stop_token& stop) {
    std::vector<Request> requests(lanes_.size(), Request{document, elements, &asked, {}, stop});
    for (std::size_t i = 0; i < asked.size(); ++i)
        requests[laneOf(asked[i].transformation, lanes_.size())].mine.push_back(i);
    std::vector<std::future<Lists>> made;
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane)
        made.push_back(lanes_[lane]->ask(requests[lane]));
    for (const auto& lists : made) // all of them, before one may throw
        lists.wait();
    Lists all(asked.size());
    for (std::size_t lane = 0; lane < lanes_.size(); ++lane) {
        Lists lists = made[lane].get();
        for (std::size_t i = 0; i < lists.size(); ++i)
            all[requests[lane].mine[i]] = std::move(lists[i]);
    }
    return stop.stop_requested() ? Lists() : all;
}

} // namespace mw::transforms
