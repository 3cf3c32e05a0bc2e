"""Brings what Mapwright tuned back into GT4Py's DaCe back end, by program.

    backend = mapwright.attach(run_dace_cpu, results="tuned", save="programs", capture=1)
    mapwright.attach_icon4py(results="tuned")  # the back ends of icon4py's programs
"""

from mapwright.attach import attach
from mapwright.graphs import read as read_sdfg
from mapwright.icon4py import attach_icon4py
from mapwright.results import ChangedArguments

__all__ = ["ChangedArguments", "attach", "attach_icon4py", "read_sdfg"]
