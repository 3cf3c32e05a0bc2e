"""What a call of an exported library costs beside GT4Py's own, with forty fields.

In a virtual environment with GT4Py (CPU): a program of twenty fields and twenty more is compiled by
GT4Py, saved, exported as a library, and called by mapwright.load() with the same GT4Py fields: the
results have to be GT4Py's to the last bit. The times are printed; the machine is shared, so nothing
is judged by them. Exit code 77: skipped, the reason is printed.

  called.py --mw build/ci/bin/mw --venvs build
"""

import argparse
import importlib.util
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from dace_session import is_long

COUNT, CELLS, LEVELS = 20, 12, 4

HEAD = """import gt4py.next as gtx
from gt4py.next import float64, int32

Cell = gtx.Dimension("Cell")
K = gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)
CellK = gtx.Field[gtx.Dims[Cell, K], float64]

"""


def source():
    """A program of many fields, as a text: GT4Py reads programs from files."""
    numbers = range(COUNT)
    read = ", ".join(f"read_{i}: CellK" for i in numbers)
    written = ", ".join(f"written_{i}: CellK" for i in numbers)
    return HEAD + f"""
@gtx.field_operator
def scaled({read}, factor: float64) -> tuple[{", ".join(["CellK"] * COUNT)}]:
    return {", ".join(f"read_{i} * factor" for i in numbers)}


@gtx.program
def forty({read}, {written}, factor: float64, end: int32, levels: int32):
    scaled({", ".join(f"read_{i}" for i in numbers)}, factor,
           out=({", ".join(f"written_{i}" for i in numbers)}),
           domain={{Cell: (0, end), K: (0, levels)}})
"""


def best(call):
    """Microseconds, of the quickest of many."""
    call()
    took = []
    for _ in range(300):
        start = time.perf_counter()
        for _ in range(20):
            call()
        took.append((time.perf_counter() - start) / 20)
    return 1e6 * min(took)


def by_names(call, values):
    """A function that passes all of these by name, as a caller writes it."""
    made = {}
    passed = ", ".join(f"{name}={name}" for name in values)
    exec(f"def make(call, {', '.join(values)}):\n    return lambda: call({passed})\n", made)
    return made["make"](call, **values)


def inside(folder, mw):
    import gt4py.next as gtx
    import numpy
    from gt4py.next.program_processors.runners.dace import run_dace_cpu

    import mapwright

    file = folder / "forty.py"
    file.write_text(source())
    spec = importlib.util.spec_from_file_location("forty", file)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    fields = {}
    for i in range(COUNT):
        array = numpy.asfortranarray(numpy.random.default_rng(i).random((CELLS, LEVELS)))
        fields[f"read_{i}"] = gtx.as_field([module.Cell, module.K], array)
    for i in range(COUNT):
        fields[f"written_{i}"] = gtx.as_field([module.Cell, module.K], numpy.zeros((CELLS, LEVELS)))
    values = {**fields, "factor": 1.5, "end": numpy.int32(CELLS), "levels": numpy.int32(LEVELS)}
    backend = mapwright.attach(run_dace_cpu, save=folder / "programs", mw=mw)
    program = module.forty.with_backend(backend)
    program(**values, offset_provider={})
    own = {name: field.asnumpy().copy() for name, field in fields.items()}
    compiled = module.forty.with_backend(run_dace_cpu)
    nothing = {**values, "end": numpy.int32(0), "levels": numpy.int32(0)}
    theirs = best(by_names(compiled, {**nothing, "offset_provider": {}}))

    (graph,) = folder.glob("programs/*/lowered.sdfgz")
    library = folder / "forty.so"
    subprocess.run([mw, "export", graph, "--target", "cpu", "-o", library], check=True,
                   stdout=subprocess.DEVNULL)
    granule = mapwright.load(library)
    for i in range(COUNT):
        fields[f"written_{i}"].ndarray[...] = -1
    granule(**values)
    for name, field in fields.items():
        if not numpy.array_equal(field.asnumpy(), own[name]):
            return f"{name} is not what GT4Py computes"
    arrays = {**nothing, **{name: field.ndarray for name, field in fields.items()}}
    print(f"Python {sys.version.split()[0]}, {2 * COUNT} fields and 3 numbers by name, us a call "
          f"that computes nothing: GT4Py's own {theirs:.1f}; here with GT4Py's fields "
          f"{best(by_names(granule, nothing)):.1f}, by the function of C "
          f"{best(by_names(granule.call, nothing)):.1f}, bound "
          f"{best(granule.bind(**nothing)):.1f}, with NumPy's"
          f" {best(by_names(granule, arrays)):.1f}; a function that does nothing "
          f"{best(by_names(lambda **_: None, nothing)):.1f}")
    domain = gtx.domain({module.Cell: (1, CELLS + 1), module.K: (0, LEVELS)})
    other = gtx.as_field(domain, numpy.asfortranarray(numpy.ones((CELLS, LEVELS))))
    try:
        granule(**{**values, "read_3": other})
    except ValueError as error:
        print(f"refused: {error}")
        return "ok" if "'read_3'" in str(error) else f"it is refused otherwise: {error}"
    return "ok"


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
    if not is_long():
        print("SKIPPED: GT4Py compiles forty fields for a minute; MAPWRIGHT_LONG=1 asks for it")
        return 77
    python = given.venvs / "venv-gt4py/bin/python"
    if not python.exists():
        print(f"SKIPPED: {python} is not there")
        return 77
    package = Path(__file__).resolve().parents[2] / "python"
    with tempfile.TemporaryDirectory() as folder:
        # As GT4Py wants it where calls count.
        done = subprocess.run(
            [python, "-B", __file__, "--inside", folder, "--mw", given.mw], cwd=folder,
            env=dict(os.environ, PYTHONPATH=str(package), GT4PY_BUILD_JOBS="0",
                     PYTHONOPTIMIZE="1",
                     OMP_NUM_THREADS="1", DACE_debugprint="0"))
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
