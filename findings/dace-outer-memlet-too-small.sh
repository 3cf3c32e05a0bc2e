#!/usr/bin/env bash
# DaCe 2.0.0b1 (modulo and falling index wrong in 2.0.0a10 too), seen 2026-11-28.
# Expected: propagate_memlets_sdfg writes on the edge into a map a subset that contains every element read inside.
# Seen: it puts the first and the last value of the parameter into the index. That is right for rising linear indices only:
#   A[i % 3] over i = 2:9:2 becomes A[2] (read: 0, 1, 2), A[i * i] over -3:4 becomes A[9], A[20 - i] with a step of 2 becomes
#   the reversed A[18:13]. Falling with step 1 is right. validate() accepts all of them, the volume stays right.
# Bitten: whoever takes outer memlets for halo widths, traffic or "does not overlap": periodic and mirrored indices.
source "$(dirname "$0")/lib.sh"
need_python 3.10 dace==2.0.0b1 sympy==1.14.0
check <<'EOF'
import sys
import dace
from dace.sdfg.propagation import propagate_memlets_sdfg


def outer(index, over):
    graph = dace.SDFG("outer")
    graph.add_array("A", [30], dace.float64)
    graph.add_array("B", [30], dace.float64)
    state = graph.add_state()
    state.add_mapped_tasklet("m", {"i": over}, {"a": dace.Memlet(f"A[{index}]")}, "b = a", {"b": dace.Memlet("B[0]")},
                             external_edges=True)
    propagate_memlets_sdfg(graph)
    graph.validate()
    return next(str(e.data.subset) for e in state.edges() if e.data.data == "A" and isinstance(e.src, dace.nodes.AccessNode))


cases = [("2 * i", "0:5", "0:9:2"), ("10 - i", "0:10", "1:11"),
         ("i % 3", "2:9:2", "2"), ("i * i", "-3:4", "9"), ("20 - i", "2:9:2", "18:13")]
changed = False
for index, over, stated in cases:
    begin, end, step = (*map(int, over.split(":")), 1)[:3]
    read = sorted({eval(index, {"i": i}) for i in range(begin, end, step)})
    seen = outer(index, over)
    changed |= seen != stated
    print(f"A[{index}], i = {over}: outer A[{seen}], read {read}")
sys.exit(changed)
EOF
