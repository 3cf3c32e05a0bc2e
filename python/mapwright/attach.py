"""A GT4Py DaCe back end with Mapwright in it."""

import dataclasses
from pathlib import Path

from mapwright import tool
from mapwright.results import KINDS, Results
from mapwright.program import STAGES
from mapwright.saving import Saving
from mapwright.steps import Bindings, Compilation, KeepLowered, Translation


def attach(backend, *, results=None, save=None, capture=0, stages=STAGES, kinds=KINDS,
           strict=False, mw=None):
    """The back end with its steps wrapped; the one that is given stays as it is.

    results: a folder of exports (`mw export`). A program whose graph at one of the `stages`
        ("lowered", "finished") is the one that an export stands for gets it; every other program
        is GT4Py's own. `kinds`: what may be used ("library", "graph"), the preferred one first. An
        export whose argument list is not the program's is refused: GT4Py's own is used and a
        warning says why, or, if `strict`, ChangedArguments is raised.
    save: a folder for what `mw pipeline collect` reads: every program that is compiled, at each
        stage, with its arguments and how often it was called.
    capture: saves the inputs and outputs of this call of each program (1: the first; 0: of none).
    mw: the program `mw` (else $MAPWRIGHT_MW, else the one on the search path).
    """
    for names, known in ((stages, STAGES), (kinds, KINDS)):
        for name in names:
            if name not in known:
                raise ValueError(f"'{name}' is none of {', '.join(known)}")
    if capture and not save:
        raise ValueError("a captured call needs a folder to go to: attach(save=...)")
    if results is not None and not Path(results).is_dir():
        raise FileNotFoundError(f"there is no folder '{results}' with results")
    executor = backend.executor
    cached = hasattr(executor.translation, "step")
    translator = executor.translation.step if cached else executor.translation
    lowering = KeepLowered(translator)
    return dataclasses.replace(backend, executor=dataclasses.replace(
        executor,
        translation=Translation(
            dataclasses.replace(executor.translation, step=lowering) if cached else lowering,
            translator, tool.find(mw),
            Results(Path(results).absolute(), tuple(stages), tuple(kinds), strict)
            if results is not None else None,
            Saving(Path(save).absolute(), capture, backend.name) if save else None),
        bindings=Bindings(executor.bindings),
        compilation=Compilation(
            executor.compilation,
            backend.executor.compilation.device_type.name != "CPU"
            and not translator.async_sdfg_call)))
