#!/usr/bin/env bash
# islpy 2026.2.2 (isl's text format), seen 2026-11-28.
# Expected: i/2 in a map of integers is an integer division, C's or Python's, as in the loops that one copies it from.
# Seen: "/" is the exact quotient: { [i] -> [i/2] } is not defined for odd i at all, silently, and (i/2)*2 is i. "//" and
#   floor() round down, "%" is never negative: none of the three is C's division, which generated code uses for the same text.
# Bitten: whoever turns an index such as k/2 or k%3 of a stencil into an isl relation: half of the dependences are missing,
#   or those of negative offsets point elsewhere, and a reordering is found legal that is not.
source "$(dirname "$0")/lib.sh"
need_python 3.10 islpy==2026.2.2
check <<'EOF'
import sys
import islpy as isl


def images(index):
    relation = isl.Map(f"{{ [i] -> [{index}] }}")
    found = []
    for i in (-7, -6, 7):
        image = relation.intersect_domain(isl.Set(f"{{ [{i}] }}")).range()
        found.append(None if image.is_empty() else int(str(image.lexmin().dim_max_val(0))))
    return found


stated = {"i/2": [None, -3, None], "(i/2)*2": [-7, -6, 7], "i//2": [-4, -3, 3], "floor(i/2)": [-4, -3, 3], "i % 3": [2, 0, 1]}
seen = {index: images(index) for index in stated}
for index, values in seen.items():
    print(f"{index:10} of -7, -6, 7: {values}")
print("C:         i/2 -3, -3, 3; i % 3 -1, 0, 1")
sys.exit(seen != stated)
EOF
