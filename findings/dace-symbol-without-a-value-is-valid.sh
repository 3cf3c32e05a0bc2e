#!/usr/bin/env bash
# DaCe 2.0.0a10 and 2.0.0b1, sympy 1.14.0, seen 2026-11-30.
# Expected: a nested graph that uses a symbol M, put into a graph that has no M, with a mapping that gives M no value, is refused, or
#   valid and callable.
# Seen: 2.0.0a10 refuses to add it: "Missing symbols on nested SDFG "inner": ['M']". 2.0.0b1 fills in M = M, though the outer graph has no
#   symbol of that name; validate() finds nothing, and arglist(), which every call and code generation ask, ends with KeyError: 'M'.
#   Where the outer graph happens to have an M, of another meaning and as int64, both take that one for the inner int32.
# Bitten: whoever puts programs together as nested graphs (linkers, inliners, tests) and trusts validate(): a forgotten symbol shows when
#   the program is called, or not at all where a name is met by chance.
source "$(dirname "$0")/lib.sh"
need_python 3.11 dace==2.0.0a10 sympy==1.14.0
also newest --no-deps dace==2.0.0b1
cat >"$work/one.py" <<'EOF'
import dace


def outcome(outer_has):
    inner = dace.SDFG("inner")
    for name in ("N", "M"):
        inner.add_symbol(name, dace.int32)
    inner.add_array("a", [4], dace.float64)
    state = inner.add_state()
    tasklet = state.add_tasklet("t", {}, {"o"}, "o = M")
    state.add_edge(tasklet, "o", state.add_write("a"), None, dace.Memlet("a[0]"))
    outer = dace.SDFG("outer")
    outer.add_array("a", [4], dace.float64)
    outer.add_symbol("N", dace.int32)
    if outer_has:
        outer.add_symbol("M", dace.int64)
    state = outer.add_state()
    try:
        node = state.add_nested_sdfg(inner, set(), {"a"}, symbol_mapping={"N": "N"})
    except ValueError as error:
        return str(error)
    state.add_edge(node, "a", state.add_write("a"), None, dace.Memlet("a[0:4]"))
    outer.validate()
    try:
        return f"valid, M = {node.symbol_mapping['M']}, arguments {', '.join(outer.arglist())}"
    except KeyError as error:
        return f"valid, M = {node.symbol_mapping['M']}, arguments: KeyError {error}"


print(dace.__version__, "|", outcome(False), "|", outcome(True))
EOF
check <<'EOF'
import sys

from said import said

program = open("one.py").read()
by_chance = "valid, M = M, arguments a, M"
seen = [said(program, "site"), said(program, "newest", "site")]
print("\n".join(seen))
sys.exit(seen != [f"2.0.0a10 | Missing symbols on nested SDFG \"inner\": ['M'] | {by_chance}",
                  f"2.0.0b1 | valid, M = M, arguments: KeyError 'M' | {by_chance}"])
EOF
