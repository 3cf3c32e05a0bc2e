#!/usr/bin/env python3
"""An archive of serialbox becomes inputs of a program, and what the model computed decides.

The archive is written here with serialbox4py itself, of what `mw run` computes for a sample; then
`python -m mapwright serialbox` reads it, and `mw run --compare` holds the program against it. Needs a
virtual environment with GT4Py and serialbox4py (tools/setup --venvs); exit code 77 without.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "samples" / "nabla4.sdfg"
SCENARIO = ROOT / "samples" / "nabla4.scenario.json"

# Fields as a Fortran model has them: its own names, indices from 1, one dimension more.
WRITE = '''
import sys
import numpy
import serialbox
folder, inputs, outputs = sys.argv[1:]
before, after = numpy.load(inputs), numpy.load(outputs)
ser = serialbox.Serializer(serialbox.OpenModeKind.Write, folder, "model")
def savepoint(name, **values):
    point = serialbox.Savepoint(name)
    for key, value in values.items():
        point.metainfo.insert(key, value)
    return point
for step in (1, 2): # the second one has other numbers
    at = savepoint("nabla4-init", step=step, levels=10)
    for name, array in before.items():
        ser.write("f_" + name, at, array + 1 if name.startswith("gt_conn") else
                  numpy.asarray(array * step)[..., None])
    ser.write("f_ids", at, numpy.arange(1, 5, dtype=numpy.int64))
    if step == 1: # as Fortran registers them
        ser.register_field("f_wide", serialbox.FieldMetainfo(serialbox.TypeID.Int64, [3], None))
    ser.write("f_wide", at, numpy.array([1, -2, 3]), register_field=False)
    at = savepoint("nabla4-exit", step=step)
    for name, array in after.items():
        ser.write("f_" + name, at, numpy.asarray(array * step)[..., None])
'''


# Many command lines in one process, as loading GT4Py takes longer than any of them.
CALL = '''
import contextlib, io, json, sys
from mapwright.__main__ import main as run
done = []
for line in json.load(sys.stdin):
    text = io.StringIO()
    with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
        try:
            code = run(["serialbox", *line])
        except SystemExit as end: # of argparse
            code = end.code
    done.append([code, text.getvalue()])
json.dump(done, sys.stdout)
'''


def failed(sentence, text=""):
    print(f"FAILED {sentence}\n{text}")
    sys.exit(1)


class Checks:
    def __init__(self, mw, python, folder):
        self.mw, self.python, self.folder = mw, python, folder

    def run(self, *command, expected=0):
        done = subprocess.run([str(part) for part in command], capture_output=True, text=True,
                              env=dict(os.environ, PYTHONPATH=str(ROOT / "python")))
        text = done.stdout + done.stderr
        if done.returncode != expected:
            failed(f"{command} ended with {done.returncode}, not {expected}", text)
        return text

    def serialbox(self, *lines):
        """Command lines, each with its exit code and what it has to say."""
        asked = json.dumps([[str(part) for part in line] for line, _, _ in lines])
        done = subprocess.run([self.python, "-c", CALL], input=asked, capture_output=True, text=True,
                              env=dict(os.environ, PYTHONPATH=str(ROOT / "python")))
        if done.returncode != 0:
            failed("mapwright", done.stderr)
        for (line, expected, says), (code, text) in zip(lines, json.loads(done.stdout), strict=True):
            if code != expected:
                failed(f"{line} ended with {code}, not {expected}", text)
            for sentence in says:
                if sentence not in text:
                    failed(f"{line} does not say '{sentence}'", text)
        return [text for _, text in json.loads(done.stdout)]

    def all(self):
        folder, archive = self.folder, self.folder / "archive"
        self.run(self.mw, "run", SAMPLE, "--scenario", SCENARIO, "--target", "interp",
                 "--save-inputs", folder / "in.npz", "-o", folder / "out.npz")
        self.run(self.python, "-c", WRITE, archive, folder / "in.npz", folder / "out.npz")
        scenario = json.loads(SCENARIO.read_text())
        names = {
            "program": "nabla4",
            "arrays": {name: {"field": "f_" + name, "add": -1} if "table" in array
                       else "f_" + name for name, array in scenario["arrays"].items()},
            "symbols": dict(scenario["symbols"], vertical_end="levels"),
            "outputs": {name: "f_" + name for name in scenario["outputs"] or ["z_nabla4_e2"]},
        }
        self.write("names.json", names)
        self.write("wide.json", {"arrays": {"wide": "f_wide"}})
        options = ["--names", folder / "names.json", "--grid", "torus:8,6,10"]
        listed, *_ = self.serialbox(
            ([archive], 0, ["nabla4-init:levels=10,step=1 has f_"]),
            ([archive, "nabla4-init:step=1", "--reference", "nabla4-exit:step=1",
              "-o", folder / "inputs.npz", *options], 0, ["wrote"]),
            # the other time step: the model's other numbers
            ([archive, "nabla4-init:step=1", "--reference", "nabla4-exit:step=2",
              "-o", folder / "other.npz", *options], 0, []),
            # 64-bit integers that are registered as such are read as they are
            ([archive, "nabla4-init:step=2", "-o", folder / "wide.npz", "--names",
              folder / "wide.json"], 0, []))
        print("listed:", listed.split("\n")[0])
        compared = [self.mw, "run", SAMPLE, "--target", "interp", "--scenario",
                    folder / "inputs.scenario.json", "--compare"]
        print("compared:", self.run(*compared, folder / "inputs.reference.npz").strip().split("\n")[-1])
        self.run(*compared, folder / "other.reference.npz", expected=1)
        self.run(self.python, "-c", "import numpy, sys; a = numpy.load(sys.argv[1])['wide']; "
                 "assert a.dtype == numpy.int64 and a.tolist() == [1, -2, 3]", folder / "wide.npz")
        self.refusals(archive, names)

    def write(self, name, json_value):
        (self.folder / name).write_text(json.dumps(json_value))

    def refusals(self, archive, names):
        folder, bad, first = self.folder, self.folder / "bad.npz", "nabla4-init:step=1"
        self.write("no-field.json", {"arrays": {"vn": "f_vn"}})
        self.write("no-symbol.json", {"arrays": {}, "symbols": {"vertical_end": "nlev"}})
        self.write("wrong.json", dict(names, wrong=1))
        out = ["-o", bad]
        self.serialbox(
            ([archive, first, *out], 2,
             ["the field 'f_ids' (for the argument 'f_ids') has 64-bit integers that"]),
            ([archive, "nabla4-init", *out], 2,
             ["2 savepoints are 'nabla4-init'", "nabla4-init:levels=10,step=2"]),
            ([archive, "nabla5", *out], 2, ["there is no savepoint 'nabla5', but: nabla4-init"]),
            ([folder, "nabla4-init", *out], 2, ["has no archive of serialbox"]),
            ([folder / "nowhere", "nabla4-init", *out], 2, ["there is no folder"]),
            ([archive, first, "-o", "x.json"], 2, [".npz"]),
            ([archive, first, *out, "--names", folder / "wide.json", "--grid", "hexagons"], 2,
             ["the grid 'hexagons' is neither"]),
            ([archive, first, *out, "--names", folder / "no-field.json"], 2,
             ["has no field 'f_vn' (for the argument 'vn'), but: f_"]),
            ([archive, first, *out, "--names", folder / "no-symbol.json"], 2,
             ["has no number 'nlev', but: levels, step"]),
            ([archive, first, *out, "--names", folder / "names.json"], 2,
             ["'outputs' of --names are read from a savepoint that --reference names"]),
            ([archive, first, *out, "--names", folder / "wrong.json"], 2,
             ["has to be an object with program, arrays, symbols, outputs"]))
        if bad.exists() or list(folder.glob("tmp*")):
            failed("a refusal left a file")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mw", required=True)
    parser.add_argument("--venvs", type=Path, required=True)
    given = parser.parse_args()
    for name in ("venv-gt4py-new", "venv-gt4py"):
        python = given.venvs / name / "bin" / "python"
        found = python.exists() and subprocess.run(
            [python, "-c", "import gt4py.next, serialbox; serialbox.Serializer"],
            capture_output=True).returncode == 0
        if found:
            with tempfile.TemporaryDirectory(prefix="mw-serialbox-") as folder:
                Checks(given.mw, python, Path(folder)).all()
            return 0
    print("skipped: no virtual environment has GT4Py and serialbox4py (tools/setup --venvs)")
    return 77


if __name__ == "__main__":
    sys.exit(main())
