#!/usr/bin/env bash
# DaCe 2.0.0a6 and 2.0.0b1 (a7 to a10 as b1), sympy 1.14.0, seen 2026-11-29.
# Expected: a copy A -> O with the memlet A[2:5] moves three elements to the same place whatever release compiles it.
# Seen: a6 writes them to O[0:3], b1 to O[2:5]; where O has as many elements as are moved, both fill it. With the memlet
#   O[2:5] a6 reads A[0:3] and b1 A[2:5]. Nothing in the file says which is meant, and neither warns.
# Bitten: whoever compiles a saved graph with a newer release, or takes such memlets from the documentation of the other one;
#   stating both sides (subset and other_subset) means the same in all.
source "$(dirname "$0")/lib.sh"
need_python 3.11 dace==2.0.0a6 sympy==1.14.0
also newer --no-deps dace==2.0.0b1
cat >"$work/one.py" <<'EOF'
import sys
import dace, numpy


def copied(memlet, size):
    graph = dace.SDFG(f"copy_{memlet[0]}_{size}")
    graph.add_array("A", [6], dace.int64)
    graph.add_array("O", [size], dace.int64)
    state = graph.add_state()
    state.add_nedge(state.add_read("A"), state.add_write("O"), dace.Memlet(memlet))
    out = numpy.zeros(size, numpy.int64)
    graph(A=numpy.arange(1, 7), O=out)
    return out.tolist()


print(dace.__version__, copied("A[2:5]", 6), copied("O[2:5]", 6), copied("A[2:5]", 3))
EOF
check <<'EOF'
import sys

from said import said

program = open("one.py").read()
seen = [said(program, "site"), said(program, "newer", "site")]
print(seen)
sys.exit(seen != ["2.0.0a6 [3, 4, 5, 0, 0, 0] [0, 0, 1, 2, 3, 0] [3, 4, 5]",
                  "2.0.0b1 [0, 0, 3, 4, 5, 0] [0, 0, 3, 4, 5, 0] [3, 4, 5]"])
EOF
