"""Fuses the maps of graphs with DaCe's MapFusionVertical and MapFusionHorizontal and with
Mapwright's, the same graph with the same options in turns.

    PYTHON_WITH_DACE_2 fuse_against_dace.py order_bench FILE... [--repeats N]

Vertically until nothing applies, then horizontally, and again until nothing changes; maps at the
top level of states only. DaCe without validation, and with its analysis of single-use data made
once beforehand, as GT4Py calls it; Mapwright with the validation of every step and its record for
a recipe. Prints medians after a warm-up, their ratio, and what each side came to.
"""
import argparse
import copy
import os
import statistics
import subprocess
import tempfile
import time
import warnings

warnings.simplefilter("ignore")
import dace  # noqa: E402
from dace.transformation.dataflow import MapFusionHorizontal, MapFusionVertical  # noqa: E402
from dace.transformation.passes.analysis import FindSingleUseData  # noqa: E402

ORDER = """map-fusion-vertical --only-toplevel-maps
map-fusion-horizontal --only-toplevel-maps
"""


def maps_at_top(sdfg):
    return sum(isinstance(node, dace.nodes.MapEntry) and state.entry_node(node) is None
               for node, state in sdfg.all_nodes_recursive()
               if isinstance(state, dace.SDFGState))


def fused_by_dace(original):
    sdfg = copy.deepcopy(original)
    begin = time.perf_counter()
    applied = 0
    while True:
        vertical = MapFusionVertical(only_toplevel_maps=True)
        vertical._single_use_data = FindSingleUseData().apply_pass(sdfg, None)
        horizontal = MapFusionHorizontal(only_toplevel_maps=True)
        now = sum(sdfg.apply_transformations_repeated([each], validate=False, progress=False,
                                                      print_report=False)
                  for each in (vertical, horizontal))
        if not now:
            return time.perf_counter() - begin, applied, maps_at_top(sdfg)
        applied += now


class Mapwright:
    def __init__(self, bench, file, order):
        self.server = subprocess.Popen([bench, file, order], stdin=subprocess.PIPE,
                                       stdout=subprocess.PIPE, text=True)

    def fused(self):
        self.server.stdin.write("apply\n")
        self.server.stdin.flush()
        seconds, steps, maps = self.server.stdout.readline().split()
        return float(seconds), int(steps), int(maps)

    def end(self):
        self.server.stdin.close()
        self.server.wait()


def compare(bench, file, order, repeats):
    original = dace.SDFG.from_file(file)
    ours = Mapwright(bench, file, order)
    ours.fused(), fused_by_dace(original)
    pairs = [(ours.fused(), fused_by_dace(original)) for _ in range(repeats)]
    ours.end()
    mine, theirs = (statistics.median(run[0] for run in side) for side in zip(*pairs))
    (_, steps, maps), (_, dace_steps, dace_maps) = pairs[0]
    name = "/".join(os.path.normpath(file).split(os.sep)[-3:])
    print(f"| {name} | {maps_at_top(original)} | {steps} to {maps} maps, {mine * 1e3:.0f} ms | "
          f"{dace_steps} to {dace_maps} maps, {theirs * 1e3:.0f} ms | {theirs / mine:.0f} |",
          flush=True)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bench")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--repeats", type=int, default=5)
    given = parser.parse_args()
    print(f"| graph | maps | Mapwright | DaCe {dace.__version__} | ratio |")
    print("|---|---:|---:|---:|---:|")
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as order:
        order.write(ORDER)
        order.flush()
        for file in given.files:
            compare(given.bench, file, order.name, given.repeats)


if __name__ == "__main__":
    main()
