#!/usr/bin/env python3
"""The commands of docs/getting-started.md, one after the other in a folder with the samples, print what the page shows: every
line of it, in this order, where `...` stands for any lines."""
import os
import pathlib
import re
import subprocess
import tempfile

from checks import ROOT, check, end, options

PAGE = ROOT / "docs/getting-started.md"
LEFT_OUT = ("mw bench",) # takes long, and times differ


def examples():
    """Pairs (command, lines that it shows)."""
    found = []
    for line in PAGE.read_text().splitlines():
        if line.startswith("    $ "):
            found.append((line[6:], []))
        elif line.startswith("    ") and found:
            found[-1][1].append(line.strip())
        elif line.strip():
            found.append(("", []))
    return [(command, shown) for command, shown in found if command.startswith("mw ")]


def main():
    given = options()
    mw = pathlib.Path(given.mw).resolve()
    listed = examples()
    check(any(shown for _, shown in listed), "the page shows no output")
    with tempfile.TemporaryDirectory() as folder:
        os.symlink(ROOT / "samples", pathlib.Path(folder) / "samples")
        for command, shown in listed:
            if command.startswith(LEFT_OUT):
                continue
            words = re.sub(r"^mw ", f"{mw} ", command)
            done = subprocess.run(["bash", "-c", words], cwd=folder, capture_output=True, text=True)
            check(done.returncode == 0, f"{command}: {done.stderr[:300]}")
            lines = [re.sub(r" +", " ", line.strip()) for line in done.stdout.splitlines()]
            at = 0
            for line in (re.sub(r" +", " ", line) for line in shown if line not in ("...", "")):
                check(line in lines[at:], f"{command} does not print: {line}")
                at = lines.index(line, at) + 1 if line in lines[at:] else at
    end()


if __name__ == "__main__":
    main()
