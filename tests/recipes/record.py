#!/usr/bin/env python3
"""Makes the recipes of this folder anew: applies samples/gpu.order to graphs of the corpus.

    tests/recipes/record.py build/ci/bin/mw ../shared/corpus [PART OF A NAME]

test_recipes replays them, and compares what they come to with the references.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
STAGES = [("1.0.9", "simplified"), ("1.2.1", "initial"), ("1.2.1", "static-initial")]
PROGRAMS = [
    "calculate_nabla4",
    "calculate_nabla2_and_smag_coefficients_for_vn",
    "apply_diffusion_to_vn",
    "apply_diffusion_to_w_and_compute_horizontal_gradients_for_turbulence",
    "apply_diffusion_to_theta_and_exner",
    "calculate_enhanced_diffusion_coefficients_for_grid_point_cold_pools",
]


def compact(recipe):
    """One step to a line."""
    def text(value):
        return json.dumps(value, separators=(",", ":"))
    steps = ",\n".join(map(text, recipe["steps"]))
    head = {key: value for key, value in recipe.items() if key != "steps"}
    return text(head)[:-1] + ',"steps":[\n' + steps + "\n]}\n"


def record(mw, graph, target, folder):
    made = folder / "recipe.json"
    subprocess.run([mw, "apply", graph, "--order", HERE.parent.parent / "samples/gpu.order",
                    "--recipe", made, "-o", folder / "result.sdfgz"], check=True)
    target.parent.mkdir(exist_ok=True)
    target.write_text(compact(json.loads(made.read_text())))


def main():
    mw, corpus, *part = sys.argv[1:]
    with tempfile.TemporaryDirectory() as folder:
        for generation, stage in STAGES:
            for program in PROGRAMS:
                if part and part[0] not in f"{generation}/{program}.{stage}":
                    continue
                graph = pathlib.Path(corpus) / f"gt4py-{generation}" / program / f"{stage}.sdfgz"
                record(mw, graph, HERE / generation / f"{program}.{stage}.json",
                       pathlib.Path(folder))


if __name__ == "__main__":
    main()
