#!/usr/bin/env python3
"""The calls of mapwright.open(): each says what the command of mw says, makes programs that compute the same, leaves every file
that was there as it was, and raises mw's own sentences. What needs NumPy or pandas is looked at where they are."""
import contextlib
import doctest
import importlib.util
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

import common
from common import SAMPLE, check

import mapwright

MW = ""
HAS_NUMPY = importlib.util.find_spec("numpy") is not None
HAS_PANDAS = importlib.util.find_spec("pandas") is not None


def said(*words, code=0):
    """What mw prints as JSON."""
    done = subprocess.run([MW, *map(str, words), "--json"], capture_output=True, text=True)
    check(done.returncode == code, f"mw {words} ends with {done.returncode}: {done.stderr[:300]}")
    return json.loads(done.stdout)


def raised(kind, call):
    """The exception of a call; None where there is none."""
    try:
        call()
    except kind as problem:
        return problem
    return None


def check_reports(program):
    info = program.info(grid="torus:16,12,10")
    plain = said("info", SAMPLE, "--grid", "torus:16,12,10")
    check(dict(info) == plain, "info() is not what mw info prints")
    check(info.kernels.column("label") == [one["label"] for one in plain["kernels"]], "the table of kernels has other rows")
    check(info.kernels.column("bytes_read") == [one["bytes_read"]["value"] for one in plain["kernels"]], "bytes are no numbers")
    check([one["name"] for one in info.temporaries] == [one["name"] for one in plain["temporaries"]], "other temporaries")
    values = dict(vertical_end=5)
    check(dict(program.info(grid="torus:16,12,10", set=values)) ==
          said("info", SAMPLE, "--grid", "torus:16,12,10", "--set", "vertical_end=5"), "set= is not --set")
    check([dict(one) for one in program.matches("map-fusion-vertical")] == said("matches", SAMPLE, "map-fusion-vertical"),
          "matches() is not what mw matches prints")
    check(dict(program.advise()) == said("advise", SAMPLE), "advise() is not what mw advise prints")
    check(program.check(hints=True).__len__() == len(said("check", SAMPLE, "--hints")), "check() is not what mw check prints")
    check(program.hash() == said("hash", SAMPLE)[0]["hash"], "hash() is not what mw hash prints")
    check(len(mapwright.transformations(mw=MW)) == len(said("transformations")), "transformations() lacks some")
    check("<table>" in info.kernels._repr_html_() and "project_0" in info.kernels._repr_html_(), "a table is none in a notebook")
    problem = raised(KeyError, lambda: info.kernels.column("weight"))
    check(problem and "bytes_read" in str(problem), "a column that is not there is not said with those that are")
    if HAS_PANDAS:
        check(list(info.kernels.frame().columns) == info.kernels.columns, "the frame has other columns")
    else:
        check("pandas" in str(raised(ImportError, info.kernels.frame)), "no sentence says that pandas is missing")


def check_pictures(program):
    check(program._repr_svg_().startswith("<svg") and "z_nabla4_e2" in program._repr_svg_(), "no picture of the rows")
    check("reads and writes" not in program.rows.svg and "writes z_nabla4_e2" in program.rows.svg, "a mark says something else")
    if shutil.which("dot"):
        check("<svg" in program.graph.svg and "memlet" not in program.graph.svg, "no picture of the graph")


def check_steps(program, folder):
    step = program.apply("map-fusion-vertical", match=2, check=True)
    check(step.report["checked"].startswith("same results"), f"check=True says {step.report['checked']}")
    check(step.report["times"] == 1 and step.steps == step.report["steps"], "a step is not the one that was done")
    check(program.steps == [] and program.info()["maps"] == 11 and step.info()["maps"] == 10, "the program itself has changed")
    rest = step.apply("map-fusion-vertical", all=True)
    check(len(rest.steps) == rest.report["times"] + 1, f"{rest.steps} are not the steps of both")
    check(rest.original is program, "its original is another program")
    check([dict(one) for one in step.matches("map-fusion-vertical")] == said("matches", step.path, "map-fusion-vertical"),
          "matches() of a program with steps are others")
    preview = program.preview("map-fusion-vertical", all=True)["preview"]
    check((preview["before"]["kernels"], preview["after"]["kernels"]) == (11, rest.info()["maps"]), f"the preview is {preview}")
    tiled = program.apply("map-tiling", match=1, tile_sizes="8,8")
    check("8" in json.dumps(tiled.recipe()["steps"][0]["params"]), "a parameter of a transformation is lost")
    fast = program.optimise(device="H200", grid="torus:16,12,10")
    check(fast.report["after"]["predicted_us"] < fast.report["before"]["predicted_us"], "optimise() predicts no gain")
    verdict = fast.verify(target="interp", grid="torus:8,6,10")
    check(verdict and verdict.same and verdict.arrays[0]["array"] == "z_nabla4_e2", "what was optimised is not the same")
    check(fast.diff()["program"]["first"]["kernels"] == 11, "diff() is not against the original")
    check(fast.diff(fast).equal, "a program differs from itself")
    again = program.replay(fast.recipe())
    check(again.hash() == fast.hash(), "the recipe leads elsewhere")
    other = mapwright.open(common.ROOT / "samples/laplacian.sdfg", mw=MW)
    skipped = other.replay(fast.recipe(), skip=True)
    check(skipped.report["replayed"] == 0 and not skipped.steps, "steps of another program fit")
    kept = fast.save_project(folder / "kept.mapwright")
    opened = mapwright.open(kept, mw=MW)
    check(opened.steps == fast.steps and opened.path.exists(), "a project has other steps")
    check(opened.apply("map-expansion").verify(fast, target="interp"), "a project that was opened goes no further")
    check(mapwright.open(kept, mw=MW).steps == fast.steps, "a project that was opened is another one now")
    return fast


def check_runs(program, fast, folder):
    bench = fast.bench(program, target="cpu", grid="torus:8,6,10", repeats=2)
    check(bench.verified and list(bench.microseconds) == ["nabla4", "nabla4-optimised"], f"bench() is {bench.microseconds}")
    check(len(bench.kernels(0)) == 11, "the original's kernels are not timed")
    check(bench.ranked or bench["not_ranked_because"], "no word why there is no order")
    check(len(program.compile(target="cpu")["kernels"]) == 11, "compile() has other kernels")
    check(program.source(target="cuda").count("__global__") == 11, "source() is not that of eleven kernels")
    tuned = mapwright.open(common.ROOT / "samples/laplacian.sdfg", mw=MW).tune(target="cpu", budget="1s", grid="torus:8,6,10")
    check(tuned.report["measured"] > 0 and tuned.verify(target="interp"), "tune() measures nothing, or changes results")
    check([one["target"] for one in mapwright.devices(mw=MW)] == [one["target"] for one in said("devices")], "devices() lacks one")
    if not HAS_NUMPY:
        check("numpy" in str(raised(ImportError, program.run)), "no sentence says that NumPy is missing")
        return
    import numpy
    outputs = program.run(target="interp", grid="torus:8,6,10")
    check(list(outputs) == ["z_nabla4_e2"] and outputs.report["grid"] == "torus:8,6,10", f"{outputs!r}")
    subprocess.run([MW, "run", SAMPLE, "--target", "interp", "--grid", "torus:8,6,10", "-o", folder / "there.npz"], check=True,
                   capture_output=True)
    there = numpy.load(folder / "there.npz")["z_nabla4_e2"]
    check((outputs["z_nabla4_e2"] == there).all(), "run() computes something else than mw run")
    same = fast.run(target="interp", grid="torus:8,6,10", compare=folder / "there.npz")
    check(same.report["verdict"]["same"], "compare= says that results differ")


def check_files(program, fast, folder):
    """Nothing that is there is written, and own files go."""
    before = SAMPLE.read_bytes()
    target = folder / "fast.sdfgz"
    fast.save(target)
    check(mapwright.open(target, mw=MW).hash() == fast.hash(), "what was saved is another program")
    kept = target.read_bytes()
    for call in (lambda: fast.save(target), lambda: program.save(SAMPLE), lambda: fast.export(target),
                 lambda: fast.save_project(target), lambda: program.rows.save(target)):
        problem = raised(FileExistsError, call)
        check(problem is not None, "something that is there was written over")
    check(target.read_bytes() == kept and SAMPLE.read_bytes() == before, "a file has changed")
    (folder / "lib.json").write_text("mine")
    check(raised(FileExistsError, lambda: fast.export(folder / "lib.sdfg")) and (folder / "lib.json").read_text() == "mine",
          "what stands beside an export was written over")
    exported = fast.export(folder / "out.sdfg")
    check((folder / "out.sdfg").exists() and exported["program"] == "nabla4", "export() wrote nothing")
    step = program.apply("map-fusion-vertical")
    own = step.path
    check(own.exists(), "a step has no file")
    step.close()
    check(not own.exists(), "files of a program stay when it is closed")
    step = program.apply("map-fusion-vertical")
    own = step.path
    del step
    import gc
    gc.collect()
    check(not own.parent.exists(), "files of a program stay when nothing refers to it")


def check_errors(program, folder):
    """Sentence and code of mw's own."""
    broken = folder / "broken.sdfg"
    broken.write_text("{")
    cases = [(lambda: mapwright.open(broken, mw=MW), 3, "broken.sdfg"),
             (lambda: program.apply("no-such"), 2, "there is no transformation 'no-such'"),
             (lambda: program.apply("map-fusion-vertical", match=99), 1, "there is no match 99"),
             (lambda: program.apply("change-precision", match=1), 1, "is an argument, which keeps its type"),
             (lambda: program.info(grid="donut"), 3, "donut"),
             (lambda: program.info(set={"no_such": 1}), 3, "no_such"),
             (lambda: program.compile(target="abacus"), 2, "abacus"),
             (lambda: program.advise(weight=3), 2, "--weight")]
    for call, code, part in cases:
        problem = raised(mapwright.MapwrightError, call)
        check(problem is not None and problem.exit_code == code and part in problem.sentence and str(problem) == problem.sentence,
              f"of {part!r}: {problem!r} ({getattr(problem, 'exit_code', None)})")
    check(raised(FileNotFoundError, lambda: mapwright.open(folder / "none.sdfg", mw=MW)), "a file that is not there is opened")
    problem = raised(FileNotFoundError, lambda: mapwright.open(SAMPLE, mw="/no/mw"))
    check(problem and "/no/mw" in str(problem), "an mw that is not there is not named")
    # A finding is an answer.
    changed = program.apply("change-precision", match=1, border=True)
    verdict = changed.verify(target="interp", tolerance=0)
    check(not verdict and not verdict.same and len(verdict.arrays) == 1, "another precision makes no difference")


def check_which():
    os.environ["MAPWRIGHT_MW"] = MW
    check(str(mapwright.which()) == f"{MW} (MAPWRIGHT_MW)", f"which() says {mapwright.which()}")
    check(mapwright.which(MW).how == "given" and mapwright.which().version(), "which(mw) is not the one that is given")
    del os.environ["MAPWRIGHT_MW"]
    path, os.environ["PATH"] = os.environ["PATH"], f"{pathlib.Path(MW).parent}:{os.environ['PATH']}"
    check(mapwright.which().how == "search path", "the search path is not looked at")
    os.environ["PATH"] = path


def check_page():
    """docs/python.md shows what its examples print, and names every call and nothing else."""
    page = common.ROOT / "docs/python.md"
    os.environ["MAPWRIGHT_MW"] = MW
    with contextlib.chdir(common.ROOT):
        result = doctest.testfile(str(page), module_relative=False)
    check(result.attempted > 5 and result.failed == 0, f"{result.failed} examples of {page} print something else")
    table = "\n".join(line for line in page.read_text().splitlines() if line.startswith("| `"))
    named = set(re.findall(r"`\.([a-z_]+)", table))
    there = {name for name in vars(mapwright.Program) if not name.startswith("_")} - {"close", "path", "original", "hash"}
    check(named == there, f"the page and Program differ by {named ^ there}")


def main():
    global MW
    given = common.options()
    if "MAPWRIGHT_WITHOUT" not in os.environ and pathlib.Path(given.python).exists():
        common.in_environment(given, "numpy", "pandas")
    MW = given.mw
    folder = pathlib.Path(common.scratch())
    program = mapwright.open(SAMPLE, mw=MW)
    check_reports(program)
    check_pictures(program)
    fast = check_steps(program, folder)
    check_runs(program, fast, folder)
    check_files(program, fast, folder)
    check_errors(program, folder)
    check_which()
    check_page()
    common.end()


if __name__ == "__main__":
    sys.exit(main())
