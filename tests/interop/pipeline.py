"""The Python package in real GT4Py (CPU): what it saves, captures, recognises, hands back, refuses.

In each virtual environment: a program is compiled by GT4Py as it is, saved with one call, collected
as a project, the call run by `mw run` and compared, the program optimised and exported as a graph
and as a library. Then GT4Py runs it from these, compiling in a process of its own, and the results
have to be those of before, as they have to be where GT4Py's own optimiser takes the options that are
exported. A program whose source changed, and exports for another device or with
an argument list that is not the program's, have to be GT4Py's own. Without MAPWRIGHT_LONG the newest
GT4Py alone, and of these programs some. Exit code 77: skipped, the reason is printed.

  pipeline.py --mw build/ci/bin/mw --venvs build
"""

import argparse
import json
import logging
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import traceback
from pathlib import Path

from dace_session import is_long, kept_builds

VENVS = ["venv-gt4py", "venv-gt4py-new"]
CELLS, LEVELS, START = 50, 7, 2


class Failure(Exception):
    pass


def check(condition, what):
    if not condition:
        raise Failure(what)


# --- Inside a virtual environment ---------------------------------------------------------------


class Log(logging.Handler):
    """What the package says."""

    def __init__(self):
        super().__init__()
        self.records = []
        logging.getLogger("mapwright").addHandler(self)
        logging.getLogger("mapwright").setLevel(logging.INFO)

    def emit(self, record):
        self.records.append((record.levelname, record.getMessage()))

    def take(self):
        taken, self.records = self.records, []
        return taken


def inputs():
    import numpy

    numbers = numpy.random.default_rng(1)
    return {"psi": numbers.random((CELLS, LEVELS)), "weights": numbers.random((CELLS, 3)),
            "table": numbers.integers(0, CELLS, (CELLS, 3)).astype(numpy.int32)}


def call(program, backend, times=1, kappa=0.1):
    """psi_new and column as the program leaves them."""
    import gt4py.next as gtx
    import numpy

    from pipeline_programs import C2E2CDim, Cell, K

    given = inputs()
    table = gtx.as_connectivity([Cell, C2E2CDim], Cell, given["table"])
    psi, psi_new, column = (gtx.as_field([Cell, K], array) for array in
                            (given["psi"], *numpy.full((2, CELLS, LEVELS), 7.0)))
    weights = gtx.as_field([Cell, C2E2CDim], given["weights"])
    for _ in range(times):
        program.with_backend(backend)(psi, weights, kappa, 0.5, psi_new, column, START, CELLS,
                                      LEVELS, offset_provider={"C2E2C": table})
    return psi_new.asnumpy(), column.asnumpy()


def expected(once=False):
    """The equations in NumPy."""
    import numpy

    given = inputs()

    def laplacian(psi):
        return (psi[given["table"]] * given["weights"][:, :, None]).sum(axis=1) - 3.0 * psi

    psi = given["psi"]
    new = psi + 0.1 * laplacian(psi) if once else psi - 0.1 * laplacian(laplacian(psi))
    column = numpy.zeros_like(new)
    for k in range(LEVELS):
        column[:, k] = new[:, k] + (0.5 * column[:, k - 1] if k > 0 else 0.0)
    new[:START] = column[:START] = 7.0
    return new, column


def check_same(got, want, who):
    for name, ours, theirs in zip(("psi_new", "column"), got, want, strict=True):
        far = abs(ours - theirs).max()
        check(far <= 1e-13, f"{who}: {name} is off by {far:.3g}")


def check_said(log, *wanted):
    """Exactly these sentences, by level and part."""
    said = log.take()
    check(len(said) == len(wanted) and all(
        level == wanted_level and all(part in text for part in parts)
        for (level, text), (wanted_level, *parts) in zip(said, wanted)),
          f"the log says {said}, not {wanted}")


def check_raises(do, *wanted):
    try:
        do()
    except Exception:  # GT4Py's metrics raise one of their own on top of some
        raised = traceback.format_exc()
        check(all(part in raised for part in wanted), raised)
    else:
        raise Failure(f"nothing was raised with {wanted}")


def save(folder, mw):
    """GT4Py's own program, saved; its second call is captured."""
    from gt4py.next.program_processors.runners.dace import run_dace_cpu

    import mapwright
    import pipeline_programs

    log = Log()
    backend = mapwright.attach(run_dace_cpu, save=folder / "programs", capture=2, mw=mw)
    check_same(call(pipeline_programs.original, backend, times=3), expected(), "GT4Py's own")
    check_said(log, ("INFO", "GT4Py's own is used"))


def hand_back(folder, mw):
    from gt4py.next.instrumentation import metrics
    from gt4py.next.program_processors.runners.dace import run_dace_cpu

    import mapwright
    import pipeline_programs

    log = Log()

    def run(results, who, program=pipeline_programs.original, times=1, **options):
        backend = mapwright.attach(run_dace_cpu, results=folder / results, mw=mw, **options)
        got = call(program, backend, times)
        once = program is pipeline_programs.changed
        check_same(got, expected(once), who)

    run("graph", "our graph", times=2)
    check_said(log, ("INFO", "the graph", "/graph/diffuse.sdfgz takes the place", "as lowered"))
    run("library", "our library", times=2)
    check_said(log, ("INFO", "the library", "/library/diffuse.so takes the place", "as lowered"))
    seconds = [s for source in metrics.sources.values() for s in source.metrics["compute"].samples]
    check(len(seconds) == 4 and all(0 < s < 1 for s in seconds), f"metrics: {seconds}")
    if is_long():
        run("finished", "a finished graph", stages=["finished"])
        check_said(log, ("INFO", "/finished/finished.sdfgz takes", "as finished"))

    run("library", "a changed source", pipeline_programs.changed)
    check_said(log, ("WARNING", "GT4Py's own is used", "diffuse.so", "another source"))
    run("other-device", "a library for a GPU")
    check_said(log, ("WARNING", "GT4Py's own is used", "another device"))
    refused = [("other-type", "'kappa' is a value of float32"),
               ("other-names", "'surprise' is not one of the program"),
               ("other-graph", "'psi' is an array of float32")]
    for results, why in refused if is_long() else refused[:1]:
        run(results, "a refused export")
        check_said(log, ("WARNING", "is refused", "GT4Py's own is used", why))
    run("other-type", "GT4Py's own", kinds=["graph"])
    check_said(log, ("INFO", "GT4Py's own is used; nothing"))
    check_raises(lambda: run("other-type", "a refused export", strict=True), "ChangedArguments",
                 "'kappa'")
    run("specialised", "a specialised library")
    check_said(log, ("INFO", "/specialised/diffuse.so takes the place"))
    backend = mapwright.attach(run_dace_cpu, results=folder / "specialised", mw=mw)
    check_raises(lambda: call(pipeline_programs.original, backend, kappa=0.2), "RuntimeError",
                 "/specialised/diffuse.so refuses")


def options(folder, mw):
    """GT4Py's own optimiser, with the options that were written for the program."""
    import importlib.util
    import inspect

    from gt4py.next.program_processors.runners.dace import make_dace_backend, transformations

    import pipeline_programs

    spec = importlib.util.spec_from_file_location("options", folder / "options.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    may_fuse, asked = module.may_fuse, []

    def counted(*arguments):
        asked.append(may_fuse(*arguments))
        return asked[-1]

    module.may_fuse = counted
    given = module.optimization_args("diffuse_column")
    check(module.optimization_args("another") == {}, "options for another program")
    for name in ("gpu_block_size_2d", "gpu_maxnreg"):
        check(name in given, f"{name} is not among {sorted(given)}")
    # what it does not know it leaves unread without a word
    known = inspect.signature(transformations.gt_auto_optimize).parameters
    check(set(given) <= set(known), f"GT4Py has no {sorted(set(given) - set(known))}")
    backend = make_dace_backend(gpu=False, optimization_args=given)
    check_same(call(pipeline_programs.original, backend), expected(), "GT4Py with our options")
    log = Log()
    full, transformations.gt_auto_optimize = transformations.gt_auto_optimize, lambda sdfg, gpu: 0
    check(module.optimization_args("diffuse_column") == {}, "options that GT4Py does not have")
    transformations.gt_auto_optimize = full
    said = log.take()
    check({level for level, _ in said} == {"WARNING"} and len(said) == len(given) and any(
        "no option 'gpu_maxnreg', which is left out" in text for _, text in said), f"{said}")
    check(True in asked, f"GT4Py asked which maps may be fused: {asked}")
    if is_long():
        unread(make_dace_backend, mw)


def unread(make_dace_backend, mw):
    """Options that GT4Py takes and does not read are named."""
    import gt4py.next as gtx

    import mapwright
    import pipeline_programs

    log = Log()
    backend = make_dace_backend(gpu=False, optimization_args={
        "make_persistent": True, "fuse_tasklets": True,
        "blocking_dims": [gtx.Dimension("K"), "K", pipeline_programs.K]})
    check_same(call(pipeline_programs.original, mapwright.attach(backend, mw=mw)), expected(),
               "GT4Py with options that it ignores")
    check_said(log, ("INFO", "GT4Py's own is used"),
               ("WARNING", "has no option 'make_persistent', and ignores it"),
               ("WARNING", "blocking_dims has K of kind horizontal, and no map runs along it"),
               ("WARNING", "blocking_dims has 'K', which is no dimension"))


def killed(folder, mw):
    """A process that a batch system ends by SIGTERM: its calls count."""
    from gt4py.next.program_processors.runners.dace import run_dace_cpu

    import mapwright
    import pipeline_programs

    backend = mapwright.attach(run_dace_cpu, save=folder / "killed", capture=5, mw=mw)
    call(pipeline_programs.original, backend, times=3)
    os.kill(os.getpid(), signal.SIGTERM)


def early(folder, mw):
    """A process that ends before the call that was to be captured says so."""
    from gt4py.next.program_processors.runners.dace import run_dace_cpu

    import mapwright
    import pipeline_programs

    logging.basicConfig()
    backend = mapwright.attach(run_dace_cpu, save=folder / "early", capture=5, mw=mw)
    call(pipeline_programs.original, backend, times=2)


BEGUN = ["save", "killed", "early"]


def begin(folder, mw):
    """These one after the other, each a process of its own, which has GT4Py from this one; how they
    ended, and what they said, lies in the folder."""
    from gt4py.next.program_processors.runners.dace import run_dace_cpu  # noqa: F401

    import mapwright  # noqa: F401
    import pipeline_programs  # noqa: F401

    ends = {}
    for name in BEGUN:
        child = os.fork()
        if child == 0:
            with open(folder / f"{name}.said", "w") as said:
                os.dup2(said.fileno(), 1)
                os.dup2(said.fileno(), 2)
            globals()[name](folder, mw)
            sys.exit(0)  # with all that is to be done at the end
        ends[name] = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    (folder / "ends.json").write_text(json.dumps(ends))


# --- Outside ------------------------------------------------------------------------------------


def run(*command, fails=False, errors=False):
    """What it prints, with `errors` also what it says on standard error."""
    done = subprocess.run(list(map(str, command)), text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT if errors else subprocess.PIPE)
    if done.returncode != 0 and not fails:
        raise Failure(f"{' '.join(map(str, command))}: {done.stdout[-1000:]}"
                      f"{(done.stderr or '')[-1000:]}")
    return done.stdout


def collect(mw, folder):
    """The saved program as a project, and its captured call."""
    project = folder / "programs.mapwright"
    said = run(mw, "pipeline", "collect", folder / "programs", "-o", project)
    check("diffuse_column" in said and "3 calls" in said, f"mw pipeline collect says {said}")
    check("3 calls" in run(mw, "project", project), "mw project lacks the count of calls")
    cached = run(mw, "pipeline", "collect", folder / ".gt4py_cache", "-o",
                 folder / "cache.mapwright")
    check("diffuse_column_pyext" in cached and "1 program," in cached,
          f"mw pipeline collect says of GT4Py's build cache: {cached}")
    (saved,) = (folder / "programs").iterdir()
    record = json.loads((saved / "program.json").read_text())
    for stage in ("lowered", "finished"):
        check(run(mw, "hash", saved / f"{stage}.sdfgz").split()[0] == record["hashes"][stage],
              f"the hash of the {stage} graph is not the recorded one")
        said = run(mw, "run", saved / f"{stage}.sdfgz", "--scenario", saved /
                   f"{stage}.scenario.json", "--target", "interp", "--compare",
                   saved / "outputs.npz")
        check("column: 350 elements agree" in said and "psi_new: 350 elements agree" in said,
              f"mw run --compare says {said}")
    # the captured call is taken where nothing else is asked for
    said = run(mw, "verify", "--project", project, "--target", "interp")
    check("350 elements compared" in said or "700 elements compared" in said,
          f"mw verify --project says {said}")
    return saved


def begun(python, folder, mw):
    """How the processes ended that begin() starts, which compile the program once for all of them:
    name -> (exit code, what it said)."""
    inside(python, "begin", folder, mw, GT4PY_BUILD_JOBS="0",
           GT4PY_BUILD_CACHE_LIFETIME="persistent", PYTHONHASHSEED="1")
    ends = json.loads((folder / "ends.json").read_text())
    return {name: (ends[name], (folder / f"{name}.said").read_text()) for name in BEGUN}


def ended_early(ends, folder, mw):
    """Counts of calls and sentences of processes that end before the call to capture."""
    code, said = ends["killed"]
    check(code == -signal.SIGTERM, f"it ended by {code}: {said}")
    said = run(mw, "pipeline", "collect", folder / "killed", "-o", folder / "killed.mapwright",
               errors=True)
    check("3 calls" in said, f"mw pipeline collect says of what was killed: {said}")
    check("call 5 was to be captured, and no process called it more than 3 times" in said, said)
    code, said = ends["early"]
    check(code == 0, said[-2000:])
    check("call 5 was to be captured, and this process ends after 2: nothing is captured" in said,
          f"what ended early says {said}")


def tamper(source, target, change):
    """A copy of a folder with an export in it whose record is another."""
    shutil.copytree(source, target)
    (record,) = target.glob("*.json")
    json_ = json.loads(record.read_text())
    change(json_)
    record.write_text(json.dumps(json_))


def argument(record, name):
    return next(one for one in record["arguments"] if one["name"] == name)


def export(mw, saved, folder):
    """Our results, and some that have to be refused."""
    lowered, scenario = saved / "lowered.sdfgz", saved / "lowered.scenario.json"
    for recipe, *options in (("open.json", "--keep-symbols"), ("values.json",)):
        run(mw, "optimise", lowered, *options, "--scenario", scenario, "--recipe", folder / recipe,
            "-o", folder / "tuned.sdfgz")
    for name, recipe, file in (("graph", "open.json", "diffuse.sdfgz"),
                               ("library", "open.json", "diffuse.so"),
                               ("specialised", "values.json", "diffuse.so")):
        (folder / name).mkdir()
        target = ["--target", "cpu"] if file.endswith(".so") else []
        run(mw, "export", lowered, "--recipe", folder / recipe, *target, "-o",
            folder / name / file)
    kernels = json.loads(run(mw, "compile", lowered, "--target", "cpu", "--json"))["kernels"]
    launch = {"block": [96, 1, 1], "max_registers": 72}
    (folder / "choices.json").write_text(json.dumps(
        {"version": 1, "kernels": {kernels[0]["name"]: launch}}))
    run(mw, "export", lowered, "--choices", folder / "choices.json", "-o", folder / "options.py")
    (folder / "finished").mkdir()
    run(mw, "export", saved / "finished.sdfgz", "-o", folder / "finished/finished.sdfgz")
    tamper(folder / "library", folder / "other-type",
           lambda record: argument(record, "kappa").update(type="float32"))
    tamper(folder / "library", folder / "other-names",
           lambda record: argument(record, "kappa").update(name="surprise"))
    tamper(folder / "library", folder / "other-device", lambda record: record.update(target="cuda"))
    tamper(folder / "graph", folder / "other-graph", lambda record: None)
    graph = folder / "graph.sdfg"
    run(mw, "convert", folder / "graph/diffuse.sdfgz", "-o", graph)
    json_ = json.loads(graph.read_text())
    json_["attributes"]["_arrays"]["psi"]["attributes"]["dtype"] = "float32"
    (folder / "other-graph/diffuse.sdfgz").write_text(json.dumps(json_))


def process(python, what, folder, mw, **environment):
    package = Path(__file__).resolve().parents[2] / "python"
    return subprocess.run(
        [str(python.absolute()), "-B", str(Path(__file__).resolve()), "--inside", what, "--mw", mw,
         "--folder", str(folder)], capture_output=True, text=True, cwd=folder,
        env=dict(os.environ, PYTHONPATH=str(package), PYTHONWARNINGS="ignore",
                 GT4PY_COLLECT_METRICS_LEVEL="10", **kept_builds(), **environment))


def inside(python, what, folder, mw, **environment):
    done = process(python, what, folder, mw, **environment)
    if "VERDICT ok" not in done.stdout.splitlines():
        raise Failure(done.stdout[-1000:] + done.stderr[-2000:])


def judge(python, mw):
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        try:
            ends = begun(python, folder, mw)
            check(ends["save"][0] == 0, ends["save"][1][-2000:])
            export(mw, collect(mw, folder), folder)
            # Other orders in sets than where it was saved: what is recognised does not depend on them.
            inside(python, "hand_back", folder, mw, GT4PY_BUILD_JOBS="1", PYTHONHASHSEED="2")
            inside(python, "options", folder, mw, GT4PY_BUILD_JOBS="0", PYTHONHASHSEED="3")
            ended_early(ends, folder, mw)
        except Failure as failure:
            return str(failure)
    return "ok"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mw")
    parser.add_argument("--venvs", type=Path)
    parser.add_argument("--inside", choices=["begin", "hand_back", "options"])
    parser.add_argument("--folder", type=Path)
    given = parser.parse_args()
    if given.inside:
        globals()[given.inside](given.folder, given.mw)
        print("VERDICT ok")
        return 0
    pythons = [given.venvs / name / "bin/python" for name in VENVS]
    present = [python for python in pythons if python.exists()]
    if not is_long():
        present = present[-1:]
    if not present:
        print(f"skipped: {pythons[0]} is not there (tools/setup --venvs makes it)")
        return 77
    bad = 0
    for python in present:
        verdict = judge(python, str(Path(given.mw).absolute()))
        print(f"{python.parts[-3]}: {verdict}", flush=True)
        bad += verdict != "ok"
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
