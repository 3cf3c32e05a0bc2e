#!/usr/bin/env python3
"""What the compilers of HIP make of the corpus, without a device: the tables of docs/measurements.md.

  hip_registers.py CORPUS [--mw MW] [--only PART] [--fused] [--json FILE]

Compiles every graph of CORPUS (all programs and stages, with the values of the scenario beside it)
with `mw compile --target hip --json` for each of the columns below, and prints registers of the
programs' unfused and most optimised graphs, and a line about all kernels. What does not compile is
said on standard error, and the exit is 1. --fused: the programs' optimised graphs alone. --json keeps every kernel. Standard library only.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys

# Title, $MAPWRIGHT_HIP_COMPILER, architecture.
COLUMNS = [("gfx90a, hiprtc", "hiprtc", "gfx90a"),
           ("gfx90a, clang", "clang-19", "gfx90a"),
           ("gfx942, clang", "clang-19", "gfx942")]
UNFUSED = ["initial"]
FUSED = ["bench-static-optimized", "bench-optimized", "static-optimized", "optimized"]


def compiled(mw, graph, compiler, architecture):
    """The kernels of `mw compile --json`; None where it refuses, which is said."""
    bench = graph.name.startswith("bench-")
    scenario = graph.parent / ("bench.json" if bench else "reference.json")
    command = [mw, "compile", str(graph), "--target", "hip", "--arch", architecture, "--json"]
    if scenario.exists():
        command += ["--scenario", str(scenario)]
    done = subprocess.run(command, capture_output=True, text=True, check=False,
                          env={**os.environ, "MAPWRIGHT_HIP_COMPILER": compiler})
    if done.returncode == 0:
        return json.loads(done.stdout)["kernels"]
    print(f"{graph}, {compiler}, {architecture}: {done.stderr.strip()}", file=sys.stderr)
    return None


def stage(results, program, names):
    """Kernels by column of the first of these stages that there is."""
    for name in names:
        if (program, name) in results:
            return results[program, name]
    return None


def most(kernels, key):
    values = [k[key] for k in kernels or [] if k[key] is not None]
    return str(max(values)) if values else "-"


def rows(results):
    for program in sorted({program for program, _ in results}):
        row = [program]
        for names in UNFUSED, FUSED:
            columns = stage(results, program, names) or {}
            counts = [len(k) for k in columns.values() if k]
            row.append(str(counts[0]) if counts else "-")
            row += [most(columns.get(title), "registers") for title, _, _ in COLUMNS]
        row.append(most((stage(results, program, FUSED) or {}).get(COLUMNS[-1][0]), "scalar_registers"))
        yield row


def summary(results):
    head = ["all graphs", "kernels", "most VGPRs", "above 64", "above 96", "above 128", "spilling", "with LDS"]
    lines = []
    for title, _, _ in COLUMNS:
        kernels = [k for columns in results.values() for k in columns.get(title) or []]
        registers = [k["registers"] for k in kernels]
        lines.append([title, str(len(kernels)), str(max(registers, default=0))] +
                     [str(sum(r > limit for r in registers)) for limit in (64, 96, 128)] +
                     [str(sum(k[key] > 0 for k in kernels)) for key in ("spill_bytes", "shared_bytes")])
    return head, lines


def table(head, lines):
    return "\n".join(["| " + " | ".join(head) + " |", "|---|" + "---:|" * (len(head) - 1)] +
                     ["| " + " | ".join(line) + " |" for line in lines]) + "\n"


def main():
    parser = argparse.ArgumentParser(description="Registers of HIP kernels, compiled without a device.")
    parser.add_argument("corpus", type=pathlib.Path)
    parser.add_argument("--mw", default="build/release/bin/mw")
    parser.add_argument("--only", default="", help="part of the graph's path")
    parser.add_argument("--fused", action="store_true", help="optimised graphs alone")
    parser.add_argument("--json", type=pathlib.Path, help="keeps every kernel")
    asked = parser.parse_args()
    results, failed, graphs = {}, 0, 0
    for graph in sorted(asked.corpus.glob("gt4py-*/*/*.sdfgz")):
        name = graph.name.removesuffix(".sdfgz")
        if asked.only not in str(graph) or (asked.fused and name not in FUSED):
            continue
        graphs += 1
        program = f"{graph.parent.parent.name.removeprefix('gt4py-')}/{graph.parent.name}"
        columns = {title: compiled(asked.mw, graph, compiler, architecture)
                   for title, compiler, architecture in COLUMNS}
        failed += sum(kernels is None for kernels in columns.values())
        results[program, name] = columns
    titles = [title for title, _, _ in COLUMNS]
    print(table(["program", "kernels, unfused"] + [f"VGPRs {t}" for t in titles] + ["kernels, fused"] +
                [f"VGPRs {t}" for t in titles] + ["SGPRs " + titles[-1]], rows(results)))
    print(table(*summary(results)))
    print(f"{graphs} graphs, {failed} of {graphs * len(COLUMNS)} compilations refused")
    if asked.json:
        asked.json.write_text(json.dumps({"/".join(key): value for key, value in results.items()}, indent=1))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
