#!/usr/bin/env python3
"""Verifies and times every graph of a corpus with `mw`; tests/bench/tables.py makes tables of it.

  measure_all.py verify|times|edit|all CORPUS OUT [--mw BIN/mw] [--target cuda] [--jobs 8]
                                                  [--repeats 20] [--only TEXT]

CORPUS holds GENERATION/PROGRAM/{initial,optimized,...}.sdfgz with reference.json, reference.npz and
bench.json. `edit` needs edit_bench beside `mw`. Standard library only.
"""
import argparse
import concurrent.futures
import json
import pathlib
import re
import subprocess
import sys

VERIFIED = ["initial", "simplified", "optimized", "static-initial", "static-optimized"]
TIMED = [["bench-static-optimized", "static-optimized"], ["bench-optimized", "optimized"]]
COMPARED = re.compile(r"^(\S+): (\d+) elements agree, largest error (\S+)")


def programs(corpus, only):
    for folder in sorted(pathlib.Path(corpus).glob("*/*/")):
        if (folder / "reference.json").exists() and only in str(folder):
            yield folder.parent.name.removeprefix("gt4py-"), folder


def run(command, timeout):
    try:
        return subprocess.run(command, capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        return subprocess.CompletedProcess(command, 124, "", f"no end within {timeout} s")


def last_line(text):
    lines = [line for line in text.splitlines() if line.strip()]
    return lines[-1][:300] if lines else ""


def verify_one(options, generation, folder, stage):
    """One graph against its reference: all elements of all outputs."""
    done = run([options.mw, "run", folder / f"{stage}.sdfgz", "--target", options.target,
                "--scenario", folder / "reference.json", "--compare", folder / "reference.npz"], 900)
    arrays = [m.groups() for m in map(COMPARED.match, done.stdout.splitlines()) if m]
    result = {"program": folder.name, "generation": generation, "stage": stage,
              "target": options.target, "same": done.returncode == 0 and bool(arrays),
              "error": max((float(a[2]) for a in arrays), default=None),
              "elements": sum(int(a[1]) for a in arrays),
              "arrays": {a[0]: {"elements": int(a[1]), "error": float(a[2])} for a in arrays}}
    if not result["same"]:
        result["why"] = last_line(done.stderr or done.stdout)
    write(options, "verify", [generation, folder.name, stage, options.target], result)
    return result


def write(options, kind, parts, result):
    file = pathlib.Path(options.out) / kind / ("__".join(parts) + ".json")
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(result, indent=1) + "\n")


def verify(options):
    tasks = [(generation, folder, stage) for generation, folder in
             programs(options.corpus, options.only) for stage in VERIFIED
             if (folder / f"{stage}.sdfgz").exists() and (folder / "reference.npz").exists()]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda task: verify_one(options, *task), tasks))
    wrong = [r for r in results if not r["same"]]
    print(f"{options.target}: {len(results) - len(wrong)} of {len(results)} graphs agree with "
          "their reference")
    for r in wrong:
        print(f"  {r['generation']} {r['program']} {r['stage']}: {r['why']}")
    return not wrong


def timed_graphs(folder):
    for names in TIMED:
        found = next((n for n in names if (folder / f"{n}.sdfgz").exists()), None)
        if found:
            yield found


def times(options):
    fine = True
    for generation, folder in programs(options.corpus, options.only):
        if not (folder / "bench.json").exists():
            continue
        for stage in timed_graphs(folder):
            file = pathlib.Path(options.out) / "times" / f"{generation}__{folder.name}__{stage}.json"
            file.parent.mkdir(parents=True, exist_ok=True)
            done = run([options.mw, "bench", folder / f"{stage}.sdfgz", "--target", options.target,
                        "--scenario", folder / "bench.json", "--repeats", str(options.repeats),
                        "-o", file], 300)
            if done.returncode != 0:
                fine = False
                print(f"{generation} {folder.name} {stage}: {last_line(done.stderr)}")
                continue
            variant = json.loads(file.read_text())["variants"][0]
            print(f"{generation} {stage} {folder.name}: sustained {variant['sustained_us']:.1f} us, "
                  f"call {variant['call_us']['median']:.1f}, device "
                  f"{variant['device_us']['median']:.1f} by {variant['device_timed_by']}")
            sys.stdout.flush()
    return fine


EDITED = [("calculate_nabla4", "initial"), ("calculate_nabla4", "optimized"),
          ("vertically_implicit_solver_at_predictor_step", "bench-static-optimized"),
          ("compute_rho_theta_pgrad_and_update_vn", "bench-static-initial"),
          ("vertically_implicit_solver_at_predictor_step", "bench-static-initial")]


def edit(options):
    fine = True
    bench = pathlib.Path(options.mw).resolve().with_name("edit_bench")
    for generation, folder in programs(options.corpus, options.only):
        for program, stage in EDITED:
            graph = folder / f"{stage}.sdfgz"
            if program != folder.name or generation != "1.2.1" or not graph.exists():
                continue
            done = run([bench, graph, folder / "bench.json", options.target], 300)
            if done.returncode != 0:
                fine = False
                print(f"edit {program} {stage}: {last_line(done.stderr)}")
                continue
            result = json.loads(done.stdout)
            write(options, "edit", [generation, program, stage], result)
            print(f"edit {program} {stage}: first "
                  f"{result['first']['milliseconds']['total']:.0f} ms (compiler "
                  f"{result['first']['compiler_milliseconds']:.0f}), cached "
                  f"{result['cached']['milliseconds']['total']:.0f} ms")
    return fine


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("what", choices=["verify", "times", "edit", "all"])
    parser.add_argument("corpus")
    parser.add_argument("out")
    parser.add_argument("--mw", default="build/release/bin/mw")
    parser.add_argument("--target", default="cuda")
    parser.add_argument("--jobs", type=int, default=8)
    parser.add_argument("--repeats", type=int, default=20)
    parser.add_argument("--only", default="")
    options = parser.parse_args()
    chosen = [verify, times, edit] if options.what == "all" else [globals()[options.what]]
    sys.exit(0 if all([step(options) for step in chosen]) else 1)


if __name__ == "__main__":
    main()
