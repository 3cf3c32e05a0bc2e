#!/usr/bin/env bash
# DaCe 2.0.0b1 (the same in 2.0.0a10), seen 2026-11-28. Needs a C++ compiler and CMake.
# Expected: an array whose strides differ from the descriptor's is copied or refused when a compiled program is called.
# Seen: a Fortran-ordered array of the right shape and type is taken without a word and its memory read in C order: the
#   numbers are all there, at other places. Every view is refused with a TypeError, even the harmless C-contiguous one of a
#   reshape, so the check looks strict.
# Bitten: whoever feeds ICON's fields (Fortran, serialbox, f2py) to a DaCe program: sums and extrema still agree.
source "$(dirname "$0")/lib.sh"
command -v c++ >/dev/null && command -v cmake >/dev/null || { echo "skipped: no c++ or no cmake"; exit 77; }
need_python 3.10 dace==2.0.0b1 sympy==1.14.0
check <<'EOF'
import sys
import dace, numpy as np

dace.Config.set("compiler", "cpu", "args", value="-std=c++17 -fPIC -O0 -w")


@dace.program
def doubled(a: dace.float64[3, 4], b: dace.float64[3, 4]):
    b[:] = a * 2


values = np.arange(12.0).reshape(3, 4).copy()
compiled = doubled.to_sdfg().compile()


def called(a):
    b = np.zeros((3, 4))
    try:
        compiled(a=a, b=b)
    except Exception as e:
        return type(e).__name__
    if np.array_equal(b, 2 * a):
        return "right"
    return "memory order" if np.array_equal(b.ravel(), 2 * a.ravel(order="K")) else "other"


seen = {
    "C order": called(values),
    "Fortran order": called(np.asfortranarray(values)),
    "strided view": called(np.arange(24.0).reshape(3, 8)[:, ::2]),
    "C-contiguous view": called(np.arange(12.0).reshape(3, 4)),
    "transposed view": called(np.arange(12.0).reshape(4, 3).T),
}
stated = {"C order": "right", "Fortran order": "memory order", "strided view": "TypeError", "C-contiguous view": "TypeError",
          "transposed view": "TypeError"}
print("dace", dace.__version__, seen)
sys.exit(seen != stated)
EOF
