// What a user waits for when transforming: the list of everything that applies, the list after an
// edit, one application. All transformations of the registry with their usual parameters, CPU time
// of one thread in milliseconds.
//
//   transform_bench GRAPH...

#include "core/io/sdfg_io.h"
#include "core/support/statistics.h"
#include "transforms/framework/replay.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <ctime>
#include <optional>

namespace {

using namespace mw;
using namespace mw::transforms;
using Json = nlohmann::ordered_json;

constexpr int kRepeat = 5;        ///< of which the shortest counts
constexpr std::size_t kEach = 12; ///< matches of a transformation that are applied

double cpuMilliseconds() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) * 1e3 + static_cast<double>(now.tv_nsec) * 1e-6;
}
template <class Work>
double timeOf(const Work& work) {
    const double begin = cpuMilliseconds();
    work();
    return cpuMilliseconds() - begin;
}
template <class Work>
double shortest(const Work& work) {
    double best = timeOf(work);
    for (int i = 1; i < kRepeat; ++i)
        best = std::min(best, timeOf(work));
    return best;
}

Params usual(const Transformation& t) {
    return *completeParams(t, {});
}

using Lists = std::vector<std::vector<Candidate>>; ///< by transformation
Lists everything(const DocumentView& view) {
    Lists lists;
    for (const Transformation* t : registry())
        lists.push_back(candidates(*t, view, {}, usual(*t)));
    return lists;
}

/// At most `count` of the matches that apply, spread over the list.
std::vector<Match> applicable(const std::vector<Candidate>& all, std::size_t count) {
    std::vector<Match> found;
    for (const Candidate& one : all)
        if (one.applies())
            found.push_back(one.match);
    std::vector<Match> chosen;
    for (std::size_t i = 0; i < std::min(count, found.size()); ++i)
        chosen.push_back(found[i * found.size() / std::min(count, found.size())]);
    return chosen;
}

/// The first application of the first transformation that applies.
std::optional<Application> oneEdit(const DocumentView& view, const Lists& lists) {
    for (std::size_t i = 0; i < lists.size(); ++i)
        for (const Match& match : applicable(lists[i], 1))
            if (auto applied = applyAt(*registry()[i], view, match, {}))
                return std::move(*applied);
    return std::nullopt;
}

/// The list after an edit. Each time another edit: what is kept of one would help the next.
double listAfterEdit(const DocumentView& view, const Lists& lists) {
    double best = 0;
    for (int i = 0; i < kRepeat; ++i) {
        const auto edit = oneEdit(view, lists);
        if (!edit)
            return 0;
        const double time = timeOf([&] { (void)everything(view.after(edit->result.document)); });
        best = i == 0 ? time : std::min(best, time);
    }
    return best;
}

/// With everything else looked at before.
Json oneTransformation(const Transformation& t, const DocumentView& view,
                       const std::vector<Candidate>& list) {
    Json row;
    row["matches"] = list.size();
    row["list"] = shortest([&] { (void)candidates(t, view, {}, usual(t)); });
    std::vector<double> applied, recorded;
    for (const Match& match : applicable(list, kEach)) {
        applied.push_back(shortest([&] { (void)applyAt(t, view, match, {}); }));
        recorded.push_back(shortest([&] { (void)applyRecorded(t, view.document(), match, {}); }));
    }
    if (applied.empty())
        return row;
    row["apply"] = summarise(applied).median;
    row["apply_longest"] = std::ranges::max(applied);
    row["recorded"] = summarise(recorded).median;
    row["recorded_longest"] = std::ranges::max(recorded);
    return row;
}

Json measure(const ir::DocumentPtr& document) {
    const DocumentView view(document);
    const Lists lists = everything(view);
    Json result;
    result["list"] = shortest([&] { (void)everything(document); });
    result["list_after_edit"] = listAfterEdit(view, lists);
    for (std::size_t i = 0; i < lists.size(); ++i)
        result[registry()[i]->name] = oneTransformation(*registry()[i], view, lists[i]);
    return result;
}

} // namespace

int main(int argc, char** argv) {
    Json all = Json::object();
    for (int i = 1; i < argc; ++i) {
        const auto document = io::readSdfgFile(argv[i]);
        if (!document) {
            fmt::print(stderr, "transform_bench: {}\n", document.error().sentence);
            return 1;
        }
        all[argv[i]] = measure(*document);
    }
    fmt::print("{}\n", all.dump(1));
}
