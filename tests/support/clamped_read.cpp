// A program with a fusion that only its inputs decide.
#include "tests/support/clamped_read.h"

#include "core/ir/dump.h"

namespace mw::test {

ir::DocumentPtr clampedRead() {
    return ir::parseDump(R"(sdfg clamped {
  args x y
  symbols N:int32 S:int32
  array x float64 [N]
  array t float64 [N] transient
  array y float64 [N]
  state s {
    x = access x
    t = access t
    y = access y
    in1 = map first [i = 0:N] -> out1
    one = tasklet one `o = v + 1.0`
    out1 = exit in1
    in2 = map second [i = 0:N] -> out2
    two = tasklet two `o = v * 2.0`
    out2 = exit in2
    x -> in1.IN_x : x[0:N]
    in1.OUT_x -> one.v : x[i]
    one.o -> out1.IN_t : t[i]
    out1.OUT_t -> t : t[0:N]
    t -> in2.IN_t : t[0:N]
    in2.OUT_t -> two.v : t[Max(S, i)]
    two.o -> out2.IN_y : y[i]
    out2.OUT_y -> y : y[0:N]
  }
}
)")
        .value();
}

} // namespace mw::test
