#!/usr/bin/env bash
# DaCe 2.0.0b1, seen 2026-11-29. Needs a C++ compiler and CMake.
# Expected: `1 < a < 5` in the Python code of a tasklet holds for a between 1 and 5, as in Python.
# Seen: it is written to C++ as it stands, where it compares the truth of `1 < a` (0 or 1) with 5: it holds for every a, 10
#   and -3 too. `5 > a > 1` holds for none. Nothing warns.
# Bitten: a range check in a stencil never masks anything, and the program runs and looks healthy.
source "$(dirname "$0")/lib.sh"
command -v c++ >/dev/null && command -v cmake >/dev/null || { echo "skipped: no c++ or no cmake"; exit 77; }
need_python 3.10 dace==2.0.0b1 sympy==1.14.0
check <<'EOF'
import sys

import dace, numpy as np

dace.Config.set("compiler", "cpu", "args", value="-std=c++17 -fPIC -O0 -w")


def held(code, values):
    sdfg = dace.SDFG("chain" + str(abs(hash(code)) % 10000))
    sdfg.add_array("values", [len(values)], dace.int64)
    sdfg.add_array("holds", [len(values)], dace.int64)
    state = sdfg.add_state()
    state.add_mapped_tasklet("test", {"i": f"0:{len(values)}"}, {"a": dace.Memlet("values[i]")}, code,
                             {"b": dace.Memlet("holds[i]")}, external_edges=True)
    result = np.zeros(len(values), np.int64)
    sdfg(values=np.array(values), holds=result)
    return result.tolist()


values = [-3, 1, 3, 5, 10]
up, down = held("b = 7 if (1 < a < 5) else 0", values), held("b = 7 if (5 > a > 1) else 0", values)
print("a                    ", values)
print("1 < a < 5: program   ", up, "Python", [7 if 1 < a < 5 else 0 for a in values])
print("5 > a > 1: program   ", down, "Python", [7 if 5 > a > 1 else 0 for a in values])
sys.exit(not (up == [7] * 5 and down == [0] * 5))
EOF
