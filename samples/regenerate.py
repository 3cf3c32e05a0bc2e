#!/usr/bin/env python3
"""Makes all files of the samples anew: graphs and scenarios from their descriptions, and the recipes
of the ladder, by gpu.order.

    samples/regenerate.py [BUILD]        BUILD: a build folder, default build/ci

Tests compare the files with what this writes, and replay the recipes.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent


def compact(recipe):
    """One step to a line."""
    def text(value):
        return json.dumps(value, separators=(",", ":"))
    steps = ",\n".join(map(text, recipe["steps"]))
    head = {key: value for key, value in recipe.items() if key != "steps"}
    return text(head)[:-1] + ',"steps":[\n' + steps + "\n]}\n"


def record(mw, rung):
    graph = rung / (rung.name.split("_", 1)[1] + ".sdfgz")
    with tempfile.TemporaryDirectory() as folder:
        made = pathlib.Path(folder) / "recipe.json"
        subprocess.run([mw, "apply", graph, "--order", HERE / "gpu.order", "--recipe", made,
                        "-o", pathlib.Path(folder) / "result.sdfgz"], check=True)
        (rung / "recipe.json").write_text(compact(json.loads(made.read_text())))


def main():
    build = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE.parent / "build/ci")
    subprocess.run(["cmake", "--build", build, "--target", "mw_make_samples", "mw"], check=True)
    subprocess.run([build / "bin/mw_make_samples", HERE, HERE], check=True)
    for rung in sorted(HERE.glob("[0-9][0-9]_*")):
        record(build / "bin/mw", rung)


if __name__ == "__main__":
    main()
