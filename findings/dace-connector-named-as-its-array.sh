#!/usr/bin/env bash
# DaCe 1.0.2 (with networkx 3.5), 2.0.0a6 and 2.0.0b1, sympy 1.14.0, seen 2026-11-30.
# Expected: a connector of a tasklet is a name inside the tasklet, so it may be called like an array outside; if that is not
#   allowed, it is not allowed in any release, or the release notes say when it changed.
# Seen: 1.0.2 validates `o = b + 1` with the input connector b beside an array b; a6 and b1 refuse the very same graph: "Connector
#   name 'b' is already used as a symbol, constant, or array name".
# Bitten: whoever opens saved graphs of 1.x (GT4Py 1.0 names connectors and containers of its branches `__arg1` alike) with 2.0:
#   the file loads, and its first validation fails. Other names for the connectors make it valid everywhere.
source "$(dirname "$0")/lib.sh"
need_python 3.11 dace==2.0.0a6 sympy==1.14.0
also newest --no-deps dace==2.0.0b1
also oldest dace==1.0.2 'networkx==3.5' sympy==1.14.0
cat >"$work/one.py" <<'EOF'
import dace


def outcome(connector):
    graph = dace.SDFG("named")
    graph.add_array("a", [4], dace.float64)
    graph.add_array("b", [4], dace.float64)
    state = graph.add_state()
    tasklet = state.add_tasklet("t", {connector}, {"o"}, f"o = {connector} + 1")
    state.add_edge(state.add_read("a"), None, tasklet, connector, dace.Memlet("a[0]"))
    state.add_edge(tasklet, "o", state.add_write("b"), None, dace.Memlet("b[1]"))
    try:
        graph.validate()
    except Exception as error:
        return type(error).__name__ + ": " + str(error).split(" (at")[0]
    return "valid"


print(dace.__version__, "|", outcome("x"), "|", outcome("b"))
EOF
check <<'EOF'
import sys

from said import said

program = open("one.py").read()
refused = "InvalidSDFGNodeError: Connector name 'b' is already used as a symbol, constant, or array name"
seen = [said(program, "oldest"), said(program, "site"), said(program, "newest", "site")]
print("\n".join(seen))
sys.exit(seen != ["1.0.2 | valid | valid", f"2.0.0a6 | valid | {refused}", f"2.0.0b1 | valid | {refused}"])
EOF
