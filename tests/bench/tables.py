#!/usr/bin/env python3
"""Turns results of `mw bench -o` and of verification into the tables of docs/measurements.md.

  tables.py times FOLDER BASELINE.md     every FOLDER/times/*.json beside the baseline's figures
  tables.py verification FOLDER...       program x stage x back end out of FOLDER/verify/*.json
  tables.py edits FOLDER                 edit to measured out of FOLDER/edit/*.json
  tables.py clocks A.json B.json ...     pairs of results: the same graphs by CUPTI and by events

File names: GENERATION__PROGRAM__STAGE.json (times), ..__TARGET.json (verification). Standard
library only. The tables go to standard output; what is missing is said on standard error.
"""
import json
import pathlib
import re
import sys

SPECIALISED = "bench-static-optimized"


def table(head, rows):
    """Markdown; the first two columns to the left, numbers to the right."""
    lines = ["| " + " | ".join(head) + " |",
             "|" + "|".join("---" if c < 2 else "---:" for c in range(len(head))) + "|"]
    lines += ["| " + " | ".join(row) + " |" for row in rows]
    return "\n".join(lines) + "\n"


def number(value):
    return "-" if value is None else f"{value:.1f}"


def results(folder, kind, parts):
    for path in sorted(pathlib.Path(folder).glob(f"{kind}/*.json")):
        key = path.stem.split("__")
        if len(key) != parts:
            print(f"tables.py: {path.name} is not named as it should be", file=sys.stderr)
            continue
        try:
            yield key, json.loads(path.read_text())
        except json.JSONDecodeError as error:
            print(f"tables.py: {path.name}: {error}", file=sys.stderr)


def baseline(path):
    """{(section, program): (sustained us, call us)} of the three program tables of the baseline."""
    sections = {"icon4py runs it": ("1.2.1", "static"), "not specialised": ("1.2.1", "plain"),
                "older pipeline": ("1.0.9", "plain")}
    figures, section = {}, None
    for line in pathlib.Path(path).read_text().splitlines():
        if line.startswith("#"):
            section = next((s for title, s in sections.items() if title in line), None)
        cells = [c.strip() for c in line.strip("|").split("|")]
        if section and len(cells) > 3 and re.fullmatch(r"\d+", cells[1]) and cells[2].isdigit():
            figures[(*section, cells[0])] = (float(cells[1]), float(cells[2]))
    return figures


def times(folder, baseline_file):
    theirs = baseline(baseline_file)
    rows, sums, gaps, missing = [], {}, [], []
    for (generation, program, stage), result in results(folder, "times", 3):
        variant = result["variants"][0]
        kind = "static" if "static" in stage else "plain"
        dace = theirs.get((generation, kind, program))
        sustained, call = variant["sustained_us"], variant["call_us"]["median"]
        device = variant["device_us"]["median"]
        kernels = sum(k["time_us"]["median"] for k in variant["kernels"])
        launches = sum(k["launches"] for k in variant["kernels"])
        if dace is None:
            missing.append(f"{generation} {program} {stage}")
        rows.append((generation, stage, program, [
            f"{generation} {stage}", program, str(launches), number(sustained), number(call),
            number(device), number(kernels), number(variant["copies_us"]["median"]),
            number(dace[0] if dace else None), f"{sustained / dace[0]:.2f}" if dace else "-",
            variant["device_timed_by"]]))
        gaps.append((call - device, call - sustained, program, stage, generation))
        if dace and "hydrostatic" not in program:
            group = (generation, stage.removeprefix("bench-"))
            ours, other, count = sums.get(group, (0, 0, 0))
            sums[group] = (ours + sustained, other + dace[0], count + 1)
    print(table(["generation, stage", "program", "launches", "sustained us", "call us", "device us",
                 "kernels us", "copies us", "DaCe sustained us", "ratio", "by"],
                [r[3] for r in sorted(rows, key=lambda r: (r[0] != "1.2.1", r[1] != SPECIALISED,
                                                           r[1], r[2]))]))
    for (generation, stage), (ours, other, count) in sorted(sums.items(), reverse=True):
        print(f"- {generation} {stage}, sum of {count} programs without the hydrostatic term: "
              f"{ours:.0f} us against {other:.0f}: {ours / other:.3f}")
    if gaps:
        worst = max(gaps)
        print(f"- One synchronised call takes at most {worst[0]:.1f} us more than the time on the "
              f"device (most: {worst[4]} {worst[2]}, {worst[3]}), and "
              f"{min(g[1] for g in gaps):.1f} to {max(g[1] for g in gaps):.1f} us more than the "
              "sustained one.")
    slower = [r[3] for r in rows if r[3][9] != "-" and float(r[3][9]) > 1.03]
    print("- Slower than DaCe by more than 3 %: "
          + (", ".join(f"{r[1]} ({r[0]}, {r[9]})" for r in slower) or "none") + ".")
    for name in missing:
        print(f"tables.py: the baseline has no {name}", file=sys.stderr)


def verification(folders):
    found, stages, targets = {}, set(), set()
    for folder in folders:
        for (generation, program, stage, target), result in results(folder, "verify", 4):
            found[(generation, program, stage, target)] = result
            stages.add((generation, stage))
            targets.add(target)
    order = ["initial", "simplified", "optimized", "static-initial", "static-optimized"]
    rows, passed = [], 0
    for generation, program in sorted({key[:2] for key in found}, reverse=True):
        for stage in sorted({s for g, s in stages if g == generation}, key=order.index):
            cells = []
            for target in sorted(targets, key=["interp", "cpu", "cuda", "hip"].index):
                result = found.get((generation, program, stage, target))
                passed += bool(result and result["same"])
                cells.append("-" if result is None else f"{result['error']:.1e}"
                             if result["same"] else "**" + result.get("why", "differs") + "**")
            if any(c != "-" for c in cells):
                elements = max(result["elements"] for key, result in found.items()
                               if key[:3] == (generation, program, stage))
                rows.append([f"{generation} {stage}", program, str(elements), *cells])
    print(table(["generation, stage", "program", "elements",
                 *sorted(targets, key=["interp", "cpu", "cuda", "hip"].index)], rows))
    print(f"{passed} of {len(found)} within the tolerance of their scenario.")


def edits(folder):
    rows = []
    for key, result in results(folder, "edit", 3):
        for name in ("first", "cached"):
            run = result[name]
            laps = run["milliseconds"]
            rows.append([f"{key[0]} {key[2]}" if name == "first" else "", f"{key[1]}: {name}",
                         str(result["kernels"]), number(laps["total"]),
                         number(run["compiler_milliseconds"]), number(laps["edit"] + laps["lower"]),
                         number(laps["compile_and_load"]), number(laps["inputs"]),
                         number(laps["measure"]),
                         number(result["whole_program_compiler_milliseconds"])])
    print(table(["graph", "edit", "kernels", "total ms", "of it compiler ms", "edit, lower ms",
                 "compile, load ms", "inputs ms", "measure ms", "whole program's compiler ms"],
                rows))


def clocks(files):
    rows = []
    for records_file, events_file in zip(files[::2], files[1::2]):
        records, events = (json.loads(pathlib.Path(f).read_text()) for f in
                           (records_file, events_file))
        for a, b in zip(records["variants"], events["variants"]):
            kernel_sums = [sum(k["time_us"]["median"] for k in v["kernels"]) for v in (a, b)]
            shortest = min(a["kernels"], key=lambda k: k["time_us"]["median"])
            partner = next(k for k in b["kernels"] if k["name"] == shortest["name"])
            rows.append([a["name"], records["program"], str(len(a["kernels"])),
                         number(a["sustained_us"]), number(b["sustained_us"]),
                         number(a["device_us"]["median"]), number(b["device_us"]["median"]),
                         *map(number, kernel_sums), number(a["copies_us"]["median"]),
                         f"{shortest['time_us']['median']:.2f}",
                         f"{partner['time_us']['median']:.2f}"])
    print(table(["graph", "program", "kernels", "sustained us", "again", "device us, CUPTI",
                 "events", "sum of kernels us, CUPTI", "events", "copies us",
                 "shortest kernel us, CUPTI", "events"], rows))


def main():
    if len(sys.argv) >= 4 and sys.argv[1] == "times":
        times(sys.argv[2], sys.argv[3])
    elif len(sys.argv) >= 3 and sys.argv[1] == "verification":
        verification(sys.argv[2:])
    elif len(sys.argv) == 3 and sys.argv[1] == "edits":
        edits(sys.argv[2])
    elif len(sys.argv) >= 4 and sys.argv[1] == "clocks":
        clocks(sys.argv[2:])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
