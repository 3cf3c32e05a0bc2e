// The data that a map reads and writes, named as outside of it.
#include "core/ir/dump.h"
#include "tests/support/catch.h"
#include "tests/viewers/panels/graphs.h"
#include "viewers/panels/properties.h"

namespace scope_data_test {

using namespace mw;

namespace {

std::shared_ptr<const ir::DocumentIndex> parsed(const char* text) {
    auto document = ir::parseDump(text);
    if (!document)
        FAIL(toString(document.error()));
    return std::make_shared<const ir::DocumentIndex>(std::move(*document));
}

/// Groups that say what flows: "Reads", "Writes", "Order".
std::string flow(const ir::DocumentIndex& index, ElementId id) {
    std::string result;
    for (const auto& group : viewers::describe(index, id)) {
        if (group.title != "Reads" && group.title != "Writes" && group.title != "Order")
            continue;
        result += group.title.toStdString() + "\n";
        for (const auto& line : group.lines)
            result += "  " + line.name.toStdString() + ": " + line.value.toStdString() + "\n";
    }
    return result;
}

} // namespace

TEST_CASE("a map around a nested SDFG names the containers outside, not its inner connectors") {
    const auto index = parsed(R"(sdfg outer {
  symbols N:int32
  array psi float64 [N]
  array out float64 [N]
  state main {
    n0 = access psi
    n1 = map all [i = 0:N] -> n3
    n2 = nested call = sdfg body {
      scalar p float64
      scalar q float64
      state s {
        n0 = access p
        n1 = tasklet t `o = x`
        n2 = access q
        n0 -> n1.x : p[0]
        n1.o -> n2 : q[0]
      }
    }
    n3 = exit n1
    n4 = access out
    n5 = access out
    n0 -> n1.IN_psi : psi[0:N]
    n1.OUT_psi -> n2.p : psi[i]
    n2.q -> n3.IN_inner : out[i]
    n3.OUT_inner -> n4 : out[0:N]
    n5 -> n1
  }
})");
    const auto map = test::nodeNamed(*index, "all");
    CHECK(flow(*index, map) == R"(Reads
  psi: [0:N]   volume N
Writes
  out: [0:N]   volume N
Order
  after: access node out
)");
}

TEST_CASE("views and nested SDFGs are followed to the data, and the way is said") {
    const auto index = parsed(R"(sdfg outer {
  symbols N:int32 K:int32
  array a float64 [K, N]
  array b float64 [N]
  state main {
    n0 = access a
    n1 = nested call {N: N} = sdfg inner {
      symbols N:int32
      array p float64 [N]
      array q float64 [N]
      view v float64 [N] transient
      state s {
        n0 = access p
        n1 = access v
        n2 = map walk [i = 0:N] -> n4
        n3 = tasklet t `o = x`
        n4 = exit n2
        n5 = access q
        n6 = map part [i = 1:N - 1] -> n8
        n7 = tasklet u `o = x`
        n8 = exit n6
        n0 -> n1."views" : p[0:N] -> [0:N]
        n1 -> n2.IN_v : v[0:N]
        n2.OUT_v -> n3.x : v[i]
        n3.o -> n4.IN_q : q[i]
        n4.OUT_q -> n5 : q[0:N]
        n1 -> n6.IN_v : v[1:N - 1]
        n6.OUT_v -> n7.x : v[i]
        n7.o -> n8.IN_q : q[i]
        n8.OUT_q -> n5 : q[1:N - 1]
      }
    }
    n2 = access b
    n0 -> n1.p : a[2, 0:N]
    n1.q -> n2 : b[0:N]
  }
})");
    CHECK(flow(*index, test::nodeNamed(*index, "walk")) == R"(Reads
  a: [2, 0:N]   volume N   through v[0:N], p[0:N]
Writes
  b: [0:N]   volume N   through q[0:N]
)");
    // The values of a run go inwards by the mapping of the node.
    const auto reads = viewers::describe(*index, test::nodeNamed(*index, "walk"),
                                         {{"N", symbolic::Value::integer(8)}});
    for (const auto& group : reads)
        if (group.title == "Reads")
            CHECK(group.lines[0].value.toStdString() ==
                  "[2, 0:8]   volume 8   through v[0:8], p[0:8]");
    // A part of the view is somewhere within what the view shows.
    CHECK(flow(*index, test::nodeNamed(*index, "part")) == R"(Reads
  a: within [2, 0:N]   volume N - 2   through v[1:N - 1], p[0:N]
Writes
  b: within [0:N]   volume N - 2   through q[1:N - 1]
)");
}

TEST_CASE("a value for a map's range says which name it has inside") {
    const auto index = parsed(R"(sdfg ragged {
  symbols N:int32
  array rows int32 [N]
  array b float64 [N]
  state main {
    n0 = access rows
    n1 = map row [j = 0:last] -> n3
    n2 = tasklet t `o = 1.0`
    n3 = exit n1
    n4 = access b
    n0 -> n1.last : rows[1]
    n1 -> n2
    n2.o -> n3.IN_b : b[j]
    n3.OUT_b -> n4 : b[0:N]
  }
})");
    CHECK(flow(*index, test::nodeNamed(*index, "row")) == R"(Reads
  rows: [1]   volume 1   as last
Writes
  b: [0:N]   volume N
)");
}

} // namespace scope_data_test
