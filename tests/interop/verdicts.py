"""Compares our errors with the verdict of DaCe's own validate(), for every graph of the corpus.

A difference must stand in the table "Where DaCe judges otherwise" of docs/validation.md, and every
row of it must still hold. DaCe 2 judges all files, DaCe 1 those of its generation. What a DaCe
cannot load has no verdict of it. Exit code 77: skipped, the reason is printed.

  verdicts.py --mw build/dev/bin/mw --venvs build --corpus ../shared/corpus --table docs/validation.md
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import dace_session


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


def add_options(parser):
    parser.add_argument("--mw", type=Path)
    parser.add_argument("--venvs", type=Path)
    parser.add_argument("--corpus", type=Path)
    parser.add_argument("--table", type=Path)


def check(options, sessions):
    corpus = Path(os.environ.get("MAPWRIGHT_CORPUS", options.corpus)).absolute()
    files = sorted(corpus.rglob("*.sdfg*"))
    pythons = {"2.0.0a6": options.venvs / "venv-dace2/bin/python",
               "1.0.2": options.venvs / "venv-dace1/bin/python"}
    pythons = {name: python for name, python in pythons.items() if python.exists()}
    if not dace_session.is_long():
        print("SKIPPED: DaCe takes minutes to judge every graph; MAPWRIGHT_LONG=1 asks for it")
        return dace_session.SKIPPED
    if not pythons or not files:
        missing = "a virtual environment with DaCe" if files else f"the corpus {corpus}"
        print(f"SKIPPED: {missing} is not there (see tests/interop/CMakeLists.txt)")
        return dace_session.SKIPPED
    known = known_differences(options.table)
    errors = {path: ours(options.mw, path) for path in files}
    wrong = 0
    for generation, python in pythons.items():
        session = sessions.of(python)
        asked = [f for f in files if generation != "1.0.2" or "gt4py-1.2.1" not in str(f)]
        compared = 0
        for path in asked:
            verdict = session.judge(path)
            name = path.relative_to(corpus).as_posix()
            mine = "invalid" if errors[path] else "valid"
            row = known.pop((name, generation), None)
            if verdict["load"] != "ok":
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
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(dace_session.main(sys.modules[__name__]))
