// What kernels are called, and texts about them.
#include "core/analysis/kernel_names.h"
#include "core/ir/dump.h"
#include "tests/core/analysis/two_maps.h"
#include "tests/support/catch.h"

#include <map>
#include <string>

namespace kernel_names_test {

using namespace mw;

namespace {

ir::DocumentPtr parsed(std::string text, const std::map<std::string, std::string>& changes = {}) {
    for (const auto& [from, to] : changes)
        text.replace(text.find(from), from.size(), to);
    const auto document = ir::parseDump(text);
    INFO((document ? "" : toString(document.error())));
    REQUIRE(document);
    return *document;
}

/// The map with this label, or what is called so else.
const ir::Node& node(const ir::DocumentIndex& index, const std::string& label) {
    for (const BlockId state : index.states())
        for (const auto& one : index.find(state)->block->as<ir::State>()->nodes)
            if (ir::displayName(*one) == label)
                return *one;
    FAIL("no " << label);
    throw std::logic_error("");
}

std::string named(const ir::DocumentIndex& index, const std::string& label) {
    return analysis::nameOf(index, node(index, label));
}

} // namespace

TEST_CASE("a kernel is called by what it writes, with its ends; what is inside is not a kernel") {
    const ir::DocumentIndex index(parsed(test::kTwoMaps));
    CHECK(named(index, "first") == "tmp");
    CHECK(named(index, "second") == "b");
    CHECK(named(index, "x") == "x"); // a tasklet of an iteration
    CHECK(named(index, "a") == "a");
    for (const BlockId state : index.states())
        for (const auto& one : index.find(state)->block->as<ir::State>()->nodes)
            if (one->isExit())
                CHECK((analysis::nameOf(index, *one) == "tmp" ||
                       analysis::nameOf(index, *one) == "b"));
}

TEST_CASE("names of a document are worked out once, and anew for another one") {
    const auto document = parsed(test::kTwoMaps);
    const auto names = analysis::sharedKernelNames(document);
    CHECK(analysis::sharedKernelNames(document) == names);
    const auto other = parsed(test::kTwoMaps, {{"n9 = access b", "n9 = access a"}});
    const auto others = analysis::sharedKernelNames(other);
    CHECK(others != names);
    CHECK(*others != *names);
    CHECK(analysis::sharedKernelNames(document) == names);
}

TEST_CASE("texts about elements have the names of kernels in place of labels") {
    const ir::DocumentIndex index(parsed(test::kTwoMaps));
    const std::vector<ElementId> both{node(index, "first").id, node(index, "second").id};
    const auto said = [&](const std::string& text) {
        return analysis::withKernelNames(index, text, both);
    };
    CHECK(said("first -> tmp -> second") == "tmp -> b");
    CHECK(said("'first' reads what 'second' writes; 'first' is first_2's") ==
          "'tmp' reads what 'b' writes; 'tmp' is first_2's");
    CHECK(analysis::withKernelNames(index, "first and 'x'",
                                    {ElementId(ir::exitOf(node(index, "first")))}) ==
          "tmp and 'x'"); // an exit stands for its map
    CHECK(said("nothing of the kind") == "nothing of the kind");
    CHECK(said("") == "");
    CHECK(analysis::withKernelNames(index, "first -> second", {node(index, "second").id}) ==
          "first -> b");
}

TEST_CASE("maps with one label are named in the order in which they are said") {
    const ir::DocumentIndex index(parsed(
        test::kTwoMaps, {{"map first", "map \"same[i=0]\""}, {"map second", "map \"same[i=0]\""}}));
    std::vector<ElementId> maps;
    for (const BlockId state : index.states())
        for (const auto& one : index.find(state)->block->as<ir::State>()->nodes)
            if (one->as<ir::MapEntry>())
                maps.push_back(one->id);
    REQUIRE(maps.size() == 2);
    CHECK(analysis::withKernelNames(index, "same -> tmp -> same", maps) == "tmp -> b");
    CHECK(analysis::withKernelNames(index, "same[i=0] and more", {maps[1]}) == "b and more");
}

} // namespace kernel_names_test
