// Answers that are kept from one version of a document to the next: for as long as nothing that was
// read for them is another.
#include "core/ir/edit.h"
#include "tests/support/catch.h"
#include "tests/transforms/transformation_case.h"
#include "transforms/framework/kept.h"
#include "transforms/framework/state_index.h"

#include <algorithm>
#include <functional>

namespace answers_test {

using namespace mw;
using test::TwoMaps;
using transforms::DocumentView;

namespace {

int timesAsked = 0;

/// The label of a map, by its entry.
struct LabelOfMap {
    static std::string find(const DocumentView& view, const std::pair<BlockId, NodeId>& key) {
        ++timesAsked;
        return view.state(key.first)->index->node(key.second)->as<ir::MapEntry>()->map.label;
    }
};

/// The names of a state's access nodes, sorted.
struct NamesOfState {
    static std::vector<std::string> find(const DocumentView& view, BlockId state) {
        ++timesAsked;
        std::vector<std::string> names;
        for (const auto& node : view.state(state)->state().nodes)
            if (const auto* access = node->as<ir::AccessNode>())
                names.push_back(access->data);
        std::ranges::sort(names);
        return names;
    }
};

/// Depends on the names alone.
struct CountOfNames {
    static std::size_t find(const DocumentView& view, BlockId state) {
        ++timesAsked;
        return transforms::asked<NamesOfState>(view, state).size();
    }
};

struct Fixture {
    DocumentView view{test::parsed(TwoMaps{}.text())};
    BlockId state = view.index().states().front();

    NodeId entry(std::size_t number) const {
        std::vector<NodeId> entries;
        for (const auto& node : view.state(state)->state().nodes)
            if (node->as<ir::MapEntry>())
                entries.push_back(node->id);
        return entries.at(number);
    }
    DocumentView edited(const std::function<void(ir::Editor&)>& change) const {
        ir::Editor editor(view.document());
        change(editor);
        return view.after(editor.commit().document);
    }
};

/// How often `Question` is asked itself when somebody wants the answer.
template <class Question, class Key>
int asks(const DocumentView& view, const Key& key) {
    timesAsked = 0;
    (void)transforms::asked<Question>(view, key);
    return timesAsked;
}

} // namespace

TEST_CASE("an answer outlives an edit of what it did not read") {
    const Fixture f;
    const auto key = std::pair(f.state, f.entry(0));
    CHECK(asks<LabelOfMap>(f.view, key) == 1);
    CHECK(asks<LabelOfMap>(f.view, key) == 0);
    const auto other = f.edited([&](ir::Editor& editor) {
        editor.node(f.state, f.entry(1)).as<ir::MapEntry>()->map.label = "new";
    });
    CHECK(asks<LabelOfMap>(other, key) == 0);
    const auto same = f.edited([&](ir::Editor& editor) {
        editor.node(f.state, f.entry(0)).as<ir::MapEntry>()->map.label = "new";
    });
    CHECK(asks<LabelOfMap>(same, key) > 0);
    CHECK(transforms::asked<LabelOfMap>(same, key) == "new");
    CHECK(transforms::asked<LabelOfMap>(f.view, key) != "new");
}

TEST_CASE("who asks depends on the answer, not on all that is read to find it") {
    const Fixture f;
    (void)transforms::asked<CountOfNames>(f.view, f.state);
    const auto sameNames = f.edited([&](ir::Editor& editor) {
        editor.node(f.state, f.entry(0)).as<ir::MapEntry>()->map.label = "new";
    });
    CHECK(asks<CountOfNames>(sameNames, f.state) == 1); // the names, not their number
    const auto oneMore = f.edited([&](ir::Editor& editor) {
        ir::Node node;
        node.kind = ir::AccessNode{"a", false};
        editor.addNode(f.state, std::move(node));
    });
    CHECK(transforms::asked<CountOfNames>(oneMore, f.state) ==
          transforms::asked<CountOfNames>(f.view, f.state) + 1);
}

TEST_CASE("an answer about what is gone does not hold, whoever depended on it") {
    const Fixture f;
    struct Depends {};
    const auto key = std::pair(f.state, f.entry(0));
    const auto label = [&](const DocumentView& view, bool asks) {
        return transforms::remembered<Depends>(view, f.state, [&] {
            return asks ? transforms::asked<LabelOfMap>(view, key) : std::string("none");
        });
    };
    const std::string first = label(f.view, true);
    CHECK(first == "first");
    const auto without = [&](ir::Editor& editor) {
        const auto entry = f.entry(0);
        const auto exit = ir::exitOf(*f.view.state(f.state)->index->node(entry));
        for (const NodeId node : {entry, exit})
            editor.removeNode(f.state, node);
    };
    CHECK(label(f.edited(without), false) == "none");
    const auto other = [&](ir::Editor& editor) {
        editor.node(f.state, f.entry(1)).as<ir::MapEntry>()->map.label = "new";
    };
    CHECK(label(f.edited(other), false) == first);
}

TEST_CASE("an answer is carried over several edits, and not from documents that are aside") {
    const Fixture f;
    const auto key = std::pair(f.state, f.entry(0));
    (void)transforms::asked<LabelOfMap>(f.view, key);
    const auto relabelled = [&](const DocumentView& view, const std::string& label) {
        ir::Editor editor(view.document());
        editor.node(f.state, f.entry(1)).as<ir::MapEntry>()->map.label = label;
        return editor.commit().document;
    };
    const auto second = f.view.after(relabelled(f.view, "x"));
    const auto third = second.after(relabelled(second, "y"));
    CHECK(asks<LabelOfMap>(third, key) == 0);
    CHECK(asks<LabelOfMap>(f.view.tried(relabelled(f.view, "z")), key) == 1);
}

TEST_CASE("many reads are kept once each, without those of what a computation made itself") {
    constexpr std::uint32_t kNextId = 1000;
    ir::Reads reads;
    for (std::uint32_t i = 0; i < 2 * kNextId; ++i) {
        reads.keys.push_back(ir::readKey(ir::Read::node, 1 + i % 10));
        reads.keys.push_back(ir::readKey(ir::Read::edge, kNextId + i));
    }
    const ir::ReadKey table = ir::readKey(ir::Read::containers, kNextId + 5); // no element
    reads.keys.push_back(table);
    reads.tidy(kNextId);
    CHECK(reads.keys.size() == 11);
    CHECK(std::ranges::count(reads.keys, table) == 1);
    for (std::uint32_t i = 1; i <= 10; ++i)
        CHECK(std::ranges::count(reads.keys, ir::readKey(ir::Read::node, i)) == 1);
}

TEST_CASE("what was read changes with nodes, edges, scopes, ways, containers and whole states") {
    const Fixture f;
    const auto reads = [&](const std::function<void(const DocumentView&)>& read) {
        auto all = std::make_shared<ir::Reads>();
        const ir::NoteReads noting(*all);
        read(f.view);
        return std::shared_ptr<const ir::Reads>(all);
    };
    const auto changed = [&](const DocumentView& after, const auto& read) {
        const auto index = [](const DocumentView& view) {
            return std::make_shared<const ir::DocumentIndex>(view.document());
        };
        const auto indexOf = [&](const ir::DocumentIndex& document, BlockId state) {
            return transforms::indexedState(after.kept(), document, state).index;
        };
        return ir::ReadChanges(index(f.view), index(after), indexOf).concern(*reads(read), &after);
    };
    const NodeId first = f.entry(0), second = f.entry(1);
    const auto node = [&](const DocumentView& v) { (void)v.state(f.state)->index->node(first); };
    const auto in = [&](const DocumentView& v) { (void)v.state(f.state)->index->inEdges(first); };
    const auto scope = [&](const DocumentView& v) { (void)v.state(f.state)->index->scope(first); };
    const auto inside = [&](const DocumentView& v) {
        (void)v.state(f.state)->index->children(first);
    };
    const auto way = [&](const DocumentView& v) {
        (void)v.state(f.state)->index->reaches(first, second);
    };
    const auto whole = [&](const DocumentView& v) { (void)v.state(f.state)->state(); };
    const auto container = [&](const DocumentView& v) { (void)v.document()->root->data("a"); };
    const auto absent = [&](const DocumentView& v) { (void)v.document()->root->data("zz"); };
    const auto containers = [&](const DocumentView& v) { (void)v.document()->root->arrays.size(); };

    const auto none = f.edited([](ir::Editor&) {});
    const auto label = f.edited([&](ir::Editor& editor) {
        editor.node(f.state, first).as<ir::MapEntry>()->map.label = "new";
    });
    const auto cut = f.edited([&](ir::Editor& editor) {
        for (const ir::Edge* edge : f.view.state(f.state)->index->inEdges(second))
            editor.removeEdge(f.state, edge->id);
    });
    const auto fed = f.edited([&](ir::Editor& editor) {
        for (const ir::Edge* edge : f.view.state(f.state)->index->inEdges(first))
            editor.removeEdge(f.state, edge->id);
    });
    const auto added = f.edited([&](ir::Editor& editor) {
        editor.sdfg(f.view.document()->root->id)
            .arrays.set("zz", std::make_shared<const ir::DataDescriptor>(
                                  ir::DataDescriptor::scalar(ir::ScalarType::float64, true)));
    });
    const auto renamed = f.edited(
        [&](ir::Editor& editor) { editor.sdfg(f.view.document()->root->id).name = "other"; });
    const auto list = [&](const DocumentView& after) {
        std::string all;
        const auto say = [&](const char* name, const auto& read) {
            all += changed(after, read) ? std::string(name) + " " : "";
        };
        say("node", node);
        say("in", in);
        say("scope", scope);
        say("inside", inside);
        say("way", way);
        say("whole", whole);
        say("container", container);
        say("absent", absent);
        say("containers", containers);
        return all;
    };
    CHECK(list(none).empty());
    CHECK(list(label) == "node whole ");
    CHECK(list(cut) == "way whole ");
    CHECK(list(fed) == "in whole ");
    CHECK(list(added) == "absent containers ");
    CHECK(list(renamed) ==
          "node in scope inside way whole container absent containers "); // a header: all of it
}

} // namespace answers_test
