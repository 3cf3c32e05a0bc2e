#!/usr/bin/env bash
# icon4py-common 0.4.1 with gt4py 1.2.1, seen 2026-11-29.
# Expected: model_options.customize_backend leaves the dictionary of a back end that it is given as it is.
# Seen: where the dictionary has `optimization_args`, icon4py writes the program's own options into these.
# Bitten: each program that is set up after the implicit solver has its unrolled scans and its hook too; what is
#   compiled depends on the order in which programs are set up. A fresh dictionary for each program avoids it.
source "$(dirname "$0")/lib.sh"
need_python 3.12 icon4py-common==0.4.1 gt4py==1.2.1 dace==2.0.0a6
check <<'EOF'
import sys
from icon4py.model.common import model_backends, model_options


def options(name, backend):
    def program():
        pass

    program.__name__ = name
    translation = model_options.customize_backend(program, backend).executor.translation
    return sorted(translation.step.auto_optimize_args)


backend = {"device": model_backends.CPU, "optimization_args": {"fuse_tasklets": True}}
before = options("calculate_nabla4", backend)
options("vertically_implicit_solver_at_predictor_step", backend)
after = options("calculate_nabla4", backend)
print("calculate_nabla4 before the solver:", before)
print("calculate_nabla4 after it:         ", after)
sys.exit(not ("scan_loop_unrolling" not in before and "scan_loop_unrolling" in after
              and "scan_loop_unrolling" in backend["optimization_args"]))
EOF
