#pragma once

namespace mw::test {

/// A map that smooths `a` into a temporary, and one that makes `b` of it, by a table.
inline const char* const kTwoMaps = R"(sdfg p {
  args a b t
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  array t int32 [N]
  array tmp float64 [N] transient
  state main {
    n0 = access a
    n1 = map first [i = 1:N - 1] -> n3
    n2 = tasklet x `o = ((l + r) * 0.5)` in (l:float64 r:float64)
    n3 = exit n1
    n4 = access tmp
    n5 = access t
    n6 = map second [i = 1:N - 1] -> n8
    n7 = tasklet y `o = (v if c > 2 else -v)` in (v:float64 c:int32)
    n8 = exit n6
    n9 = access b
    n0 -> n1.IN_a : a[0:N]
    n1.OUT_a -> n2.l : a[i - 1]
    n1.OUT_a -> n2.r : a[i + 1]
    n2.o -> n3.IN_tmp : tmp[i]
    n3.OUT_tmp -> n4 : tmp[1:N - 1]
    n4 -> n6.IN_tmp : tmp[1:N - 1]
    n5 -> n6.IN_t : t[1:N - 1]
    n6.OUT_tmp -> n7.v : tmp[i]
    n6.OUT_t -> n7.c : t[i]
    n7.o -> n8.IN_b : b[i]
    n8.OUT_b -> n9 : b[1:N - 1]
  }
})";

} // namespace mw::test
