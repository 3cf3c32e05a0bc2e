#!/usr/bin/env bash
# DaCe 2.0.0b1 with sympy 1.14.0, seen 2026-11-28.
# Expected: an index or range has one value, whether its symbols are known while the graph is worked on or only at run time.
# Seen: k // 2 in a memlet is printed as C's k / 2 (-3 for k = -7; also after specialize), and rounded down (-4) once
#   replace() has put the number in. "/" between integers is an exact fraction while simplifying (N/2 + N/2 becomes N) and
#   C's integer division when printed (N/2 is 3 for N = 7). A map over 0:sqrt(N) becomes a loop to pow(N, 1/2), whose 1/2 is
#   0 in C++: one iteration for every N.
# Bitten: whoever inlines sizes or offsets "only for speed", or writes block counts with "/" and sqrt.
source "$(dirname "$0")/lib.sh"
need_python 3.10 dace==2.0.0b1 sympy==1.14.0
check <<'EOF'
import copy, re, sys
import dace


def element(index, symbol):
    graph = dace.SDFG("element")
    graph.add_symbol(symbol, dace.int32)
    graph.add_array("A", [30], dace.float64)
    state = graph.add_state()
    one = state.add_tasklet("one", set(), {"o"}, "o = 1.0")
    state.add_edge(one, "o", state.add_write("A"), None, dace.Memlet(f"A[{index}]"))
    return graph


def line(graph, pattern):
    return re.search(pattern, graph.generate_code()[0].clean_code).group(1).replace(" ", "")


stored = r"A\[(.*)\] = o;"
known = element("k // 2 + 10", "k")
inlined, special = copy.deepcopy(known), copy.deepcopy(known)
inlined.replace("k", "-7")
special.specialize({"k": -7})

blocks = dace.SDFG("blocks")
blocks.add_symbol("N", dace.int32)
blocks.add_array("A", ["N"], dace.float64)
blocks.add_state().add_mapped_tasklet("m", {"i": "0:sqrt(N)"}, {}, "o = 1.0", {"o": dace.Memlet("A[i]")}, external_edges=True)

seen = {
    "A[k // 2 + 10]": line(known, stored),
    "the same, k specialised to -7": line(special, stored),
    "the same, k replaced by -7": line(inlined, stored),
    "A[N / 2]": line(element("N / 2", "N"), stored),
    "A[N / 2 + N / 2]": line(element("N / 2 + N / 2", "N"), stored),
    "end of 0:sqrt(N)": line(blocks, r"; i < (.*); i"),
}
stated = {
    "A[k // 2 + 10]": "((k/2)+10)",
    "the same, k specialised to -7": "((k/2)+10)",
    "the same, k replaced by -7": "6",
    "A[N / 2]": "(N/2)",
    "A[N / 2 + N / 2]": "N",
    "end of 0:sqrt(N)": "(dace::math::pow(N,1/2))",
}
for what, text in seen.items():
    print(f"{what:30} C++: {text}")
sys.exit(seen != stated)
EOF
