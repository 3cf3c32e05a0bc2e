#!/usr/bin/env python3
"""What each command prints with --json is what its schema in docs/schemas/output says, and the schema refuses what is another thing.

MAPWRIGHT_LONG=all also runs every command that takes one graph on every sample. --outputs FILE keeps what was printed.
"""
import copy
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from checks import ROOT, check, end, skip
import checks

SCHEMAS = ROOT / "docs/schemas/output"
SAMPLES = ROOT / "samples"
NABLA4, LAPLACIAN = SAMPLES / "nabla4.sdfg", SAMPLES / "laplacian.sdfg"
GRID = ["--grid", "torus:8,6,10"]
# Commands that print no JSON: what a shell completes, and steps as a recipe, which has a schema of its own.
WITHOUT = {"completion"}

OPENACC = """{"apply_diffusion_to_vn": {"latency": {"value": 0.2, "lower_value": 0.19, "upper_value": 0.22},
  "latency_total": {"value": 1.0, "lower_value": 1.0, "upper_value": 1.0}, "num_calls": {"value": 3}}}"""
NSYS = ("Start (ns),Duration (ns),CorrId,GrdX,GrdY,GrdZ,BlkX,BlkY,BlkZ,Reg/Trd,StcSMem (MB),DymSMem (MB),Bytes (MB),"
        "Throughput (MB/s),SrcMemKd,DstMemKd,Device,Ctx,GreenCtx,Strm,Name\n")
GT4PY = """{"apply_diffusion_to_vn<run_dace_gpu_opt>#1[-4611]": {"metadata": {"name": "apply_diffusion_to_vn", "static_args": {"limited_area": true}},
  "metrics": {"total": [0.81, 0.00015, 0.00015], "compute": [0.0042, 0.0001, 0.0001]}}}"""


def calls(folder):
    """Pairs (schema, words of a call): the commands in an order in which each finds its files."""
    f = folder
    (f / "openacc.json").write_text(OPENACC)
    (f / "gt4py.json").write_text(GT4PY)
    for name, faster in (("first.csv", 1), ("second.csv", 2)):
        (f / name).write_text(NSYS + "".join(
            f'{1000 + 10000 * i},{(1000 + 10 * i) // faster},1,5,2,1,32,8,1,40,0.000,0.000,,,,,H200 (0),1,,7,"map_{i % 11}_0_0(double*, int)"\n'
            for i in range(22)))
    saved = f / "saved/nabla4-01234567"
    saved.mkdir(parents=True)
    shutil.copy(NABLA4, saved / "lowered.sdfgz")
    (saved / "program.json").write_text("{}")
    (saved / "calls-a-1.json").write_text('{"calls": 1}')
    hinted = SAMPLES / "transformations/sweep-fusion.sdfgz"
    lifted = SAMPLES / ("08_apply_diffusion_to_w_and_compute_horizontal_gradients_for_turbulence/"
                        "apply_diffusion_to_w_and_compute_horizontal_gradients_for_turbulence.sdfgz")
    (f / "campaign.json").write_text(json.dumps({
        "version": 1, "programs": [{"graph": str(LAPLACIAN), "grid": "torus:8,6,10"}], "budgets": ["1s"],
        "devices": [{"name": "here", "target": "cpu"}]}))
    apart = json.loads((SAMPLES / "diffusion.sequence.json").read_text())
    for program in apart["programs"]:
        program["graph"] = str(SAMPLES / program["graph"])
    apart["calls"].insert(1, {"exchange": ["theta"]})
    (f / "apart.sequence.json").write_text(json.dumps({**apart, "internal": ["kappa"]}))
    given = json.loads((SAMPLES / "nabla4.scenario.json").read_text())
    arrays = [{"file": f"m{i}.npy", "argument": name, "shape": one["shape"], "dtype": one["dtype"]}
              for i, (name, one) in enumerate(given["arrays"].items())]
    edges, extents = 144, {"K": 12, "Vertex": 48, "Edge": 144} # of the scenario's torus
    symbols = {name: edges if name.startswith("__gt_conn") or not name.endswith(tuple(f"{d}_range_1" for d in extents)) else
               extents[name.split("_")[-3]] for name in json.loads(NABLA4.read_text())["attributes"]["symbols"]}
    symbols.update({name: extents["Vertex"] for name in symbols if re.fullmatch("__[uv]_vert_K_stride", name)}, **given["symbols"])
    logged = {"program": "../saved/nabla4-01234567", "where": "step.py:7 in run", "symbols": symbols,
              "arrays": {name: i for i, name in enumerate(given["arrays"])}, "changed": []}
    (f / "step").mkdir()
    (f / "step/calls.json").write_text(json.dumps({"version": 1, "calls": [logged], "arrays": arrays, "changed": [], "overlap": []}))
    return [
        ("transformations", ["transformations"]),
        ("devices", ["devices"]),
        ("grid", ["grid", "torus:8,6,10"]),
        ("grid", ["grid", "limited:R02B02,20,5"]),
        ("info", ["info", NABLA4]),
        ("info", ["info", SAMPLES / "transformations/scan-fusion.sdfgz"]),
        ("check", ["check", NABLA4, "--hints"]),
        ("check", ["check", hinted, "--hints"]),
        ("check-repair", ["check", hinted, "--hints", "--repair"]),
        ("written", ["show", NABLA4, "-o", f / "graph.dot"]),
        ("written", ["show", NABLA4, "--rows", "-o", f / "rows.svg"]),
        ("written", ["convert", NABLA4, "-o", f / "copy.sdfgz"]),
        ("access", ["access", NABLA4, "--map", "project_0", "--at", "Edge=7,K=3", *GRID]),
        ("matches", ["matches", LAPLACIAN]),
        ("matches", ["matches", NABLA4, "map-fusion-vertical"]),
        ("advise", ["advise", NABLA4]),
        ("advise", ["advise", LAPLACIAN, "--device", "H200"]),
        ("advise", ["advise", lifted]),
        ("advise-precision", ["advise", NABLA4, "--precision"]),
        ("apply", ["apply", NABLA4, "map-fusion-vertical", "--all", "--preview"]),
        ("apply", ["apply", NABLA4, "map-fusion-vertical", "--check", "-o", f / "one.sdfg", "--recipe", f / "one.json"]),
        ("apply", ["apply", NABLA4, "map-fusion-vertical", "--all", "--project", f / "p.mapwright"]),
        ("apply", ["apply", NABLA4, "change-precision", "--match", "1", "--border", "true", "-o", f / "half.sdfg"]),
        ("optimise", ["optimise", NABLA4, "--device", "H200", "-o", f / "fast.sdfg", "--check"]),
        ("optimise", ["optimise", LAPLACIAN, "--device", "cpu", "--pipeline", "gt4py"]),
        ("replay", ["replay", NABLA4, f / "one.json", "-o", f / "again.sdfg"]),
        ("replay", ["replay", LAPLACIAN, f / "one.json", "-o", f / "none.sdfg", "--skip"]),
        ("recipe", ["recipe", "show", f / "one.json"]),
        ("diff", ["diff", NABLA4, f / "fast.sdfg"]),
        ("diff", ["diff", NABLA4, NABLA4]),
        ("run", ["run", NABLA4, "--target", "interp", "-o", f / "o.npz", "--save-inputs", f / "i.npz"]),
        ("run", ["run", f / "fast.sdfg", "--target", "cpu", "--compare", f / "o.npz"]),
        ("verify", ["verify", NABLA4, f / "fast.sdfg", "--target", "interp", *GRID]),
        ("verify", ["verify", NABLA4, f / "half.sdfg", "--target", "interp", "--tolerance", "0"]),
        ("verify", ["verify", NABLA4, f / "fast.sdfg", "--target", "interp"]),
        ("bench", ["bench", NABLA4, f / "fast.sdfg", "--target", "cpu", "--repeats", "2", *GRID, "-o", f / "times.json"]),
        ("bench", ["bench", NABLA4, "--target", "cpu", "--repeats", "2", *GRID, "-o", f / "times2.json"]),
        ("bench", ["bench", "--project", f / "p.mapwright", "--target", "cpu", "--repeats", "2", *GRID]),
        ("sequence", ["bench", "--sequence", SAMPLES / "diffusion.sequence.json", "--target", "cpu", "--repeats", "2", *GRID]),
        ("history", ["history", f / "p.mapwright"]),
        ("history-two", ["history", f / "p.mapwright", f / "one.json", "--on", NABLA4]),
        ("project", ["project", f / "p.mapwright"]),
        ("link", ["link", SAMPLES / "diffusion.sequence.json", "-o", f / "linked.sdfgz"]),
        ("link", ["link", SAMPLES / "diffusion.sequence.json", "-o", f / "checked.sdfgz", "--verify", "--target", "interp"]),
        ("link", ["link", f / "apart.sequence.json", "-o", f / "apart.sdfgz"]),
        ("unlink", ["unlink", f / "apart.sdfgz", "-o", f / "parts", "--verify", "--target", "interp"]),
        ("compare-devices", ["compare", f / "times.json", f / "times2.json"]),
        ("compare", ["compare", f / "openacc.json", f / "gt4py.json"]),
        ("compare-profiles", ["compare", NABLA4, f / "first.csv", f / "second.csv", *GRID]),
        ("compare-profiles", ["compare", NABLA4, f / "first.csv", *GRID]),
        ("compile", ["compile", NABLA4, "--target", "cpu"]),
        ("tune", ["tune", LAPLACIAN, "--target", "cpu", "--budget", "1s", *GRID, "-o", f / "tuned.sdfg"]),
        ("tune", ["tune", NABLA4, "--target", "cpu", "--budget", "1s", *GRID, "-o", f / "tuned2.sdfg"]),
        ("campaign", ["tune", "--campaign", f / "campaign.json"]),
        ("sweep", ["sweep", LAPLACIAN, "--target", "cpu", "--param", "fuse=on,off", "--repeats", "2", *GRID]),
        ("sweep", ["sweep", LAPLACIAN, "--target", "cpu", "--param", "vectors=default,off", "--repeats", "2", *GRID]),
        ("export", ["export", NABLA4, "--target", "cpu", "-o", f / "n.so", "--header"]),
        ("export", ["export", NABLA4, "-o", f / "exported.sdfg"]),
        ("hash", ["hash", NABLA4, f / "fast.sdfg"]),
        ("pipeline-sequence", ["pipeline", "sequence", f / "step", "-o", f / "logged.sequence.json"]),
        ("pipeline", ["pipeline", "collect", f / "saved", "-o", f / "collected.mapwright"]),
    ]


def of_every_sample():
    graphs = sorted(SAMPLES.rglob("*.sdfg")) + sorted(SAMPLES.rglob("*.sdfgz"))
    for graph in graphs:
        yield from (("info", ["info", graph]), ("check", ["check", graph, "--hints"]), ("matches", ["matches", graph]))
        if graph.with_name(graph.name.replace(".sdfgz", ".sdfg").replace(".sdfg", ".scenario.json")).exists():
            yield from (("advise", ["advise", graph]), ("optimise", ["optimise", graph, "--device", "H200"]))


def printed(mw, words):
    """What a call prints as JSON; None, and a failure, where it does not."""
    done = subprocess.run([mw, *map(str, words), "--json", "--quiet"], capture_output=True, text=True, timeout=300)
    shown = " ".join(map(str, words))
    try:
        check(done.returncode in (0, 1), f"{shown} ends with {done.returncode}: {done.stderr[:300]}")
        check(not done.stderr, f"{shown} --quiet says {done.stderr[:200]}")
        return json.loads(done.stdout)
    except ValueError:
        check(False, f"{shown} prints no JSON: {done.stdout[:100]}{done.stderr[:200]}")
    return None


def validators():
    import jsonschema
    import referencing
    files = {file.name.removesuffix(".schema.json"): json.loads(file.read_text())
             for file in [*sorted(SCHEMAS.glob("*.schema.json")), *sorted(SCHEMAS.parent.glob("*.schema.json"))]}
    registry = referencing.Registry().with_resources((schema["$id"], referencing.Resource.from_contents(schema))
                                                     for schema in files.values())
    found = {}
    for file in sorted(SCHEMAS.glob("*.schema.json")):
        name = file.name.removesuffix(".schema.json")
        schema = json.loads(file.read_text())
        jsonschema.Draft202012Validator.check_schema(schema)
        check(schema.get("title") and schema.get("description"), f"{file.name} says not what it is of")
        found[name] = jsonschema.Draft202012Validator(schema, registry=registry)
    return found


def spoiled(answer):
    """The answer with a key less, with one more, and with a value of another type, at its first object."""
    first = answer if isinstance(answer, dict) else answer[0] if answer else None
    if not first:
        return
    for change in ("less", "more", "other"):
        broken = copy.deepcopy(answer)
        at = broken if isinstance(broken, dict) else broken[0]
        key = next(iter(at))
        if change == "less": # the second one: what was written is missing where nothing was
            del at[list(at)[min(1, len(at) - 1)]]
        elif change == "more":
            at["nobody asked for this"] = 1
        else:
            at[key] = [["another thing"]]
        yield change, broken


def commands(mw):
    """Names of mw --help."""
    lines = subprocess.run([mw, "--help"], capture_output=True, text=True, check=True).stdout.split("Subcommands:\n")[1].split("\n\n")[0]
    return [line.split()[0] for line in lines.splitlines() if line.startswith("  ") and line[2] != " "]


def main():
    given = checks.options()
    if not pathlib.Path(given.python).exists():
        skip("jsonschema is not installed (tools/setup --venv)")
    try:
        import jsonschema # noqa: F401
    except ImportError: # not the Python of the environment yet
        if "MAPWRIGHT_IN_VENV" in os.environ:
            skip("jsonschema is not installed (tools/setup --venv)")
        sys.exit(subprocess.run([given.python, "-B", *sys.argv], env={**os.environ, "MAPWRIGHT_IN_VENV": "1"}).returncode)
    takes = validators()
    with tempfile.TemporaryDirectory() as folder:
        listed = calls(pathlib.Path(folder))
        if os.environ.get("MAPWRIGHT_LONG") == "all":
            listed += of_every_sample()
        answers = [(name, words, printed(given.mw, words)) for name, words in listed]
    refused = 0
    for name, words, answer in answers:
        shown = " ".join(str(word) for word in words)
        if answer is None or name not in takes:
            check(name in takes, f"there is no schema {name}")
            continue
        for error in takes[name].iter_errors(answer):
            check(False, f"{shown}: {error.json_path}: {error.message[:200]}")
        for change, broken in spoiled(answer):
            check(not takes[name].is_valid(broken), f"the schema {name} takes an answer with {change} ({shown})")
            refused += 1
    check(refused > 60, f"only {refused} spoiled answers were looked at")
    used = {name for name, _, _ in answers}
    check(used == set(takes), f"schemas and calls differ by {used ^ set(takes)}")
    asked = {words[0] for _, words, _ in answers}
    all_of = set(commands(given.mw))
    check(asked == all_of - WITHOUT, f"commands without a call here: {all_of - WITHOUT - asked}")
    for command in WITHOUT:
        help_text = subprocess.run([given.mw, command, "--help"], capture_output=True, text=True).stdout
        check("--json" not in help_text, f"{command} has --json and no schema")
    end()


if __name__ == "__main__":
    main()
