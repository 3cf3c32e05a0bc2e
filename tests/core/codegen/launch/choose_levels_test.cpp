// How many levels a thread works through: the rules, against blocks that are placed one by one.
#include "core/codegen/launch/choose_launch.h"
#include "tests/core/codegen/lowered.h"
#include "tests/support/catch.h"

#include <queue>

#include <algorithm>
#include <functional>

namespace choose_levels_test {

using namespace mw;
using namespace mw::codegen;

namespace {

/// Facts of a kernel whose levels may be scheduled, for one of an H200's launches.
struct Measured {
    double shared; ///< share of a level's accesses
    int levelWords, sharedWords;
    double edges, levels;
    double overlapping = 0;
    bool byLoads = false;
};

int levelsChosen(const Measured& m) {
    LaunchFacts facts = test::kernelOf(test::kMetric).facts;
    facts.sharedAccesses = m.shared;
    facts.levelWords = m.levelWords;
    facts.sharedWords = m.sharedWords;
    facts.overlappingLoads = m.overlapping;
    facts.dependentLoads = m.byLoads;
    facts.extentX = m.edges;
    facts.extentY = m.levels;
    const auto choice = chooseLaunch(facts, launchDevice(Target::cuda));
    CHECK((choice.levelsPerThread == 1 || choice.block == std::array<int, 3>{128, 1, 1}));
    return choice.levelsPerThread;
}

/// Blocks start in their order as soon as a place is free; when the last one has ended.
double endOf(const Measured& m, int levels, int places) {
    std::priority_queue<double, std::vector<double>, std::greater<>> free;
    for (int place = 0; place < places; ++place)
        free.push(0);
    double end = 0;
    const double shared = static_cast<double>(m.sharedWords) / m.levelWords;
    for (double first = 0; first < m.levels; first += levels)
        for (double row = 0; row < m.edges; row += 128) {
            const double begin = free.top();
            free.pop();
            free.push(begin + std::min<double>(levels, m.levels - first) + shared);
            end = std::max(end, begin + std::min<double>(levels, m.levels - first) + shared);
        }
    return end;
}

/// `x`: inputs of the tasklet and their memlets.
LaunchFacts factsOf(const std::string& code, const std::string& edges) {
    return test::kernelOf(R"(sdfg levels {
  array t int32 [1000, 80] strides [1, 1000]
  array x float64 [1000, 80] strides [1, 1000]
  array z float64 [1000, 80] strides [1, 1000]
  state main {
    n0 = access x
    n5 = access t
    n1 = map m [e = 0:1000, k = 0:79] -> n3
    n2 = tasklet t `)" + code +
                          R"(`
    n3 = exit n1
    n4 = access z
    n0 -> n1.IN_x : x[0:1000, 0:80]
    n5 -> n1.IN_t : t[0:1000, 0:80]
)" + edges +
                          R"(    n2.c -> n3.IN_z : z[e, k]
    n3.OUT_z -> n4 : z[0:1000, 0:80]
  }
}
)")
        .facts;
}

} // namespace

TEST_CASE("no length of whole runs ends sooner than the one that is chosen") {
    // 104 registers: four blocks of 128 threads on each of 132 multiprocessors.
    for (const double edges : {4200.0, 40052.0, 44800.0, 61824.0, 67200.0, 196608.0})
        for (const double levels : {10.0, 65.0, 79.0, 80.0, 120.0}) {
            const Measured m{0.6, 22, 42, edges, levels};
            const int chosen = levelsChosen(m);
            CAPTURE(edges, levels, chosen);
            const double end = endOf(m, chosen, 528);
            for (int other = 2; other <= std::min(80.0, levels); other += 2) // groups of two
                if (std::fmod(levels, other) == 0)
                    CHECK(end <= endOf(m, other, 528));
        }
}

TEST_CASE("runs as they were the fastest on an H200, of several lengths that were measured") {
    CHECK(levelsChosen({0.62, 22, 42, 67200, 80}) == 80); // 525 blocks on 528 places
    CHECK(levelsChosen({0.69, 34, 62, 40052, 80}) == 16);
    CHECK(levelsChosen({0.55, 24, 28, 61824, 80}) == 20);
    CHECK(levelsChosen({0.65, 80, 122, 63034, 80}) == 20); // three blocks of a multiprocessor
    CHECK(levelsChosen({0.62, 40, 53, 67200, 66}) == 66);
}

TEST_CASE("two levels where a smaller part of the loads is shared") {
    CHECK(levelsChosen({0.47, 45, 34, 44800, 80, 0, true}) == 2);
    CHECK(levelsChosen({0.25, 16, 3, 44800, 80}) == 2);
    CHECK(levelsChosen({0.25, 16, 3, 44800, 80, 0, true}) == 1); // loads wait for loads
    CHECK(levelsChosen({0.05, 26, 2, 44800, 80}) == 1);
    CHECK(levelsChosen({0.25, 16, 3, 4200, 10}) == 1); // too few blocks
    // What the next level reads as well is saved by a run, too.
    CHECK(levelsChosen({0.43, 14, 9, 43008, 74}) == 2);
    CHECK(levelsChosen({0.43, 14, 9, 43008, 74, 0.43}) > 2);
}

TEST_CASE("what a level and the next one both read, and what is loaded through loaded indices") {
    const auto plain = factsOf("c = (a + b)", R"(    n1.OUT_x -> n2.a : x[e, k]
    n1.OUT_t -> n2.b : t[e, k]
)");
    CHECK(plain.overlappingLoads == 0);
    CHECK(!plain.dependentLoads);
    const auto difference = factsOf("c = ((a - b) + d)", R"(    n1.OUT_x -> n2.a : x[e, (k + 1)]
    n1.OUT_x -> n2.b : x[e, k]
    n1.OUT_t -> n2.d : t[e, k]
)");
    CHECK(difference.overlappingLoads == Approx(1.0 / 3));
    CHECK(!difference.dependentLoads);
    const auto gather = factsOf("c = a[i]", R"(    n1.OUT_x -> n2.a : x[0:1000, k]
    n1.OUT_t -> n2.i : t[e, k]
)");
    CHECK(gather.dependentLoads);
}

} // namespace choose_levels_test
