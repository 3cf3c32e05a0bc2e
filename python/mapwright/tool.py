"""The program `mw`: where it is, what it answers, and the structural hashes that it computes."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path
from typing import Any

# What the wheel of tools/package brings.
CARRIED = Path(__file__).resolve().parent / "programs" / "mw"


class MapwrightError(RuntimeError):
    """mw refused or failed: its own sentence.

    exit_code: as mw has them (1 a finding or no match; 2 wrong usage; 3 unreadable or invalid file; 4 the machine lacks
    something; 5 the run failed; 6 C++ of the graph's own that nobody agreed to). command: the words of the call.
    notes: what mw said besides; what to do, where mw knows it, among them.
    """

    def __init__(self, sentence: str, exit_code: int, command: list[str], notes: list[str]) -> None:
        super().__init__(sentence)
        for note in notes: # shown below a traceback
            self.add_note(note)
        self.sentence, self.exit_code = sentence, exit_code
        self.command, self.notes = command, notes


@dataclasses.dataclass(frozen=True)
class Found:
    """A program mw, and why it is the one: 'given', 'MAPWRIGHT_MW', 'carried' by this package, 'search path'."""

    path: str
    how: str

    def version(self) -> str:
        return run(self.path, ["--version"]).text.strip()

    def __str__(self) -> str:
        return f"{self.path} ({self.how})"


def which(given: str | os.PathLike[str] | None = None) -> Found:
    """The mw that is run: what is given, else $MAPWRIGHT_MW, else the one in this package, else on the search path."""
    asked, how = (os.fspath(given), "given") if given else (os.environ.get("MAPWRIGHT_MW", ""), "MAPWRIGHT_MW")
    if not asked and CARRIED.exists():
        asked, how = str(CARRIED), "carried"
    if not asked:
        asked, how = "mw", "search path"
    found = shutil.which(asked)
    if not found:
        raise FileNotFoundError(f"the program '{asked}' is not there: name mw by mw=..., by MAPWRIGHT_MW, or put it on "
                                "the search path" + ("" if CARRIED.exists() else "; this package carries none"))
    return Found(str(Path(found).absolute()), how)


def find(given: str | os.PathLike[str] | None = None) -> str:
    """The path of mw, as which() finds it."""
    return which(given).path


@dataclasses.dataclass(frozen=True)
class Answer:
    """What a call of mw printed: text, remarks beside it (notes and warnings), exit code (0, or 1 for a finding)."""

    text: str
    notes: list[str]
    exit_code: int

    def json(self) -> Any:
        return json.loads(self.text)


# The beginning of what mw says on standard error.
_REMARK = re.compile(r"mw: (note|warning): ")


def _said(stderr: str) -> tuple[str, list[str]]:
    """The sentence of an error, with the lines below it, and the remarks."""
    sentence: list[str] = []
    notes: list[str] = []
    into = sentence
    for line in stderr.splitlines():
        if _REMARK.match(line):
            notes.append(_REMARK.sub("", line, count=1))
            into = notes
        elif line.startswith("  what to do: "):
            notes.append(line.strip())
        elif into is notes and not line.startswith("mw: "):
            notes[-1] += "\n" + line
        else:
            into = sentence
            sentence.append(line.removeprefix("mw: "))
    return "\n".join(sentence).strip(), notes


def run(mw: str, words: list[str], finding: bool = False) -> Answer:
    """Calls mw. With `finding`, exit code 1 with an answer is one too; every other end raises MapwrightError."""
    done = subprocess.run([mw, *words], capture_output=True, text=True, errors="replace", check=False,
                          stdin=subprocess.DEVNULL)
    sentence, notes = _said(done.stderr)
    if done.returncode == 0 or (finding and done.returncode == 1 and done.stdout.strip()):
        return Answer(done.stdout, notes + ([sentence] if sentence else []), done.returncode)
    if done.returncode < 0:
        sentence = f"mw was ended by signal {-done.returncode}" + (f": {sentence}" if sentence else "")
    raise MapwrightError(sentence or done.stdout.strip() or f"mw ended with {done.returncode}", done.returncode,
                         ["mw", *words], notes)


def hashes(mw: str, graphs: list[bytes]) -> list[str]:
    """The structural hashes of graphs (the bytes of .sdfgz files), in their order."""
    with tempfile.TemporaryDirectory(prefix="mapwright-") as folder:
        files = [Path(folder, f"{i}.sdfgz") for i in range(len(graphs))]
        for file, graph in zip(files, graphs, strict=True):
            file.write_bytes(graph)
        return [line.split()[0] for line in run(mw, ["hash", *map(str, files)]).text.splitlines()]
