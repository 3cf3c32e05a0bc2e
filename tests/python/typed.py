#!/usr/bin/env python3
"""The types of the calls: mypy takes the sources strictly, takes a script that uses them well, and finds what one does wrong."""
import os
import pathlib
import subprocess
import sys

import common
from common import check

WELL = """import mapwright
program: mapwright.Program = mapwright.open("x.sdfg").optimise(device="H200", grid="torus:8,6,10")
if program.verify(target="interp"):
    microseconds: dict[str, float] = program.bench().microseconds
    labels: list[str] = program.info().kernels.column("label")
"""
WRONG = [("mapwright.open(3)", "arg-type"), ("mapwright.open('x').optimize()", "attr-defined"),
         ("mapwright.open('x').info(grid=3)", "arg-type"), ("n: int = mapwright.open('x').steps", "assignment")]


def said(python, *words):
    done = subprocess.run([python, "-m", "mypy", "--strict", "--follow-imports=silent", "--ignore-missing-imports", *map(str, words)],
                          capture_output=True, text=True)
    return done.returncode, done.stdout + done.stderr


def main():
    given = common.options()
    common.in_environment(given, "mypy")
    folder = pathlib.Path(common.scratch())
    os.environ.update(MYPYPATH=str(common.ROOT / "python"), MYPY_CACHE_DIR=str(folder / "cache"))
    sources = [common.ROOT / "python/mapwright" / name for name in ("opened.py", "reports.py", "tool.py")]
    code, text = said(sys.executable, *sources)
    check(code == 0, f"mypy says of the sources: {text}")
    script = folder / "well.py"
    script.write_text(WELL)
    code, text = said(sys.executable, script)
    check(code == 0, f"mypy says of a script that is right: {text}")
    lines = ["import mapwright", *(line for line, _ in WRONG)]
    script.write_text("\n".join(lines) + "\n")
    _, text = said(sys.executable, script)
    for number, (line, kind) in enumerate(WRONG, 2):
        check(any(f"well.py:{number}:" in one and f"[{kind}]" in one for one in text.splitlines()), f"mypy takes {line}: {text}")
    common.end()


if __name__ == "__main__":
    sys.exit(main())
