"""What each DaCe makes of the same file, and what `--dace` of ours makes of it.

Small graphs in which versions of DaCe differ (a copy that says one region, `//` and Mod of negative
integers in tasklets, conditions, assignments and memlets) are written once, by the oldest DaCe that is
here, and given as they are to every one (`VENVS`): what its build computes is what `mw run --dace
VERSION` has to compute, and what the graph computes there once `mw convert --dace VERSION` has written
it for that version (the oldest and the newest of DaCe 2; all with MAPWRIGHT_LONG). What a version refuses or cannot compile is said and not compared; a graph that
none takes fails. The newest DaCe validates what `mw convert` writes for it: of a few graphs, with
MAPWRIGHT_LONG of every graph of the corpus (what transformations make: rewritten.py).
Exit code 77: skipped, the reason is printed.

  versions.py --mw build/ci/bin/mw --venvs build --corpus ../shared/corpus
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import dace_session
from samples import compile_all, frame_of, parameters, passed

VENVS = {"venv-dace1": "1.0.2", "venv-dace2": "2.0.0a6", "venv-dace2-a10": "2.0.0a10",
         "venv-dace2-b1": "2.0.0b1"}
USUAL = ["2.0.0a6", "2.0.0b1"] # without MAPWRIGHT_LONG
FEW = ["gt4py-1.0.9/calculate_nabla4/initial.sdfgz",
       "gt4py-1.0.9/apply_diffusion_to_vn/initial.sdfgz",
       "gt4py-1.0.9/compute_hydrostatic_correction_term/initial.sdfgz",
       "gt4py-1.2.1/calculate_nabla4/initial.sdfgz",
       "gt4py-1.2.1/calculate_nabla4/optimized.sdfgz",
       "gt4py-1.2.1/apply_diffusion_to_vn/optimized.sdfgz",
       "gt4py-1.2.1/apply_diffusion_to_theta_and_exner/optimized.sdfgz"]

# Name: (kind, text that stands in the file).
TASKLETS = {"floor_division": "a // b", "c_remainder": "a % b", "modulo": "Mod(a, b)",
            "rounded_down": "py_floor(a, b)", "chain": "10 * (a // 2) + a // b * 3"}
ASSIGNMENTS = {"assigned_division": "k // 2", "assigned_modulo": "Mod(k, 3)",
               "assigned_remainder": "k % 3"}
INDICES = {"index_remainder": "k % 3 + 10", "index_modulo": "Mod(k, 3) + 10"}
COPIES = {"copy_of_source": ("A[2:5]", 10), "copy_of_target": ("O[2:5]", 10),
          "copy_into_small": ("A[2:5]", 3), "copy_with_step": ("A[2:8:2]", 10),
          "copy_into_whole": ("A[0:10]", 10)}
# Their C++ has C's remainder for Mod in indices; here it is Python's, as `mw check` says (rounding-division).
OTHERWISE = {(name, version) for name in INDICES for version in ("1.0.2", "2.0.0a6", "2.0.0a10")}
# What 2.0.0b1 refuses however it is written: it wants an access node where data go from one tasklet to another.
LEFT = {"other/spmv.sdfg": "must be rooted at an AccessNode"}
INPUTS = {"A": list(range(1, 11)), "B": [2], "T": list(range(30)), "k": -7}


# --- Inside a virtual environment ---------------------------------------------------------------


def write_all(folder):
    """The graphs, by the API of this DaCe; texts are put in afterwards, so that none changes them."""
    import dace

    made = {}

    def fresh(name, outputs=1):
        sdfg = dace.SDFG(name)
        sdfg.add_array("O", [outputs], dace.int64)
        return sdfg

    def tasklet(state, inputs, code):
        node = state.add_tasklet("t", set(inputs), {"o"}, code)
        for connector, memlet in inputs.items():
            state.add_edge(state.add_read(memlet.data), None, node, connector, memlet)
        state.add_edge(node, "o", state.add_write("O"), None, dace.Memlet("O[0]"))

    for name, code in TASKLETS.items():
        sdfg = fresh(name)
        sdfg.add_array("A", [10], dace.int64)
        sdfg.add_array("B", [1], dace.int64)
        tasklet(sdfg.add_state("s"), {"x": dace.Memlet("A[0]"), "b": dace.Memlet("B[0]")},
                "a = x - 8; o = PLACE")
        made[name] = sdfg, code
    for name, code in ASSIGNMENTS.items():
        sdfg = fresh(name)
        sdfg.add_symbol("k", dace.int64)
        sdfg.add_symbol("h", dace.int64)
        first, second = sdfg.add_state("first"), sdfg.add_state("second")
        sdfg.add_edge(first, second, dace.InterstateEdge(assignments={"h": "PLACE"}))
        tasklet(second, {}, "o = h")
        made[name] = sdfg, code
    for name, index in INDICES.items():
        sdfg = fresh(name)
        sdfg.add_symbol("k", dace.int64)
        sdfg.add_array("T", [30], dace.int64)
        tasklet(sdfg.add_state("s"), {"x": dace.Memlet("T[k]")}, "o = x")
        made[name] = sdfg, index
    for name, (memlet, size) in COPIES.items():
        sdfg = fresh(name, size)
        sdfg.add_array("A", [10], dace.int64)
        state = sdfg.add_state("s")
        state.add_nedge(state.add_read("A"), state.add_write("O"), dace.Memlet(memlet))
        made[name] = sdfg, ""
    for name, (sdfg, text) in made.items():
        value = json.loads(json.dumps(sdfg.to_json(), default=str))
        put(value, text, name in INDICES)
        (Path(folder) / f"{name}.sdfg").write_text(json.dumps(value))


def put(value, text, index):
    """In place of PLACE, and of `k` in the ranges of memlets of T."""
    items = value.items() if isinstance(value, dict) else enumerate(value)
    for key, item in list(items):
        if isinstance(item, str):
            # `k`, as this DaCe writes it: k, $k or symbol($k, dtype=dace.int64)
            names_k = index and key in ("start", "end") and "k" in item
            value[key] = text.replace("k", item) if names_k else item.replace("PLACE", text)
        elif isinstance(item, (dict, list)):
            put(item, text, index)


def prepare(job):
    import dace

    sdfg = dace.SDFG.from_file(job["graph"])
    sdfg.validate()
    sdfg._name = job["name"]
    return frame_of(sdfg)


def call(job):
    import ctypes

    import numpy

    loaded = ctypes.CDLL(job["library"])
    arrays = {name: numpy.array(values, dtype=numpy.int64) for name, values in INPUTS.items()
              if isinstance(values, list)}
    arrays["O"] = numpy.zeros(job["size"], dtype=numpy.int64)
    init, program = (getattr(loaded, prefix + job["name"])
                     for prefix in ("__dace_init_", "__program_"))
    init.restype = ctypes.c_void_p
    pairs = parameters(job["code"], "__dace_init_" + job["name"])
    handle = ctypes.c_void_p(init(*passed(pairs, arrays, INPUTS)))
    pairs = parameters(job["code"], "__program_" + job["name"])
    program(handle, *passed(pairs[1:], arrays, INPUTS))
    return arrays["O"].tolist()


# --- Outside ------------------------------------------------------------------------------------


def run(*command):
    return subprocess.run(list(map(str, command)), capture_output=True, text=True)


def ours(mw, graph, size, folder, *options):
    """What mw computes of it; None, and why, where it refuses."""
    scenario, out = folder / "scenario.json", folder / "out.npz"
    arrays = {name: {"shape": [len(values)], "dtype": "int64", "file": str(folder / f"{name}.npy")}
              for name, values in INPUTS.items() if isinstance(values, list)}
    arrays["O"] = {"shape": [size], "dtype": "int64",
                   "file": str(folder / f"O{size}.npy")}
    scenario.write_text(json.dumps({"program": graph.stem, "dace": "1.0.0",
                                    "grid": {"kind": "torus", "nx": 3, "ny": 3, "levels": 1},
                                    "horizontal": None, "symbols": {"k": INPUTS["k"]},
                                    "arrays": arrays}))
    done = run(mw, "run", graph, "--scenario", scenario, "--target", "interp", "-o", out, *options)
    if done.returncode != 0:
        return None, done.stderr.strip()
    return numbers(out), ""


def numbers(archive):
    """The array O of an archive."""
    import ast
    import struct
    import zipfile

    data = zipfile.ZipFile(archive).read("O.npy")
    length = struct.unpack("<H", data[8:10])[0]
    head = ast.literal_eval(data[10:10 + length].decode())
    count = head["shape"][0]
    return list(struct.unpack(f"<{count}q", data[10 + length:10 + length + 8 * count]))


def write_array(path, values):
    import struct

    head = f"{{'descr': '<i8', 'fortran_order': False, 'shape': ({len(values)},), }}"
    head = head.ljust(117) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode()
                     + struct.pack(f"<{len(values)}q", *values))


def theirs(session, jobs, folder):
    """name -> what DaCe's build computes, or why it does not."""
    answers, ready = {}, []
    for job in jobs:
        try:
            job["code"] = session.call("versions", "prepare", job, apart=True)
            ready.append(job)
        except (dace_session.Raised, dace_session.Ended) as error:
            answers[job["name"]] = str(error)[:200]
    headers = session.call("samples", "runtime")
    try:
        library = compile_all(ready, headers, folder)
    except SystemExit:
        library = None
    for job in ready:
        try:  # one by one: what this version cannot compile must not stop the others
            place = folder / job["name"]
            place.mkdir(exist_ok=True)
            job["library"] = library or compile_all([job], headers, place)
        except SystemExit as error:
            answers[job["name"]] = "its C++ does not compile: " + str(error)[-150:]
            continue
        answers[job["name"]] = session.call("versions", "call", job, apart=True)
    return answers


def size_of(name):
    return COPIES[name][1] if name in COPIES else 1


def compare(options, session, version, graphs, folder):
    """The number of differences, and how many graphs this DaCe takes."""
    jobs = [{"name": g.stem, "graph": str(g), "size": size_of(g.stem)} for g in graphs]
    written = []
    for graph in graphs:
        out = folder / f"{graph.stem}_written.sdfg"
        done = run(options.mw, "convert", graph, "--from", version, "--dace", version, "-o", out)
        if done.returncode != 0:
            print(f"NOT WRITTEN {graph.stem} for {version}: {done.stderr.strip()}")
            return 1, 0
        written.append({"name": out.stem, "graph": str(out), "size": size_of(graph.stem)})
    answers = theirs(session, jobs + written, folder)
    wrong = taken = 0
    for graph in graphs:
        expected = answers[graph.stem]
        if isinstance(expected, str):
            print(f"{version} does not take {graph.stem}: {expected}")
            continue
        taken += 1
        if (graph.stem, version) in OTHERWISE:
            print(f"{graph.stem}: DaCe {version} computes {expected}, otherwise here, as stated")
            continue
        value, why = ours(options.mw, graph, size_of(graph.stem), folder, "--dace", version)
        if value != expected:
            print(f"DIFFERENT {graph.stem}: DaCe {version} computes {expected}, mw {value} {why}")
            wrong += 1
        again = answers[graph.stem + "_written"]
        if again != expected:
            print(f"DIFFERENT {graph.stem}: written for DaCe {version} it computes {again}, not "
                  f"{expected}")
            wrong += 1
    print(f"DaCe {session.version}: {taken} of {len(graphs)} graphs compared")
    return wrong, taken


def validated(options, session, corpus, folder):
    """How many graphs that are written for the newest DaCe it refuses."""
    files = sorted(corpus.rglob("*.sdfg*")) if dace_session.is_long() else \
        [corpus / name for name in FEW]
    wrong = before = asked = 0
    for number, file in enumerate(f for f in files if f.exists()):
        out = folder / f"{number}.sdfg"
        done = run(options.mw, "convert", file, "--dace", "2.0.0b1", "-o", out)
        if done.returncode != 0:
            print(f"NOT WRITTEN {file}: {done.stderr.strip()}")
            wrong += 1
            continue
        verdict = session.judge(out)
        asked += 1
        before += session.judge(file)["valid"] is not True
        left = LEFT.get(str(file.relative_to(corpus)))
        if left:
            if left not in str(verdict.get("why")):
                print(f"NOT REFUSED AS STATED {file.relative_to(corpus)}: {verdict}")
                wrong += 1
        elif verdict["valid"] is not True:
            print(f"REFUSED {file.relative_to(corpus)}: {verdict['load']}, {verdict['validate']}: "
                  f"{verdict.get('why')}")
            wrong += 1
    print(f"DaCe {session.version}: {asked} graphs written for it, {wrong} not as they should be; of the files "
          f"themselves it refuses {before}")
    return wrong


def add_options(parser):
    parser.add_argument("--mw", type=Path)
    parser.add_argument("--venvs", type=Path)
    parser.add_argument("--corpus", type=Path)


def check(options, sessions):
    pythons = {version: options.venvs.resolve() / venv / "bin/python"
               for venv, version in VENVS.items()}
    if not dace_session.is_long():
        pythons = {version: pythons[version] for version in USUAL}
    here = {version: python for version, python in pythons.items() if python.exists()}
    for version in pythons.keys() - here.keys():
        print(f"SKIPPED: DaCe {version} is not here (tools/setup --venvs)")
    if not here:
        return dace_session.SKIPPED
    wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for array, values in INPUTS.items():
            if isinstance(values, list):
                write_array(folder / f"{array}.npy", values)
        for size in {1} | {size for _, size in COPIES.values()}:
            write_array(folder / f"O{size}.npy", [0] * size)
        graphs_folder = folder / "graphs"
        graphs_folder.mkdir()
        oldest = min(here, key=list(VENVS.values()).index)
        sessions.of(here[oldest]).call("versions", "write_all", str(graphs_folder))
        graphs = sorted(graphs_folder.glob("*.sdfg"))
        for version, python in here.items():
            place = folder / version
            place.mkdir()
            for file in folder.glob("*.npy"):
                (place / file.name).write_bytes(file.read_bytes())
            session = sessions.of(python)
            differences, taken = compare(options, session, version, graphs, place)
            wrong += differences
            if taken < len(graphs) // 2:
                print(f"DaCe {version} takes only {taken} graphs")
                wrong += 1
        corpus = options.corpus.resolve() if options.corpus else None
        if "2.0.0b1" in here and corpus and corpus.exists():
            wrong += validated(options, sessions.of(here["2.0.0b1"]), corpus, folder)
    print(f"{wrong} differences")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(dace_session.main(sys.modules[__name__]))
