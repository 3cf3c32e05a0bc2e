"""Real DaCe loads and validates what every transformation makes of real graphs.

Each transformation is applied everywhere (`mw apply --all`) to each graph that it applies to, and to
the graph specialised to the sizes of its reference, where it applies to that alone. Where DaCe 2
says that the graph itself is valid, it has to say so of the result. A transformation that applies to
none of these graphs has one of its own, which others may have prepared (`STARTS`), or a small one
that DaCe writes (`small_graphs`); one that applies to nothing fails. Without --all or MAPWRIGHT_LONG
ten graphs, and of each transformation the result on the first that it applies to: DaCe takes seconds
to read one. Exit code 77: skipped, the reason is printed.

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

FEW = 1  # results of a transformation on graphs of the corpus, without the long mode
TEN = [  # small ones first
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
    "gt4py-1.2.1/vertically_implicit_solver_at_predictor_step/initial.sdfgz",
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
    "scan-loop-unrolling": (f"{SOLVER}/optimized.sdfgz", [], []),
    "sweep-fusion": (f"{SOLVER}/static-optimized.sdfgz", [], []),
}


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
    for sdfg in (dead, same, known, in_place, tiled, part, viewed, late, pieces, summed):
        sdfg.save(str(Path(folder) / f"{sdfg.name}.sdfg"))


class Rewriter:
    def __init__(self, mw, folder, most, is_valid):
        """most: results of each transformation on graphs of the corpus; is_valid: what DaCe says of
        one, asked where results are limited."""
        self.mw, self.folder, self.number, self.failed = mw, folder, 0, 0
        self.most, self.made, self.is_valid = most, Counter(), is_valid

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

    def is_due(self, name, graph):
        """Whether there are not yet enough results of the transformation, and one on this graph would
        be judged; one more is made then."""
        if self.most is not math.inf and (self.made[name] >= self.most or not self.is_valid(graph)):
            return False
        self.made[name] += 1
        return True

    def rewritten(self, graph, is_due=lambda name: True):
        """(transformation, file) of the results on a graph that are due."""
        results = []
        here = self.applicable(graph)
        for name in filter(is_due, sorted(here)):
            results.append((name, self.apply(graph, name, "--all")))
        special = self.specialised(graph)
        if special:
            if is_due("specialise"):
                results.append(("specialise", special))
            for name in filter(is_due, sorted(self.applicable(special) - here)):
                results.append((name, self.apply(special, name, "--all")))
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
            yield graph, self.rewritten(graph)
        for graph in files:
            yield graph, self.rewritten(graph, lambda name: self.is_due(name, graph))
        for name in STARTS:
            if pair := self.of_start(name, corpus):
                yield pair


def judge(session, graph, made, covered):
    """Compares DaCe's verdicts on a graph and on what was made of it: whether it is valid, and the
    numbers of results and of wrong ones."""
    valid = made and session.judge(graph)["valid"]
    results = wrong = 0
    for name, out in made:
        if valid:
            results += 1
            covered[name] = covered.get(name, 0) + 1
            verdict = session.judge(out)
            if not verdict["valid"]:
                why = verdict.get("why") or verdict["load"]
                print(f"NOT VALID {'/'.join(graph.parts[-3:])} after {name}: {why}")
                wrong += 1
        out.unlink()
    return bool(valid), results, wrong


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
    files = [f for f in sorted(corpus.rglob("*.sdfg*")) if not f.name.startswith("bench")] \
        if everything else [corpus / name for name in TEN]
    files = [f for f in files if f.exists() and options.only in str(f)]
    if not python.exists() or not files:
        missing = "a virtual environment with DaCe" if files else f"the corpus {corpus}"
        print(f"SKIPPED: {missing} is not there (see tests/interop/CMakeLists.txt)")
        return dace_session.SKIPPED
    covered, session = {}, sessions.of(python)
    graphs = results = wrong = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        small = folder / "small"
        small.mkdir()
        session.call("rewritten", "small_graphs", str(small))
        rewriter = Rewriter(options.mw.absolute(), folder, math.inf if everything else FEW,
                            lambda graph: session.judge(graph)["valid"])
        for graph, made in rewriter.pairs(sorted(small.glob("*.sdfg")), files, corpus):
            counts = judge(session, graph, made, covered)
            graphs, results, wrong = graphs + counts[0], results + counts[1], wrong + counts[2]
        names = rewriter.names()
    for name in names:
        print(f"{covered.get(name, 0):6} {name}")
    wrong += rewriter.failed
    missing = [name for name in names if name not in covered]
    if missing and not options.only:
        print("APPLIES TO NOTHING " + ", ".join(missing))
        wrong += len(missing)
    print(f"{results} results on {graphs} graphs, {wrong} wrong")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(dace_session.main(sys.modules[__name__]))
