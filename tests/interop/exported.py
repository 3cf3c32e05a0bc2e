"""Real DaCe takes what `mw export` writes: graphs, and libraries in place of its own.

Each graph (the first of the three without MAPWRIGHT_LONG) is tuned (map fusion), exported as a graph and as a library for the CPU, and run by `mw
run`. DaCe 2 has to load and validate the exported graph, build it and compute the same numbers (to
the scenario's tolerance: it may sum in another order). Then DaCe's own loader (CompiledSDFG) gets our
library instead of the one that it built, and the numbers have to be those of `mw run` to the last
bit; it asks our library for the size of external memory and hands it memory. Exit code 77: skipped,
the reason is printed.

  exported.py --mw build/ci/bin/mw --venvs build --corpus ../shared/corpus
"""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import dace_session

GRAPHS = ["gt4py-1.2.1/calculate_nabla4", "gt4py-1.2.1/apply_diffusion_to_vn",
          "gt4py-1.2.1/compute_hydrostatic_correction_term"]


def place(array, layout):
    """A dense array, first dimension fastest, in the layout of the program."""
    import numpy

    memory = numpy.zeros(max(layout["elements"], 1), dtype=array.dtype)
    view = numpy.lib.stride_tricks.as_strided(
        memory, layout["shape"], [s * array.itemsize for s in layout["strides"]])
    view[...] = array
    return view


def arguments(record, inputs):
    values = {}
    for argument in record["arguments"]:
        name = argument["name"]
        if argument["kind"] == "array":
            layout = record["example"]["arrays"][name]
            values[name] = place(inputs[name].reshape(layout["shape"]), layout)
        else:
            values[name] = record["example"]["values"][name]
            if argument["type"] == "bool":
                values[name] = bool(values[name])
    return values


def compare(values, expected, tolerance):
    import numpy

    for name in expected.files:
        if name == "gt_compute_time":
            continue
        got, want = values[name], expected[name]
        scale = numpy.maximum(numpy.abs(want), numpy.mean(numpy.abs(want)))
        far = numpy.max(numpy.abs(got - want) / numpy.where(scale == 0, 1, scale))
        if not far <= tolerance:
            return f"{name} is off by {far:.3g}"
    return "ok"


def judge(folder):
    """Runs inside a virtual environment, in the folder of one graph."""
    import dace
    import numpy
    from dace.codegen import compiled_sdfg

    folder = Path(folder)
    os.chdir(folder)
    record = json.loads((folder / "lib.so.json").read_text())
    inputs = numpy.load(folder / "in.npz")
    expected = numpy.load(folder / "out.npz")
    scenario = json.loads((folder / "scenario.json").read_text())

    sdfg = dace.SDFG.from_file(str(folder / "exported.sdfgz"))
    sdfg.validate()
    names = [a["name"] for a in record["arguments"]]
    if list(sdfg.arglist()) != names:
        return f"DaCe's argument list is {list(sdfg.arglist())}"
    # A build type that CMake does not know adds no options, such as -O3, to ours.
    dace.Config.set("compiler", "build_type", value="None")
    dace.Config.set("compiler", "cpu", "args", value="-std=c++17 -fPIC -O0 -march=native "
                    "-ffp-contract=off")
    dace.Config.set("compiler", "allow_view_arguments", value=True)
    sdfg.build_folder = str(folder / "build")
    built = sdfg.compile()
    values = arguments(record, inputs)
    built(**values)
    verdict = compare(values, expected, scenario.get("tolerance", 1e-12))
    if verdict != "ok":
        return f"DaCe's build of the graph: {verdict}"

    stub = next(folder.glob("build/**/libdacestub_*.so"))
    library = compiled_sdfg.ReloadableDLL(str(folder / "lib.so"), libstub_path=str(stub))
    ours = compiled_sdfg.CompiledSDFG(sdfg, library, sdfg.arg_names)
    values = arguments(record, inputs)
    ours(**values)
    verdict = compare(values, expected, 0)
    if verdict != "ok":
        return f"our library under DaCe's loader: {verdict}"
    ours.external_memory_types = {dace.StorageType.CPU_Heap}
    (size,) = ours.get_workspace_sizes().values()
    memory = numpy.zeros(size + 1, dtype=numpy.uint8)
    ours.set_workspace(dace.StorageType.CPU_Heap, memory)
    values = arguments(record, inputs)
    ours(**values)
    verdict = compare(values, expected, 0)
    if verdict != "ok":
        return f"our library in {size} bytes of the caller's: {verdict}"
    del ours
    return "ok"


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: {done.stdout[-1000:]}{done.stderr[-1000:]}")


def prepare(mw, graph, folder):
    scenario = graph / "reference.json"
    (folder / "scenario.json").write_text(scenario.read_text())
    tuned = folder / "tuned.sdfgz"
    run(mw, "apply", graph / "initial.sdfgz", "map-fusion-vertical", "--all", "-o", tuned)
    original = ["--original", graph / "initial.sdfgz"]
    run(mw, "export", tuned, *original, "-o", folder / "exported.sdfgz")
    where = ["--scenario", scenario, "--target", "cpu"]
    run(mw, "export", tuned, *original, *where, "--symbols-as-arguments", "-o", folder / "lib.so")
    run(mw, "run", tuned, *where, "--symbols-as-arguments", "--save-inputs", folder / "in.npz",
        "-o", folder / "out.npz")


def add_options(parser):
    parser.add_argument("--mw")
    parser.add_argument("--venvs", type=Path)
    parser.add_argument("--corpus", type=Path)


def check(options, sessions):
    python = options.venvs / "venv-dace2/bin/python"
    corpus = Path(os.environ.get("MAPWRIGHT_CORPUS", options.corpus))
    for needed in (python, corpus):
        if not needed.exists():
            print(f"SKIPPED: {needed} is not there")
            return dace_session.SKIPPED
    bad = 0
    for name in GRAPHS if dace_session.is_long() else GRAPHS[:1]:
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            prepare(options.mw, corpus / name, folder)
            try:
                verdict = sessions.of(python).call("exported", "judge", temporary, apart=True)
            except (dace_session.Raised, dace_session.Ended) as error:
                verdict = str(error)
            print(f"{name}: {verdict}", flush=True)
            bad += verdict != "ok"
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(dace_session.main(sys.modules[__name__]))
