"""Brings what Mapwright tuned back into GT4Py's DaCe back end, by program, and calls its libraries.

    backend = mapwright.attach(run_dace_cpu, results="tuned", save="programs", capture=1)
    mapwright.attach_icon4py(results="tuned")  # the back ends of icon4py's programs
    with mapwright.log_calls("step"):          # the calls of one time step, for a sequence
    granule = mapwright.load("granule.so")     # a library, called by names; without GT4Py and DaCe
"""

import importlib

# Module and name there, read when they are asked for: a library needs neither GT4Py nor DaCe.
_WHERE = {
    "ChangedArguments": ("results", "ChangedArguments"),
    "attach": ("attachment", "attach"),
    "attach_icon4py": ("icon4py", "attach_icon4py"),
    "load": ("loaded", "load"),
    "log_calls": ("call_log", "log_calls"),
    "read_sdfg": ("graphs", "read"),
}

__all__ = ["ChangedArguments", "attach", "attach_icon4py", "load", "log_calls",
           "read_sdfg"]


def __getattr__(name):
    try:
        module, attribute = _WHERE[name]
    except KeyError:
        raise AttributeError(f"module '{__name__}' has no attribute '{name}'") from None
    value = getattr(importlib.import_module(f"{__name__}.{module}"), attribute)
    globals()[name] = value
    return value


def __dir__():
    return sorted({*globals(), *__all__})
