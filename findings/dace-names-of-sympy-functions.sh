#!/usr/bin/env bash
# DaCe 2.0.0b1 with sympy 1.14.0, seen 2026-11-28.
# Expected: any identifier that validate() accepts as the name of an array can be read in a condition between states.
# Seen: div, diff, trace, degree, test, sign, re are parsed as sympy's functions of these names there: "div > 0" raises a
#   SympifyError ("cannot sympify object of type NotImplementedType") that names neither the array nor the edge. The same
#   names work as symbols in shapes and memlets; rho, theta, beta, gamma work everywhere.
# Bitten: programs with fields called div (divergence) or diff (diffusion): they break when a pass first moves a condition
#   from a tasklet to an edge, far from where the name was chosen.
source "$(dirname "$0")/lib.sh"
need_python 3.10 dace==2.0.0b1 sympy==1.14.0
check <<'EOF'
import sys
import dace


def in_condition(name):
    try:
        graph = dace.SDFG("branch")
        graph.add_scalar(name, dace.float64)
        first, second = graph.add_state("first", is_start_block=True), graph.add_state("second")
        graph.add_edge(first, second, dace.InterstateEdge(f"{name} > 0"))
        graph.validate()
        graph.generate_code()
        return "works"
    except Exception as e:
        return type(e).__name__


def in_memlet(name):
    graph = dace.SDFG("index")
    graph.add_symbol(name, dace.int32)
    graph.add_array("A", [10], dace.float64)
    state = graph.add_state()
    one = state.add_tasklet("one", set(), {"o"}, "o = 1.0")
    state.add_edge(one, "o", state.add_write("A"), None, dace.Memlet(f"A[{name}]"))
    graph.validate()
    return "works" if f"A[{name}] = o;" in graph.generate_code()[0].clean_code else "other text"


bad, good = ("div", "diff", "trace", "degree", "test", "sign", "re"), ("rho", "theta", "beta", "gamma")
seen = {name: (in_condition(name), in_memlet(name)) for name in bad + good}
for name, (condition, memlet) in seen.items():
    print(f"{name:7} in a condition: {condition:14} in a memlet: {memlet}")
stated = {name: ("SympifyError" if name in bad else "works", "works") for name in bad + good}
sys.exit(seen != stated)
EOF
