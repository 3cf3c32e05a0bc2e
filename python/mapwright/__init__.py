"""Mapwright for scripts: programs that `mw` opens, rewrites, runs and times; libraries that it wrote; GT4Py's DaCe back end.

    program = mapwright.open("nabla4.sdfg")    # .info(), .optimise(), .verify(), .bench(), ...
    backend = mapwright.attach(run_dace_cpu, results="tuned", save="programs", capture=1)
    mapwright.attach_icon4py(results="tuned")  # the back ends of icon4py's programs
    with mapwright.log_calls("step"):          # the calls of one time step, for a sequence
    granule = mapwright.load("granule.so")     # a library, called by names; without GT4Py and DaCe
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mapwright.attachment import attach
    from mapwright.graphs import read as read_sdfg
    from mapwright.icon4py import attach_icon4py
    from mapwright.loaded import load
    from mapwright.opened import Program, devices, transformations
    from mapwright.opened import open_program as open
    from mapwright.reports import Advice, Bench, Difference, Info, Outputs, Picture, Report, Table, Verdict
    from mapwright.results import ChangedArguments
    from mapwright.tool import MapwrightError, which

# Module and name there, read when they are asked for: a program and a library need neither GT4Py nor DaCe.
_WHERE = {
    "ChangedArguments": ("results", "ChangedArguments"),
    "attach": ("attachment", "attach"),
    "attach_icon4py": ("icon4py", "attach_icon4py"),
    "load": ("loaded", "load"),
    "log_calls": ("call_log", "log_calls"),
    "read_sdfg": ("graphs", "read"),
    "MapwrightError": ("tool", "MapwrightError"),
    "which": ("tool", "which"),
    "open": ("opened", "open_program"),
    "Program": ("opened", "Program"),
    "devices": ("opened", "devices"),
    "transformations": ("opened", "transformations"),
    **{name: ("reports", name) for name in ("Advice", "Bench", "Difference", "Info", "Outputs", "Picture", "Report",
                                            "Table", "Verdict")},
}

__all__ = ["Advice", "Bench", "ChangedArguments", "Difference", "Info", "MapwrightError", "Outputs", "Picture", "Program",
           "Report", "Table", "Verdict", "attach", "attach_icon4py", "devices", "load", "log_calls", "open", "read_sdfg",
           "transformations", "which"]


def __getattr__(name: str) -> Any:
    try:
        module, attribute = _WHERE[name]
    except KeyError:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'") from None
    value = getattr(importlib.import_module(f"{__name__}.{module}"), attribute)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
