#!/usr/bin/env bash
# DaCe 1.0.2, networkx 3.5 and 3.6.1, seen 2026-11-29.
# Expected: pip installs DaCe 1.0.2 with a networkx that it works with (its metadata asks for any), and C++ is generated.
# Seen: with networkx 3.6.1, which pip takes today, no SDFG becomes C++: generate_code raises KeyError with the name of the
#   first state, because immediate_dominators no longer lists the start block. Validation, loading and transformations are
#   not affected. With networkx 3.5 the same graph is generated.
# Bitten: whoever keeps DaCe 1 beside DaCe 2 to compare graphs of older pipelines: a fresh environment loads and validates
#   everything and fails only at the first compilation, with an error that names no package.
source "$(dirname "$0")/lib.sh"
need_python 3.11 dace==1.0.2 networkx==3.6.1 numpy==1.26.4
cat >"$work/one.py" <<'EOF'
import dace, networkx

graph = dace.SDFG("one")
graph.add_array("O", [1], dace.float64)
state = graph.add_state("first")
tasklet = state.add_tasklet("t", {}, {"o"}, "o = 2.0")
state.add_edge(tasklet, "o", state.add_write("O"), None, dace.Memlet("O[0]"))
graph.validate()
try:
    graph.generate_code()
    print("networkx", networkx.__version__, "generated")
except KeyError as error:
    print("networkx", networkx.__version__, "KeyError", error)
EOF
also older --no-deps networkx==3.5
check <<'EOF'
import sys

from said import said

program = open("one.py").read()
seen = [said(program, "site"), said(program, "older", "site")]
print(seen)
sys.exit(seen != ["networkx 3.6.1 KeyError SDFGState (first)", "networkx 3.5 generated"])
EOF
