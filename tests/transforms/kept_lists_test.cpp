// Lists of matches that are kept over edits of real graphs. Some graphs always; all with
// MAPWRIGHT_LONG (MAPWRIGHT_ONLY: part of a graph's path).
#include "core/io/sdfg_io.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "tests/support/random_source.h"
#include "transforms/framework/apply.h"

#include <cstdlib>

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

/// Some steps anywhere; after each the list is that of the same document read anew.
void stepThrough(const ir::DocumentPtr& document, int steps, std::uint64_t seed) {
    test::RandomSource random(seed);
    DocumentView view(document);
    auto lists = everything(view);
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
            INFO("after " << t.name << ", step " << i << ": " << transforms::registry()[k]->name);
            REQUIRE(lists[k] == fresh[k]);
        }
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
