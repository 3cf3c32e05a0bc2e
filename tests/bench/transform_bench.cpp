// What a user waits for when transforming: the list of everything that applies (of a graph that was
// just opened, and after an edit), one application, one application with its record. All
// transformations of the registry with their usual parameters; the lists as the window makes them,
// by a few threads, on the clock, and else the CPU time of one thread; milliseconds, as tables in
// Markdown.
//
//   transform_bench GRAPH...

#include "core/io/sdfg_io.h"
#include "core/support/statistics.h"
#include "transforms/framework/candidate_lists.h"
#include "transforms/framework/replay.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <ctime>
#include <map>
#include <thread>
#include <tuple>

namespace {

using namespace mw;
using namespace mw::transforms;

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

/// The list after an edit, once for an application of each transformation: answers that are kept
/// would make a second time look shorter than what users wait for.
std::vector<double> listsAfterEdits(const DocumentView& view, const Lists& lists) {
    std::vector<double> times;
    for (std::size_t i = 0; i < lists.size(); ++i)
        for (const Match& match : applicable(lists[i], 1))
            if (const auto edit = applyAt(*registry()[i], view, match, {}))
                times.push_back(
                    timeOf([&] { (void)everything(view.after(edit->result.document)); }));
    return times;
}

std::vector<CandidateLists::Asked> allOfThem() {
    std::vector<CandidateLists::Asked> asked;
    for (const Transformation* t : registry())
        asked.push_back({t, usual(*t)});
    return asked;
}

/// The same on the clock, by several threads: opened, and after each edit.
std::pair<double, std::vector<double>> listsOnTheClock(const DocumentView& view,
                                                       const Lists& lists) {
    CandidateLists byThreads;
    const auto asked = allOfThem();
    const auto timeFor = [&](const ir::DocumentPtr& document) {
        const auto begin = std::chrono::steady_clock::now();
        (void)byThreads.of(document, {}, asked);
        const std::chrono::duration<double, std::milli> took =
            std::chrono::steady_clock::now() - begin;
        return took.count();
    };
    const double opened = timeFor(view.document());
    std::vector<double> times;
    for (std::size_t i = 0; i < lists.size(); ++i)
        for (const Match& match : applicable(lists[i], 1))
            if (const auto edit = applyAt(*registry()[i], view, match, {})) {
                times.push_back(timeFor(edit->result.document));
                (void)timeFor(view.document()); // the next edit is one of this again
            }
    return {opened, times};
}

struct GraphTimes {
    std::size_t matches = 0, applicable = 0;
    double opened = 0; ///< the list of a graph that nothing is known of
    double openedOnClock = 0;
    std::vector<double> afterEdit, afterEditOnClock, applied, recorded;
};

struct TransformationTimes {
    std::size_t graphs = 0; ///< in which it applies somewhere
    std::size_t matches = 0;
    double list = 0; ///< the longest of a graph, with everything else looked at before
    std::vector<double> applied, recorded;
};
using Times = std::map<std::string, TransformationTimes>;

void measureOne(const Transformation& t, const DocumentView& view,
                const std::vector<Candidate>& list, GraphTimes& graph, TransformationTimes& all) {
    const auto chosen = applicable(list, kEach);
    all.matches += list.size();
    all.graphs += chosen.empty() ? 0 : 1;
    all.list = std::max(all.list, shortest([&] { (void)candidates(t, view, {}, usual(t)); }));
    for (const Match& match : chosen) {
        const double applied = shortest([&] { (void)applyAt(t, view, match, {}); });
        const double recorded = shortest([&] { (void)applyRecorded(t, view, match, {}); });
        for (auto* times : {&graph.applied, &all.applied})
            times->push_back(applied);
        for (auto* times : {&graph.recorded, &all.recorded})
            times->push_back(recorded);
    }
}

GraphTimes measure(const ir::DocumentPtr& document, Times& times) {
    GraphTimes graph;
    std::thread([&] { // a thread of its own knows no earlier answers
        graph.opened = timeOf([&] { (void)everything(document); });
    })
        .join();
    const DocumentView view(document);
    const Lists lists = everything(view);
    std::tie(graph.openedOnClock, graph.afterEditOnClock) = listsOnTheClock(view, lists);
    graph.afterEdit = listsAfterEdits(view, lists);
    for (std::size_t i = 0; i < lists.size(); ++i) {
        graph.matches += lists[i].size();
        graph.applicable +=
            static_cast<std::size_t>(std::ranges::count_if(lists[i], &Candidate::applies));
        const Transformation& t = *registry()[i];
        measureOne(t, view, lists[i], graph, times[t.name]);
    }
    return graph;
}

/// "median | longest", or dashes.
std::string cells(const std::vector<double>& times) {
    if (times.empty())
        return "- | -";
    const Summary summary = summarise(times);
    return fmt::format("{:.1f} | {:.1f}", summary.median, summary.maximum);
}

void print(const std::vector<std::pair<std::string, GraphTimes>>& graphs) {
    fmt::print("| graph | matches | apply | list, opened | after an edit: median | longest | by {} "
               "threads: opened | after an edit: median | longest | one application: median | "
               "longest | recorded: median | longest |\n"
               "|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n",
               CandidateLists::usualThreads());
    for (const auto& [name, g] : graphs)
        fmt::print("| {} | {} | {} | {:.1f} | {} | {:.1f} | {} | {} | {} |\n", name, g.matches,
                   g.applicable, g.opened, cells(g.afterEdit), g.openedOnClock,
                   cells(g.afterEditOnClock), cells(g.applied), cells(g.recorded));
}

void print(const Times& times) {
    fmt::print("\n| transformation | graphs | matches | longest list | applications | median | "
               "longest | recorded: median | longest |\n|---|---:|---:|---:|---:|---:|---:|---:|"
               "---:|\n");
    std::vector<double> all, recorded;
    for (const auto& [name, t] : times) {
        fmt::print("| {} | {} | {} | {:.1f} | {} | {} | {} |\n", name, t.graphs, t.matches, t.list,
                   t.applied.size(), cells(t.applied), cells(t.recorded));
        all.insert(all.end(), t.applied.begin(), t.applied.end());
        recorded.insert(recorded.end(), t.recorded.begin(), t.recorded.end());
    }
    fmt::print("| all |  |  |  | {} | {} | {} |\n", all.size(), cells(all), cells(recorded));
}

} // namespace

int main(int argc, char** argv) {
    std::vector<std::pair<std::string, GraphTimes>> graphs;
    Times times;
    for (int i = 1; i < argc; ++i) {
        const auto document = io::readSdfgFile(argv[i]);
        if (!document) {
            fmt::print(stderr, "transform_bench: {}\n", document.error().sentence);
            return 1;
        }
        graphs.emplace_back(argv[i], measure(*document, times));
    }
    print(graphs);
    print(times);
}
