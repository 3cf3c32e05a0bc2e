#pragma once

#include "core/ir/dump.h"
#include "core/ir/index.h"
#include "core/ir/sdfg.h"
#include "tests/support/catch.h"

#include <string>
#include <string_view>

namespace mw::ir::test {

/// The graph of a text that must be right.
inline DocumentPtr graph(std::string_view text) {
    auto parsed = parseDump(text);
    INFO((parsed ? std::string() : parsed.error().sentence));
    REQUIRE(parsed);
    return *parsed;
}

inline BlockId blockNamed(const Region& region, std::string_view label) {
    BlockId found;
    forEachBlock(region, [&](const Block& block) {
        if (block.label == label)
            found = block.id;
    });
    return found;
}

inline const State& stateNamed(const Sdfg& sdfg, std::string_view label) {
    const State* found = nullptr;
    forEachBlock(sdfg.body, [&](const Block& block) {
        if (block.label == label)
            found = block.as<State>();
    });
    REQUIRE(found);
    return *found;
}

/// Two maps in a row through a temporary, in two states; the second holds a nested SDFG.
inline constexpr std::string_view kTwoStates = R"(sdfg demo {
  args a b
  symbols N:int32
  array a float64 [N]
  array tmp float64 [N] transient
  array b float64 [N]
  state first {
    n0 = access a
    n1 = map m [i = 0:N] -> n3
    n2 = tasklet double `out = (x * 2.0)`
    n3 = exit n1
    n4 = access tmp
    n0 -> n1.IN_a : a[0:N]
    n1.OUT_a -> n2.x : a[i]
    n2.out -> n3.IN_tmp : tmp[i]
    n3.OUT_tmp -> n4 : tmp[0:N]
  }
  state second {
    n0 = access tmp
    n1 = nested inner {M: N} = sdfg inner {
      symbols M:int32
      array p float64 [M]
      array q float64 [M]
      state body {
        n0 = access p
        n1 = access q
        n0 -> n1 : p[0:M] -> [0:M]
      }
    }
    n2 = access b
    n0 -> n1.p : tmp[0:N]
    n1.q -> n2 : b[0:N]
  }
  first -> second
}
)";

} // namespace mw::ir::test
