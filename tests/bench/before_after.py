#!/usr/bin/env python3
"""Listing where vertical map fusion applies and applying it once: this commit against one from
before the framework of transformations, in turns.

  tests/bench/before_after.py TREE GRAPH... [--rounds N]

TREE: a checkout of the commit before (git worktree add TREE db9c94c), configured with the preset
`ci`; the benchmark there is changed to take the first match that applies, and built. Of this
checkout `build/ci/bin/fusion_bench` is run. CPU time of one thread; the shortest round counts.
"""
import argparse
import json
import os
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
FRONT = "const auto match = fusion().find(index).front();"
APPLYING = """transforms::Match match;
    for (const auto& one : fusion().find(index))
        if (match.elements.empty() &&
            fusion().check(index, one, *transforms::completeParams(fusion(), {})).ok())
            match = one;"""


def build_before(tree):
    source = tree / "tests/bench/fusion_bench.cpp"
    source.write_text(source.read_text().replace(FRONT, APPLYING))
    subprocess.run(["cmake", "--build", "build/ci", "-j2", "--target", "fusion_bench"], cwd=tree,
                   check=True, stdout=subprocess.DEVNULL)
    return tree / "build/ci/bin/fusion_bench"


def times(program, *arguments, **environment):
    out = subprocess.run([program, *arguments, "--benchmark_format=json",
                          "--benchmark_filter=matchList|applyChecked|matchAndApply"],
                         env={**os.environ, **environment}, check=True, capture_output=True,
                         text=True).stdout
    return {b["name"]: b["cpu_time"] for b in json.loads(out)["benchmarks"]}


def before(program, graph):
    """It takes the graph that a corpus has as the initial one of nabla4."""
    with tempfile.TemporaryDirectory() as corpus:
        link = Path(corpus) / "gt4py-1.2.1/calculate_nabla4/initial.sdfgz"
        link.parent.mkdir(parents=True)
        link.symlink_to(graph)
        found = times(program, MAPWRIGHT_CORPUS=corpus)
    return {"list": found["matchList"], "list and apply": sum(found.values())}


def after(program, graph):
    found = times(program, graph)
    return {"list": found["matchList"], "list and apply": found["matchAndApply"]}


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=Path)
    parser.add_argument("graphs", type=Path, nargs="+")
    parser.add_argument("--rounds", type=int, default=5)
    args = parser.parse_args()
    programs = {"before": (before, build_before(args.tree.resolve())),
                "after": (after, HERE / "build/ci/bin/fusion_bench")}
    for graph in (g.resolve() for g in args.graphs):
        rounds = [{when: measure(program, graph) for when, (measure, program) in programs.items()}
                  for _ in range(args.rounds)]
        for what in ("list", "list and apply"):
            best = {when: min(r[when][what] for r in rounds) for when in programs}
            ratios = sorted(r["before"][what] / r["after"][what] for r in rounds)
            print(f"{graph.parent.name}/{graph.name} {what}: {best['before']:.1f} ms before, "
                  f"{best['after']:.1f} after; ratio {best['before'] / best['after']:.1f}, "
                  f"by rounds {ratios[0]:.1f} to {ratios[-1]:.1f}", flush=True)


if __name__ == "__main__":
    main()
