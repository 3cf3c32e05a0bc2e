// Programs that have every kind of element whose text could reach generated code.
#include "tests/core/codegen/hostile_programs.h"

namespace mw::test {

namespace {

/// Maps, a copy, conflict resolutions of both kinds, a dynamic input, a constant.
constexpr const char* kMaps = R"(sdfg maps {
  symbols N:int32 alpha:float64
  constant weight = 2.5
  array x float64 [N]
  array table int32 [N]
  array y float64 [N]
  array t float64 [N] transient
  array total float64 [1]
  array top float64 [1]
  state main {
    n0 = access x
    n1 = map outer [i = 0:N] -> n3
    n2 = tasklet scale `b = (alpha * a + weight)`
    n3 = exit n1
    n4 = access t
    n5 = access y
    n6 = access table
    n7 = map gather [k = 0:N] -> n9
    n8 = tasklet pick `s = v[j]\nm = v[j]`
    n9 = exit n7
    n10 = access total
    n11 = access top
    n0 -> n1.IN_x : x[0:N]
    n1.OUT_x -> n2.a : x[i]
    n2.b -> n3.IN_t : t[i]
    n3.OUT_t -> n4 : t[0:N]
    n4 -> n5 : t[0:N] -> [0:N]
    n4 -> n7.IN_t : t[0:N]
    n6 -> n7.IN_table : table[0:N]
    n7.OUT_t -> n8.v : t[0:N]
    n7.OUT_table -> n8.j : table[k]
    n8.s -> n9.IN_total : total[0] wcr `lambda x, y: x + y`
    n8.m -> n9.IN_top : top[0] wcr `lambda old, new: max(old, new) + 0`
    n9.OUT_total -> n10 : total[0] wcr `lambda x, y: x + y`
    n9.OUT_top -> n11 : top[0] wcr `lambda old, new: max(old, new) + 0`
  }
}
)";

/// A scan in a kernel with branches, a jump and early values; loops, branches and assignments of
/// the host; a dynamic range; a library node; a view.
constexpr const char* kFlow = R"(sdfg flow {
  symbols K:int32 M:int32 turn:int32
  array x float64 [K]
  array bound int32 [1]
  array y float64 [3]
  array z float64 [K]
  array r float64 [1]
  view half float64 [2] transient
  state start { }
  loop host `turn = 0` `(turn < M)` `turn = (turn + 1)` variable turn {
    state s {
      a = access x
      m = map m [i = 0:1] -> e
      n = nested n {K: K} = sdfg scan {
        symbols K:int32 k:int32
        array x float64 [K]
        array y float64 [3]
        scalar c float64 transient
        state init { t = tasklet t `o = 0.0`; a = access c; t.o -> a : c[0] }
        loop l `k = 0` `(k < K)` `k = (k + 1)` variable k {
          branch q { if `(x[k] < 0.0)` { break jump } }
          state add {
            a = access c; b = access x; d = access c
            t = tasklet t `o = (p + sqrt(q))`
            a -> t.p : c[0]; b -> t.q : x[k]; t.o -> d : c[0]
          }
          q -> add
        }
        state out {
          a = access c; b = access y
          t = tasklet t `o = p; r = k`
          a -> t.p : c[0]
          t.o -> b : y[0]
          t.r -> b : y[1]
        }
        init -> l
        l -> out
      }
      e = exit m
      b = access y
      a -> m.IN_x : x[0:K]
      m.OUT_x -> n.x : x[0:K]
      n.y -> e.IN_y : y[0:3]
      e.OUT_y -> b : y[0:3]
    }
  }
  state more {
    a = access bound
    m = map ranged [j = 0:last] -> e
    t = tasklet t `o = (j + p)`
    e = exit m
    b = access z
    a -> m.last : bound[0]
    m -> t
    t.o -> e.IN_z : z[j]
    e.OUT_z -> b : z[0:K]
  }
  state sums {
    a = access x
    v = access half
    l = library l dace.libraries.standard.nodes.reduce.Reduce with wcr = `"lambda a, b: a + b"` with axes = `[0]` with identity = `"0"`
    b = access r
    a -> v.views : x[0:2] -> [0:2]
    v -> l._in : half[0:2]
    l._out -> b : r[0]
  }
  start -> host
  host -> more with p = `((K // 2) + bound[0])`
  more -> sums if `(p > 2)`
}
)";

/// C++ of the graph's own, in tasklets and around.
constexpr const char* kRaw = R"(sdfg raw {
  symbols N:int32
  array x float64 [N]
  array y float64 [N]
  array pairs float64 [N, 2]
  state main {
    n0 = access x
    n2 = map m [i = 0:N] -> n4
    n3 = tasklet cube `y = twice(x) + N + i;\np[1] = -x;` CPP global `static inline double twice(double a) { return 2 * a; }` init `__state->count = N;` field `int count;`
    n4 = exit n2
    n5 = access y
    n6 = access pairs
    n0 -> n2.IN_x : x[0:N]
    n2.OUT_x -> n3.x : x[i]
    n3.y -> n4.IN_y : y[i]
    n3.p -> n4.IN_pairs : pairs[i, 0:2]
    n4.OUT_y -> n5 : y[0:N]
    n4.OUT_pairs -> n6 : pairs[0:N, 0:2]
  }
}
)";

} // namespace

const std::vector<HostileProgram>& hostilePrograms() {
    static const std::vector<HostileProgram> kPrograms = {
        {"maps", kMaps},
        {"flow", kFlow},
        {"raw", kRaw},
    };
    return kPrograms;
}

} // namespace mw::test
