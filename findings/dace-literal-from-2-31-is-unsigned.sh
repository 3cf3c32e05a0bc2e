#!/usr/bin/env bash
# DaCe 2.0.0b1, seen 2026-11-29. Needs a C++ compiler and CMake.
# Expected: a whole number in a tasklet is a number: of a = 5 (int32), `a - 2147483648` is -2147483643, also where the
#   result is int64 or float64.
# Seen: literals from 2^31 to 2^32 - 1 get the suffix U in the generated C++, so that int32 arithmetic with them is
#   unsigned: the difference arrives as 2147483653. One below, 2147483647, and one above, 4294967296 (suffix LL), are right.
# Bitten: an offset just past the 32-bit range changes the sign of everything that is subtracted from.
source "$(dirname "$0")/lib.sh"
command -v c++ >/dev/null && command -v cmake >/dev/null || { echo "skipped: no c++ or no cmake"; exit 77; }
need_python 3.10 dace==2.0.0b1 sympy==1.14.0
check <<'EOF'
import sys

import dace, numpy as np

dace.Config.set("compiler", "cpu", "args", value="-std=c++17 -fPIC -O0 -w")


def difference(literal):
    sdfg = dace.SDFG(f"minus{literal}")
    sdfg.add_array("whole", [1], dace.int32)
    sdfg.add_array("result", [1], dace.float64)
    state = sdfg.add_state()
    state.add_mapped_tasklet("minus", {"i": "0:1"}, {"a": dace.Memlet("whole[i]")}, f"b = (a - {literal})",
                             {"b": dace.Memlet("result[i]")}, external_edges=True)
    result = np.zeros(1)
    sdfg(whole=np.array([5], np.int32), result=result)
    return result[0]


seen = {literal: difference(literal) for literal in (2**31 - 1, 2**31, 2**32)}
for literal, value in seen.items():
    print(f"5 - {literal}: program {value:.0f}, Python {5 - literal}")
sys.exit(not (seen[2**31 - 1] == 5 - (2**31 - 1) and seen[2**31] == 5 - 2**31 + 2**32 and seen[2**32] == 5 - 2**32))
EOF
