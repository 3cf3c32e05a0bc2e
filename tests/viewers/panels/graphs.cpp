// Small programs for the tests of panels.
#include "tests/viewers/panels/graphs.h"

#include "core/ir/dump.h"
#include "tests/support/catch.h"

namespace mw::test {

std::shared_ptr<const ir::DocumentIndex> twoMaps() {
    auto document = ir::parseDump(R"(sdfg two_maps {
  symbols N:int32 M:int32
  array a float64 [N, M]
  array t float64 [N, M] transient
  array b float64 [N, M]
  state main {
    n0 = access a
    n1 = map first [i_Edge_gtx_horizontal = 0:N, i_K_gtx_vertical = 0:M] -> n3
    n2 = tasklet twice `out = (x * 2.0)`
    n3 = exit n1
    n4 = access t
    n5 = map second [i_Edge_gtx_horizontal = 0:N, i_K_gtx_vertical = 0:M] -> n7
    n6 = tasklet next `out = (x + 1.0)`
    n7 = exit n5
    n8 = access b
    n0 -> n1.IN_a : a[0:N, 0:M]
    n1.OUT_a -> n2.x : a[i_Edge_gtx_horizontal, i_K_gtx_vertical]
    n2.out -> n3.IN_t : t[i_Edge_gtx_horizontal, i_K_gtx_vertical]
    n3.OUT_t -> n4 : t[0:N, 0:M]
    n4 -> n5.IN_t : t[0:N, 0:M]
    n5.OUT_t -> n6.x : t[i_Edge_gtx_horizontal, i_K_gtx_vertical]
    n6.out -> n7.IN_b : b[i_Edge_gtx_horizontal, i_K_gtx_vertical]
    n7.OUT_b -> n8 : b[0:N, 0:M]
  }
})");
    if (!document)
        FAIL(toString(document.error()));
    return std::make_shared<const ir::DocumentIndex>(std::move(*document));
}

NodeId nodeNamed(const ir::DocumentIndex& index, const std::string& name) {
    for (const auto state : index.states())
        for (const auto& node : index.find(state)->block->as<ir::State>()->nodes)
            if (!node->isExit() && ir::displayName(*node) == name)
                return node->id;
    FAIL("no node " << name);
    return {};
}

} // namespace mw::test
