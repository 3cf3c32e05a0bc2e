"""Times graphs on the CPU as DaCe compiles them and as Mapwright does, in turns.

    PYTHON_WITH_DACE cpu_against_dace.py MW GRAPH SCENARIO [GRAPH SCENARIO]... [--rounds N]
        [--builds FOLDER [--build-only]]

DaCe's builds are kept in FOLDER and used again from there; with --build-only nothing is timed, so
that they can be made while the machine is busy.

Same inputs, compiler, flags and threads (the program is told OMP_NUM_THREADS). A round is some calls
of DaCe's library in this process, then the same number of Mapwright's through `mw bench`; each side
counts with the median of its round. Prints a line of Markdown per graph: both medians, the median of
the rounds' ratios and its 95 % interval (sign test), and the largest relative difference of outputs.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
import warnings

warnings.simplefilter("ignore")
import dace  # noqa: E402
import numpy as np  # noqa: E402

FLAGS = "-std=c++17 -fPIC -O3 -march=native -ffp-contract=off -fno-math-errno -w"


def configure(folder):
    dace.Config.set("compiler", "cpu", "args", value=FLAGS)
    dace.Config.set("compiler", "build_type", value="Release")
    dace.Config.set("default_build_folder", value=folder)
    dace.Config.set("compiler", "use_cache", value=True)


class Dace:
    def __init__(self, graph, arrays, symbols):
        sdfg = dace.SDFG.from_file(graph)
        sdfg.name = sdfg.name + "_dace"
        self.library = sdfg.compile()
        known = {}
        for name, data in sdfg.arglist().items():
            if name in arrays:
                known[name] = arrays[name].copy(order="F")
            elif name in symbols:
                known[name] = symbols[name]
            elif isinstance(data, dace.data.Scalar):
                known[name] = data.dtype.type(symbols[name])
            else:
                sys.exit(f"{graph}: the scenario says nothing of '{name}'")
        self.arguments = known
        self.library(**known)  # builds the argument list, and is the run that is compared
        self.first = {name: value.copy(order="K") for name, value in known.items()
                      if isinstance(value, np.ndarray)}
        self.call = self.library._lastargs

    def microseconds(self, calls):
        library, handle, (arguments, _) = self.library._cfunc, self.library._libhandle, self.call
        times = []
        for _ in range(calls):
            begin = time.perf_counter()
            library(handle, *arguments)
            times.append((time.perf_counter() - begin) * 1e6)
        return statistics.median(times)


class Mapwright:
    def __init__(self, mw, graph, scenario):
        self.command = [mw, "bench", graph, "--scenario", scenario, "--target", "cpu", "--json"]

    def measure(self, calls):
        command = self.command + ["--repeats", str(calls), "--warmup", "2"]
        return json.loads(subprocess.run(command, capture_output=True, text=True,
                                         check=True).stdout)

    def microseconds(self, calls):
        return self.measure(calls)["variants"][0]["call_us"]["median"]

    def symbols(self):
        """With those that follow from sizes and strides."""
        return self.measure(1)["scenario"]["symbols"]


def interval(values):
    """Of the median, by the sign test: 95 % or more."""
    ordered = sorted(values)
    n, low, below = len(ordered), 0, 0.5 ** len(ordered)
    term = below
    while low < n // 2:
        term = term * (n - low) / (low + 1)
        if 2 * (below + term) > 0.05:
            break
        below += term
        low += 1
    return ordered[low], ordered[n - 1 - low]


def inputs_of(mw, graph, scenario, folder):
    files = [os.path.join(folder, name) for name in ("inputs.npz", "outputs.npz")]
    subprocess.run([mw, "run", graph, "--scenario", scenario, "--target", "cpu", "--save-inputs",
                    files[0], "-o", files[1]], check=True, capture_output=True)
    return [dict(np.load(file)) for file in files]


def difference(ours, theirs):
    worst = 0.0
    for name, value in ours.items():
        other = theirs[name].reshape(value.shape)
        scale = np.maximum(np.abs(value), 1e-300)
        worst = max(worst, float(np.max(np.abs(value - other) / scale)) if value.size else 0.0)
    return worst


def name_of(graph):
    return "/".join(os.path.abspath(graph).split("/")[-3:])


def compare(mw, graph, scenario, rounds, calls, builds, build_only):
    with tempfile.TemporaryDirectory() as folder:
        configure(os.path.join(builds or folder, name_of(graph).replace("/", ".")))
        inputs, outputs = inputs_of(mw, graph, scenario, folder)
        our_side = Mapwright(mw, graph, scenario)
        dace_side = Dace(graph, inputs, our_side.symbols())
        if build_only:
            return
        pairs = []
        for i in range(rounds):
            sides = [dace_side, our_side] if i % 2 == 0 else [our_side, dace_side]
            times = {side: side.microseconds(calls) for side in sides}
            pairs.append((times[dace_side], times[our_side]))
        ratios = [ours / theirs for theirs, ours in pairs]
        low, high = interval(ratios)
        print(f"| {name_of(graph)} | {statistics.median(p[0] for p in pairs):.0f} | "
              f"{statistics.median(p[1] for p in pairs):.0f} | {statistics.median(ratios):.3f} | "
              f"{low:.3f} to {high:.3f} | {difference(outputs, dace_side.first):.1e} |",
              flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("mw")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--calls", type=int, default=7)
    parser.add_argument("--builds")
    parser.add_argument("--build-only", action="store_true")
    options = parser.parse_args()
    if len(options.files) % 2:
        sys.exit("a scenario for every graph")
    print("| graph | DaCe, us | Mapwright, us | ratio | 95 % | largest difference |\n"
          "|---|---:|---:|---:|---:|---:|")
    for graph, scenario in zip(options.files[::2], options.files[1::2]):
        compare(options.mw, graph, scenario, options.rounds, options.calls, options.builds,
                options.build_only)


if __name__ == "__main__":
    main()
