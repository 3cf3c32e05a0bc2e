"""What `mw export` left in a folder, and which of it is for a program."""

import dataclasses
import json
from pathlib import Path

import dace

from mapwright import graphs
from mapwright.program import STAGES, Argument, arguments

KINDS = ("library", "graph")


class ChangedArguments(ValueError):
    """A result is for the program, but is not called as the program is."""


@dataclasses.dataclass(frozen=True)
class Result:
    """An export with the record that mw wrote beside it."""

    file: Path
    kind: str
    program: str
    original: str  # structural hash of the graph that it stands for
    target: str  # of a library: "cpu", "cuda", "hip"
    arguments: tuple[Argument, ...]

    @classmethod
    def read(cls, record):
        """None for JSON that is no record of a graph or library."""
        try:
            json_ = json.loads(record.read_text())
            if json_.get("kind") not in KINDS or "original_hash" not in json_:
                return None
            return cls(record.with_suffix(""), json_["kind"], json_["program"],
                       json_["original_hash"], json_.get("target", ""),
                       tuple(Argument(a["name"], a["type"], a["kind"] == "array")
                             for a in json_["arguments"]))
        except (AttributeError, KeyError, TypeError, ValueError):
            return None

    def runs_on(self, device):
        if self.kind == "library":
            return self.target == device
        fields = [data for data in dace.SDFG.from_file(str(self.file)).arrays.values()
                  if not data.transient and isinstance(data, dace.data.Array)]
        on_gpu = any(data.storage == dace.StorageType.GPU_Global for data in fields)
        return on_gpu == (device != "cpu")


@dataclasses.dataclass(frozen=True)
class Decision:
    """What a program gets: a result in place of a stage's graph, or nothing."""

    sentence: str
    result: Result | None = None
    stage: str = ""
    expected: bool = True  # False: somebody should look at it


def difference(ours, theirs):
    """How a result's argument list differs from the program's; empty where it does not."""
    known = {argument.name: argument for argument in theirs}
    for argument in ours:
        if argument.name not in known:
            return f"its argument '{argument.name}' is not one of the program"
        if argument != known[argument.name]:
            return (f"its argument '{argument.name}' is {argument}, "
                    f"that of the program {known[argument.name]}")
    names = [argument.name for argument in ours]
    for argument in theirs:
        if argument.name not in names:
            return f"the program's argument '{argument.name}' is not one of it"
    for mine, argument in zip(ours, theirs, strict=True):
        if mine != argument:
            return f"its argument '{mine.name}' stands where the program has '{argument.name}'"
    return ""


@dataclasses.dataclass(frozen=True)
class Results:
    """A folder of exports. `stages`: at which a program may be recognised; `kinds`: what may take
    its place, the preferred one first; `strict`: to refuse is an error."""

    folder: Path
    stages: tuple[str, ...] = STAGES
    kinds: tuple[str, ...] = KINDS
    strict: bool = False

    def all(self):
        found = (Result.read(record) for record in sorted(self.folder.glob("*.json")))
        return [one for one in found if one and one.kind in self.kinds and one.file.exists()]

    def decide(self, program):
        results = self.all()
        for kind in self.kinds:
            for stage in self.stages:
                fitting = [one for one in results
                           if one.kind == kind and one.original == program.hashes.get(stage)
                           and one.runs_on(program.device)]
                if fitting:
                    return self._among(program, stage, fitting)
        named = [one.file.name for one in results if one.program == program.name]
        if named:
            return Decision(
                f"{program.name}: GT4Py's own is used; {', '.join(named)} in {self.folder} is for "
                f"another source, other options or another device ({program})", expected=False)
        return Decision(f"{program.name}: GT4Py's own is used; nothing in {self.folder} is for it "
                        f"({program})")

    def _among(self, program, stage, fitting):
        if len(fitting) > 1:
            return self._refused(program, fitting[0], "so is " + ", ".join(
                one.file.name for one in fitting[1:]) + ": keep one of them")
        result = fitting[0]
        changed = difference(self._called_with(result), arguments(program.sdfg(stage)))
        if changed:
            return self._refused(program, result, changed)
        return Decision(f"{program.name}: the {result.kind} {result.file} takes the place of "
                        f"GT4Py's own (recognised as {stage}: {program.hashes[stage]})",
                        result, stage)

    def _called_with(self, result):
        if result.kind == "library":
            return result.arguments
        return arguments(graphs.read(result.file))

    def _refused(self, program, result, why):
        sentence = (f"{program.name}: {result.file} is for it and is refused, GT4Py's own is used: "
                    f"{why}")
        if self.strict:
            raise ChangedArguments(sentence)
        return Decision(sentence, expected=False)
