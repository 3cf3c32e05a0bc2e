"""DaCe makes the same numbers of every sample and of the tuned graphs that are exported for it.

Each graph of the ladder, as it is and as `mw export` writes it after its recipe (of the newer
generation, for which recipes are made) and after `mw optimise`, is loaded and validated by the DaCe of
its generation, has the argument list of the original, and becomes C++ by DaCe's code generator for the
CPU (DaCe 1 only loads and validates: its release does not generate code that compiles of GT4Py 1.0.9's
own graphs with branches and backward scans). Every second sample, and of the others' programs those for
which that takes long (`SLOW`) and every second one, are for MAPWRIGHT_LONG alone. All of that is compiled as one library (DaCe's build is a minute for each on a busy
machine, nearly all of it its own headers), each program is called with the inputs of its scenario, and
what it wrote is held to 1e-12 against the interpreter's outputs of the original, which
other tests hold against the equations. The graphs written by hand take part too. A graph with library
nodes of GT4Py's own needs DaCe beside GT4Py.
Exit code 77: skipped, the reason is printed.

  samples.py --mw build/ci/bin/mw --venvs build --samples samples [--only 04]
"""

import ctypes
import gzip
import importlib.util
import json
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import dace_session

TOLERANCE = 1e-12
# DaCe takes 4 to 12 seconds to make C++ of each of these: they are computed in the long mode alone;
# loaded, validated and asked for their arguments they are always.
SLOW = ["apply_diffusion_to_theta_and_exner_as_lowered", "apply_diffusion_to_vn_as_lowered",
        "apply_diffusion_to_w_and_compute_horizontal_gradients_for_turbulence_as_lowered",
        "apply_diffusion_to_w_and_compute_horizontal_gradients_for_turbulence_optimised",
        "calculate_nabla2_and_smag_coefficients_for_vn_as_lowered",
        "solve_tridiagonal_matrix_for_w_as_lowered"]
HANDWRITTEN = ["laplacian", "diffusion_step", "nabla4"]
# By virtual environment: generation, and which samples.
ENVIRONMENTS = {"venv-dace2": (False, lambda graph: not needs_gt4py(graph)),
                "venv-dace1": (True, lambda graph: True),
                "venv-gt4py": (False, lambda graph: needs_gt4py(graph))}


# --- Inside a virtual environment ---------------------------------------------------------------


def sizes_and_strides(sdfg, shapes, symbols):
    """Symbols of arrays: domains begin at 0, the first dimension is the fastest."""
    values = dict(symbols)
    for name, shape in shapes.items():
        stride = 1
        for size, described, step in zip(shape, sdfg.arrays[name].shape,
                                         sdfg.arrays[name].strides):
            for symbol in sorted(map(str, getattr(described, "free_symbols", []))):
                values.setdefault(symbol, 0 if symbol.endswith("range_0") else size)
            for symbol in map(str, getattr(step, "free_symbols", [])):
                values.setdefault(symbol, stride)
            stride *= size
    return values


def frame_of(sdfg):
    """What DaCe generates for the CPU: the file of the program itself."""
    frames = [code for code in sdfg.generate_code() if code.title == "Frame"]
    if len(frames) != 1:
        raise RuntimeError(f"{len(frames)} frames")
    return frames[0].clean_code


def parameters(code, function):
    """[(C type, name)] of a function as it stands in the generated text."""
    found = re.search(r"DACE_EXPORTED\s+[\w\s]+\*?\s*" + function + r"\(([^)]*)\)", code)
    pairs = []
    for part in filter(None, (one.strip() for one in found.group(1).split(","))):
        kind, name = re.fullmatch(r"(.*?)(\w+)", part, re.S).groups()
        pairs.append((kind.replace("__restrict__", "").strip(), name))
    return pairs


SCALARS = {"int": ctypes.c_int, "int64_t": ctypes.c_int64, "long long": ctypes.c_int64,
           "double": ctypes.c_double, "float": ctypes.c_float, "bool": ctypes.c_bool}


def passed(pairs, arrays, values):
    import numpy

    for kind, name in pairs:
        if "*" in kind:
            yield arrays[name].ctypes.data_as(ctypes.c_void_p)
        elif name in arrays:  # a scalar among the inputs
            yield SCALARS[kind](numpy.asarray(arrays[name]).reshape(-1)[0].item())
        else:
            yield SCALARS[kind](values[name])


def call(job):
    """What the program computes, held against what is expected."""
    import numpy

    inputs = numpy.load(job["inputs"])
    arrays = {name: numpy.asfortranarray(inputs[name]).copy(order="F") for name in inputs.files}
    code, name = job["code"], job["name"]
    loaded = ctypes.CDLL(job["library"])
    init, program = (getattr(loaded, prefix + name) for prefix in ("__dace_init_", "__program_"))
    init.restype = ctypes.c_void_p
    handle = ctypes.c_void_p(init(*passed(parameters(code, "__dace_init_" + name), arrays,
                                          job["values"])))
    pairs = parameters(code, "__program_" + name)
    program(handle, *passed(pairs[1:], arrays, job["values"]))
    expected = numpy.load(job["expected"])
    for name in expected.files:
        want = expected[name]
        scale = numpy.maximum(numpy.abs(want), numpy.mean(numpy.abs(want)))
        far = numpy.max(numpy.abs(arrays[name] - want) / numpy.where(scale == 0, 1, scale))
        if not far <= TOLERANCE:
            return f"{name} is off by {far:.3g}"
    return "ok"


def prepare(job):
    """The argument list and, unless DaCe is too old for that, the code and the values of symbols."""
    import dace
    import numpy

    if importlib.util.find_spec("gt4py"):  # its library nodes
        from gt4py.next.program_processors.runners.dace import library_nodes  # noqa: F401

    sdfg = dace.SDFG.from_file(job["graph"])
    sdfg.validate()
    made = {"arguments": list(sdfg.arglist())}
    if made["arguments"] != job.get("arguments", made["arguments"]):
        raise RuntimeError(f"its argument list is {made['arguments']}")
    if dace.__version__.startswith("1.") or not job["computed"]:
        return made
    inputs, scenario = numpy.load(job["inputs"]), json.loads(Path(job["scenario"]).read_text())
    shapes = {name: inputs[name].shape for name in inputs.files
              if name in sdfg.arrays and inputs[name].shape}
    sdfg._name = job["name"]
    return dict(made, values=sizes_and_strides(sdfg, shapes, scenario["symbols"]),
                code=frame_of(sdfg))


def runtime():
    """The folder of DaCe's own headers."""
    import dace

    return str(Path(dace.__file__).parent / "runtime/include")


# --- Outside ------------------------------------------------------------------------------------


def run(*command, cwd=None, **variables):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=cwd,
                          env=dict(os.environ, **variables))
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: {done.stdout[-1000:]}{done.stderr[-1000:]}")


def jobs_of(mw, graph, scenario, recipe, folder):
    """The sample as it is, as its recipe makes it, and as `mw optimise` does."""
    name = re.sub(r"\W", "_", graph.name.removesuffix(".sdfgz").removesuffix(".sdfg"))
    inputs, expected = folder / f"{name}.in.npz", folder / f"{name}.out.npz"
    run(mw, "run", graph, "--scenario", scenario, "--target", "interp", "--save-inputs", inputs,
        "-o", expected)
    job = {"sample": name, "inputs": str(inputs), "expected": str(expected),
           "scenario": str(scenario)}
    yield dict(job, name=name + "_as_lowered", graph=str(graph))
    if recipe:
        tuned = folder / f"{name}.tuned.sdfgz"
        run(mw, "export", graph, "--recipe", recipe, "-o", tuned)
        yield dict(job, name=name + "_tuned", graph=str(tuned))
    optimised, exported = folder / f"{name}.o.sdfgz", folder / f"{name}.optimised.sdfgz"
    run(mw, "optimise", graph, "--scenario", scenario, "--keep-symbols", "-o", optimised)
    run(mw, "export", optimised, "--original", graph, "-o", exported)
    yield dict(job, name=name + "_optimised", graph=str(exported))


def samples_of(options, older):
    if not older:
        for name in HANDWRITTEN:
            yield (options.samples / f"{name}.sdfg", options.samples / f"{name}.scenario.json",
                   None)
    ending = ".gt4py-1.0.9.sdfgz" if older else ".sdfgz"
    folders = sorted(options.samples.glob("[0-9][0-9]_*"))
    for folder in folders if dace_session.is_long() or options.only else folders[::2]:
        graph = folder / (folder.name[3:] + ending)
        if not graph.exists():  # of the other generation alone
            continue
        yield (graph, Path(str(graph).removesuffix(".sdfgz") + ".scenario.json"),
               None if older else folder / "recipe.json")


def needs_gt4py(graph):
    """Whether it has library nodes that only GT4Py knows."""
    unpack = gzip.decompress if graph.suffix == ".sdfgz" else bytes
    return b"gt4py.next" in unpack(graph.read_bytes())


def compile_all(jobs, headers_of_dace, folder):
    """One translation unit; each program in a namespace, since DaCe names helpers alike."""
    headers, parts = set(), []
    for job in jobs:
        lines = job["code"].splitlines()
        headers.update(line for line in lines if line.startswith("#include <"))
        body = "\n".join(line for line in lines if not line.startswith("#include"))
        parts.append(f"namespace {job['name']} {{\n{body}\n}}\n")
    source, library = folder / "all.cpp", folder / "all.so"
    hash_header = "#define __HASH_ \"none\"\n"
    source.write_text("\n".join(sorted(headers)) + "\n" + hash_header + "".join(parts))
    kept = dace_session.kept_builds()
    # By names that are the same in every run.
    run(*(["ccache"] if kept else []), "c++", "-std=c++20", "-fPIC", "-O0", "-ffp-contract=off",
        "-fopenmp", "-w", f"-I{headers_of_dace}", "-c", source.name, "-o", "all.o", cwd=folder, **kept)
    run("c++", "-shared", "-fopenmp", "all.o", "-o", library.name, cwd=folder)
    return str(library)


def judge(jobs, session, folder):
    """name -> verdict of each job."""
    verdicts, arguments, ready = {}, {}, []
    for number, job in enumerate(jobs):
        if job["sample"] in arguments:
            job["arguments"] = arguments[job["sample"]]
        job["computed"] = dace_session.is_long() or job["name"] not in SLOW and number % 2 == 0
        try:
            job.update(session.call("samples", "prepare", job))
        except (dace_session.Raised, dace_session.Ended) as error:
            verdicts[job["name"]] = str(error)[:500]
            continue
        arguments[job["sample"]] = job["arguments"]
        if "code" in job:
            ready.append(job)
        else:
            verdicts[job["name"]] = "ok"
    library = compile_all(ready, session.call("samples", "runtime"), folder) if ready else None
    for job in ready:
        job["library"] = library
        try:
            verdicts[job["name"]] = session.call("samples", "call", job, apart=True)
        except (dace_session.Raised, dace_session.Ended) as error:
            verdicts[job["name"]] = str(error)[:500]
    return verdicts


def add_options(parser):
    parser.add_argument("--mw", type=Path)
    parser.add_argument("--venvs", type=Path)
    parser.add_argument("--samples", type=Path)
    parser.add_argument("--only", default="", help="only samples whose path has this")


def check(options, sessions):
    options.samples = options.samples.resolve()
    asked = computed = bad = 0
    for venv, (older, takes) in ENVIRONMENTS.items():
        python = options.venvs.resolve() / venv / "bin/python"
        if not python.exists():
            print(f"SKIPPED: {python} is not there (see tests/interop/CMakeLists.txt)")
            continue
        with tempfile.TemporaryDirectory() as temporary:
            folder = Path(temporary)
            jobs = [job for graph, scenario, recipe in samples_of(options, older)
                    if options.only in str(graph) and takes(graph)
                    for job in jobs_of(options.mw, graph, scenario, recipe, folder)]
            verdicts = judge(jobs, sessions.of(python), folder)
        computed += sum("library" in job for job in jobs)
        for name, verdict in verdicts.items():
            asked += 1
            bad += verdict != "ok"
            if verdict != "ok":
                print(f"{venv}: {name}: {verdict}")
    print(f"{asked} programs, {computed} computed, {bad} not as they should be")
    return dace_session.SKIPPED if asked == 0 else int(bad > 0)


if __name__ == "__main__":
    sys.exit(dace_session.main(sys.modules[__name__]))
