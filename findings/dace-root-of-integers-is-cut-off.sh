#!/usr/bin/env bash
# DaCe 2.0.0b1, seen 2026-11-29. Needs a C++ compiler and CMake.
# Expected: math.sqrt(a) and a ** 0.5 in a tasklet give 3.16... for a = 10 of int64 where the result is float64, as in Python.
# Seen: both give 3: the root is computed in the type of its argument. dace.float64(a) around it gives 3.16...
# Bitten: distances and norms of integer data lose their fraction without a word; results agree for squares alone.
source "$(dirname "$0")/lib.sh"
command -v c++ >/dev/null && command -v cmake >/dev/null || { echo "skipped: no c++ or no cmake"; exit 77; }
need_python 3.10 dace==2.0.0b1 sympy==1.14.0
check <<'EOF'
import math, sys

import dace, numpy as np

dace.Config.set("compiler", "cpu", "args", value="-std=c++17 -fPIC -O0 -w")


def root(number, expression):
    sdfg = dace.SDFG(f"root{number}")
    sdfg.add_array("whole", [1], dace.int64)
    sdfg.add_array("result", [1], dace.float64)
    state = sdfg.add_state()
    state.add_mapped_tasklet("root", {"i": "0:1"}, {"a": dace.Memlet("whole[i]")}, f"b = {expression}",
                             {"b": dace.Memlet("result[i]")}, external_edges=True)
    result = np.zeros(1)
    sdfg(whole=np.array([10], np.int64), result=result)
    return result[0]


call, power = root(0, "math.sqrt(a)"), root(1, "(a ** 0.5)")
cast = root(2, "math.sqrt(dace.float64(a))")
print("root of 10: math.sqrt", call, "** 0.5", power, "of dace.float64", cast, "Python", math.sqrt(10))
sys.exit(not (call == 3 and power == 3 and cast == math.sqrt(10)))
EOF
