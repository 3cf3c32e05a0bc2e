#!/usr/bin/env python3
"""Every command `$ mw ...` of README.md and of the pages in docs/ is carried out, page by page in a folder with the samples,
and prints what the page shows below it: every line, in this order, where `...` stands for any text. A figure where times are
measured is any figure.

What needs a device, a cluster, another program's files or minutes is not carried out: its options are held against `--help`.
MAPWRIGHT_LONG=1 carries out what takes minutes as well."""
import json
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import tempfile

from checks import ROOT, check, end, options

PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
# Words that stand for a user's own.
STAND_INS = {"FILE": "samples/nabla4.sdfg", "NAME": "z_nabla4_e2", "LIB.so": "lib.so", "LIB": "lib.so"}
# Files that a page takes for given: of each, the sample that stands for it.
GIVEN = {
    "program.sdfg": "nabla4.sdfg", "program.scenario.json": "nabla4.scenario.json", "bench.json": "nabla4.scenario.json",
    "vn.sdfgz": "nabla4.sdfg", "vn.scenario.json": "nabla4.scenario.json",
}
# Commands that cannot be carried out in a test, by a pattern, and why.
ELSEWHERE = [
    (r"--slurm|--runner|--campaign", "needs a cluster"),
    (r"^mw (tune|sweep|bench|run|verify)\b.*--target (cuda|hip)", "needs a device"),
    (r"--target (cuda|hip)\b.*--arch|--target cuda\b|--emit (ptx|sass)", "needs a toolkit"),
    (r"^mw pipeline|^mw \w+ lowered\.sdfgz|apply_diffusion_to_vn", "needs programs out of GT4Py's pipeline (tests/interop)"),
    (r"\b(GRAPH|sized|START|initial)\b", "needs graphs of the model"),
    (r"^mw compare (?!--project)", "needs times of other programs (tests/app/workbench, tests/cli)"),
    (r"--choices fast.choices.json", "needs what mw tune found"),
]
LONG = r"^mw (bench|tune|sweep)\b|limited:R02B04|icosahedral:R02B04" # takes long, or measures
FIGURE = re.compile(r"\d+(\.\d+)?")


class Example:
    """A command with the lines that its page shows below it."""

    def __init__(self, page, line, text):
        self.page, self.line, self.text, self.shown = page, line, text, []

    def __str__(self):
        return f"{self.page.relative_to(ROOT)}:{self.line}: {self.text}"


def examples(page):
    found, open_line = [], False
    for number, line in enumerate(page.read_text().splitlines(), 1):
        check(not re.match(r" {4,}mw [a-z]", line), f"{page.name}:{number}: a command without '$'")
        if line.startswith("    $ "):
            found.append(Example(page, number, line[6:]))
            open_line = line.endswith("\\")
        elif line.startswith("    ") and found and open_line:
            found[-1].text += "\n" + line.strip()
            open_line = line.endswith("\\")
        elif line.startswith("    ") and found:
            found[-1].shown.append(line.strip())
        elif line.strip():
            found.append(Example(page, number, ""))
    for one in found:
        one.text = re.sub(r"\\\n", " ", one.text).split(" #")[0].strip()
    return [one for one in found if one.text.startswith("mw ")]


def prepared(folder):
    """A folder as a page finds it: the samples, and programs of a user's own."""
    shutil.copytree(ROOT / "samples", folder / "samples", ignore=shutil.ignore_patterns("*.cpp", "*.h", "transformations"))
    for name, sample in GIVEN.items():
        shutil.copy(ROOT / "samples" / sample, folder / name)
    sequence = json.loads((ROOT / "samples/diffusion.sequence.json").read_text())
    for program in sequence["programs"]:
        program["graph"] = "samples/" + program["graph"]
    sequence["calls"].insert(1, {"exchange": ["theta"]})
    (folder / "step.sequence.json").write_text(json.dumps(sequence))


def words_of(example):
    return [STAND_INS.get(word, word) for word in shlex.split(example.text)]


def options_are_known(mw, example, helps):
    """For what is not carried out: the command exists and has these options, as its help says."""
    words = words_of(example)
    command = [word for word in words[1:3] if re.fullmatch(r"[a-z-]+", word)]
    while command and tuple(command) not in helps:
        done = subprocess.run([mw, *command, "--help"], capture_output=True, text=True)
        if done.returncode == 0 and (len(command) == 1 or " ".join(["mw", *command]) in done.stdout):
            helps[tuple(command)] = done.stdout
        else:
            command.pop()
    check(command, f"{example}: no such command")
    for word in words:
        if re.fullmatch(r"--[a-z-]+(=\S*)?", word) and command:
            name = word.split("=")[0]
            check(re.search(rf"(^|[\s,]){re.escape(name)}\b", helps[tuple(command)]), f"{example}: mw {' '.join(command)} has no option {name}")


def prints(example, output):
    """What a page shows is in the output, in this order."""
    def squeezed(text):
        return re.sub(r"\s+", " ", text.strip())

    times = re.match(LONG, example.text) or "built in" in " ".join(example.shown)
    figure = r"\\d+(\\.\\d+)?" if times else None
    lines, at = [squeezed(line) for line in output.splitlines()], 0
    for shown in (squeezed(line) for line in example.shown):
        if shown in ("...", ""):
            continue
        pattern = re.escape(shown).replace(r"\.\.\.", ".*").replace("…", ".*")
        if figure:
            pattern = FIGURE.sub(figure, pattern)
        hit = next((i for i in range(at, len(lines)) if re.fullmatch(pattern, lines[i])), None)
        check(hit is not None, f"{example} does not print: {shown}")
        at = at if hit is None else hit + 1


def carried_out(mw, example, folder):
    words = words_of(example)
    return subprocess.run([mw, *words[1:]], cwd=folder, capture_output=True, text=True)


def main():
    given = options()
    mw = str(pathlib.Path(given.mw).resolve())
    helps, ran, known = {}, 0, 0
    for page in PAGES:
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            prepared(folder)
            left = []
            for example in examples(page):
                far = any(re.search(pattern, example.text) for pattern, _ in ELSEWHERE)
                if far or (re.match(LONG, example.text) and "MAPWRIGHT_LONG" not in os.environ):
                    options_are_known(mw, example, helps)
                    known += 1
                else:
                    left.append(example)
            # A page may look at a file before it says how that is made: what finds a file missing waits for the others.
            while left:
                waiting = []
                for example in left:
                    done = carried_out(mw, example, folder)
                    if done.returncode in (2, 3):
                        waiting.append((example, done))
                        continue
                    ran += 1
                    check(done.returncode in (0, 1), f"{example}: exit code {done.returncode}: {done.stderr[:400]}")
                    prints(example, done.stdout + done.stderr)
                if len(waiting) == len(left):
                    for example, done in waiting:
                        check(False, f"{example}: exit code {done.returncode}: {done.stderr[:400]}")
                    break
                left = [example for example, _ in waiting]
    check(ran > 60, f"only {ran} commands were carried out")
    print(f"{ran} commands carried out, the options of {known} known")
    end()


if __name__ == "__main__":
    main()
