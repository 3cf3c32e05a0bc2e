"""Real DaCe loads and validates what every transformation makes of real graphs.

Each transformation is applied everywhere (`mw apply --all`) to each graph that it applies to, and to
the graph specialised to the sizes of its reference, where it applies to that alone. Where DaCe 2
says that the graph itself is valid, it has to say so of the result; the newest DaCe of what `mw convert`
writes for it of graph and result (without MAPWRIGHT_LONG of every third). A transformation that applies to
none of these graphs has one of its own, which others may have prepared (`STARTS`), or a small one
that DaCe writes (`small_graphs`); one that applies to nothing fails. DaCe takes seconds to read one:
without --all eleven graphs, and of each transformation the result on the first that it applies to; with
MAPWRIGHT_LONG all graphs, and five results of each transformation. Exit code 77: skipped, the reason is printed.

  rewritten.py --mw build/ci/bin/mw --venvs build --corpus ../shared/corpus [--all]
"""

import json
import math
import os
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

import dace_session

# Results of a transformation on graphs of the corpus, without --all.
FEW, FEW_LONG = 1, 5
SOME = [  # small ones first
    "other/sdfv_gemm_expanded_pure_tiled.sdfg",
    "gt4py-1.0.9/calculate_nabla4/optimized.sdfgz",
    "gt4py-1.2.1/apply_diffusion_to_vn/optimized.sdfgz",
    "gt4py-1.0.9/calculate_nabla4/initial.sdfgz",
    "gt4py-1.0.9/compute_hydrostatic_correction_term/initial.sdfgz",
    "gt4py-1.2.1/apply_diffusion_to_theta_and_exner/static-initial.sdfgz",
    "gt4py-1.0.9/apply_diffusion_to_vn/simplified.sdfgz",
    "gt4py-1.0.9/compute_derived_horizontal_winds_and_ke_and_contravariant_correction/"
    "optimized.sdfgz",
    "gt4py-1.2.1/calculate_nabla2_and_smag_coefficients_for_vn/initial.sdfgz",
    "gt4py-1.2.1/apply_diffusion_to_w_and_compute_horizontal_gradients_for_turbulence/optimized.sdfgz",
    "gt4py-1.0.9/compute_horizontal_velocity_quantities_and_fluxes/simplified.sdfgz",
]
SOLVER = "gt4py-1.2.1/vertically_implicit_solver_at_predictor_step"
# Transformation: the graph, what is applied to it before, and its options.
STARTS = {
    "fuse-horizontal-condition-blocks": (
        "gt4py-1.2.1/compute_rho_theta_pgrad_and_update_vn/static-initial.sdfgz",
        ["map-fusion-horizontal"], []),
    "map-collapse": ("gt4py-1.0.9/calculate_nabla4/initial.sdfgz", ["map-expansion"],
                     ["--any-schedule"]),
    "move-dataflow-into-if-body": (
        "gt4py-1.2.1/apply_diffusion_to_theta_and_exner/static-initial.sdfgz",
        ["map-fusion-vertical"], []),
    "scan-fusion": (f"{SOLVER}/static-optimized.sdfgz", [], []),
    "scan-loop-unrolling": (f"{SOLVER}/optimized.sdfgz", [], []),
    "split-access-node": (
        "gt4py-1.0.9/compute_advection_in_vertical_momentum_equation/simplified.sdfgz", [], []),
    "sweep-fusion": (f"{SOLVER}/static-optimized.sdfgz", [], []),
}


# Options of a transformation where it is applied everywhere.
OPTIONS = {"change-precision": ["--border"]}


def small_graphs(folder):
    """Runs inside a virtual environment: what no graph of the pipeline has."""
    import dace
    import features

    dead, state = features.fresh("dead_write")
    dead.add_transient("t", [features.N], dace.float64)
    features.elementwise(state, "a", "b")
    features.elementwise(state, "a", "t")

    same, state = features.fresh("self_copy")
    features.elementwise(state, "a", "b")
    written = next(n for n in state.data_nodes() if n.data == "b")
    state.add_nedge(written, state.add_write("b"),
                    dace.Memlet(data="b", subset="0:N", other_subset="0:N"))

    known, state = features.fresh("known_branch")
    features.elementwise(state, "a", "b")
    choice = features.blocks.ConditionalBlock("choice")
    known.add_node(choice)
    known.add_edge(state, choice, dace.InterstateEdge())
    for name, condition in (("yes", "2 > 1"), ("no", None)):
        body = features.blocks.ControlFlowRegion(name, sdfg=known)
        choice.add_branch(dace.properties.CodeBlock(condition) if condition else None, body)
        features.elementwise(body.add_state(name, is_start_block=True), "b", "a")
    in_place, state = features.fresh("in_place")
    read = state.add_read("a")
    entry, exit_ = state.add_map("update", {"k": "0:N"})
    for target in ("b", "a"):
        tasklet = state.add_tasklet(f"write_{target}", {"i"}, {"o"}, "o = i + 1.0")
        state.add_memlet_path(read, entry, tasklet, dst_conn="i", memlet=dace.Memlet("a[k]"))
        state.add_memlet_path(tasklet, exit_, state.add_write(target), src_conn="o",
                              memlet=dace.Memlet(f"{target}[k]"))

    tiled, state = features.fresh("tiled")
    tiles, tiles_end = state.add_map("tiles", {"t": "0:N:4"})
    tile, tile_end = state.add_map("tile", {"k": "t:min(N, t + 4)"})
    tasklet = state.add_tasklet("twice", {"i"}, {"o"}, "o = i * 2.0")
    state.add_memlet_path(state.add_read("a"), tiles, tile, tasklet, dst_conn="i",
                          memlet=dace.Memlet("a[k]"))
    state.add_memlet_path(tasklet, tile_end, tiles_end, state.add_write("b"), src_conn="o",
                          memlet=dace.Memlet("b[k]"))

    part, state = features.fresh("part_read")
    part.add_transient("t", [features.N], dace.float64)
    features.elementwise(state, "a", "t")
    entry, exit_ = state.add_map("part", {"k": "2:N"})
    tasklet = state.add_tasklet("twice", {"i"}, {"o"}, "o = i * 2.0")
    written = next(n for n in state.data_nodes() if n.data == "t")
    state.add_memlet_path(written, entry, tasklet, dst_conn="i", memlet=dace.Memlet("t[k]"))
    state.add_memlet_path(tasklet, exit_, state.add_write("b"), src_conn="o",
                          memlet=dace.Memlet("b[k]"))

    viewed, state = features.fresh("viewed")
    viewed.add_view("v", [features.N], dace.float64)
    features.elementwise(state, "v", "b")
    view = next(n for n in state.data_nodes() if n.data == "v")
    state.add_edge(state.add_read("a"), None, view, "views", dace.Memlet("a[0:N]"))

    late, state = features.fresh("late_copy")
    late.add_transient("t", [features.N], dace.float64)
    features.elementwise(state, "a", "t")
    state = late.add_state_after(state, "back")
    state.add_nedge(state.add_read("t"), state.add_write("b"),
                    dace.Memlet(data="t", subset="0:N", other_subset="0:N"))

    pieces, state = features.fresh("pieces")
    pieces.add_array("d", [2 * features.N], dace.float64)
    pieces.add_transient("t", [2 * features.N], dace.float64)
    both = state.add_access("t")
    for source, place in (("a", "0:N"), ("b", "N:2*N")):
        state.add_nedge(state.add_read(source), both,
                        dace.Memlet(data=source, subset="0:N", other_subset=place))
    state.add_mapped_tasklet("twice", {"k": "0:2*N"}, {"i": dace.Memlet("t[k]")}, "o = i * 2.0",
                             {"o": dace.Memlet("d[k]")}, external_edges=True,
                             input_nodes={"t": both})

    summed, state = features.fresh("summed")
    summed.add_transient("t", [features.N, 4], dace.float64)
    state.add_mapped_tasklet("spread", {"i": "0:N", "j": "0:4"}, {"x": dace.Memlet("a[i]")},
                             "o = x * (j + 1)", {"o": dace.Memlet("t[i, j]")},
                             external_edges=True)
    rows, rows_end = state.add_map("rows", {"k": "0:N"})
    row, row_end = state.add_map("row", {"l": "0:4"})
    tasklet = state.add_tasklet("add", {"v"}, {"o"}, "o = v")
    written = next(n for n in state.data_nodes() if n.data == "t")
    state.add_memlet_path(written, rows, row, tasklet, dst_conn="v", memlet=dace.Memlet("t[k, l]"))
    state.add_memlet_path(tasklet, row_end, rows_end, state.add_write("b"), src_conn="o",
                          memlet=dace.Memlet("b[k]", wcr="lambda x, y: x + y"))

    never, state = features.fresh("never_run")
    never.add_transient("t", [features.N], dace.float64)
    features.elementwise(state, "a", "b")
    state.add_mapped_tasklet("never", {"k": "4:2"}, {"i": dace.Memlet("a[k]")}, "o = i * 2.0",
                             {"o": dace.Memlet("t[k]")}, external_edges=True)

    empty, state = features.fresh("empty_copy")
    features.elementwise(state, "a", "b")
    written = next(n for n in state.data_nodes() if n.data == "b")
    state.add_nedge(state.add_read("a"), written,
                    dace.Memlet(data="a", subset="2:2", other_subset="2:2"))
    unread, state = features.fresh("unread_copy")
    unread.add_transient("t", [features.N], dace.float64)
    features.elementwise(state, "a", "b")
    state.add_nedge(state.add_read("a"), state.add_write("t"),
                    dace.Memlet(data="a", subset="0:N", other_subset="0:N"))
    for sdfg in (dead, same, known, in_place, tiled, part, viewed, late, pieces, summed, never,
                 empty, unread):
        sdfg.save(str(Path(folder) / f"{sdfg.name}.sdfg"))


class Rewriter:
    def __init__(self, mw, folder, most, covered):
        """most: results of each transformation; covered: how many there are that DaCe takes."""
        self.mw, self.folder, self.number, self.failed = mw, folder, 0, 0
        self.most, self.covered = most, covered

    def run(self, *arguments):
        return subprocess.run([str(self.mw), *map(str, arguments)], capture_output=True, text=True)

    def names(self):
        return [t["name"] for t in json.loads(self.run("transformations", "--json").stdout)]

    def applicable(self, graph):
        """Names of the transformations that apply somewhere."""
        done = self.run("matches", "--json", graph)
        if done.returncode not in (0, 1):
            sys.exit(f"mw matches {graph}: {done.stderr}")
        return {m["transformation"] for m in json.loads(done.stdout) if m["applies"]}

    def apply(self, graph, name, *options):
        """The file with the result; None, and why, where it cannot be made."""
        self.number += 1
        out = self.folder / f"{self.number}_{name}.sdfg"
        done = self.run("apply", graph, name, *options, "-o", out)
        if done.returncode != 0:
            print(f"NOT APPLIED {name} to {graph}: {done.stderr.strip()}")
            self.failed += 1
            return None
        return out

    def specialised(self, graph):
        """To the sizes of the reference; None where there is none."""
        scenario = graph.parent / "reference.json"
        if not scenario.exists():
            return None
        return self.apply(graph, "specialise", "--scenario", scenario)

    def is_due(self, name):
        """Whether there are not yet enough results of the transformation."""
        return self.covered[name] < self.most

    def rewritten(self, graph, all_of_them=False):
        """(transformation, file) of the results on a graph that are due, or of all."""
        is_due = (lambda name: True) if all_of_them else self.is_due
        results = []
        here = self.applicable(graph)
        for name in filter(is_due, sorted(here)):
            results.append((name, self.apply(graph, name, "--all", *OPTIONS.get(name, []))))
        special = self.specialised(graph)
        if special:
            if is_due("specialise"):
                results.append(("specialise", special))
            for name in filter(is_due, sorted(self.applicable(special) - here)):
                results.append((name, self.apply(special, name, "--all", *OPTIONS.get(name, []))))
        return [(name, out) for name, out in results if out]

    def of_start(self, name, corpus):
        """The start of a transformation and the results on it; None where it cannot be made."""
        file, before, chosen = STARTS[name]
        graph = corpus / file
        for first in before:
            graph = graph and self.apply(graph, first, "--all")
        out = graph and self.apply(graph, name, *chosen, "--all")
        return out and (graph, [(name, out)])

    def pairs(self, small, files, corpus):
        """A graph and the results on it, one after the other."""
        for graph in small:
            yield graph, self.rewritten(graph, all_of_them=True)
        for graph in files:
            yield graph, self.rewritten(graph)
        for name in STARTS:
            if pair := self.is_due(name) and self.of_start(name, corpus):
                yield pair


class Newest:
    """The newest DaCe, and what is written for it; without it there is nothing to say."""

    VERSION = "2.0.0b1"

    def __init__(self, python, rewriter, sessions):
        self.session = sessions.of(python) if python.exists() else None
        self.rewriter, self.asked, self.offered = rewriter, 0, 0
        if self.session is None:
            print(f"SKIPPED: DaCe {self.VERSION} is not here (tools/setup --venv)")

    def judge(self, graph):
        out = self.rewriter.folder / "newest.sdfg"
        done = self.rewriter.run("convert", graph, "--dace", self.VERSION, "-o", out)
        if done.returncode != 0:
            return {"valid": False, "why": done.stderr.strip()}
        self.asked += 1
        return self.session.judge(out)

    def refuses(self, graph, name, out):
        """Whether it does not take a result, though it takes the graph."""
        self.offered += 1
        if self.session is None or not (dace_session.is_long() or self.offered % 3 == 1):
            return False
        verdict = self.judge(out)
        if verdict["valid"] or not self.judge(graph)["valid"]:
            return False
        print(f"NOT VALID in {self.VERSION} {'/'.join(graph.parts[-3:])} after {name}: "
              f"{verdict.get('why') or verdict['load']}")
        return True


def judge(session, newest, graph, made, covered):
    """What DaCe says of what was made of a graph, and of the graph where it does not take that: the
    numbers of results that were taken and of wrong ones."""
    results = wrong = 0
    for name, out in made:
        wrong += newest.refuses(graph, name, out)
        verdict = session.judge(out)
        if verdict["valid"]:
            results += 1
            covered[name] += 1
        elif session.judge(graph)["valid"]:
            why = verdict.get("why") or verdict["load"]
            print(f"NOT VALID {'/'.join(graph.parts[-3:])} after {name}: {why}")
            wrong += 1
        out.unlink()
    return results, wrong


def add_options(parser):
    parser.add_argument("--mw", type=Path)
    parser.add_argument("--venvs", type=Path)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--all", action="store_true", help="every graph of the corpus")
    parser.add_argument("--only", default="", help="part of the path of the graphs")


def check(options, sessions):
    corpus = Path(os.environ.get("MAPWRIGHT_CORPUS", options.corpus)).absolute()
    python = options.venvs / "venv-dace2" / "bin" / "python"
    everything = options.all or dace_session.is_long()
    most = math.inf if options.all else FEW_LONG if everything else FEW
    files = [f for f in sorted(corpus.rglob("*.sdfg*")) if not f.name.startswith("bench")] \
        if everything else [corpus / name for name in SOME]
    files = [f for f in files if f.exists() and options.only in str(f)]
    if not python.exists() or not files:
        missing = "a virtual environment with DaCe" if files else f"the corpus {corpus}"
        print(f"SKIPPED: {missing} is not there (see tests/interop/CMakeLists.txt)")
        return dace_session.SKIPPED
    covered, session = Counter(), sessions.of(python)
    graphs = results = wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        small = folder / "small"
        small.mkdir()
        session.call("rewritten", "small_graphs", str(small))
        rewriter = Rewriter(options.mw.absolute(), folder, most, covered)
        newest = Newest(options.venvs / "venv-dace2-b1/bin/python", rewriter, sessions)
        for graph, made in rewriter.pairs(sorted(small.glob("*.sdfg")), files, corpus):
            counts = judge(session, newest, graph, made, covered)
            graphs, results, wrong = graphs + bool(counts[0]), results + counts[0], wrong + counts[1]
        names = rewriter.names()
    for name in names:
        print(f"{covered[name]:6} {name}")
    wrong += rewriter.failed
    missing = [name for name in names if name not in covered]
    if missing and not options.only:
        print("APPLIES TO NOTHING " + ", ".join(missing))
        wrong += len(missing)
    print(f"{newest.asked} graphs judged by DaCe {Newest.VERSION}")
    print(f"{results} results on {graphs} graphs, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(dace_session.main(sys.modules[__name__]))
