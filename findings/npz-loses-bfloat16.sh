#!/usr/bin/env bash
# NumPy 2.5.5 with ml_dtypes 0.6.0 (the bfloat16 that JAX and GT4Py use), seen 2026-11-28.
# Expected: np.savez either keeps the type of an array or refuses it.
# Seen: a bfloat16 array is written without a word as dtype "|V2", two opaque bytes. It comes back so, even with ml_dtypes
#   imported: no arithmetic, no conversion to float32, no comparison with the original (errors that name void or structured
#   types). The bytes are right, .view(bfloat16) recovers them if one knows the type from elsewhere. float16 is kept.
# Bitten: whoever stores inputs or references of reduced-precision kernels as npz and reads them in another process.
source "$(dirname "$0")/lib.sh"
need_python 3.12 numpy==2.5.5 ml_dtypes==0.6.0
check <<'EOF'
import io, sys
import numpy as np
from ml_dtypes import bfloat16

values = np.array([0.5, 1.0, 2.0, 3.0])
store = io.BytesIO()
np.savez(store, low=values.astype(bfloat16), half=values.astype(np.float16))
store.seek(0)
with np.load(store) as back:
    low, half = back["low"], back["half"]


def tried(what):
    try:
        return f"works: {what()}"
    except Exception as e:
        return type(e).__name__


seen = {
    "float16 comes back as": str(half.dtype),
    "bfloat16 comes back as": low.dtype.str,
    "addition": tried(lambda: low + low),
    "to float32": tried(lambda: low.astype(np.float32)),
    "comparison": tried(lambda: np.array_equal(low, values.astype(bfloat16))),
    "values by .view(bfloat16)": low.view(bfloat16).astype(float).tolist(),
}
stated = {
    "float16 comes back as": "float16",
    "bfloat16 comes back as": "|V2",
    "addition": "UFuncTypeError",
    "to float32": "ValueError",
    "comparison": "TypeError",
    "values by .view(bfloat16)": values.tolist(),
}
print("numpy", np.__version__, seen)
sys.exit(seen != stated)
EOF
