"""What the Python package reads goes through GT4Py's optimiser (mapwright.read_sdfg).

Four lowered graphs of the corpus that end in an AssertionError of gt_auto_optimize where
dace.SDFG.from_file reads them (equal sizes that SymPy takes for different ones): as the package
reads them they are optimised, and compute what their reference has. Exit code 77: skipped, the
reason is printed.

  gt4py_optimiser.py --mw build/ci/bin/mw --venvs build --corpus ../shared/corpus
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from pipeline import VENVS, Failure, check, run

GRAPHS = ["calculate_nabla4", "compute_hydrostatic_correction_term",
          "compute_horizontal_velocity_quantities_and_fluxes",
          "calculate_enhanced_diffusion_coefficients_for_grid_point_cold_pools"]


def optimise(corpus, folder):
    """Writes each optimised graph; inside a virtual environment."""
    import dace
    from gt4py.next import common
    from gt4py.next.program_processors.runners.dace import transformations

    import mapwright

    dace.Config.set("progress", value=False)

    def optimised(sdfg):
        transformations.gt_auto_optimize(
            sdfg, gpu=False, unit_strides_kind=common.DimensionKind.HORIZONTAL)
        return sdfg

    nabla4 = corpus / "gt4py-1.2.1" / GRAPHS[0] / "initial.sdfgz"
    try:
        optimised(dace.SDFG.from_file(str(nabla4)))
        print("FACT GT4Py's optimiser takes the graph as DaCe reads it")
    except AssertionError:
        pass
    for name in GRAPHS:
        sdfg = mapwright.read_sdfg(corpus / "gt4py-1.2.1" / name / "initial.sdfgz")
        for data in sdfg.arrays.values():
            for size in data.shape:
                again = dace.symbolic.pystr_to_symbolic(dace.symbolic.symstr(size))
                check(size == again, f"{name}: {size} is not {again}")
        optimised(sdfg).save(str(folder / f"{name}.sdfg"))


def judge(python, mw, corpus):
    package = Path(__file__).resolve().parents[2] / "python"
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        done = subprocess.run(
            [str(python.absolute()), "-B", str(Path(__file__).resolve()), "--inside", "--corpus",
             str(corpus.absolute()), "--folder", temporary], capture_output=True, text=True,
            cwd=folder, env=dict(os.environ, PYTHONPATH=str(package), PYTHONWARNINGS="ignore"))
        facts = [line[5:] for line in done.stdout.splitlines() if line.startswith("FACT ")]
        if "VERDICT ok" not in done.stdout.splitlines():
            return done.stdout[-1000:] + done.stderr[-2000:]
        for name in GRAPHS:
            reference = corpus / "gt4py-1.2.1" / name / "reference"
            try:
                said = run(mw, "run", folder / f"{name}.sdfg", "--scenario",
                           f"{reference}.json", "--target", "interp", "--compare",
                           f"{reference}.npz")
                check(" elements agree" in said, f"{name}: mw run --compare says {said}")
            except Failure as failure:
                return str(failure)
    return ", ".join(["ok", *facts])


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mw")
    parser.add_argument("--venvs", type=Path)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--inside", action="store_true")
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    if given.inside:
        optimise(given.corpus, given.folder)
        print("VERDICT ok")
        return 0
    if not given.corpus.is_dir():
        print(f"skipped: {given.corpus} is not there")
        return 77
    if "MAPWRIGHT_LONG" not in os.environ:
        print("skipped: only in tools/test --corpus")
        return 77
    pythons = [given.venvs / name / "bin/python" for name in VENVS]
    present = [python for python in pythons if python.exists()]
    if not present:
        print(f"skipped: {pythons[0]} is not there (tools/setup --venvs makes it)")
        return 77
    bad = 0
    for python in present:
        verdict = judge(python, str(Path(given.mw).absolute()), given.corpus)
        print(f"{python.parts[-3]}: {verdict}", flush=True)
        bad += not verdict.startswith("ok")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
