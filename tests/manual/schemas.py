#!/usr/bin/env python3
"""The schemas of docs/schemas take what the programs write, and refuse what mw refuses, each broken file by a sentence that
names the place."""
import copy
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from checks import ROOT, check, end, options, skip

SCHEMAS = ROOT / "docs/schemas"
KINDS = ("scenario", "sequence", "recipe", "project", "choices")
NABLA4 = ROOT / "samples/nabla4.sdfg"
KERNEL = "project_0__normal_0" # of that graph


def validators():
    """kind -> validator; the schemas may name each other."""
    import jsonschema
    import referencing
    schemas = {kind: json.loads((SCHEMAS / f"{kind}.schema.json").read_text()) for kind in KINDS}
    registry = referencing.Registry().with_resources(
        (schema["$id"], referencing.Resource.from_contents(schema)) for schema in schemas.values())
    found = {}
    for kind, schema in schemas.items():
        jsonschema.Draft202012Validator.check_schema(schema)
        found[kind] = jsonschema.Draft202012Validator(schema, registry=registry)
    return found


REMOVED = object()


def changed(json_file, path, value):
    """A copy with another value at a path, or without it."""
    result = copy.deepcopy(json_file)
    at = result
    for step in path[:-1]:
        at = at[step]
    if value is REMOVED:
        del at[path[-1]]
    else:
        at[path[-1]] = value
    return result


# kind, path, what stands there instead, what the sentence has to name
BROKEN = [
    ("scenario", ["grid"], REMOVED, "'grid'"),
    ("scenario", ["grid", "kind"], "donut", "donut"),
    ("scenario", ["grid", "nx"], 0, "'nx'"),
    ("scenario", ["grid", "levels"], REMOVED, "'levels'"),
    ("scenario", ["symbols", "vertical_end"], "ten", "vertical_end"),
    ("scenario", ["arrays", "u_vert", "shape"], [-1, 12], "/arrays/u_vert/shape"),
    ("scenario", ["arrays", "u_vert", "dtype"], "float65", "/arrays/u_vert/dtype"),
    ("scenario", ["arrays", "u_vert"], {"shape": [48, 12], "dtype": "float64"}, "/arrays/u_vert"),
    ("scenario", ["tolerence"], 1e-9, '"tolerence"'),
    ("scenario", ["grid", "kinds"], "torus", '"kinds"'),
    ("scenario", ["program"], 7, "/program"),
    ("scenario", ["arrays", "u_vert", "floor"], "yes", "/arrays/u_vert/floor"),
    ("scenario", ["arrays", "u_vert", "zero"], True, "/arrays/u_vert"),
    ("scenario", ["arrays", "u_vert", "hihg"], 2.0, '"hihg"'),
    ("scenario", ["outputs"], "z_nabla4_e2", "'outputs'"),
    ("scenario", ["tolerance"], -1, "tolerance"),
    ("sequence", ["programs"], REMOVED, '"programs"'),
    ("sequence", ["programs", 0, "graf"], "nabla4.sdfg", '"graf"'),
    ("sequence", ["programs", 0, "bind"], {"z_nabla4_e2": 4}, "z_nabla4_e2"),
    ("sequence", ["calls"], [], '"calls"'),
    ("sequence", ["calls", 1, "count"], 0, '"count"'),
    ("sequence", ["calls", 1], {"exchange": "theta"}, '"exchange"'),
    ("sequence", ["calls", 1], {"exchange": ["theta"], "count": 2}, '"count"'),
    ("sequence", ["internal"], "kappa", '"internal"'),
    ("recipe", ["recipe"], 7, "/recipe"),
    ("recipe", ["steps"], REMOVED, "/steps"),
    ("recipe", ["steps", 0, "transformation"], "", "/steps/0/transformation"),
    ("recipe", ["steps", 0, "elements"], REMOVED, "/steps/0/elements"),
    ("recipe", ["steps", 0, "elements", 0, "id"], -1, "/steps/0/elements/0/id"),
    ("recipe", ["steps", 0, "params", "strict-dataflow"], 0.5, "/steps/0/params/strict-dataflow"),
    ("project", ["settings", "alloc"], "never", "/settings/alloc"),
    ("project", ["inputs"], REMOVED, "/inputs"),
    ("project", ["programs", 0, "variants", 1, "step"], REMOVED, "/programs/0/variants/1/step"),
    ("project", ["programs", 0, "variants", 1, "pinned"], "yes", "/programs/0/variants/1/pinned"),
    ("choices", ["version"], 9, "version 9"),
    ("choices", ["kernel"], {}, '"kernel"'),
    ("choices", ["kernels", KERNEL, "block"], [0], "'block'"),
    ("choices", ["kernels", KERNEL, "blok"], [64], "'blok'"),
    ("choices", ["kernels", KERNEL, "streaming"], "some", "'streaming'"),
    ("choices", ["kernels", KERNEL, "levels_per_thread"], 1.5, "'levels_per_thread'"),
]


WRONG = ("x", -1, 1.5, [], {}, True, None, [7], 10**30) # what may stand where something else is wanted


def places(contents, at=()):
    """The paths of all members, of long lists and objects the first few."""
    members = contents.items() if isinstance(contents, dict) else enumerate(contents) if isinstance(contents, list) else ()
    for name, value in list(members)[:14 if isinstance(contents, dict) else 2]:
        yield (*at, name)
        yield from places(value, (*at, name))


def mutations(contents):
    """Copies with one member replaced, or missing; of each what was done, and the copy."""
    for path in places(contents):
        for value in WRONG:
            yield f"{'/'.join(map(str, path))} = {json.dumps(value)}", changed(contents, path, value)
        if isinstance(path[-1], str):
            yield f"{'/'.join(map(str, path))} removed", changed(contents, path, REMOVED)


def asks(mw, kind, file):
    """The command that reads a file of the kind, and little else."""
    return {"scenario": [mw, "info", NABLA4, "--scenario", file],
            "sequence": [mw, "link", file, "-o", file.parent / "linked.sdfg"],
            "recipe": [mw, "recipe", "show", file],
            "project": [mw, "project", file],
            "choices": [mw, "compile", NABLA4, "--target", "cuda", "--source", "--choices", file]}[kind]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, timeout=200)
    return done.returncode, done.stdout + done.stderr


def written(mw, folder):
    """What the programs write: kind -> contents of files."""
    recipe, project = folder / "steps.json", folder / "steps.mapwright"
    run(mw, "apply", NABLA4, "map-fusion-vertical", "--all", "-o", folder / "fused.sdfg", "--recipe", recipe)
    run(mw, "apply", ROOT / "samples/laplacian.sdfg", "map-expansion", "--project", project)
    run(mw, "bench", "--project", project, "--target", "cpu", "--repeats", "2", "--warmup", "0")
    found = {"recipe": [recipe, *sorted((ROOT / "samples").glob("*/recipe.json"))], "project": [project],
             "scenario": sorted((ROOT / "samples").rglob("*.scenario.json")),
             "sequence": sorted((ROOT / "samples").glob("*.sequence.json")) + sorted((ROOT / "tests/sequences").glob("*.json")),
             "choices": []}
    return {kind: [json.loads(file.read_text()) for file in files] for kind, files in found.items()}


def main():
    given = options()
    if not pathlib.Path(given.python).exists():
        skip("jsonschema is not installed (tools/setup --venv)")
    try:
        import jsonschema
    except ImportError: # not the Python of the environment yet
        if "MAPWRIGHT_IN_VENV" in os.environ:
            skip("jsonschema is not installed (tools/setup --venv)")
        sys.exit(subprocess.run([given.python, "-B", *sys.argv], env={**os.environ, "MAPWRIGHT_IN_VENV": "1"}).returncode)
    mw = given.mw
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        takes = validators()
        files = written(mw, folder)
        # Choices as tune and the window keep them, where it depends on the machine whether anything is chosen; mw takes them below.
        files["choices"] = [{"version": 1, "kernels": {KERNEL: {"block": [64, 2], "levels_per_thread": 4, "streaming": "own",
                                                                  "max_registers": 0}}}]
        check(files["project"][0]["programs"][0]["measurements"], "the project has no measurement")
        for kind in KINDS:
            check(files[kind], f"there is no {kind}")
            for one in files[kind]:
                for error in takes[kind].iter_errors(one):
                    check(False, f"the schema refuses a {kind} that is written: {error.json_path}: {error.message[:200]}")
        names = {"scenario": "x.scenario.json", "sequence": "x.sequence.json", "recipe": "x.json", "project": "x.mapwright",
                 "choices": "x.choices.json"}
        whole = {"scenario": json.loads((ROOT / "samples/nabla4.scenario.json").read_text()),
                 "sequence": json.loads((ROOT / "samples/diffusion.sequence.json").read_text()),
                 **{kind: files[kind][0] for kind in ("recipe", "project", "choices")}}
        for program in whole["sequence"]["programs"]:
            program["graph"] = str(ROOT / "samples" / program["graph"])
        for kind in KINDS: # what is changed below is taken as it is
            file = folder / names[kind]
            file.write_text(json.dumps(whole[kind]))
            code, said = run(*asks(mw, kind, file))
            check(code == 0, f"mw refuses a {kind} that is not broken: {said[:300]}")
        for kind, path, value, place in BROKEN:
            broken = changed(whole[kind], path, value)
            where = f"{kind} {'/'.join(map(str, path))} = {'removed' if value is REMOVED else json.dumps(value)}"
            check(not takes[kind].is_valid(broken), f"the schema takes {where}")
            file = folder / names[kind]
            file.write_text(json.dumps(broken))
            code, said = run(*asks(mw, kind, file))
            check(code in (2, 3), f"mw ends with {code} of {where}: {said[:300]}")
            check(place in said, f"of {where} mw does not name {place}: {said[:300]}")
        # What a schema refuses, mw refuses too: no misspelt or misplaced value becomes a default.
        every = 1 if "MAPWRIGHT_LONG" in os.environ else 29
        for kind in KINDS:
            refused = [(what, one) for what, one in mutations(whole[kind]) if not takes[kind].is_valid(one)]
            check(len(refused) > 50, f"only {len(refused)} changes of a {kind} are refused by its schema")
            for what, one in refused[::every]:
                file = folder / names[kind]
                file.write_text(json.dumps(one))
                code, said = run(*asks(mw, kind, file))
                check(code in (2, 3), f"the schema of a {kind} refuses {what}, mw ends with {code}: {said[:300]}")
    end()


if __name__ == "__main__":
    main()
