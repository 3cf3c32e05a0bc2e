#!/usr/bin/env bash
# islpy 2026.2.2, seen 2026-11-28.
# Expected: as everywhere in Python, objects that compare equal have the same hash.
# Seen: "==" compares the points, hash() the way in which the set is written: the even numbers below ten by a condition and
#   the same five points by a list are equal with different hashes; a Python set keeps both, a dictionary misses the key.
#   Names of dimensions do not matter.
# Bitten: caches and "already visited" sets of polyhedral passes: recomputed or endlessly revisited domains.
source "$(dirname "$0")/lib.sh"
need_python 3.10 islpy==2026.2.2
check <<'EOF'
import sys
import islpy as isl

even = isl.Set("{ [i] : exists e : i = 2e and 0 <= i < 10 }")
listed = isl.Set("{ [0]; [2]; [4]; [6]; [8] }")
renamed = isl.Set("{ [k] : exists e : k = 2e and 0 <= k < 10 }")
seen = {
    "equal": even == listed,
    "same hash": hash(even) == hash(listed),
    "kept in a set": len({even, listed}),
    "found as key": listed in {even: 1},
    "other names, same hash": hash(even) == hash(renamed),
}
stated = {"equal": True, "same hash": False, "kept in a set": 2, "found as key": False, "other names, same hash": True}
print(even, "and", listed)
print(seen)
sys.exit(seen != stated)
EOF
