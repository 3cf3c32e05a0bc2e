// The tree of variants: undo, redo, siblings, names, selections across it.
#include "core/history/history.h"
#include "tests/support/catch.h"

namespace history_test {

using namespace mw;
using history::History;
using history::Record;

namespace {

ir::DocumentPtr document(const std::string& name) {
    auto sdfg = std::make_shared<ir::Sdfg>();
    sdfg->name = name;
    auto document = std::make_shared<ir::Document>();
    document->root = sdfg;
    return document;
}

ir::EditResult edit(const std::string& name, ir::ChangeSet changes = {}) {
    return {document(name), std::move(changes)};
}

Record record(const std::string& transformation, const std::string& label = {}) {
    history::TransformationRecord r;
    r.name = transformation;
    r.site.label = label;
    return r;
}

} // namespace

TEST_CASE("a new history holds the original alone") {
    const History h(document("p"));
    CHECK(h.current().name == "original");
    CHECK(h.variants().size() == 1);
    CHECK_FALSE(h.canUndo());
    CHECK_FALSE(h.canRedo());
    CHECK(h.root().id == h.current().id);
}

TEST_CASE("undo goes to the parent's very snapshot, redo back") {
    const auto original = document("p");
    History h(original);
    const auto result = edit("q");
    const auto added = h.add(record("fuse", "a -> b"), result);
    CHECK(h.current().name == "fuse a -> b");
    CHECK(h.undo() == h.root().id);
    CHECK(h.current().document == original);
    CHECK(h.undo() == h.root().id); // at the end: nothing
    CHECK(h.redo() == added);
    CHECK(h.current().document == result.document);
    CHECK(h.redo() == added);
}

TEST_CASE("applying after an undo starts a sibling, redo follows the last one visited") {
    History h(document("p"));
    const auto first = h.add(record("a"), edit("a"));
    h.undo();
    const auto second = h.add(record("b"), edit("b"));
    CHECK(h.children(h.root().id) == std::vector{first, second});
    h.undo();
    CHECK(h.redo() == second);
    h.goTo(first);
    h.undo();
    CHECK(h.redo() == first);
}

TEST_CASE("going to a deep variant makes redo lead there from the root") {
    History h(document("p"));
    const auto a = h.add(record("a"), edit("a"));
    const auto b = h.add(record("b"), edit("b"));
    h.goTo(h.root().id);
    h.add(record("c"), edit("c"));
    h.goTo(b);
    h.goTo(h.root().id);
    CHECK(h.redo() == a);
    CHECK(h.redo() == b);
    CHECK(h.path(b) == std::vector{h.root().id, a, b});
}

TEST_CASE("names, pins and measurements stay with their variant") {
    History h(document("p"));
    const auto a = h.add(record("a"), edit("a"));
    h.rename(a, "my best");
    h.setPinned(a, true);
    h.setPinned(h.root().id, true);
    h.setMeasured(a, "device-us", 12.5);
    CHECK(h.find(a)->name == "my best");
    CHECK(h.pinned() == std::vector{h.root().id, a});
    CHECK(h.find(a)->measured.at("device-us") == 12.5);
    h.setPinned(a, false);
    CHECK(h.pinned() == std::vector{h.root().id});
    CHECK(h.find(history::VariantId{9}) == nullptr);
    CHECK(h.find(history::VariantId{}) == nullptr);
}

TEST_CASE("names are numbered on, and one that is given up is taken again") {
    History h(document("p"));
    const auto next = [&] { return h.find(h.add(record("a"), edit("a"), "fused"))->name; };
    CHECK(next() == "fused");
    CHECK(next() == "fused (2)");
    CHECK(next() == "fused (3)");
    h.rename(h.current().parent, "my best");
    CHECK(next() == "fused (2)");
    h.rename(h.current().id, "fused (4)");
    CHECK(next() == "fused (2)");
    CHECK(next() == "fused (5)");
    h.rename(h.current().id, "my best"); // of two that are called so one gives it up
    h.rename(h.current().id, "");
    CHECK(h.find(h.add(record("a"), edit("a"), "my best"))->name == "my best (2)");
    CHECK(next() == "fused (5)");
}

TEST_CASE("thousands of steps of one name are added at once, not after minutes") {
    History h(document("p"));
    const auto made = edit("a");
    for (int i = 0; i < 5000; ++i)
        h.add(record("a"), made, "fused");
    CHECK(h.current().name == "fused (5000)");
    CHECK(h.path(h.current().id).size() == 5001);
    const auto last = h.current().id;
    h.goTo(h.root().id);
    CHECK(h.line().back() == last); // redo leads there
}

TEST_CASE("the last variant of a batch is called by the action") {
    History h(document("p"));
    const auto alone = h.add(record("a"), edit("a"), "fused a into b");
    h.nameBatch(alone);
    CHECK(h.find(alone)->name == "fused a into b"); // no batch
    for (int round = 0; round < 2; ++round) {
        h.goTo(alone);
        const auto first = h.add(record("b"), edit("b"), "fused b into c");
        const auto last = h.add(record("c"), edit("c"), "fused c into d");
        h.setBatch(first, {first, "Optimise"});
        h.nameBatch(first);
        CHECK(h.find(first)->isCalledByEffect()); // one step is what it is called
        h.setBatch(last, {first, "Optimise"});
        h.nameBatch(last);
        CHECK(h.find(first)->name == (round ? "fused b into c (2)" : "fused b into c"));
        CHECK(h.find(last)->name == (round ? "Optimise: 2 steps (2)" : "Optimise: 2 steps"));
        CHECK_FALSE(h.find(last)->isCalledByEffect());
    }
    const auto named = h.add(record("d"), edit("d"), "fused d into e");
    h.setBatch(named, {alone, "Optimise"});
    h.setBatch(alone, {alone, "Optimise"});
    h.rename(named, "my best");
    h.nameBatch(named);
    CHECK(h.find(named)->name == "my best");
}

TEST_CASE("elements are followed across the tree") {
    History h(document("p"));
    const auto root = h.root().id;
    ir::ChangeSet fused;
    fused.added = {ElementId{20}, ElementId{21}};
    fused.removed = {ElementId{3}, ElementId{4}};
    fused.replaced = {{ElementId{3}, ElementId{20}}};
    const auto a = h.add(record("a"), edit("a", fused));

    SECTION("down: kept, replaced, removed") {
        CHECK(h.forward(ElementId{1}, root) == ElementId{1});
        CHECK(h.forward(ElementId{3}, root) == ElementId{20});
        CHECK(h.forward(ElementId{4}, root) == ElementId{});
    }
    SECTION("up: an added element was what it replaced, or nothing") {
        h.undo();
        CHECK(h.forward(ElementId{1}, a) == ElementId{1});
        CHECK(h.forward(ElementId{20}, a) == ElementId{3});
        CHECK(h.forward(ElementId{21}, a) == ElementId{});
    }
    SECTION("over to a sibling branch") {
        h.undo();
        ir::ChangeSet other;
        other.added = {ElementId{20}};
        other.removed = {ElementId{3}};
        other.replaced = {{ElementId{3}, ElementId{20}}};
        h.add(record("b"), edit("b", other));
        CHECK(h.forward(ElementId{20}, a) == ElementId{20});
        CHECK(h.forward(ElementId{21}, a) == ElementId{});
        CHECK(h.forward(ElementId{4}, a) == ElementId{4});
    }
}

TEST_CASE("rewrites agree with the nearest variant that no transformation made") {
    History h(document("p"));
    const auto root = h.current().id;
    CHECK(h.baseOf(root) == root);
    h.add(record("fuse"), edit("a"));
    const auto second = h.add(record("fuse"), edit("b"));
    CHECK(h.baseOf(second) == root);
    const auto byHand = h.add(history::EditRecord{}, edit("c"));
    CHECK(h.baseOf(byHand) == byHand);
    const auto after = h.add(record("fuse"), edit("d"));
    CHECK(h.baseOf(after) == byHand);
    h.setAgreement(after, {history::Agreement::Result::differs, "x[0] is 1 instead of 2"});
    CHECK(h.find(after)->agreement->sentence == "x[0] is 1 instead of 2");
    CHECK_FALSE(h.find(second)->agreement);
}

TEST_CASE("bookmarks follow their elements to other variants, and are forgotten one by one") {
    History h(document("p"));
    h.addBookmark(ElementId{3}, "map m");
    h.addBookmark(ElementId{4}, "map n");
    CHECK(h.bookmarkOf(ElementId{3}) == 0);
    ir::ChangeSet changes;
    changes.added = {ElementId{20}};
    changes.removed = {ElementId{3}, ElementId{4}};
    changes.replaced = {{ElementId{3}, ElementId{20}}};
    const auto fused = h.add(record("fuse"), edit("q", changes));
    CHECK(h.bookmarkOf(ElementId{20}) == 0);
    CHECK_FALSE(h.bookmarkOf(ElementId{4}));
    CHECK_FALSE(h.bookmarkOf(ElementId{}));
    // Another pane shows the original.
    CHECK(h.forward(ElementId{20}, fused, h.root().id) == ElementId{3});
    h.setBookmarkNote(1, "look");
    h.removeBookmark(0);
    REQUIRE(h.bookmarks().size() == 1);
    CHECK(h.bookmarks()[0].note == "look");
    CHECK(h.bookmarks()[0].site.label == "map n");
}

TEST_CASE("a variant has a note of the user's") {
    History h(document("p"));
    CHECK(h.root().note.empty());
    h.setNote(h.root().id, "as DaCe wrote it");
    CHECK(h.root().note == "as DaCe wrote it");
}

} // namespace history_test
