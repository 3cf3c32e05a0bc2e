"""Programs and calls as files, for `mw pipeline collect`.

A program has a folder of its own, named by it, where it runs, and the hash of its first stage:

  lowered.sdfgz, finished.sdfgz   its graph at each stage
  program.json                    names, hashes, arguments, those that are bound, versions
  calls-HOST-PID.json             how often a process called it, after each call
  lowered.scenario.json, ...      a captured call: sizes and scalars; arrays are those of
  inputs.npz, outputs.npz         fields and tables before the call, and what it wrote
  captured-by                     the process that captured it
"""

import dataclasses
import importlib.metadata
import json
from pathlib import Path

from gt4py.next.program_processors.runners.dace.workflow.decoration import DaCeDecoratedProgram

from mapwright import call_log, counts
from mapwright.capture import Call, values_of
from mapwright.program import arguments


def write(file, content):
    """Whole or not at all, also where several processes write the same."""
    file.parent.mkdir(parents=True, exist_ok=True)
    beside = file.with_name(f".{file.name}.{counts.process()}")
    beside.write_bytes(content if isinstance(content, bytes) else content.encode())
    beside.replace(file)


def as_text(json_):
    return json.dumps(json_, indent=1) + "\n"


@dataclasses.dataclass(frozen=True)
class Recording:
    """What is kept of a program's calls."""

    folder: Path
    stages: tuple[str, ...]
    capture: int  # which call; 0: none


@dataclasses.dataclass(frozen=True)
class Saving:
    folder: Path
    capture: int
    backend: str

    def program(self, program, decision):
        """Saves a program that is compiled."""
        key = next(iter(program.hashes.values()))
        folder = self.folder / f"{program.name}-{program.device}-{key[:8]}"
        for stage in program.graphs:
            write(folder / f"{stage}.sdfgz", program.noted(stage))
        write(folder / "program.json", as_text({
            "program": program.name, "backend": self.backend, "hashes": program.hashes,
            "bound": program.bound, "capture": self.capture,
            "gt4py": importlib.metadata.version("gt4py"),
            "dace": importlib.metadata.version("dace"),
            "used": decision.result.file.name if decision.result else "GT4Py's own",
            "arguments": {stage: [{"name": a.name, "type": a.type, "array": a.is_array}
                                  for a in arguments(program.sdfg(stage))]
                          for stage in program.graphs}}))
        return Recording(folder, tuple(program.graphs), self.capture)


class RecordedProgram(DaCeDecoratedProgram):
    """A loaded program whose calls are counted, and one of them captured."""

    def __init__(self, loaded, recording):
        self.__dict__.update(loaded.__dict__)
        self._recording = recording
        self._count = counts.count(recording.folder)
        counts.expect_capture(recording.folder, recording.capture)

    def __call__(self, *args, offset_provider, out=None):
        self._count.add()
        capture = self._count.calls == self._recording.capture and self._is_first()
        log = call_log.running()
        if not capture and log is None:
            return super().__call__(*args, offset_provider=offset_provider, out=out)
        sdfg = self._fun.sdfg_program.sdfg
        values = values_of(sdfg, args if out is None else (*args, out), offset_provider)
        call = Call(sdfg, values) if capture else None
        logged = log.before(self._recording.folder, values) if log else None
        result = super().__call__(*args, offset_provider=offset_provider, out=out)
        if log:
            log.after(logged)
        if call:
            self._save(call)
        return result

    def _save(self, call):
        call.finish()
        folder = self._recording.folder
        write(folder / "inputs.npz", call.inputs())
        write(folder / "outputs.npz", call.outputs())
        for stage in self._recording.stages:
            write(folder / f"{stage}.scenario.json", as_text(call.scenario("inputs.npz")))

    def _is_first(self):
        """One process captures a call, so that inputs and outputs are of one."""
        try:
            with (self._recording.folder / "captured-by").open("x") as file:
                file.write(f"{counts.process()}\n")
        except FileExistsError:
            return False
        return True
