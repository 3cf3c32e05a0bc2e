#!/usr/bin/env python3
"""What is most often done wrong: each command says what is wrong, where, and what to do, and ends with the exit code of its kind."""
import json
import pathlib
import subprocess
import sys
import tempfile

from checks import ROOT, check, end
import checks

SAMPLE = ROOT / "samples/nabla4.sdfg"


def files(folder):
    """Files that are wrong in one way each."""
    def write(name, text):
        (folder / name).write_text(text if isinstance(text, str) else json.dumps(text))
    graph, scenario = json.loads(SAMPLE.read_text()), json.loads((ROOT / "samples/nabla4.scenario.json").read_text())
    write("empty.sdfg", "")
    write("broken.sdfg", "{\"type\": ")
    write("list.sdfg", "[1, 2]")
    write("other.sdfg", {"type": "Graph"})
    write("cut.sdfgz", "no gzip")
    write("cut.sdfg", SAMPLE.read_text()[:5000])
    dangling = json.loads(SAMPLE.read_text())
    dangling["nodes"][0]["edges"][0]["dst"] = "999"
    write("dangling.sdfg", dangling)
    nameless = json.loads(SAMPLE.read_text())
    del nameless["nodes"][0]["nodes"][0]["type"]
    write("nameless.sdfg", nameless)
    write("grid.scenario.json", {**scenario, "grid": {"kind": "donut"}})
    write("symbol.scenario.json", {**scenario, "symbols": {"vertical_end": "ten"}})
    write("broken.scenario.json", "{")
    write("recipe.json", {"recipe": 7, "program": "x", "steps": []})
    write("unknown.json", {"recipe": 2, "program": "x", "steps": [{"transformation": "no-such", "params": {}, "label": "", "elements": []}]})
    write("choices.json", {"version": 1, "kernels": {"project_0__normal_0": {"blok": [64]}}})
    write("sequence.json", {"programs": [{"name": "a", "graf": "x"}]})
    write("times.json", {"a": 1})
    write("order.order", "no-such-step\n")
    write("project.mapwright", "{}")
    write("wrong.npz", "no arrays")


# Words of a command ('S': the sample, 'F/': the folder), exit code, what the sentence has to name: the thing and its place.
WRONG = [
    ("hash F/none.sdfg", 3, ["none.sdfg", "no such file"]),
    ("info F", 3, ["directory"]),
    ("info F/empty.sdfg", 3, ["empty.sdfg"]),
    ("info F/broken.sdfg", 3, ["broken.sdfg"]),
    ("info F/cut.sdfg", 3, ["cut.sdfg"]),
    ("info F/list.sdfg", 3, ["list.sdfg"]),
    ("info F/other.sdfg", 3, ["other.sdfg"]),
    ("info F/cut.sdfgz", 3, ["cut.sdfgz"]),
    ("info F/dangling.sdfg", 3, ["dangling.sdfg", "999"]),
    ("info F/nameless.sdfg", 3, ["nameless.sdfg", "/nodes/0/nodes/0", "type"]),
    ("inof S", 2, ["'inof'"]),
    ("info S --gird torus:8,6,10", 2, ["--gird"]),
    ("info S --grid donut", 3, ["'donut'"]),
    ("info S --grid torus:8,6", 3, ["torus:8,6"]),
    ("info S --grid torus:0,6,10", 3, ["torus:0,6,10"]),
    ("info S --grid torus:8,6,10 --scenario x", 2, ["--grid", "--scenario"]),
    ("info S --scenario F/none.json", 3, ["none.json"]),
    ("info S --scenario F/broken.scenario.json", 3, ["broken.scenario.json"]),
    ("info S --scenario F/grid.scenario.json", 3, ["donut"]),
    ("info S --scenario F/symbol.scenario.json", 3, ["vertical_end"]),
    ("info S --set nothing=5", 3, ["'nothing'"]),
    ("info S --set vertical_end=ten", 3, ["vertical_end", "ten"]),
    ("info S --set vertical_end", 3, ["vertical_end"]),
    ("info S --dace two", 2, ["two"]),
    ("info", 2, ["FILE"]),
    ("check S --repair no-such-code", 2, ["no-such-code"]),
    ("show S -o F/x.bmp", 2, ["x.bmp", ".svg"]),
    ("show S", 2, ["--output"]),
    ("show S --rows -o F/x.png", 2, ["x.png", ".svg"]),
    ("show S -o F/none/x.dot", 3, ["none"]),
    ("convert S -o S", 3, ["nabla4.sdfg"]),
    ("convert S --dialect latin -o F/x.sdfg", 2, ["latin"]),
    ("access S --map no_map", 2, ["no_map"]),
    ("access S --map project_0 --at Edge=9999999,K=0 --grid torus:8,6,10", 2, ["9999999"]),
    ("access S --map project_0 --at Edge", 2, ["Edge"]),
    ("matches S no-such", 2, ["no-such"]),
    ("apply S no-such -o F/x.sdfg", 2, ["no-such"]),
    ("apply S", 2, ["which transformation"]),
    ("apply S map-fusion-vertical --match 99 -o F/x.sdfg", 1, ["99"]),
    ("apply S change-precision --match 1 -o F/x.sdfg", 1, ["'u_vert'"]),
    ("apply S map-tiling --tile-sizes x -o F/x.sdfg", 1, ["'x'"]),
    ("apply S inline-fusion --most-computations 999 -o F/x.sdfg", 2, ["999"]),
    ("apply S map-fusion-vertical --assume '&&' -o F/x.sdfg", 1, ["&&"]),
    ("apply S --order F/none.order -o F/x.sdfg", 1, ["none.order"]),
    ("apply S --order F/order.order -o F/x.sdfg", 1, ["no-such-step"]),
    ("optimise S --device abacus", 2, ["abacus"]),
    ("optimise S --pipeline no-such", 2, ["no-such"]),
    ("optimise S --static nothing", 2, ["nothing"]),
    ("replay S F/none.json -o F/x.sdfg", 3, ["none.json"]),
    ("replay S F/recipe.json -o F/x.sdfg", 3, ["/recipe"]),
    ("replay S F/unknown.json -o F/x.sdfg", 1, ["no-such"]),
    ("run S --target abacus", 2, ["'abacus'"]),
    ("run S --target cuda --runner 'no-such-runner'", 4, ["no-such-runner"]),
    ("run S --target interp --compare F/wrong.npz", 3, ["wrong.npz"]),
    ("run S --target interp -o S", 3, ["nabla4.sdfg"]),
    ("verify S L", 5, ["laplacian"]),
    ("verify S S --tolerance -1", 2, ["-1"]),
    ("bench S --repeats 0 --target cpu", 2, ["repeats"]),
    ("bench S S --recipe F/none.json", 3, ["none.json"]),
    ("bench --sequence F/sequence.json", 3, ["sequence.json"]),
    ("link F/sequence.json -o F/x.sdfg", 3, ["\"graf\""]),
    ("compare F/times.json F/times.json", 3, ["times.json"]),
    ("compile S --target cuda --arch sm_1 --source --without-pass no-pass", 2, ["no-pass"]),
    ("compile S --target cuda --source --choices F/choices.json", 3, ["blok"]),
    ("compile S --target cuda --source --kernel no_kernel", 2, ["no_kernel"]),
    ("export S -o F/x.exe", 2, ["x.exe"]),
    ("grid limited:R02B04,80", 2, ["limited:R02B04,80"]),
    ("grid torus:8,6,10 -o F/x.txt", 2, ["x.txt"]),
    ("project F/none.mapwright", 3, ["none.mapwright"]),
    ("project F/project.mapwright", 3, ["project.mapwright"]),
    ("history F/recipe.json", 3, ["/recipe"]),
    ("pipeline collect F/none -o F/p.mapwright", 3, ["none"]),
    ("pipeline collect F -o F/p.txt", 2, ["p.txt", ".mapwright"]),
    ("tune S --budget soon --target cpu", 2, ["soon"]),
    ("sweep S --param nothing=1 --target cpu", 2, ["nothing"]),
    ("completion tcsh", 2, ["tcsh"]),
]
# What to do, where the parser of the command line says it.
PARSER = "Run with --help for more information."


def main():
    given = checks.options()
    seen = {}
    with tempfile.TemporaryDirectory() as folder:
        files(pathlib.Path(folder))
        for words, code, named in WRONG:
            command = words.replace("F/", folder + "/").replace(" F ", f" {folder} ")
            command = " ".join(str(SAMPLE) if word == "S" else str(ROOT / "samples/laplacian.sdfg") if word == "L" else
                               folder if word == "F" else word for word in command.split(" "))
            done = subprocess.run(["bash", "-c", f"{given.mw} {command}"], capture_output=True, text=True, timeout=120)
            said = done.stderr
            check(done.returncode == code, f"mw {words} ends with {done.returncode} and not {code}: {said[:300]}")
            for part in named:
                check(part in said, f"mw {words} does not name {part}: {said[:300]}")
            check("\n  what to do: " in said or PARSER in said, f"mw {words} does not say what to do: {said[:300]}")
            seen.setdefault(said.replace(folder, "F"), []).append(words)
    check(len(seen) >= 60, f"only {len(seen)} errors are looked at")
    end()


if __name__ == "__main__":
    sys.exit(main())
