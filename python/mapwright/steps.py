"""The steps of GT4Py's DaCe workflow (translation, bindings, compilation), with results of ours
where there are some. All of them are pickled: GT4Py compiles in processes of its own."""

import dataclasses
import json
import logging
from pathlib import Path
from typing import Any

import dace
from dace.codegen.compiled_sdfg import CompiledSDFG
from gt4py._core import definitions as core_defs
from gt4py.next.program_processors.runners.dace.transformations.auto_optimize import (
    GT4PyAutoOptHook,
)
from gt4py.next.program_processors.runners.dace.workflow import (
    common as gtx_common,
    compilation as gtx_compilation,
    decoration as gtx_decoration,
    translation as gtx_translation,
)

from mapwright import graphs
from mapwright.bound import bound_arguments
from mapwright.ignored import ignored_options
from mapwright.library import Library
from mapwright.program import Program, packed
from mapwright.results import Decision, Results
from mapwright.saving import Recording, RecordedProgram, Saving

DEVICES = {core_defs.DeviceType.CPU: "cpu", core_defs.DeviceType.CUDA: "cuda",
           core_defs.DeviceType.ROCM: "hip"}

log = logging.getLogger("mapwright")
_said = set()


def say(decision):
    """Once in a process."""
    if decision.sentence not in _said:
        _said.add(decision.sentence)
        log.log(logging.INFO if decision.expected else logging.WARNING, decision.sentence)


@dataclasses.dataclass(frozen=True)
class Translated:
    """What GT4Py's translation made, with the graph as it was lowered (.sdfgz); None where GT4Py
    does not optimise. This is what GT4Py keeps in its translation cache."""

    source: Any
    lowered: bytes | None
    notes: tuple[str, ...] = ()  # options that GT4Py ignored


@dataclasses.dataclass(frozen=True)
class KeepLowered:
    """GT4Py's translation, with an eye on its hook TopLevelDataFlowPre."""

    own: gtx_translation.DaCeTranslator

    def __call__(self, inp):
        lowered, notes = [], []
        translator = self.own
        if translator.auto_optimize:
            translator = dataclasses.replace(
                translator, auto_optimize_args=self._hooked(lowered, notes))
        return Translated(translator(inp), lowered[0] if lowered else None, tuple(notes))

    def _hooked(self, lowered, notes):
        options = dict(self.own.auto_optimize_args or {})
        hooks = dict(options.get("optimization_hooks") or {})
        theirs = hooks.get(GT4PyAutoOptHook.TopLevelDataFlowPre)

        def before_dataflow(sdfg):
            lowered.append(packed(sdfg.to_json()))
            notes.extend(ignored_options(options, sdfg))
            if theirs:
                theirs(sdfg)

        hooks[GT4PyAutoOptHook.TopLevelDataFlowPre] = before_dataflow
        return options | {"optimization_hooks": hooks}


@dataclasses.dataclass(frozen=True)
class Decided:
    """What goes from step to step: GT4Py's product, and what was decided about the program."""

    product: Any
    decision: Decision
    recording: Recording | None = None
    notes: tuple[str, ...] = ()


@dataclasses.dataclass(frozen=True)
class Translation:
    """Recognises a program, and puts the graph there that its bindings are made for."""

    lowering: Any  # KeepLowered, cached or not
    own: gtx_translation.DaCeTranslator
    mw: str
    results: Results | None
    saving: Saving | None

    def __call__(self, inp):
        made = self.lowering(inp)
        stages = {"lowered": made.lowered} if made.lowered else {}
        stages["finished"] = packed(made.source.source_code)
        program = Program.of(made.source.entry_point.name, DEVICES[self.own.device_type], stages,
                             self.mw, bound_arguments(inp))
        decision = self.results.decide(program) if self.results else Decision(
            f"{program.name}: GT4Py's own is used; no results were named ({program})")
        recording = self.saving.program(program, decision) if self.saving else None
        notes = () if decision.result else made.notes
        return Decided(self._source(made.source, program, decision), decision, recording, notes)

    def _source(self, source, program, decision):
        if not decision.result:
            return source
        with gtx_common.dace_context(device_type=self.own.device_type):
            if decision.result.kind == "library":
                sdfg = self._called_as(program.sdfg(decision.stage))
            else:
                sdfg = graphs.read(decision.result.file)
                if decision.stage == "lowered":
                    self._finish(sdfg)
            return dataclasses.replace(source,
                                       source_code=gtx_common.serialize_sdfg_as_json(sdfg))

    @property
    def _on_gpu(self):
        return self.own.device_type != core_defs.DeviceType.CPU

    def _called_as(self, sdfg):
        """Fields lie on the device, which a graph as lowered does not say yet."""
        if self._on_gpu:
            for data in sdfg.arrays.values():
                if not data.transient and isinstance(data, dace.data.Array) and (
                        data.storage == dace.StorageType.Default):
                    data.storage = dace.StorageType.GPU_Global
        return sdfg

    def _finish(self, sdfg):
        """What GT4Py does to a graph after it optimised it."""
        if self.own.async_sdfg_call:
            gtx_translation.make_sdfg_call_async(sdfg, self._on_gpu)
        else:
            gtx_translation.make_sdfg_call_sync(sdfg, self._on_gpu)
        if self.own.use_metrics:
            gtx_translation.add_instrumentation(sdfg, self._on_gpu)


@dataclasses.dataclass(frozen=True)
class Bindings:
    own: Any

    def __call__(self, inp):
        return dataclasses.replace(inp, product=self.own(inp.product))


@dataclasses.dataclass(frozen=True)
class Compilation:
    """An exported library needs no compilation; everything else is GT4Py's to compile."""

    own: gtx_compilation.DaCeCompiler
    wait: bool  # a call returns when the work is done

    def __call__(self, inp):
        result = inp.decision.result
        if result and result.kind == "library":
            made = LibraryArtifact(
                result.file, json.dumps(inp.product.program_source.source_code),
                inp.product.binding_source.source_code, self.own.bind_func_name,
                self.own.device_type, self.wait)
        else:
            made = self.own(inp.product)
        return Artifact(made, inp.decision, inp.recording, inp.notes)


@dataclasses.dataclass(frozen=True)
class LibraryArtifact:
    """GT4Py's DaCeCompilationArtifact for an exported library."""

    library_path: Path
    sdfg_json: str
    binding_source_code: str
    bind_func_name: str
    device_type: core_defs.DeviceType
    wait: bool

    def load(self):
        sdfg = dace.SDFG.from_json(json.loads(self.sdfg_json))
        library = Library(self.library_path, sdfg.name, self._synchronise if self.wait else None)
        compiled = CompiledSDFG(sdfg, library, sdfg.arg_names)
        program = gtx_compilation.CompiledDaceProgram(compiled, self.bind_func_name,
                                                      self.binding_source_code)
        decorated = gtx_decoration.DaCeDecoratedProgram(program, device_type=self.device_type)
        if decorated._collect_time and gtx_common.SDFG_ARG_METRIC_COMPUTE_TIME not in sdfg.arrays:
            library.measure_into(decorated._collect_time_arg)
        return decorated

    def _synchronise(self):
        import cupy

        cupy.cuda.runtime.deviceSynchronize()


@dataclasses.dataclass(frozen=True)
class Artifact:
    """A compiled program; it says what it is when the caller's process loads it."""

    made: Any
    decision: Decision
    recording: Recording | None
    notes: tuple[str, ...] = ()

    def load(self):
        say(self.decision)
        for note in self.notes:
            say(Decision(note, expected=False))
        program = self.made.load()
        return RecordedProgram(program, self.recording) if self.recording else program
