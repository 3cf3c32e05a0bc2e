#pragma once

#include <string>

namespace mw::test {

// The correct programs that the finding cases put a mistake into.

inline const std::string kMap = R"(sdfg small {
  symbols N:int32
  array a float64 [N]
  array b float64 [8]
  state main {
    n0 = access a
    n1 = map m [i = 0:8] -> n3
    n2 = tasklet t `o = (x * 2.0)`
    n3 = exit n1
    n4 = access b
    n0 -> n1.IN_a : a[0:8]
    n1.OUT_a -> n2.x : a[i]
    n2.o -> n3.IN_b : b[i]
    n3.OUT_b -> n4 : b[0:8]
  }
}
)";

inline const std::string kFlow = R"(sdfg flow {
  symbols N:int32
  array a float64 [N]
  array out float64 [N]
  scalar s int32
  state first {
    n0 = access a
    n1 = access out
    n0 -> n1 : a[0:N] -> [0:N]
  }
  state second {
    n0 = access a
    n1 = access out
    n0 -> n1 : a[0:N] -> [0:N]
  }
  loop l `k = 0` `k < N` `k = k + 1` variable k {
    state body {
    }
  }
  branch b {
    if `N > 2` yes {
      state then {
      }
    }
    else no {
      state otherwise {
      }
    }
  }
  first -> second with q = `N + 1`
  second -> l if `q > s`
  l -> b
}
)";

inline const std::string kNested = R"(sdfg outer {
  symbols N:int32
  array a float64 [N]
  array b float64 [N]
  state main {
    n0 = access a
    n1 = nested inner {N: N} = sdfg inner {
      symbols N:int32
      array x float64 [N]
      array y float64 [N]
      state body {
        n0 = access x
        n1 = access y
        n0 -> n1 : x[0:N] -> [0:N]
      }
    }
    n2 = access b
    n0 -> n1.x : a[0:N]
    n1.y -> n2 : b[0:N]
  }
}
)";

/// A temporary between two maps, as GT4Py would write it.
inline const std::string kTemporary = R"(sdfg temporary {
  symbols N:int32
  array a float64 [N]
  array out float64 [N]
  array tmp float64 [N] transient
  state main {
    n0 = access a
    n1 = map m [i_K_gtx_vertical = 0:N] -> n3
    n2 = tasklet t `o = (x * 2.0)`
    n3 = exit n1
    n4 = access tmp
    n5 = map m2 [i_K_gtx_vertical = 0:N] -> n7
    n6 = tasklet t2 `o = (x + 1.0)`
    n7 = exit n5
    n8 = access out
    n0 -> n1.IN_a : a[0:N]
    n1.OUT_a -> n2.x : a[i_K_gtx_vertical]
    n2.o -> n3.IN_tmp : tmp[i_K_gtx_vertical]
    n3.OUT_tmp -> n4 : tmp[0:N]
    n4 -> n5.IN_tmp : tmp[0:N]
    n5.OUT_tmp -> n6.x : tmp[i_K_gtx_vertical]
    n6.o -> n7.IN_out : out[i_K_gtx_vertical]
    n7.OUT_out -> n8 : out[0:N]
  }
}
)";

inline const std::string kLibrary = R"(sdfg library {
  symbols N:int32
  array a float64 [N]
  array c float64 [N]
  array table int32 [N, 4]
  array r float64 [1]
  state main {
    n0 = access a
    n1 = library Reduce dace.libraries.standard.nodes.reduce.Reduce
    n2 = access r
    n0 -> n1._in : a[0:N]
    n1._out -> n2 : r[0]
    n3 = library Copy dace.libraries.standard.nodes.copy.node.CopyLibraryNode
    n4 = access c
    n0 -> n3._cpy_in : a[0:N]
    n3._cpy_out -> n4 : c[0:N]
  }
  state more {
    n0 = access a
    n1 = access table
    n2 = library R gt4py.next.reduce_with_skip_values.ReduceWithSkipValues
    n3 = access r
    n0 -> n2._in : a[0:4]
    n1 -> n2._mask : table[0, 0:4]
    n2._out -> n3 : r[0]
  }
  main -> more
}
)";

inline const std::string kViews = R"(sdfg views {
  symbols N:int32
  array a float64 [N]
  array out float64 [N]
  view v float64 [N] transient
  reference ref float64 [N] transient
  state main {
    n0 = access a
    n1 = access v
    n2 = access out
    n0 -> n1.views : a[0:N] -> [0:N]
    n1 -> n2 : v[0:N] -> [0:N]
  }
  state set {
    n0 = access a
    n1 = access ref
    n0 -> n1.set : a[0:N] -> [0:N]
  }
  main -> set
}
)";

inline const std::string kStream = R"(sdfg stream {
  stream s int32 [1] transient
  array out int32 [8]
  state main {
    n0 = access s
    n1 = consume c [p = 4] -> n3
    n2 = tasklet t `o = x`
    n3 = exit n1
    n4 = access out
    n0 -> n1.IN_stream : s[0]
    n1.OUT_stream -> n2.x : s[0]
    n2.o -> n3.IN_out : out[0]
    n3.OUT_out -> n4 : out[0:8]
  }
}
)";

inline const std::string kLocal = R"(sdfg local {
  array a float64 [8]
  array out float64 [8]
  scalar t float64 transient storage Register
  state main {
    n0 = access a
    n1 = map m [i_K_gtx_vertical = 0:8] -> n5
    n2 = tasklet one `o = x`
    n3 = access t
    n4 = tasklet two `o = x`
    n5 = exit n1
    n6 = access out
    n0 -> n1.IN_a : a[0:8]
    n1.OUT_a -> n2.x : a[i_K_gtx_vertical]
    n2.o -> n3 : t[0]
    n3 -> n4.x : t[0]
    n4.o -> n5.IN_out : out[i_K_gtx_vertical]
    n5.OUT_out -> n6 : out[0:8]
  }
}
)";

inline const std::string kDevice = R"(sdfg device {
  scalar s float64 transient storage CPU_Heap
  array out float64 [1]
  array in float64 [1]
  state before {
    n0 = access in
    n1 = access s
    n0 -> n1 : in[0] -> [0]
  }
  state main {
    n0 = access s
    n1 = tasklet t `o = x`
    n2 = access out
    n0 -> n1.x : s[0]
    n1.o -> n2 : out[0]
  }
  before -> main
}
)";

inline const std::string kSum = R"(sdfg sum {
  symbols N:int32
  array a float64 [N]
  array out float64 [1]
  array acc float64 [1] transient
  state main {
    n0 = access a
    n1 = map m [i = 0:N] -> n3
    n2 = tasklet t `o = x`
    n3 = exit n1
    n4 = access acc setzero
    n5 = access out
    n0 -> n1.IN_a : a[0:N]
    n1.OUT_a -> n2.x : a[i]
    n2.o -> n3.IN_acc : acc[0] wcr `lambda x, y: x + y`
    n3.OUT_acc -> n4 : acc[0] wcr `lambda x, y: x + y`
    n4 -> n5 : acc[0] -> [0]
  }
}
)";

inline const std::string kMirrored = R"(sdfg mirrored {
  symbols N:int32
  array a float64 [N]
  state main {
    n0 = access a
    n1 = map m [i = 0:N] -> n3
    n2 = tasklet t `o = (x * 2.0)`
    n3 = exit n1
    n4 = access a
    n0 -> n1.IN_a : a[0:N]
    n1.OUT_a -> n2.x : a[i]
    n2.o -> n3.IN_a : a[i]
    n3.OUT_a -> n4 : a[0:N]
  }
}
)";

inline const std::string kInPlace = R"(sdfg inplace {
  array g float64 [8]
  array tmp float64 [8] transient
  state main {
    n0 = access g
    n1 = access tmp
    n2 = access g
    n0 -> n1 : g[0:7] -> [0:7]
    n1 -> n2 : g[0:7] -> [0:7]
  }
}
)";

} // namespace mw::test
