// Lists of matches that are kept over edits of real graphs. Some graphs always; all with
// MAPWRIGHT_LONG (MAPWRIGHT_ONLY: part of a graph's path).
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "tests/support/random_source.h"
#include "transforms/framework/candidate_lists.h"

#include <algorithm>
#include <cstdlib>

namespace kept_lists_test {

using namespace mw;

namespace {

using transforms::Candidate;
using transforms::DocumentView;

std::vector<std::vector<Candidate>> everything(const DocumentView& view) {
    std::vector<std::vector<Candidate>> lists;
    for (const auto* t : transforms::registry())
        lists.push_back(transforms::candidates(*t, view, {}, *transforms::completeParams(*t, {})));
    return lists;
}

constexpr auto kTwoMaps = R"(sdfg g {
  symbols N:int32
  array a float64 [N]
  array tmp float64 [N] transient
  array b float64 [N]
  state main {
    a = access a
    m = map first [i = 0:N] -> x
    t = tasklet t `o = (p * 2.0)`
    x = exit m
    tmp = access tmp
    n = map second [j = 0:N] -> y
    u = tasklet u `o = (p - 1.0)`
    y = exit n
    b = access b
    a -> m.IN_a : a[0:N]
    m.OUT_a -> t.p : a[i]
    t.o -> x.IN_tmp : tmp[i]
    x.OUT_tmp -> tmp : tmp[0:N]
    tmp -> n.IN_tmp : tmp[0:N]
    n.OUT_tmp -> u.p : tmp[j]
    u.o -> y.IN_b : b[j]
    y.OUT_b -> b : b[0:N]
  }
}
)";

std::vector<transforms::CandidateLists::Asked> allOfThem() {
    std::vector<transforms::CandidateLists::Asked> asked;
    for (const auto* t : transforms::registry())
        asked.push_back({t, *transforms::completeParams(*t, {})});
    return asked;
}

/// The first candidate that is another one, with what is said of it.
std::string difference(const std::vector<transforms::Candidate>& kept,
                       const std::vector<transforms::Candidate>& fresh) {
    const auto text = [](const std::vector<transforms::Candidate>& list, std::size_t i) {
        if (i >= list.size())
            return std::string("none");
        const auto& refusal = list[i].refusal;
        return list[i].match.label + ": " + (refusal ? refusal->sentence : "applies");
    };
    for (std::size_t i = 0; i < std::max(kept.size(), fresh.size()); ++i)
        if (i >= kept.size() || i >= fresh.size() || !(kept[i] == fresh[i]))
            return "; kept " + text(kept, i) + "; fresh " + text(fresh, i);
    return {};
}

/// Some steps anywhere; after each the list is that of the same document read anew.
void stepThrough(const ir::DocumentPtr& document, int steps, std::uint64_t seed) {
    test::RandomSource random(seed);
    DocumentView view(document);
    auto lists = everything(view);
    transforms::CandidateLists byThreads(3);
    const auto asked = allOfThem();
    for (int i = 0; i < steps; ++i) {
        const auto number = static_cast<std::size_t>(random.below(static_cast<int>(lists.size())));
        const auto& t = *transforms::registry()[number];
        std::vector<transforms::Match> places;
        for (const auto& candidate : lists[number])
            if (candidate.applies())
                places.push_back(candidate.match);
        if (places.empty())
            continue;
        const auto applied = transforms::applyAt(t, view, random.of(places), {});
        if (!applied)
            continue;
        view = view.after(applied->result.document);
        lists = everything(view);
        const auto fresh = everything(DocumentView(view.document()));
        for (std::size_t k = 0; k < lists.size(); ++k) {
            INFO("after " << t.name << ", step " << i << ": " << transforms::registry()[k]->name
                          << difference(lists[k], fresh[k]));
            REQUIRE(lists[k] == fresh[k]);
        }
        REQUIRE(byThreads.of(view.document(), {}, asked) == fresh);
    }
}

} // namespace

TEST_CASE("a list that is kept over edits of real graphs is that of a fresh document") {
    const auto root = test::corpus();
    if (!root)
        return test::skip("the corpus of real graphs is missing");
    const bool all = std::getenv("MAPWRIGHT_LONG") != nullptr;
    const char* only = std::getenv("MAPWRIGHT_ONLY");
    std::uint64_t seed = 0;
    for (const auto& graph : test::graphsBelow(*root)) {
        const std::string path = graph.string();
        ++seed;
        const bool usual = path.find("calculate_nabla4") != std::string::npos ||
                           path.find("1.2.1/apply_diffusion_to_vn/static") != std::string::npos ||
                           path.find("momentum_equation/bench-optimized") != std::string::npos;
        if (only ? path.find(only) == std::string::npos : !all && !usual)
            continue;
        INFO(path);
        const auto document = io::readSdfgFile(graph);
        REQUIRE(document);
        stepThrough(*document, all ? 30 : 8, seed);
    }
}

TEST_CASE("lists of several threads: some transformations, a part of the document, a stop") {
    const auto parsed = ir::parseDump(kTwoMaps);
    REQUIRE(parsed);
    const ir::DocumentPtr& document = *parsed;
    const transforms::DocumentView view(document);
    auto asked = allOfThem();
    std::ranges::reverse(asked);
    asked.erase(asked.begin() + 5, asked.end() - 5);
    for (const unsigned threads : {1U, 2U, 50U}) {
        transforms::CandidateLists lists(threads);
        const std::vector<ElementId> part{document->root->body.blocks.front()->id};
        for (const auto& elements : {std::vector<ElementId>(), part}) {
            const auto region = elements.empty() ? transforms::Region()
                                                 : transforms::Region(view.index(), elements);
            const auto got = lists.of(document, elements, asked);
            REQUIRE(got.size() == asked.size());
            for (std::size_t i = 0; i < asked.size(); ++i)
                CHECK(got[i] == transforms::candidates(*asked[i].transformation, view, region,
                                                       asked[i].params));
        }
        std::stop_source stop;
        stop.request_stop();
        CHECK(lists.of(document, {}, asked, stop.get_token()).empty());
    }
}

} // namespace kept_lists_test
