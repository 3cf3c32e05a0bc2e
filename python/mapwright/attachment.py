"""A GT4Py DaCe back end with Mapwright in it."""

import dataclasses
from pathlib import Path

from gt4py.next.program_processors.runners.dace.workflow.translation import DaCeTranslator

from mapwright import tool
from mapwright.results import KINDS, Results
from mapwright.program import STAGES
from mapwright.saving import Saving
from mapwright.steps import Bindings, Compilation, KeepLowered, Translation


def attach(backend, *, results=None, save=None, capture=0, stages=STAGES, kinds=KINDS,
           strict=False, mw=None):
    """The back end with its steps wrapped; the one that is given stays as it is.

    backend: a DaCe back end of GT4Py. icon4py's, which are dictionaries of options, are for
        attach_icon4py(), which takes the same arguments.
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
    return Attachment.of(results=results, save=save, capture=capture, stages=stages, kinds=kinds,
                         strict=strict, mw=mw).to(backend)


def is_dace(backend):
    return isinstance(_translator(backend), DaCeTranslator)


def is_attached(backend):
    return isinstance(_translation(backend), Translation)


def _translation(backend):
    return getattr(getattr(backend, "executor", None), "translation", None)


def _translator(backend):
    translation = _translation(backend)
    return getattr(translation, "step", translation)  # without GT4Py's translation cache


@dataclasses.dataclass(frozen=True)
class Attachment:
    """What a back end is to have of Mapwright: attach()'s arguments, checked."""

    mw: str
    results: Results | None
    save: Path | None
    capture: int

    @classmethod
    def of(cls, *, results=None, save=None, capture=0, stages=STAGES, kinds=KINDS, strict=False,
           mw=None):
        for names, known in ((stages, STAGES), (kinds, KINDS)):
            for name in names:
                if name not in known:
                    raise ValueError(f"'{name}' is none of {', '.join(known)}")
        if capture and not save:
            raise ValueError("a captured call needs a folder to go to: attach(save=...)")
        if results is not None and not Path(results).is_dir():
            raise FileNotFoundError(f"there is no folder '{results}' with results")
        return cls(tool.find(mw),
                   Results(Path(results).absolute(), tuple(stages), tuple(kinds), strict)
                   if results is not None else None,
                   Path(save).absolute() if save else None, capture)

    def to(self, backend):
        _check_kind(backend)
        executor = backend.executor
        translator = _translator(backend)
        lowering = KeepLowered(translator)
        if executor.translation is not translator:
            lowering = dataclasses.replace(executor.translation, step=lowering)
        return dataclasses.replace(backend, executor=dataclasses.replace(
            executor,
            translation=Translation(
                lowering, translator, self.mw, self.results,
                Saving(self.save, self.capture, backend.name) if self.save else None),
            bindings=Bindings(executor.bindings),
            compilation=Compilation(
                executor.compilation,
                executor.compilation.device_type.name != "CPU"
                and not translator.async_sdfg_call)))


def _check_kind(backend):
    if is_attached(backend):
        raise TypeError(f"the back end '{backend.name}' has Mapwright attached to it already")
    if is_dace(backend):
        return
    if isinstance(backend, dict) or type(backend).__name__ == "DeviceType":
        raise TypeError(
            "attach() takes a GT4Py back end, and this is what icon4py makes one of for each "
            "program, with the program's own options: call mapwright.attach_icon4py(...) with the "
            "same arguments before the model is set up, and give icon4py its own "
            f"{'dictionary' if isinstance(backend, dict) else 'device type'} as before")
    name = getattr(backend, "name", None) or f"{backend!r}"
    raise TypeError(f"attach() takes a DaCe back end of GT4Py, and '{name}' is none")
