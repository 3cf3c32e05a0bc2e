#!/usr/bin/env bash
# islpy 2026.2.2 (wheel with isl's counting of points), seen 2026-11-28.
# Expected: Set.count_val() of a set with parameters, or of an infinite set, is an error, NaN or infinity.
# Seen: it is 0, without a message, wherever the parameters have no bounds, even for [N] -> { [i] : 0 <= i < 10 }, which has
#   ten points for every N; is_bounded() is True for that set and does not warn. Where the parameters have bounds, the points
#   of all values of the parameters are added up: 0 <= i < N with 3 <= N <= 5 gives 12.
# Bitten: footprint and traffic models of stencils with a symbolic size: zero bytes, not "unknown".
source "$(dirname "$0")/lib.sh"
need_python 3.10 islpy==2026.2.2
check <<'EOF'
import sys
import islpy as isl

stated = {
    "{ [i] : 0 <= i < 10 }": (10, True),
    "[N] -> { [i] : 0 <= i < 10 }": (0, True),
    "[N] -> { [i] : 0 <= i < N }": (0, True),
    "{ [i] : i >= 0 }": (0, False),
    "[N] -> { [i] : 0 <= i < N and 3 <= N <= 5 }": (12, True),
}
seen = {text: (int(str(isl.Set(text).count_val())), bool(isl.Set(text).is_bounded())) for text in stated}
for text, result in seen.items():
    print(f"{text:45} count {result[0]:3} bounded {result[1]}")
sys.exit(seen != stated)
EOF
