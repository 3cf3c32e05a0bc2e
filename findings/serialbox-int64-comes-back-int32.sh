#!/usr/bin/env bash
# serialbox4py 2.6.3 (the package "serialbox" on PyPI is something else), seen 2026-11-28.
# Expected: a field comes back as it was written, or is refused.
# Seen: an int64 array is stored under the type of an int32 with its number of elements kept, so the first half of its bytes
#   comes back: 1, 2, 3, 4 is read as 1, 0, 2, 0. Nothing is raised or printed. int32, bool, float32 and float64 are right.
# Bitten: neighbour tables and index fields that NumPy made (int64 by default) and that are saved beside ICON's fields for a
#   comparison: small values look plausible, every second index is 0.
source "$(dirname "$0")/lib.sh"
need_python 3.10 serialbox4py==2.6.3
check <<'EOF'
import sys
import numpy as np
import serialbox

fields = {name: np.array([1, 2, 3, 4], dtype=name) for name in ("int32", "int64", "float32", "float64")}
point = serialbox.Savepoint("step")
writer = serialbox.Serializer(serialbox.OpenModeKind.Write, "data", "field")
for name, values in fields.items():
    writer.write(name, point, values)
reader = serialbox.Serializer(serialbox.OpenModeKind.Read, "data", "field")
seen = {}
for name in fields:
    back = reader.read(name, point)
    seen[name] = (str(back.dtype), back.tolist())
    print(f"{name:8} written [1, 2, 3, 4], read {back.dtype} {back.tolist()}")
right = [1, 2, 3, 4]
stated = {"int32": ("int32", right), "int64": ("int32", [1, 0, 2, 0]), "float32": ("float32", right), "float64": ("float64", right)}
sys.exit(seen != stated)
EOF
