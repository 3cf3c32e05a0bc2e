#!/usr/bin/env bash
# DaCe 2.0.0b1, seen 2026-11-29. Needs a C++ compiler and CMake.
# Expected: a StructureView of a structure inside of a structure, and a view of a member of it, is a program: it validates.
# Seen: the C++ does not compile: the view is declared as a structure by value ("inner b") and its member taken through a
#       pointer ("b->x"). A view of the member by its whole name ("cfg.sub.x") compiles and is right.
# Bitten: who writes graphs with structures, or compares with what DaCe computes: leave views of structures out.
source "$(dirname "$0")/lib.sh"
command -v c++ >/dev/null && command -v cmake >/dev/null || { echo "skipped: no c++ or no cmake"; exit 77; }
need_python 3.10 dace==2.0.0b1 sympy==1.14.0
check <<'EOF'
import copy, ctypes, sys

import dace, numpy as np
from dace.data import Structure, StructureView

dace.Config.set("compiler", "cpu", "args", value="-std=c++17 -fPIC -O0 -w")
N = dace.symbol("N")


def program(name, through_view):
    inner = Structure({"x": dace.float64[N]}, name="inner")
    sdfg = dace.SDFG(name)
    sdfg.add_datadesc("cfg", Structure({"sub": copy.deepcopy(inner)}, name="outer"))
    sdfg.add_array("o", [N], dace.float64)
    sdfg.add_view("x", [N], dace.float64)
    state = sdfg.add_state()
    cfg, x, o = state.add_access("cfg"), state.add_access("x"), state.add_access("o")
    if through_view:
        sdfg.add_datadesc("b", StructureView.view(inner))
        b = state.add_access("b")
        state.add_edge(cfg, None, b, "views", dace.Memlet("cfg.sub[0]"))
        state.add_edge(b, None, x, "views", dace.Memlet("b.x[0:N]"))
    else:
        state.add_edge(cfg, None, x, "views", dace.Memlet("cfg.sub.x[0:N]"))
    state.add_nedge(x, o, dace.Memlet("x[0:N]"))
    sdfg.validate()
    return sdfg


try:
    program("through_view", True).compile()
    refused = ""
except dace.codegen.exceptions.CompilationError as error:
    refused = next((line for line in str(error).splitlines() if "error:" in line), "")
print("through a view of the structure:", refused.split("error:")[-1].strip() or "compiles")

direct = program("by_name", False)
values, result = np.array([1.0, 2.0, 3.0]), np.zeros(3)
sub = direct.arrays["cfg"].members["sub"].dtype._typeclass.as_ctypes()(x=values.ctypes.data)
cfg = direct.arrays["cfg"].dtype._typeclass.as_ctypes()(sub=ctypes.pointer(sub))
direct(cfg=cfg, o=result, N=3)
print("by the member's whole name:", result)
sys.exit(not ("non-pointer type" in refused and (result == values).all()))
EOF
