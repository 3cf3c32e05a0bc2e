"""Programs for scripts and notebooks: mapwright.open(), over `mw ... --json`.

A Program stays as it is: apply(), optimise(), tune() and replay() give another one. What they write lies in folders of
their own, which end with the Program; files that were there before are never written.
"""

from __future__ import annotations

import json
import os
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar, Union

from mapwright import tool
from mapwright.reports import Advice, Bench, Difference, Info, Outputs, Picture, Report, Table, Verdict

Kind = TypeVar("Kind", bound=Report)
PathLike = Union[str, "os.PathLike[str]"]
# The value of an option: True is a flag, False and None leave it out, a list repeats it.
Option = Union[None, bool, int, float, str, "os.PathLike[str]", Sequence[Union[str, "os.PathLike[str]"]]]


def _words(options: Mapping[str, Any]) -> list[str]:
    """{"grid": "torus:8,6,10", "set": {"N": 3}, "trust": True} as the words of a command line."""
    words: list[str] = []
    for name, value in options.items():
        option = "--" + name.strip("_").replace("_", "-")
        if name == "set" and isinstance(value, Mapping):
            value = [f"{symbol}={_number(number)}" for symbol, number in value.items()]
        if value is True:
            words.append(option)
        elif isinstance(value, (str, int, float, os.PathLike)) and value is not False:
            words.append(f"{option}={_text(value)}")
        elif value is not None and value is not False:
            words += [f"{option}={_text(one)}" for one in value]
    return words


def _text(value: Any) -> str:
    return os.fspath(value) if isinstance(value, os.PathLike) else str(value)


def _number(value: Any) -> str:
    return str(int(value)) if isinstance(value, bool) else str(value)


def _parameters(values: Mapping[str, Any]) -> list[str]:
    """Parameters of a transformation; flags say false too."""
    return [f"--{name.strip('_').replace('_', '-')}={str(value).lower() if isinstance(value, bool) else _text(value)}"
            for name, value in values.items() if value is not None]


class Program:
    """A program at one variant, as mapwright.open() gives it.

    path: its graph as a file (.sdfg or .sdfgz), for as long as the Program is there. original: the Program that it was
    made of step by step, itself where nothing was done. report: what the step that made it said; None for an original.
    """

    def __init__(self, mw: str, path: Path | None, project: Path | None, dace: str | None, name: str | None,
                 folder: tempfile.TemporaryDirectory[str] | None = None, original: Program | None = None,
                 report: Report | None = None) -> None:
        self._mw, self._path, self._project, self._dace, self._name = mw, path, project, dace, name
        self._folder, self._original, self.report = folder, original, report

    # What is in it

    @property
    def path(self) -> Path:
        if self._path is None: # of a project that was opened
            file = self._own() / f"{Path(self._project or 'program').stem}.sdfgz"
            tool.run(self._mw, ["convert", *self._words(), "-o", str(file)])
            self._path = file
        return self._path

    @property
    def original(self) -> Program:
        return self._original or self

    @property
    def steps(self) -> list[str]:
        """The steps that made it of its original, in words."""
        return [one["record"] for one in self.history()["steps"]] if self._project else []

    def info(self, *, grid: str | None = None, scenario: PathLike | None = None,
             set: Mapping[str, float] | None = None) -> Info: # noqa: A002: mw calls it so
        """Kernels, temporaries, arguments, with bytes for the sizes of a grid or a scenario."""
        return self._report(Info, "info", grid=grid, scenario=scenario, set=set)

    def check(self, *, hints: bool = False) -> Table:
        """Findings: errors, warnings and, with `hints`, advice. Empty: nothing is wrong."""
        return Table(self._ask("check", {"hints": hints}, finding=True).json())

    def matches(self, transformation: str | None = None) -> Table:
        """Where a transformation (none: each) applies, and why not elsewhere."""
        words = [transformation] if transformation else []
        if words and self._project and not self._name: # the first name is that of the program
            words.insert(0, self._program_name())
        return Table(self._ask("matches", {}, finding=True, more=words).json())

    def advise(self, *, device: str | None = None, **options: Option) -> Advice:
        """What can be done and what it saves, best first; with a device by predicted time."""
        return self._report(Advice, "advise", device=device, **options)

    def history(self, **options: Option) -> Report:
        """The steps that lead to it, with kernels and bytes before and after each."""
        if not self._project:
            return Report({"title": "original", "steps": []})
        answer = tool.run(self._mw, ["history", str(self._project), *(["--on", self._name] if self._name else []),
                                     "--json", *_words(options)])
        return Report(answer.json(), answer.notes)

    def hash(self) -> str: # noqa: A003
        """A key of the program: the same for the same structure, whatever its file."""
        return str(tool.run(self._mw, ["hash", str(self.path), "--json"]).json()[0]["hash"])

    def compile(self, target: str | None = None, **options: Option) -> Report: # noqa: A003
        """Compiles the kernels without running them: seconds, and registers, spills and shared memory of each."""
        return self._report(Report, "compile", target=target, **options)

    def source(self, target: str | None = None, **options: Option) -> str:
        """The kernels as C++, CUDA or HIP."""
        return self._ask("compile", {"target": target, **options, "source": True}, as_json=False).text

    # Pictures

    @property
    def graph(self) -> Picture:
        """The graph: access nodes, maps, memlets. Drawn by Graphviz's dot."""
        return self._picture("graph.svg")

    @property
    def rows(self) -> Picture:
        """The program view: kernels as rows over lanes of arrays, with the bytes that they move."""
        return self._picture("rows.svg", "--rows")

    def _repr_svg_(self) -> str:
        return self.rows.svg

    # What makes another program of it

    def apply(self, transformation: str, *, match: int | None = None, all: bool = False, # noqa: A002
              assume: str | None = None, check: bool = False, grid: str | None = None, scenario: PathLike | None = None,
              set: Mapping[str, float] | None = None, **parameters: Option) -> Program: # noqa: A002
        """The program after a transformation: at a match (a number of matches(); none: the first that applies), or at all.

        check: runs every step on small inputs and raises where results differ. assume: conditions on the arguments that
        may be taken for granted. grid, scenario, set: values to specialise to. parameters: the transformation's own.
        """
        options = {"match": match, "all": all, "assume": assume, "check": check, "grid": grid, "scenario": scenario,
                   "set": set}
        return self._made("apply", transformation, options, [transformation, *_parameters(parameters)])

    def preview(self, transformation: str, *, match: int | None = None, all: bool = False, # noqa: A002
                grid: str | None = None, scenario: PathLike | None = None, **parameters: Option) -> Report:
        """What apply() would change: `preview` has kernels, temporaries and bytes before and after."""
        return Report(self._ask("apply", {"match": match, "all": all, "grid": grid, "scenario": scenario, "preview": True},
                                more=[transformation, *_parameters(parameters)]).json())

    def optimise(self, *, device: str | None = None, target: str | None = None, grid: str | None = None,
                 scenario: PathLike | None = None, set: Mapping[str, float] | None = None, # noqa: A002
                 pipeline: PathLike | None = None, keep_symbols: bool = False, check: bool = False,
                 **options: Option) -> Program:
        """The program made faster by predicted cost; `report` has times before and after, and the forms compared."""
        return self._made("optimise", "optimised", {
            "device": device, "target": target, "grid": grid, "scenario": scenario, "set": set, "pipeline": pipeline,
            "keep_symbols": keep_symbols, "check": check, **options})

    def tune(self, *, budget: str | None = None, target: str | None = None, grid: str | None = None,
             scenario: PathLike | None = None, **options: Option) -> Program:
        """The program made faster by measuring; asks for the device. Launches that the graph cannot say are in history."""
        return self._made("tune", "tuned", {"budget": budget, "target": target, "grid": grid, "scenario": scenario, **options})

    def replay(self, recipe: PathLike | Mapping[str, Any], *, skip: bool = False, check: bool = False) -> Program:
        """The program after the steps of a recipe: a file, or what recipe() gives. skip: leave out what does not fit."""
        with tempfile.TemporaryDirectory(prefix="mapwright-") as folder:
            file = Path(recipe) if not isinstance(recipe, Mapping) else Path(folder, "recipe.json")
            if isinstance(recipe, Mapping):
                file.write_text(json.dumps(recipe))
            return self._made("replay", "replayed", {"skip": skip, "check": check}, [str(file)], finding=skip)

    # Running

    def run(self, *, target: str | None = None, grid: str | None = None, scenario: PathLike | None = None,
            set: Mapping[str, float] | None = None, compare: PathLike | None = None, # noqa: A002
            **options: Option) -> Outputs:
        """Runs it once: the outputs by name, as NumPy arrays. target: cpu, cuda, hip, or interp, the reference executor."""
        numpy = _numpy()
        with tempfile.TemporaryDirectory(prefix="mapwright-") as folder:
            file = Path(folder, "outputs.npz")
            answer = self._ask("run", {"target": target, "grid": grid, "scenario": scenario, "set": set,
                                       "compare": compare, "output": file, **options}, finding=True)
            with numpy.load(file) as arrays:
                return Outputs({name: arrays[name] for name in arrays.files}, Report(answer.json(), answer.notes))

    def verify(self, other: Program | PathLike | None = None, *, target: str | None = None, against: str | None = None,
               grid: str | None = None, scenario: PathLike | None = None, tolerance: float | None = None,
               **options: Option) -> Verdict:
        """Runs another program (none: the original) and this one on the same inputs, and compares every element."""
        first = self.original if other is None else other
        answer = self._beside([first], "verify", {"target": target, "against": against, "grid": grid, "scenario": scenario,
                                                  "tolerance": tolerance, **options})
        return Verdict(answer.json(), answer.notes)

    def bench(self, *others: Program | PathLike, target: str | None = None, grid: str | None = None,
              scenario: PathLike | None = None, repeats: int | None = None, **options: Option) -> Bench:
        """Verifies and times programs in turns: the others (none: the original) and this one; the first is the baseline."""
        first: list[Program | PathLike] = list(others)
        if not first and self._original:
            first = [self._original]
        answer = self._beside(first, "bench", {"target": target, "grid": grid, "scenario": scenario, "repeats": repeats,
                                               **options})
        return Bench(answer.json(), answer.notes)

    def diff(self, other: Program | PathLike | None = None, *, grid: str | None = None, scenario: PathLike | None = None,
             **options: Option) -> Difference:
        """What became of which kernel of another program (none: the original), temporaries and bytes of both."""
        answer = self._beside([self.original if other is None else other], "diff",
                              {"grid": grid, "scenario": scenario, **options})
        return Difference(answer.json(), answer.notes)

    # Out of it

    def save(self, path: PathLike) -> Path:
        """Writes the graph (.sdfg, .sdfgz). FileExistsError where something is there."""
        return self._write("convert", path, {})

    def save_project(self, path: PathLike) -> Path:
        """Writes a .mapwright file: the original with the steps, for the window and for mw."""
        if not self._project:
            raise ValueError("nothing was done with this program yet; a project holds steps")
        target = _free(path)
        _place(self._project, target)
        return target

    def recipe(self) -> dict[str, Any]:
        """The steps, for replay() and `mw replay`."""
        if not self._project:
            raise ValueError("nothing was done with this program yet; it has no recipe")
        recipe: dict[str, Any] = tool.run(self._mw, ["recipe", "record", *self._words(with_dace=False)]).json()
        return recipe

    def export(self, path: PathLike, **options: Option) -> Report:
        """A library (.so), a graph or options for GT4Py (.py) for the original's callers. Nothing that is there is written."""
        target = _free(path)
        for suffix in (".json", ".h", ".f90"): # what else may be written, beside it
            _free(target.with_suffix(suffix))
        answer = self._ask("export", {**options, "output": target})
        return Report(answer.json(), answer.notes)

    def close(self) -> None:
        """Removes its own files now; else that happens when nothing refers to it any more."""
        if self._folder:
            self._folder.cleanup()

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *unused: object) -> None:
        self.close()

    def __repr__(self) -> str:
        name = self._project.name if self._project and not self._original else self.original.path.name
        steps = len(self.steps)
        return f"<mapwright.Program {name}" + (f" after {steps} step{'s' * (steps != 1)}>" if steps else ">")

    # Calls

    def _words(self, with_dace: bool = True) -> list[str]:
        """What names it on a command line."""
        words = ["--project", str(self._project)] if self._project else [str(self._path)]
        if self._project and self._name:
            words.insert(0, self._name)
        return words + (["--dace", self._dace] if self._dace and with_dace else [])

    def _program_name(self) -> str:
        return str(tool.run(self._mw, ["project", str(self._project), "--json"]).json()["programs"][0]["path"])

    def _ask(self, verb: str, options: Mapping[str, Any], *, finding: bool = False, more: Sequence[str] = (),
             as_json: bool = True) -> tool.Answer:
        return tool.run(self._mw, [verb, *self._words(), *_words(options), *(["--json"] if as_json else []), *more], finding)

    def _report(self, kind: type[Kind], verb: str, **options: Any) -> Kind:
        answer = self._ask(verb, options)
        return kind(answer.json(), answer.notes)

    def _beside(self, others: Sequence[Program | PathLike], verb: str, options: Mapping[str, Any]) -> tool.Answer:
        files = [str(one.path if isinstance(one, Program) else one) for one in others] + [str(self.path)]
        dace = ["--dace", self._dace] if self._dace else []
        return tool.run(self._mw, [verb, *files, *dace, *_words(options), "--json"], finding=True)

    def _own(self) -> Path:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="mapwright-")
        return Path(self._folder.name)

    def _picture(self, name: str, *options: str) -> Picture:
        with tempfile.TemporaryDirectory(prefix="mapwright-") as folder:
            file = Path(folder, name)
            tool.run(self._mw, ["show", *self._words(), *options, "-o", str(file)])
            return Picture(file.read_text(encoding="utf-8"))

    def _write(self, verb: str, path: PathLike, options: Mapping[str, Any]) -> Path:
        target = _free(path)
        with tempfile.TemporaryDirectory(prefix=".mapwright-", dir=target.parent) as folder:
            file = Path(folder, target.name)
            tool.run(self._mw, [verb, *self._words(), *_words(options), "-o", str(file)])
            _place(file, target)
        return target

    def _made(self, verb: str, title: str, options: Mapping[str, Any], more: Sequence[str] = (),
              finding: bool = False) -> Program:
        """The program that a command makes of this one: a graph and a project in a folder of its own."""
        folder = tempfile.TemporaryDirectory(prefix="mapwright-")
        project = Path(folder.name, "steps.mapwright")
        stem = self.original.path.name.removesuffix(".gz").removesuffix(".sdfgz").removesuffix(".sdfg")
        file = Path(folder.name, f"{stem}-{title}.sdfgz")
        if self._project:
            shutil.copyfile(self._project, project)
        subject = [self._name] if self._name else [] if self._project else [str(self._path)]
        words = [verb, *subject, "--project", str(project), "-o", str(file), *_words(options), "--json"]
        answer = tool.run(self._mw, words + (["--dace", self._dace] if self._dace else []) + list(more), finding)
        return Program(self._mw, file, project, self._dace, self._name, folder, self.original,
                       Report(answer.json(), answer.notes))


def _free(path: PathLike) -> Path:
    target = Path(path).absolute()
    if target.exists() or target.is_symlink():
        raise FileExistsError(f"{target} is there already; nothing is overwritten")
    return target


def _place(file: Path, target: Path) -> None:
    """A file under another name, where nothing is; FileExistsError where something came meanwhile."""
    try:
        os.link(file, target)
    except FileExistsError:
        raise
    except OSError: # a file system without links
        with open(file, "rb") as source, open(target, "xb") as written:
            shutil.copyfileobj(source, written)


def _numpy() -> Any:
    try:
        import numpy
    except ImportError:
        raise ImportError("run() gives NumPy's arrays, and numpy is not installed") from None
    return numpy


def open_program(path: PathLike, *, program: str | None = None, dace: str | None = None,
                 mw: PathLike | None = None) -> Program:
    """mapwright.open(): a program out of a file: .sdfg, .sdfgz, or the current variant of a .mapwright file (`program`: which, where it has
    several). dace: the version of DaCe that builds the graph. mw: the program mw (else as mapwright.which() finds it).

    FileNotFoundError where there is no such file or no mw; MapwrightError with mw's own sentence where it is no program.
    """
    executable, file = tool.find(mw), Path(path).absolute()
    if not file.exists():
        raise FileNotFoundError(f"there is no file {file}")
    is_project = file.suffix == ".mapwright"
    opened = Program(executable, None if is_project else file, file if is_project else None, dace, program)
    opened._ask("info", {}) # says now what is wrong with the file
    return opened


def transformations(mw: PathLike | None = None) -> Table:
    """What can be applied: names, groups, parameters."""
    return Table(tool.run(tool.find(mw), ["transformations", "--json"]).json())


def devices(mw: PathLike | None = None) -> Table:
    """What compiles and runs here."""
    return Table(tool.run(tool.find(mw), ["devices", "--json"]).json())
