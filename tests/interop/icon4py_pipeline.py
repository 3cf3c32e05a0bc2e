"""icon4py from PyPI with the Python package in it (CPU): docs/pipeline.md's way from start to end.

icon4py's own definitions of two stencils are set up by its own setup_program with its own
dictionary of a back end: saved with one call, collected as a project, optimised and exported by mw
as a library and as a graph, and run again from these. The results have to be those of GT4Py's own,
and of the equation in NumPy. Exit code 77: skipped, the reason is printed.

  icon4py_pipeline.py --mw build/ci/bin/mw --venvs build
"""

import argparse
import importlib.metadata
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from pipeline import Failure, Log, check, check_raises, check_said, run

VENV = "venv-icon4py"
PACKAGES = ("icon4py-common", "icon4py-atmosphere-diffusion", "gt4py", "dace", "numpy")


# --- Inside the virtual environment -------------------------------------------------------------


def save(folder, mw):
    """icon4py's own programs: saved, with the second call of each."""
    import numpy
    from icon4py.model.common import model_options

    import icon4py_stencils
    import mapwright

    print("VERSIONS Python", sys.version.split()[0], *(
        f"{name} {importlib.metadata.version(name)}" for name in PACKAGES))
    own = model_options.customize_backend
    log = Log()
    with mapwright.attach_icon4py(save=folder / "programs", capture=2, mw=mw):
        for stencil in icon4py_stencils.stencils():
            numpy.save(folder / f"{stencil.name}.npy",
                       stencil.run(icon4py_stencils.backend(), times=3))
            check_said(log, ("INFO", f"{stencil.name}: GT4Py's own is used", "no results",
                             "vertical_end=10"))
    check(model_options.customize_backend is own, "detaching left something behind")
    nabla4 = icon4py_stencils.stencils()[0]
    far = abs(numpy.load(folder / "calculate_nabla4.npy")
              - icon4py_stencils.nabla4(nabla4.given)).max()
    check(far <= 1e-13, f"calculate_nabla4 is off by {far:.3g} from its equation")
    for stencil in icon4py_stencils.stencils():
        (record,) = folder.glob(f"programs/{stencil.name}-cpu-*/program.json")
        bound = json.loads(record.read_text())["bound"]
        check(bound == stencil.bound(), f"{stencil.name} has {bound} bound")


def options(folder, mw):
    """A back end that is attached to has the options that icon4py chose for the program."""
    from gt4py.next.program_processors.runners.dace import run_dace_cpu
    from icon4py.model.common import model_backends, model_options

    import mapwright

    def solver():
        pass

    solver.__name__ = "vertically_implicit_solver_at_predictor_step"
    device = model_backends.DeviceType.CPU
    own = model_options.customize_backend(solver, {"device": device}).executor.translation
    log = Log()
    mapwright.attach_icon4py(mw=mw)
    mapwright.attach_icon4py(save=folder / "options", mw=mw)  # takes the place of the first
    for backend in ({"device": device}, device):
        attached = model_options.customize_backend(solver, backend).executor.translation
        given = attached.own.auto_optimize_args
        check(given == own.step.auto_optimize_args, f"icon4py's options, attached: {given}")
        check(attached.saving.folder == folder / "options", "the second call counts")
    check(given["scan_loop_unrolling"] and given["optimization_hooks"], f"{given}")
    check(attached.own.unstructured_horizontal_has_unit_stride, "unit strides were lost")
    check_said(log)
    attached = mapwright.attach(run_dace_cpu, mw=mw)  # a GT4Py back end that icon4py is given
    check(model_options.customize_backend(solver, attached) is attached, "it is attached twice")
    check_raises(lambda: mapwright.attach(attached, mw=mw), "TypeError", "attached to it already")
    for name in ("embedded", "gtfn_cpu"):
        made = model_options.customize_backend(solver, model_backends.BACKENDS[name])
        check(made is None or made.name.startswith("run_gtfn"), f"{name} became {made}")
    check_said(log, ("WARNING", solver.__name__, "'embedded' is none of DaCe"),
               ("WARNING", solver.__name__, "'run_gtfn", "left alone"))
    for backend in (model_backends.BACKENDS["dace_cpu"], device):
        check_raises(lambda: mapwright.attach(backend, mw=mw), "TypeError",
                     "call mapwright.attach_icon4py(...)")
    check_raises(lambda: mapwright.attach(made, mw=mw), "TypeError", "'run_gtfn", "is none")
    check_raises(lambda: mapwright.attach_icon4py(results=folder / "nowhere", mw=mw),
                 "FileNotFoundError", "nowhere")


def hand_back(folder, mw):
    import numpy

    import icon4py_stencils
    import mapwright

    log = Log()
    for kind in ("library", "graph"):
        with mapwright.attach_icon4py(results=folder / kind, mw=mw):
            for stencil in icon4py_stencils.stencils():
                ours = stencil.run(icon4py_stencils.backend(), times=2)
                said = log.records[0][1] if log.records else ""
                check_said(log, ("INFO", f"{stencil.name}: the {kind}",
                                 f"/{kind}/{stencil.name}.", "takes the place", "as lowered"))
                far = abs(ours - numpy.load(folder / f"{stencil.name}.npy")).max()
                check(far <= 1e-13, f"{stencil.name} by our {kind} is off by {far:.3g}")
                print(f"RAN {said}; off by {far:.2g} at most")


# --- Outside ------------------------------------------------------------------------------------


def export(mw, folder):
    """As docs/pipeline.md has it, for each saved program."""
    project = folder / "icon.mapwright"
    said = run(mw, "pipeline", "collect", folder / "programs", "-o", project)
    for wanted in ("calculate_nabla4 (horizontal_start=0, horizontal_end=144, vertical_start=0, "
                   "vertical_end=10): ", "limited_area=True", "3 calls"):
        for text in (said, run(mw, "project", project)):
            check(wanted in text, f"'{wanted}' is not in {text}")
    for kind in ("library", "graph"):
        (folder / kind).mkdir()
    for saved in (folder / "programs").iterdir():
        name = json.loads((saved / "program.json").read_text())["program"]
        lowered, scenario = saved / "lowered.sdfgz", saved / "lowered.scenario.json"
        said = run(mw, "run", lowered, "--compare", saved / "outputs.npz", "--target", "cpu")
        check("1440 elements agree" in said, f"mw run --compare says {said}")
        run(mw, "optimise", lowered, "--scenario", scenario, "--keep-symbols", "--recipe",
            saved / "recipe.json", "-o", saved / "tuned.sdfgz")
        run(mw, "export", lowered, "--recipe", saved / "recipe.json", "--target", "cpu", "-o",
            folder / "library" / f"{name}.so")
        run(mw, "export", lowered, "--recipe", saved / "recipe.json", "-o",
            folder / "graph" / f"{name}.sdfgz")
        run(mw, "export", saved / "finished.sdfgz", "--target", "cpu", "-o",
            saved / "finished.so")  # with GT4Py's clock, without --trust


def inside(python, what, folder, mw):
    package = Path(__file__).resolve().parents[2] / "python"
    done = subprocess.run(
        [str(python.absolute()), "-B", str(Path(__file__).resolve()), "--inside", what, "--mw", mw,
         "--folder", str(folder)], capture_output=True, text=True, cwd=folder,
        env=dict(os.environ, PYTHONPATH=str(package), PYTHONWARNINGS="ignore",
                 GT4PY_BUILD_JOBS="0"))
    for line in done.stdout.splitlines():
        if line.startswith(("VERSIONS ", "RAN ")):
            print("  " + line.partition(" ")[2], flush=True)
    if "VERDICT ok" not in done.stdout.splitlines():
        raise Failure(done.stdout[-1000:] + done.stderr[-2000:])


def judge(python, mw):
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        try:
            inside(python, "save", folder, mw)
            export(mw, folder)
            inside(python, "hand_back", folder, mw)
            inside(python, "options", folder, mw)
        except Failure as failure:
            return str(failure)
    return "ok"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mw")
    parser.add_argument("--venvs", type=Path)
    parser.add_argument("--inside", choices=["save", "options", "hand_back"])
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    if given.inside:
        globals()[given.inside](given.folder, given.mw)
        print("VERDICT ok")
        return 0
    if "MAPWRIGHT_LONG" not in os.environ:
        print("skipped: only in tools/test --corpus")
        return 77
    python = given.venvs / VENV / "bin/python"
    if not python.exists():
        print(f"skipped: {python} is not there (tools/setup --venvs makes it)")
        return 77
    verdict = judge(python, str(Path(given.mw).absolute()))
    print(f"{VENV}: {verdict}")
    return verdict != "ok"


if __name__ == "__main__":
    sys.exit(main())
