// A plan lowered with kernels of earlier programs is the plan lowered anew, to the byte.

#include "core/codegen/codegen.h"
#include "core/io/sdfg_io.h"
#include "core/ir/dump.h"
#include "core/ir/edit.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "transforms/framework/apply.h"

#include <cstdlib>

namespace kernel_memo_test {

using namespace mw;

namespace {

// Two maps of their own, and a third that reads what the first one wrote.
constexpr const char* kThree = R"(sdfg three {
  symbols N:int32
  array x float64 [N]
  array y float64 [N]
  array z float64 [N]
  array t float64 [N] transient
  state main {
    n0 = access x
    n1 = map first [i = 0:N] -> n3
    n2 = tasklet a `o = (2.0 * v)`
    n3 = exit n1
    n4 = access t
    n5 = map second [j = 0:N] -> n7
    n6 = tasklet b `o = (v + 1.0)`
    n7 = exit n5
    n8 = access y
    n9 = map third [k = 0:N] -> n11
    n10 = tasklet c `o = (v - 3.0)`
    n11 = exit n9
    n12 = access z
    n0 -> n1.IN_x : x[0:N]
    n1.OUT_x -> n2.v : x[i]
    n2.o -> n3.IN_t : t[i]
    n3.OUT_t -> n4 : t[0:N]
    n4 -> n5.IN_t : t[0:N]
    n5.OUT_t -> n6.v : t[j]
    n6.o -> n7.IN_y : y[j]
    n7.OUT_y -> n8 : y[0:N]
    n0 -> n9.IN_x : x[0:N]
    n9.OUT_x -> n10.v : x[k]
    n10.o -> n11.IN_z : z[k]
    n11.OUT_z -> n12 : z[0:N]
  }
}
)";

/// Everything that a plan says, kernels as text too.
std::string textOf(const codegen::Plan& plan) {
    std::string text = codegen::toJson(plan);
    for (const auto target : {codegen::Target::cuda, codegen::Target::cpu})
        text += codegen::print(plan, target).text;
    for (const auto& kernel : plan.kernels)
        text += symbolic::print(kernel.flops) + symbolic::print(kernel.bytesRead);
    return text;
}

/// Lowers with the memo and anew; the texts must agree. How many maps were lowered for it.
std::size_t lowerBothWays(const ir::Document& document, codegen::LowerOptions options) {
    const auto before = options.memo->counts();
    const auto known = codegen::lower(document, options);
    const auto after = options.memo->counts();
    options.memo = nullptr;
    const auto anew = codegen::lower(document, options);
    REQUIRE(known.has_value() == anew.has_value());
    if (known)
        REQUIRE(textOf(*known) == textOf(*anew));
    return after.lowered - before.lowered;
}

codegen::LowerOptions withMemo() {
    codegen::LowerOptions options;
    options.memo = std::make_shared<codegen::KernelMemo>();
    return options;
}

ir::DocumentPtr three() {
    auto document = ir::parseDump(kThree);
    REQUIRE(document);
    return *document;
}

const ir::Node& nodeNamed(const ir::State& state, const std::string& name) {
    for (const auto& node : state.nodes)
        if (ir::displayName(*node) == name && !node->isExit())
            return *node;
    FAIL("no node " << name);
    std::abort();
}

} // namespace

TEST_CASE("only maps that an edit touches are lowered again") {
    const auto options = withMemo();
    const auto document = three();
    CHECK(lowerBothWays(*document, options) == 3);
    CHECK(lowerBothWays(*document, options) == 0);

    ir::Editor editor(document);
    const BlockId block = editor.base().states().front();
    const auto& state = *editor.base().find(block)->block->as<ir::State>();

    SECTION("a property of a map") {
        auto& map = editor.node(block, nodeNamed(state, "second").id);
        std::get<ir::MapEntry>(map.kind).map.gpuBlockSize = {64, 2, 1};
        CHECK(lowerBothWays(*editor.commit().document, options) == 1);
    }
    SECTION("code inside") {
        auto& tasklet = editor.node(block, nodeNamed(state, "c").id);
        std::get<ir::Tasklet>(tasklet.kind).code.text = "o = (v - 4.0)";
        CHECK(lowerBothWays(*editor.commit().document, options) == 1);
    }
    SECTION("strides of an array that two maps touch") {
        auto& sdfg = editor.sdfg(document->root->id);
        auto changed = std::make_shared<ir::DataDescriptor>(*sdfg.data("t"));
        changed->strides = {symbolic::Expr(2)};
        changed->totalSize = symbolic::Expr::symbol("N") * 2;
        sdfg.arrays.set("t", changed);
        CHECK(lowerBothWays(*editor.commit().document, options) == 2);
    }
    SECTION("and an undo needs nothing") {
        auto& map = editor.node(block, nodeNamed(state, "first").id);
        std::get<ir::MapEntry>(map.kind).map.label = "renamed";
        CHECK(lowerBothWays(*editor.commit().document, options) == 1);
        CHECK(lowerBothWays(*document, options) == 0);
    }
}

TEST_CASE("what is outside of the document counts as well") {
    auto options = withMemo();
    const auto document = three();
    CHECK(lowerBothWays(*document, options) == 3);
    options.constants["N"] = symbolic::Value::integer(100);
    CHECK(lowerBothWays(*document, options) == 3);
    options.constants["N"] = symbolic::Value::integer(101);
    CHECK(lowerBothWays(*document, options) == 3);
    options.without = {"narrow-indices"};
    CHECK(lowerBothWays(*document, options) == 3);
    options.without = {};
    CHECK(lowerBothWays(*document, options) == 0);
}

TEST_CASE("two documents with the same content share nothing") {
    const auto options = withMemo();
    CHECK(lowerBothWays(*three(), options) == 3);
    CHECK(lowerBothWays(*three(), options) == 3);
}

namespace {

/// Fuses up to `count` times, lowering after each; maps lowered and maps of all programs.
void fuseAndLower(const ir::DocumentPtr& start, int count) {
    const auto* fusion = transforms::findTransformation("map-fusion-vertical");
    REQUIRE(fusion);
    const auto options = withMemo();
    ir::DocumentPtr document = start;
    const std::size_t all = lowerBothWays(*document, options);
    for (int i = 0; i < count; ++i) {
        const auto applied = transforms::applyFirst(*fusion, document, {});
        REQUIRE(applied);
        if (!*applied)
            return;
        document = (*applied)->result.document;
        const std::size_t again = lowerBothWays(*document, options);
        if (all > 8)
            CHECK(again < all / 2);
    }
}

} // namespace

TEST_CASE("a sample fused step by step") {
    const auto document = io::readSdfgFile(test::sourceFile("samples/nabla4.sdfg").string());
    REQUIRE(document);
    fuseAndLower(*document, 100);
}

TEST_CASE("graphs of the corpus fused step by step", "[corpus]") {
    const auto folder = test::corpus();
    if (!folder)
        return test::skip("no corpus");
    const bool all = std::getenv("MAPWRIGHT_LONG") != nullptr;
    for (const auto& file : all ? test::graphsBelow(*folder) : test::nabla4Graphs()) {
        INFO(file.string());
        const auto document = io::readSdfgFile(file.string());
        if (document)
            fuseAndLower(*document, 4);
    }
}

} // namespace kernel_memo_test
