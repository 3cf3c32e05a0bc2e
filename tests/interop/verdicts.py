"""Compares our errors with the verdict of DaCe's own validate(), for every graph of the corpus.

A difference must stand in the table "Where DaCe judges otherwise" of docs/validation.md, and every
row of it must still hold. DaCe 2 judges all files, DaCe 1 those of its generation. What a DaCe
cannot load has no verdict of it. Exit code 77: skipped, the reason is printed.

  verdicts.py --mw build/dev/bin/mw --venvs build --corpus ../shared/corpus --table docs/validation.md
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path


def judge(paths):
    """Runs inside a virtual environment: one JSON line per file."""
    import warnings

    import dace

    warnings.simplefilter("ignore")
    for path in paths:
        try:
            sdfg = dace.SDFG.from_file(path)
        except Exception as error:
            print("VERDICT " + json.dumps({"load": type(error).__name__}), flush=True)
            continue
        try:
            sdfg.validate()
            verdict = {"valid": True}
        except dace.sdfg.InvalidSDFGError as error:  # its str() may fail
            verdict = {"valid": False, "why": error.message.splitlines()[0]}
        except Exception as error:
            verdict = {"valid": None, "why": f"{type(error).__name__} in DaCe's validation"}
        print("VERDICT " + json.dumps(verdict), flush=True)


def ask(python, paths):
    environment = dict(os.environ, DACE_debugprint="0", PYTHONWARNINGS="ignore")
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([str(python), str(Path(__file__).resolve()), "--inside",
                               *map(str, paths)],
                              capture_output=True, text=True, env=environment, cwd=folder)
    lines = [l[8:] for l in done.stdout.splitlines() if l.startswith("VERDICT ")]
    if len(lines) != len(paths):
        sys.exit(f"DaCe ended early: {done.stderr[-2000:]}")
    return [json.loads(line) for line in lines]


def ours(mw, path):
    """Codes of our errors, sorted."""
    done = subprocess.run([str(mw), "check", "--json", str(path)], capture_output=True, text=True)
    if done.returncode not in (0, 1):
        sys.exit(f"mw check {path}: {done.stderr}")
    return sorted({f["code"] for f in json.loads(done.stdout) if f["severity"] == "error"})


def known_differences(page):
    """(file, generation) -> (ours, DaCe's) of the rows of the table."""
    rows = {}
    after = page.read_text().split("## Where DaCe judges otherwise", 1)[1]
    for line in after.splitlines():
        cells = [c.strip().strip("`") for c in line.strip("|").split("|")]
        if line.startswith("|") and len(cells) == 5 and cells[1] in ("1.0.2", "2.0.0a6"):
            rows[(cells[0], cells[1])] = (cells[2], cells[3])
    return rows


def said(verdict):
    if verdict["valid"] is None:
        return "crashes"
    return "valid" if verdict["valid"] else "invalid"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mw", type=Path)
    parser.add_argument("--venvs", type=Path)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--table", type=Path)
    parser.add_argument("--inside", nargs="*", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside is not None:
        return judge(options.inside)
    corpus = Path(os.environ.get("MAPWRIGHT_CORPUS", options.corpus)).absolute()
    files = sorted(corpus.rglob("*.sdfg*"))
    pythons = {"2.0.0a6": options.venvs / "venv-dace2/bin/python",
               "1.0.2": options.venvs / "venv-dace1/bin/python"}
    pythons = {name: python.absolute() for name, python in pythons.items() if python.exists()}
    if "MAPWRIGHT_LONG" not in os.environ:
        print("SKIPPED: DaCe takes minutes to judge every graph; MAPWRIGHT_LONG=1 asks for it")
        sys.exit(77)
    if not pythons or not files:
        missing = "a virtual environment with DaCe" if files else f"the corpus {corpus}"
        print(f"SKIPPED: {missing} is not there (see tests/interop/CMakeLists.txt)")
        sys.exit(77)
    known = known_differences(options.table)
    errors = {path: ours(options.mw, path) for path in files}
    wrong = 0
    for generation, python in pythons.items():
        asked = [f for f in files if generation != "1.0.2" or "gt4py-1.2.1" not in str(f)]
        verdicts = dict(zip(asked, ask(python, asked)))
        compared = 0
        for path, verdict in verdicts.items():
            name = path.relative_to(corpus).as_posix()
            mine = "invalid" if errors[path] else "valid"
            row = known.pop((name, generation), None)
            if "load" in verdict:
                if row:
                    print(f"NO LONGER {generation} {name}: DaCe does not load it")
                    wrong += 1
                continue
            compared += 1
            theirs = said(verdict)
            if row and row != (mine, theirs):
                print(f"CHANGED {generation} {name}: {mine}, {theirs}; the table says {row}")
                wrong += 1
            elif not row and mine != theirs:
                print(f"DIFFERENT {generation} {name}: ours {mine} {errors[path]}, "
                      f"DaCe's {theirs}: {verdict.get('why')}")
                wrong += 1
            elif row and mine == theirs:
                print(f"NO LONGER {generation} {name}: remove it from the table")
                wrong += 1
        print(f"{generation}: {compared} of {len(asked)} graphs compared")
    for name, generation in known:
        if generation in pythons:
            print(f"NO LONGER {generation} {name}: there is no such file")
            wrong += 1
    print(f"{wrong} differences")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
