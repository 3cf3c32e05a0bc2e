// What an edit saves is what the estimates before and after differ in, wherever it was made.
#include "core/analysis/figures.h"
#include "core/analysis/savings.h"
#include "core/ir/dump.h"
#include "core/ir/edit.h"
#include "tests/support/catch.h"

#include <functional>

namespace savings_test {

using namespace mw;
using symbolic::Expr;
using symbolic::Value;

namespace {

/// A kernel of the program itself, and two in a loop of a nested SDFG with a temporary of its own.
constexpr auto kProgram = R"(sdfg outer {
  symbols N:int32
  array x float64 [N]
  array t float64 [N] transient
  array y float64 [N]
  state s {
    n0 = access x
    n1 = map first [i = 0:N] -> n3
    n2 = tasklet f `o = v + 1.0`
    n3 = exit n1
    n4 = access t
    n5 = nested inner {M: N - 2} = sdfg inner {
      symbols M:int32
      array a float64 [M]
      array b float64 [M]
      array c float64 [M] transient
      loop l `k = 0` `(k < 3)` `k = (k + 1)` {
        state u {
          n0 = access a
          n1 = map second [i = 0:M] -> n3
          n2 = tasklet g `o = v * 2.0`
          n3 = exit n1
          n4 = access c
          n5 = map third [i = 0:M] -> n7
          n6 = tasklet h `o = v * 3.0`
          n7 = exit n5
          n8 = access b
          n0 -> n1.IN_a : a[0:M]
          n1.OUT_a -> n2.v : a[i]
          n2.o -> n3.IN_c : c[i]
          n3.OUT_c -> n4 : c[0:M]
          n4 -> n5.IN_c : c[0:M]
          n5.OUT_c -> n6.v : c[i]
          n6.o -> n7.IN_b : b[i]
          n7.OUT_b -> n8 : b[0:M]
        }
      }
    }
    n6 = access y
    n0 -> n1.IN_x : x[0:N]
    n1.OUT_x -> n2.v : x[i]
    n2.o -> n3.IN_t : t[i]
    n3.OUT_t -> n4 : t[0:N]
    n4 -> n5.a : t[2:N]
    n5.b -> n6 : y[0:N - 2]
  }
}
)";

/// The parts of the program by name.
struct Parts {
    ir::DocumentPtr document;
    ir::DocumentIndex index{document};

    explicit Parts(ir::DocumentPtr d) : document(std::move(d)) {}
    ElementId named(const std::string& label) const {
        for (std::uint32_t id = 1; id < document->nextId; ++id) {
            const auto* place = index.find(ElementId{id});
            const bool node = place && place->node && !place->node->isExit() &&
                              ir::displayName(*place->node) == label;
            const bool block =
                place && place->kind == ir::ElementKind::block && place->block->label == label;
            if (node || block)
                return ElementId{id};
        }
        FAIL("nothing is named " << label);
        return {};
    }
    BlockId state(const std::string& node) const { return index.find(named(node))->block->id; }
    ir::Node& node(ir::Editor& editor, const std::string& label) const {
        return editor.node(state(label), NodeId{named(label).value});
    }
    SdfgId sdfg(const std::string& node) const { return index.find(named(node))->sdfg->id; }
};

struct Edit {
    const char* what;
    std::function<void(const Parts&, ir::Editor&)> make;
};

void setEnd(const Parts& parts, ir::Editor& editor, const std::string& map, const Expr& end) {
    parts.node(editor, map).as<ir::MapEntry>()->map.range.dims[0].end = end;
}

const std::vector<Edit>& edits() {
    static const std::vector<Edit> kEdits{
        {"nothing", [](const Parts&, ir::Editor&) {}},
        {"a kernel of the program",
         [](const Parts& p, ir::Editor& e) { setEnd(p, e, "first", Expr::symbol("N") - 11); }},
        {"a kernel of the nested SDFG",
         [](const Parts& p, ir::Editor& e) { setEnd(p, e, "second", Expr::symbol("M") - 21); }},
        {"the loop around both",
         [](const Parts& p, ir::Editor& e) {
             e.block(BlockId{p.named("l").value}).as<ir::LoopRegion>()->condition.text = "k < 5";
         }},
        {"the size of the nested SDFG",
         [](const Parts& p, ir::Editor& e) {
             p.node(e, "inner")
                 .as<ir::NestedSdfg>()
                 ->symbolMapping.insert_or_assign("M", Expr::symbol("N") - 5);
         }},
        {"the type of a container of two kernels",
         [](const Parts& p, ir::Editor& e) {
             auto& arrays = e.sdfg(p.sdfg("second")).arrays;
             auto smaller = *arrays.find("c")->get();
             smaller.dtype.scalar = ir::ScalarType::float32;
             arrays.set("c", std::make_shared<const ir::DataDescriptor>(std::move(smaller)));
         }},
        {"a kernel that is gone",
         [](const Parts& p, ir::Editor& e) {
             const BlockId state = p.state("third");
             const NodeId entry{p.named("third").value};
             e.removeNode(state, ir::exitOf(*p.index.find(entry)->node));
             e.removeNode(state, NodeId{p.named("h").value});
             e.removeNode(state, entry);
         }},
        {"a nested SDFG that is gone",
         [](const Parts& p, ir::Editor& e) {
             e.removeNode(p.state("inner"), NodeId{p.named("inner").value});
         }},
        {"a kernel that is new",
         [](const Parts& p, ir::Editor& e) {
             auto map = p.index.find(p.named("first"))->node->as<ir::MapEntry>()->map;
             e.addMap(p.state("second"), std::move(map));
         }},
    };
    return kEdits;
}

const symbolic::Bindings kValues{{"N", Value::integer(100)}};

} // namespace

TEST_CASE("what an edit saves is the difference of two programs' figures") {
    const Parts parts(ir::parseDump(kProgram).value());
    const auto before = analysis::figures(*parts.document, kValues);
    REQUIRE(before.kernels == 3);
    analysis::SavingsAgainst savings(parts.document, kValues);
    for (const Edit& edit : edits()) {
        CAPTURE(edit.what);
        ir::Editor editor(parts.document);
        edit.make(parts, editor);
        const auto document = editor.commit().document;
        const auto after = analysis::figures(*document, kValues);
        const auto saved = savings.of(*document);
        CHECK(saved.kernels == static_cast<int>(before.kernels) - static_cast<int>(after.kernels));
        CHECK(saved.copies == static_cast<int>(before.copies) - static_cast<int>(after.copies));
        CHECK(saved.bytes == *before.bytes - *after.bytes);
        CHECK(saved.temporaryBytes == *before.temporaryBytes - *after.temporaryBytes);
    }
}

TEST_CASE("a size without a value hides only what depends on it") {
    const Parts parts(ir::parseDump(kProgram).value());
    analysis::SavingsAgainst savings(parts.document, kValues);
    ir::Editor editor(parts.document);
    setEnd(parts, editor, "second", Expr::symbol("unknown"));
    const auto saved = savings.of(*editor.commit().document);
    CHECK_FALSE(saved.bytes);
    CHECK(saved.temporaryBytes == 0);
}

} // namespace savings_test
