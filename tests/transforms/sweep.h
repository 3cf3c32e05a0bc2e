#pragma once

#include <string>

// A map that feeds a scan, and one that a scan feeds.

namespace mw::test {

/// The second map sums levels in a loop of a nested SDFG: s = s / 2 + tmp[i, k].
inline std::string sweep() {
    return R"(sdfg g {
  symbols N:int32 K:int32
  array a float64 [N, K]
  array b float64 [N, K]
  array tmp float64 [N, K] transient
  state main {
    a = access a
    m = map first [i = 0:N, k = 0:K] -> x
    f = tasklet f `o = (x * 2.0)`
    x = exit m
    tmp = access tmp
    n = map second [j = 0:N] -> z
    s = nested scan {K: K, cell: j} = sdfg scan {
      symbols K:int64 cell:int64 l:int64
      array p float64 [cell + 1, K] strides [K, 1]
      array q float64 [K]
      scalar state float64 transient
      state begin { t = tasklet zero `o = 0.0`; st = access state; t.o -> st : state[0] }
      loop scan_0 `l = 0` `l < K` `l = l + 1` variable l {
        state step {
          p = access p
          old = access state
          c = tasklet c `o = ((old * 0.5) + x)`
          new = access state
          q = access q
          p -> c.x : p[cell, l]
          old -> c.old : state[0]
          c.o -> new : state[0]
          new -> q : state[0] -> [l]
        }
      }
      begin -> scan_0
    }
    z = exit n
    b = access b
    a -> m.IN_a : a[0:N, 0:K]
    m.OUT_a -> f.x : a[i, k]
    f.o -> x.IN_tmp : tmp[i, k]
    x.OUT_tmp -> tmp : tmp[0:N, 0:K]
    tmp -> n.IN_tmp : tmp[0:N, 0:K]
    n.OUT_tmp -> s.p : tmp[0:j + 1, 0:K]
    s.q -> z.IN_b : b[j, 0:K]
    z.OUT_b -> b : b[0:N, 0:K]
  }
}
)";
}

/// The first map sums levels in a loop of a nested SDFG, s = s / 2 + a[i, k], and keeps each sum in
/// tmp; the second reads two of them: b[i, k] = tmp[i, k] - tmp[i, k - 1].
inline std::string fedSweep() {
    return R"(sdfg g {
  symbols N:int32 K:int32
  array a float64 [N, K]
  array b float64 [N, K]
  array tmp float64 [N, K] transient
  state main {
    a = access a
    n = map first [j = 0:N] -> z
    s = nested scan {K: K, cell: j} = sdfg scan {
      symbols K:int64 cell:int64 l:int64
      array p float64 [cell + 1, K] strides [K, 1]
      array q float64 [K]
      scalar state float64 transient
      state begin { t = tasklet zero `o = 0.0`; st = access state; t.o -> st : state[0] }
      loop scan_0 `l = 0` `l < K` `l = l + 1` variable l {
        state step {
          p = access p
          old = access state
          c = tasklet c `o = ((old * 0.5) + x)`
          new = access state
          q = access q
          p -> c.x : p[cell, l]
          old -> c.old : state[0]
          c.o -> new : state[0]
          new -> q : state[0] -> [l]
        }
      }
      begin -> scan_0
    }
    z = exit n
    tmp = access tmp
    m = map second [i = 0:N, k = 1:K] -> x
    f = tasklet f `o = (x - y)`
    x = exit m
    b = access b
    a -> n.IN_a : a[0:N, 0:K]
    n.OUT_a -> s.p : a[0:j + 1, 0:K]
    s.q -> z.IN_tmp : tmp[j, 0:K]
    z.OUT_tmp -> tmp : tmp[0:N, 0:K]
    tmp -> m.IN_tmp : tmp[0:N, 0:K]
    m.OUT_tmp -> f.x : tmp[i, k]
    m.OUT_tmp -> f.y : tmp[i, k - 1]
    f.o -> x.IN_b : b[i, k]
    x.OUT_b -> b : b[0:N, 1:K]
  }
}
)";
}

} // namespace mw::test
