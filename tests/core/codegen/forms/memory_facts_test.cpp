// Facts about memory, read off the names of symbols.
#include "core/codegen/forms/memory_facts.h"
#include "core/ir/dump.h"
#include "tests/core/codegen/forms/open_fields.h"
#include "tests/support/catch.h"

#include <set>

namespace memory_facts_test {

using namespace mw;

namespace {

codegen::MemoryFacts factsOf(const std::string& program, const std::set<std::string>& closed = {}) {
    const auto document = ir::parseDump(program);
    if (!document)
        FAIL(toString(document.error()));
    return codegen::memoryFacts(*(*document)->root,
                                [&](const std::string& name) { return !closed.contains(name); });
}

std::int64_t valueOf(const codegen::MemoryFacts& facts, const std::string& symbol) {
    const auto found = facts.values.find(symbol);
    return found == facts.values.end() ? -1 : found->second.i;
}

} // namespace

TEST_CASE("the horizontal dimension has unit stride, origins are zero, strides are shared") {
    const auto facts = factsOf(test::openFields());
    for (const char* unit : {"__x_Edge_stride", "__z_Edge_stride", "__u_Vertex_stride",
                             "__w_Edge_stride", "__gt_conn_E2V_source_stride"})
        CHECK(valueOf(facts, unit) == 1);
    for (const char* origin : {"__x_Edge_range_0", "__x_K_range_0", "__u_Vertex_range_0"})
        CHECK(valueOf(facts, origin) == 0);
    for (const char* open : {"__x_K_stride", "__x_Edge_range_1", "horizontal_end",
                             "__gt_conn_E2V_source_size", "__gt_conn_E2V_neighbor_stride"})
        CHECK(valueOf(facts, open) == -1);
    // edges with edges; vertices and tables have strides of their own
    CHECK(facts.same == decltype(facts.same){{"__z_K_stride", "__x_K_stride"}});
}

TEST_CASE("facts are about symbols that are open") {
    const auto facts = factsOf(test::openFields(), {"__x_Edge_stride", "__x_K_stride"});
    CHECK(valueOf(facts, "__x_Edge_stride") == -1);
    CHECK(valueOf(facts, "__z_Edge_stride") == 1);
    CHECK(facts.same.empty());
}

TEST_CASE("names of the older generation say the same") {
    const auto facts = factsOf(R"(sdfg old {
  symbols __a_Cell_range_0:int32 __a_Cell_range_1:int32 __a_K_range_0:int32 __a_K_range_1:int32
  symbols __a_stride_0:int32 __a_stride_1:int32 __b_Cell_range_0:int32 __b_Cell_range_1:int32
  symbols __b_K_range_0:int32 __b_K_range_1:int32 __b_stride_0:int32 __b_stride_1:int32
  symbols __l_K_range_0:int32 __l_K_range_1:int32 __l_stride_0:int32
  symbols __gt_conn_C2E_size_0:int32 __gt_conn_C2E_stride_0:int32 __gt_conn_C2E_stride_1:int32
  symbols __gt_conn_C2V_size_0:int32 __gt_conn_C2V_stride_0:int32 __gt_conn_C2V_stride_1:int32
  array a float64 [-__a_Cell_range_0 + __a_Cell_range_1, -__a_K_range_0 + __a_K_range_1] strides [__a_stride_0, __a_stride_1] total [100]
  array b float64 [-__b_Cell_range_0 + __b_Cell_range_1, -__b_K_range_0 + __b_K_range_1] strides [__b_stride_0, __b_stride_1] total [100]
  array l float64 [-__l_K_range_0 + __l_K_range_1] strides [__l_stride_0] total [100]
  array gt_conn_C2E int32 [__gt_conn_C2E_size_0, 3] strides [__gt_conn_C2E_stride_0, __gt_conn_C2E_stride_1] total [100]
  array gt_conn_C2V int32 [__gt_conn_C2V_size_0, 3] strides [__gt_conn_C2V_stride_0, __gt_conn_C2V_stride_1] total [100]
  state main {
  }
}
)");
    CHECK(valueOf(facts, "__a_stride_0") == 1);
    CHECK(valueOf(facts, "__a_stride_1") == -1);
    CHECK(valueOf(facts, "__l_stride_0") == -1); // levels are no horizontal dimension
    CHECK(valueOf(facts, "__gt_conn_C2E_stride_0") == 1);
    CHECK(facts.same == decltype(facts.same){{"__b_stride_1", "__a_stride_1"},
                                             {"__gt_conn_C2V_stride_1", "__gt_conn_C2E_stride_1"}});
}

TEST_CASE("a dimension in front makes strides others") {
    const auto facts = factsOf(R"(sdfg three {
  symbols __a_Cell_range_1:int32 __a_Cell_stride:int32 __a_K_stride:int32
  symbols __b_Cell_range_1:int32 __b_Cell_stride:int32 __b_C2E_stride:int32 __b_K_stride:int32
  symbols __c_Cell_range_1:int32 __c_Cell_stride:int32 __c_C2E_stride:int32 __c_K_stride:int32
  array a float64 [__a_Cell_range_1, 10] strides [__a_Cell_stride, __a_K_stride] total [100]
  array b float64 [__b_Cell_range_1, 3, 10] strides [__b_Cell_stride, __b_C2E_stride, __b_K_stride] total [100]
  array c float64 [__c_Cell_range_1, 3, 10] strides [__c_Cell_stride, __c_C2E_stride, __c_K_stride] total [100]
  state main {
  }
}
)");
    CHECK(facts.same == decltype(facts.same){{"__c_C2E_stride", "__b_C2E_stride"},
                                             {"__c_K_stride", "__b_K_stride"}});
}

TEST_CASE("elements of another size have strides of their own, other names say nothing") {
    const auto facts = factsOf(R"(sdfg mixed {
  symbols __a_Cell_range_0:int32 __a_Cell_range_1:int32 __a_Cell_stride:int32 __a_K_stride:int32
  symbols __b_Cell_range_1:int32 __b_Cell_stride:int32 __b_K_stride:int32 S:int32 T:int32
  array a float64 [-__a_Cell_range_0 + __a_Cell_range_1, 10] strides [__a_Cell_stride, __a_K_stride] total [100]
  array b bool [__b_Cell_range_1, 10] strides [__b_Cell_stride, __b_K_stride] total [100]
  array c float64 [20, 10] strides [S, T] total [100]
  state main {
  }
}
)");
    CHECK(facts.same.empty());
    CHECK(valueOf(facts, "S") == -1);
    CHECK(valueOf(facts, "__b_Cell_stride") == 1);
}

TEST_CASE("the condition holds for memory that is so, and for no other") {
    const auto condition = codegen::condition(factsOf(test::openFields()));
    const auto holds = [&](const test::FieldMemory& memory) {
        const auto value = symbolic::evaluate(condition, test::symbolsOf(memory));
        if (!value)
            FAIL(toString(value.error()));
        return value->truthy();
    };
    CHECK(holds({}));
    CHECK(holds({.padding = 3}));
    CHECK_FALSE(holds({.unit = 2}));
    CHECK_FALSE(holds({.otherPadding = 1}));
    CHECK_FALSE(holds({.origin = 1}));
}

} // namespace memory_facts_test
