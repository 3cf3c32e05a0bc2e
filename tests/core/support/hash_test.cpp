// Hashes of keys.
#include "core/support/hash.h"
#include "core/support/id.h"
#include "tests/support/catch.h"

#include <set>
#include <vector>

namespace hash_test {

using namespace mw;

TEST_CASE("keys of numbers, ids, texts, pairs, tuples and sequences are told apart by their hash") {
    const auto hash = [](const auto& key) { return KeyHash()(key); };
    using Ids = std::vector<ElementId>;
    CHECK(hash(std::string("tmp")) == hash(std::string_view("tmp")));
    CHECK(hash(std::tuple(1, NodeId{2}, Ids{{3}, {4}})) ==
          hash(std::tuple(1, NodeId{2}, Ids{{3}, {4}})));
    const std::set<std::size_t> different = {
        hash(std::pair(1, 2)),
        hash(std::pair(2, 1)),
        hash(std::pair(1, 1)),
        hash(Ids{{1}, {2}}),
        hash(Ids{{2}, {1}}),
        hash(Ids{}),
        hash(Ids{{1}}),
        hash(std::pair(NodeId{7}, Ids{})),
        hash(std::pair(NodeId{}, Ids{{7}})),
        hash(std::pair(EdgeId{1}, std::string("a"))),
        hash(std::pair(EdgeId{1}, std::string("b"))),
    };
    CHECK(different.size() == 11);
}

} // namespace hash_test
