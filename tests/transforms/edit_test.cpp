// Edits by hand: what can be edited, what comes of it, why it is refused, and that it replays.

#include "core/history/recipe.h"
#include "core/ir/equality.h"
#include "tests/transforms/edit_fixture.h"

namespace edit_test {

using namespace mw;
using test::Edited;
using test::has;

namespace {

/// b[i] = a[i] + 1 with a temporary in between.
std::string program(const std::string& attributes = "", const std::string& second = "t[i]") {
    return "sdfg p {\n  symbols N:int32 M:int32\n  array a float64 [N + 1]\n"
           "  array b float64 [N + 1]\n  array t float64 [N + 1] transient\n  state s {\n"
           "    n0 = access a\n    n1 = map m [i = 0:N] " +
           attributes +
           " -> n3\n    n2 = tasklet add `out = (x + 1.0)`\n    n3 = exit n1\n    n4 = access t\n"
           "    n5 = map k [i = 0:N] -> n7\n    n6 = tasklet twice `out = (x * 2.0)`\n"
           "    n7 = exit n5\n    n8 = access b\n"
           "    n0 -> n1.IN_a : a[0:N]\n    n1.OUT_a -> n2.x : a[i]\n"
           "    n2.out -> n3.IN_t : t[i]\n    n3.OUT_t -> n4 : t[0:N]\n"
           "    n4 -> n5.IN_t : t[0:N]\n    n5.OUT_t -> n6.x : " +
           second +
           "\n    n6.out -> n7.IN_b : b[i]\n    n7.OUT_b -> n8 : b[0:N]\n"
           "  }\n}\n";
}

std::string withNested() {
    return "sdfg p {\n  symbols N:int32 M:int32\n  array a float64 [N]\n  state s {\n"
           "    n0 = access a\n"
           "    n1 = nested inner {k: N - 1} = sdfg inner {\n      symbols k:int32\n"
           "      array q float64 [5]\n      state t {\n        n0 = tasklet set `out = 1.0`\n"
           "        n1 = access q\n        n0.out -> n1 : q[Min(k, 4)]\n      }\n    }\n"
           "    n1.q -> n0 : a[0:5]\n  }\n  state e {\n  }\n"
           "  s -> e if `N > 4` with j = `N + 1`\n}\n";
}

} // namespace

TEST_CASE("an element says what of it can be edited, and what it is now") {
    const Edited p(program("schedule GPU_Device block [32,8,1]"));
    CHECK(p.fields("m") == "range i=0:N\nschedule=GPU_Device\nblock-size=32, 8, 1\n"
                           "launch-bounds=0\nmax-registers=0\nmin-warps=0\n");
    CHECK(p.fields("add") == "code=out = (x + 1.0)\n");
    CHECK(p.fields("t") == "storage=Default\nlifetime=Scope\n");
    CHECK(p.fields("a").empty()); // its memory is the caller's
    CHECK(p.fields("program") == "value M=\nvalue N=\n");
    // An exit means its map.
    const ir::DocumentIndex index(p.document);
    const auto exit = ir::exitOf(*index.find(p.named("m"))->node);
    CHECK(transforms::editableFields(index, exit).size() == 6);
}

TEST_CASE("a range is edited, and the memlets follow") {
    const Edited p(program());
    const auto text = p.after("m", "range", "i", "1:N + 1");
    CHECK(has(text, "map m [i = 1:N + 1]"));
    CHECK(has(text, "n0 -> n1.IN_a : a[1:N + 1]"));
    CHECK(has(text, "n3.OUT_t -> n4 : t[1:N + 1]"));
    CHECK(has(p.after("m", "range", "i", "0:N:2"), "map m [i = 0:N:2]"));
}

TEST_CASE("a range that cannot be is refused in a sentence that names it") {
    const Edited p(program());
    CHECK(p.error("m", "range", "i", "0:")
              .starts_with("no-range: The range of 'i' is not understood"));
    CHECK_FALSE(has(p.error("m", "range", "i", "0:"), "..")); // one sentence inside another
    CHECK(p.error("m", "range", "i", "0:N, 0:M").starts_with("no-range: "));
    CHECK(p.error("m", "range", "i", "i:N") == "own-parameter: The range of 'i' cannot name 'i', "
                                               "which is a parameter of the same map 'm'.");
    CHECK(has(p.error("m", "range", "i", "0:nowhere"), "'nowhere'"));
    CHECK(p.error("m", "range", "i", "0:N:0").starts_with("map-step: "));
    CHECK(p.error("m", "range", "i", "0:N + 2").starts_with("out-of-bounds: "));
    CHECK(p.error("m", "range", "i", "0:N").starts_with("unchanged: "));
    CHECK(p.error("m", "range", "j", "0:N").starts_with("no-such-property: "));
    CHECK(p.error("add", "range", "i", "0:N").starts_with("no-such-property: "));
    CHECK(p.error("m", "colour", "", "red").starts_with("no-such-property: "));
}

TEST_CASE("what the validation finds suspicious is said, and does not forbid the edit") {
    const Edited p(program());
    const auto done = p.edit("m", "range", "i", "0:M");
    REQUIRE(done.has_value());
    REQUIRE_FALSE(done->warnings.empty());
    CHECK(done->warnings.front().code == "out-of-bounds");
    CHECK(p.edit("m", "range", "i", "1:N")->warnings.empty());
}

TEST_CASE("errors that were there before are none of an edit's") {
    auto text = program();
    text.replace(text.find("n0 -> n1.IN_a : a[0:N]"), 22, "n0 -> n1.IN_a : b[0:N]");
    const Edited p(text);
    CHECK(p.error("twice", "code", "", "out = (x * 3.0)") == "fits");
}

TEST_CASE("the schedule of a map depends on what is around and inside of it") {
    const Edited p(program());
    CHECK(has(p.after("m", "schedule", "", "Sequential"), "map m [i = 0:N] schedule Sequential"));
    CHECK(p.error("m", "schedule", "", "Parallel") ==
          "no-schedule: There is no schedule 'Parallel'.");
    CHECK(p.error("m", "schedule", "", "GPU_ThreadBlock").starts_with("no-kernel-around: 'm' "));
    CHECK(p.error("m", "schedule", "", "GPU_Device") ==
          "host-memory: 'm' cannot become a kernel: 'a' has the storage Default, which a GPU does "
          "not reach. 'To the GPU' moves the whole program.");
}

TEST_CASE("iterations that ran in order may only run at once when they are independent") {
    auto text = program("schedule Sequential");
    CHECK(Edited(text).error("m", "schedule", "", "CPU_Multicore") == "fits");
    for (const std::string part : {"n3.IN_t : t[i]", "n3.OUT_t -> n4 : t[0:N]"})
        text.replace(text.find(part), part.size(), part.substr(0, part.find(" t[")) + " t[0]");
    CHECK(has(Edited(text).error("m", "schedule", "", "CPU_Multicore"),
              "'m' runs one iteration after the other, and they are not shown to be independent"));
}

TEST_CASE("block size and registers go through the transformation that has their conditions") {
    const Edited p(program("schedule GPU_Device"));
    const auto done = p.edit("m", "block-size", "", "64, 1");
    REQUIRE(done.has_value());
    const auto& record = std::get<history::TransformationRecord>(done->step.record);
    CHECK(record.name == "gpu-launch");
    CHECK(has(ir::dump(*done->step.result.document->root), "block [64,1,1] launchbounds 64"));
    CHECK(p.error("m", "block-size", "", "many").starts_with("no-block-size: "));
    CHECK(p.error("m", "block-size", "", "1, 2, 3, 4").starts_with("no-block-size: "));
    CHECK(p.error("m", "block-size", "", "32, 8").starts_with("no-such-dimension: "));
    CHECK(p.error("m", "block-size", "", "2000").starts_with("parameter")); // of the transformation
    // Registers alone leave the block as it is: none.
    const auto limited = p.after("m", "max-registers", "", "96");
    CHECK(has(limited, "maxregisters 96"));
    CHECK_FALSE(has(limited, "block ["));
    CHECK(p.error("m", "max-registers", "", "few") ==
          "no-number: max-registers of 'm' needs a number.");
    // Bounds that were those of the block follow it.
    const Edited wide(program("schedule GPU_Device block [64,1,1] launchbounds 64"));
    CHECK(has(wide.after("m", "block-size", "", "128"), "block [128,1,1] launchbounds 128"));
    CHECK(has(wide.after("m", "launch-bounds", "", "256"), "block [64,1,1] launchbounds 256"));
}

TEST_CASE("code is edited where it is understood and fits the connectors") {
    const Edited p(program());
    CHECK(has(p.after("add", "code", "", "out = (x + 2.0)"), "`out = (x + 2.0)`"));
    CHECK(p.error("add", "code", "", "out = (x + ")
              .starts_with("unreadable-code: The code of 'add'"));
    CHECK(p.error("add", "code", "", " \n").starts_with("no-code: 'add' needs code."));
    CHECK(p.error("add", "code", "", "y = x") ==
          "output-without-value: The code of 'add' gives its output 'out' no value.");
    CHECK(p.error("add", "code", "", "x = 1.0\nout = x") ==
          "input-assigned: The code of 'add' assigns to 'x', which is an input.");
    CHECK(has(p.error("add", "code", "", "out = x + z"), "uses 'z'"));
    CHECK(p.error("add", "code", "", "out = x + N") == "fits");
}

TEST_CASE("symbols get values where the graph says them") {
    const Edited p(withNested());
    CHECK(p.fields("inner") == "symbol k=N - 1\n");
    CHECK(has(p.after("inner", "symbol", "k", "N - 2"), "{k: N - 2}"));
    CHECK(p.error("inner", "symbol", "k", "N -").starts_with("no-expression: The value of 'k'"));
    CHECK(has(p.error("inner", "symbol", "k", "nowhere"), "nowhere"));

    const ir::DocumentIndex index(p.document);
    const ElementId edge = p.document->root->body.edges.front().id;
    const auto edited = [&](const std::string& property, const std::string& part,
                            const std::string& value) {
        const auto done = transforms::edit(p.document, {edge, property, part, value});
        return done ? ir::dump(*done->step.result.document->root) : done.error().code;
    };
    CHECK(has(edited("condition", "", "N > 8"), "if `N > 8`"));
    CHECK(has(edited("assignment", "j", "N + 2"), "j = `N + 2`"));
    CHECK(edited("condition", "", "N >") == "no-expression");
}

TEST_CASE("a symbol of the program gets a number by specialising") {
    const Edited p(program());
    const auto done = p.edit("program", "value", "N", "12");
    REQUIRE(done.has_value());
    CHECK(std::get<history::TransformationRecord>(done->step.record).name == "specialise");
    CHECK(has(ir::dump(*done->step.result.document->root), "map m [i = 0:12]"));
    CHECK_FALSE(p.error("program", "value", "N", "many").starts_with("fits"));
}

TEST_CASE("an edit is a step of a recipe, and does the same again") {
    const Edited p(program());
    history::History made(p.document);
    for (const auto& [name, property, part, value] :
         {std::array<std::string, 4>{"m", "range", "i", "1:N"},
          {"add", "code", "", "t0 = x + 1.0\nout = t0 * 2.0"},
          {"t", "lifetime", "", "SDFG"},
          {"m", "schedule", "", "Sequential"}}) {
        auto done =
            transforms::edit(made.current().document, {p.named(name), property, part, value});
        INFO((done ? "" : toString(done.error())));
        REQUIRE(done.has_value());
        made.add(std::move(done->step.record), std::move(done->step.result));
    }
    CHECK(made.variants()[1].name == "edit range i of m: 1:N");
    CHECK(made.variants()[2].name == "edit code of add: t0 = x + 1.0 out = t0 * 2.0");

    const auto text = history::recipe(made, made.current().id);
    const auto recipe = history::parseRecipe(text);
    REQUIRE(recipe.has_value());
    CHECK(history::toJson(*recipe) == text);
    auto at = p.document;
    for (const auto& record : recipe->steps) {
        const auto step = transforms::replay(at, record);
        INFO((step ? "" : toString(step.error())));
        REQUIRE(step.has_value());
        CHECK(history::toJson(step->record) == history::toJson(record));
        at = step->result.document;
    }
    CHECK(ir::dump(*at->root) == ir::dump(*made.current().document->root));
    CHECK(ir::equivalent(*at->root, *made.current().document->root));
}

TEST_CASE("in another document an edit finds what it was made on, or says that it does not") {
    const auto done = Edited(program()).edit("add", "code", "", "out = (x + 7.0)");
    REQUIRE(done.has_value());
    auto renamed = program();
    for (auto at = renamed.find("float64 [N + 1] transient"); at != std::string::npos;
         at = std::string::npos)
        renamed.insert(renamed.find("  state s"), "  array more float64 [N]\n");
    const Edited other(renamed);
    const auto again = transforms::replay(other.document, done->step.record);
    REQUIRE(again.has_value());
    CHECK(has(ir::dump(*again->result.document->root), "tasklet add `out = (x + 7.0)`"));
    const Edited none("sdfg q {\n  state s {\n  }\n}\n");
    const auto nowhere = transforms::replay(none.document, done->step.record);
    REQUIRE_FALSE(nowhere.has_value());
    CHECK(nowhere.error().code == "not-found");
}

TEST_CASE("an edit that is not known here is refused, not guessed") {
    const Edited p(program());
    history::EditRecord record{{0, {}, "colour of m"}, "colour", "", "red"};
    CHECK(transforms::replay(p.document, record).error().code == "unknown-property");
}

TEST_CASE("edits of what is computed change results by intent, others do not") {
    const auto record = [](const std::string& property) {
        return history::EditRecord{{0, {}, "x"}, property, "", "y"};
    };
    for (const auto* property : {"range", "code", "symbol", "condition", "assignment"})
        CHECK(transforms::changesResultsByIntent(record(property)));
    for (const auto* property : {"schedule", "storage", "lifetime"})
        CHECK_FALSE(transforms::changesResultsByIntent(record(property)));
    CHECK_FALSE(
        transforms::changesResultsByIntent(history::TransformationRecord{"to-gpu", {}, {}}));
}

} // namespace edit_test
