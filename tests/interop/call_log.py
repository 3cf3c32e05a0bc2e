"""The log of the calls of a step becomes a sequence that runs.

In a virtual environment with GT4Py (CPU): two stencils are called one after the other, the first of
them twice with other fields, while mapwright.log_calls() looks on; then once more with something in
between that changes a field. `mw pipeline sequence` has to name what is shared, what may be internal
and what stood in between; the sequence has to link, and to give GT4Py's results to the last bit.
Exit code 77: skipped, the reason is printed.

  call_log.py --mw build/ci/bin/mw --venvs build
"""

import argparse
import importlib.util
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from dace_session import kept_builds

CELLS, LEVELS = 12, 4

SOURCE = """import gt4py.next as gtx
from gt4py.next import float64, int32

Cell = gtx.Dimension("Cell")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
CellK = gtx.Field[gtx.Dims[Cell, K], float64]


@gtx.field_operator
def squared(a: CellK, factor: float64) -> CellK:
    return a * a * factor


@gtx.field_operator
def added(x: CellK, y: CellK) -> CellK:
    return x + y


@gtx.program
def square(a: CellK, b: CellK, factor: float64, end: int32, levels: int32):
    squared(a, factor, out=b, domain={Cell: (0, end), K: (0, levels)})


@gtx.program
def add(x: CellK, y: CellK, z: CellK, end: int32, levels: int32):
    added(x, y, out=z, domain={Cell: (0, end), K: (0, levels)})
"""


def inside(folder, mw):
    import gt4py.next as gtx
    import numpy
    from gt4py.next.program_processors.runners.dace import run_dace_cpu

    import mapwright

    file = folder / "step.py"
    file.write_text(SOURCE)
    spec = importlib.util.spec_from_file_location("step", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    backend = mapwright.attach(run_dace_cpu, save=folder / "programs", mw=mw)
    square, add = module.square.with_backend(backend), module.add.with_backend(backend)

    def field(values):
        return gtx.as_field([module.Cell, module.K], numpy.asfortranarray(values))

    numbers = numpy.random.default_rng(1)
    sizes = {"end": numpy.int32(CELLS), "levels": numpy.int32(LEVELS), "offset_provider": {}}

    def step(between=None):
        fields = {name: field(numbers.random((CELLS, LEVELS))) for name in "abcd"}
        square(a=fields["a"], b=fields["b"], factor=0.5, **sizes)
        if between:
            between(fields["b"])
        add(x=fields["b"], y=fields["a"], z=fields["c"], **sizes)
        square(a=fields["c"], b=fields["d"], factor=0.5, **sizes)
        return {name: one.asnumpy().copy() for name, one in fields.items()}

    def exchange(one):
        one.ndarray[...] += 1.0

    with mapwright.log_calls(folder / "step"):
        after = step()
    numpy.savez(folder / "expected.npz", b=after["b"], z=after["c"], b_2=after["d"])
    with mapwright.log_calls(folder / "exchanged"):
        step(exchange)
    step()  # nobody looks on
    try:
        with mapwright.log_calls(folder / "twice"), mapwright.log_calls(folder / "again"):
            pass
    except RuntimeError as error:
        return "ok" if "are logged into" in str(error) else str(error)
    return "two logs at once are taken"


# --- Outside ------------------------------------------------------------------------------------


def run(*command, status=0):
    done = subprocess.run(list(map(str, command)), text=True, capture_output=True)
    if done.returncode != status:
        raise AssertionError(f"{' '.join(map(str, command))}: {done.returncode}, {done.stdout}"
                             f"{done.stderr}")
    return done.stdout + done.stderr


def check(condition, what):
    if not condition:
        raise AssertionError(what)


def check_sequence(mw, folder):
    file = folder / "made/step.sequence.json"
    file.parent.mkdir()
    said = json.loads(run(mw, "pipeline", "sequence", folder / "step", "-o", file, "--json"))
    arrays = {one["name"]: one for one in said["arrays"]}
    check(list(arrays) == ["a", "b", "z", "b_2"], f"the arrays are {list(arrays)}")
    check(arrays["b"]["users"] == ["b of square", "x of add"], arrays["b"])
    check(arrays["z"]["users"] == ["z of add", "a of square_2"], arrays["z"])
    check(arrays["a"]["writers"] == [] and arrays["b"]["writers"] == ["square"], arrays)
    check(said["candidates"] == ["b", "z"], f"candidates are {said['candidates']}")
    check(said["notes"] == [], said["notes"])
    written = json.loads(file.read_text())
    check(written["calls"] == ["square", "add", "square_2"], written["calls"])
    check(written["programs"][2]["bind"] == {"a": "z", "b": "b_2"}, written["programs"][2])

    graph = folder / "linked/step.sdfgz"
    graph.parent.mkdir()
    said = run(mw, "link", file, "-o", graph, "--verify")
    check(said.count("same: ") == 2, said)
    for target in ("interp", "cpu"):
        said = run(mw, "run", graph, "--target", target, "--compare", folder / "expected.npz")
        check("largest error 0.0e+00" in said and said.count("agree") == 3, said)
    said = run(mw, "link", file, "--internal", "b", "--internal", "z", "-o",
               folder / "linked/less.sdfgz", "--verify")
    check("temporaries: b, z" in said, said)


BY_DACE = """import sys, dace
sdfg = dace.SDFG.from_file(sys.argv[1])
sdfg.validate()
sdfg.save(sys.argv[2])
"""


def check_exchange(mw, folder, python):
    file = folder / "exchanged.sequence.json"
    said = run(mw, "pipeline", "sequence", folder / "exchanged", "-o", file)
    check("between 'square' (call_log.py:" in said and "something else changed b: an exchange"
          in said, said)
    check("written before they are read: z (internal" in said, said)
    check(json.loads(file.read_text())["calls"] ==
          ["square", {"exchange": ["b"]}, "add", "square_2"], file.read_text())
    run(mw, "link", file, "-o", folder / "exchanged.sdfgz", "--verify")
    run(mw, "unlink", folder / "exchanged.sdfgz", "-o", folder / "parts", "--verify")
    check((folder / "parts/exchanged_2.sdfgz").exists(), "the second part is not there")
    # Boundaries are still there when DaCe read the graph and wrote it.
    again = folder / "by_dace.sdfg"
    run(python, "-c", BY_DACE, folder / "exchanged.sdfgz", again)
    run(mw, "unlink", again, "--scenario", folder / "exchanged.scenario.json", "-o",
        folder / "again", "--verify")
    check(json.loads((folder / "again/exchanged.sequence.json").read_text())["calls"] ==
          ["exchanged_1", {"exchange": ["b"]}, "exchanged_2"], "the exchange is lost in DaCe")


def check_refused(mw, folder):
    said = run(mw, "pipeline", "sequence", folder / "programs", "-o", folder / "x.sequence.json",
               status=3)
    check("holds no log of calls" in said, said)
    said = run(mw, "pipeline", "sequence", folder, "-o", folder / "x.sequence.json", status=3)
    check("several logs of calls; name one of: exchanged, step" in said, said)
    log = folder / "step/calls.json"
    json_ = json.loads(log.read_text())
    json_["calls"][0]["arrays"]["a"] = 99
    log.write_text(json.dumps(json_))
    said = run(mw, "pipeline", "sequence", folder / "step", "-o", folder / "x.sequence.json",
               status=3)
    check("the log of calls is damaged: it needs the number of an array here" in said, said)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mw")
    parser.add_argument("--venvs", type=Path)
    parser.add_argument("--inside", type=Path)
    given = parser.parse_args()
    if given.inside:
        verdict = inside(given.inside, given.mw)
        print(verdict)
        return verdict != "ok"
    python = given.venvs.absolute() / "venv-gt4py/bin/python"
    if not python.exists():
        print(f"SKIPPED: {python} is not there")
        return 77
    package = Path(__file__).resolve().parents[2] / "python"
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        done = subprocess.run(
            [python, "-B", __file__, "--inside", folder, "--mw", given.mw], cwd=folder, text=True,
            capture_output=True, env={**os.environ, "PYTHONPATH": str(package),
                                      "PYTHONWARNINGS": "ignore", "GT4PY_BUILD_JOBS": "0",
                                      "PYTHONHASHSEED": "0", **kept_builds()})
        if done.returncode != 0:
            print(done.stdout[-1000:] + done.stderr[-3000:])
            return 1
        check_sequence(given.mw, folder)
        check_exchange(given.mw, folder, python)
        check_refused(given.mw, folder)
    print("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
