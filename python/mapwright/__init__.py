"""Brings what Mapwright tuned back into GT4Py's DaCe back end, by program.

    backend = mapwright.attach(run_dace_cpu, results="tuned", save="programs", capture=1)
"""

from mapwright.attach import attach
from mapwright.results import ChangedArguments

__all__ = ["ChangedArguments", "attach"]
