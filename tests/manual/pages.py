#!/usr/bin/env python3
"""Every code of the sources has an entry, every transformation a page, every page a place in the navigation."""
import json
import re
import shutil
import subprocess
import tempfile
import pathlib

from checks import ROOT, check, end, options, same

import codes
import pages
import transformations
import troubleshooting

TOP_LEVEL = {"app", "core", "transforms", "viewers", "samples", "tests", "tools", "docs", "python", "packaging", "findings",
             "CMakeLists.txt", "CMakePresets.json", "README.md", "LICENSE"}


def check_codes():
    """The codes that are found are those that a simpler look at the sources finds too, and each is explained."""
    made = {code.code for code in codes.diagnostics()}
    findings = set(codes.findings())
    text = "".join(codes.without_comments(path.read_text()) for path in codes.sources("core", "app", "viewers", "transforms"))
    plain = set(re.findall(r'(?<![\w.>])(?:mw::)?fail(?:At|ed)?\(\s*"([a-z0-9]+(?:-[a-z0-9]+)+)"', text))
    check(plain, "no call of fail() is found in the sources")
    check(not plain - made - findings, f"not among the codes: {sorted(plain - made - findings)}")
    toolkit = codes.toolkit_refusals()
    refused = {code for name in transformations.names() for _, code, _ in codes.refusals(name, toolkit)}
    unknown = codes.asked() - made - findings - refused
    check(not unknown, f"asked for, and made by nothing that is found: {sorted(unknown)}")
    same(made, troubleshooting.remedies(), "codes of the sources and of docs/site/remedies.txt")
    for code, what in troubleshooting.remedies().items():
        check(what.endswith(".") or what.endswith(")."), f"the remedy of {code} is no sentence")
    table = "\n".join(troubleshooting.table())
    for code in sorted(made | findings):
        check(f"`{code}` |" in table, f"{code} has no row on the page about troubleshooting")


def check_errors():
    """tools/errors lists each code with its sentences and what to do; it knows no other."""
    said = subprocess.run([ROOT / "tools/errors"], capture_output=True, text=True)
    check(said.returncode == 0, said.stderr)
    lines = said.stdout.splitlines()
    listed = [line for line in lines if not line.startswith(" ")]
    same(listed, [code.code for code in codes.diagnostics()], "tools/errors and the codes of the sources")
    check(sum(line.startswith("    what to do: ") for line in lines) == len(listed), "tools/errors lacks what to do")
    check("there is no transformation '...'" in said.stdout, "tools/errors lacks a sentence")
    one = subprocess.run([ROOT / "tools/errors", "no-such-code"], capture_output=True, text=True)
    check(one.returncode == 2 and "no-such-code" in one.stderr, "tools/errors takes a code that there is not")


def check_architecture():
    """How it is built is read in ten minutes: the page, and a screen for each folder that it leads to. What they name is there."""
    page = ROOT / "docs/architecture.md"
    names = subprocess.run(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    same({name.split("/")[0] for name in names if not name.startswith(".")}, TOP_LEVEL, "what lies at the top and what may")
    linked = [(page.parent / link).resolve() for link in re.findall(r"\]\(([^)]+/README\.md)\)", page.read_text())]
    folders = [ROOT / name for name in names if re.fullmatch(r"(core|transforms|viewers|app|tests)/.*README\.md", name)]
    same({str(path) for path in folders}, {str(path) for path in linked if path.parent.name not in ("samples", "python")},
         "pages of folders and those that docs/architecture.md leads to")
    check(len(page.read_text().splitlines()) <= 150, "docs/architecture.md is no longer read in ten minutes")
    for path in [page, *folders]:
        text, shown = path.read_text(), path.relative_to(ROOT)
        if path != page:
            check(len(text.splitlines()) <= 30, f"{shown} has more than 30 lines")
            check(max(map(len, text.splitlines())) <= 160, f"{shown} has a line of more than 160 characters")
        for name in re.findall(r"`([\w./]+\.(?:h|cpp|py|order|txt))`", text):
            check(any(one == name or one.endswith("/" + name) for one in names), f"{shown} names {name}, which is not there")


def check_transformations(mw, folder):
    """Each has names, a sample, a comment with all conditions that it refuses by, and a page with two pictures."""
    found = [d["name"] for d in transformations.descriptors(mw)]
    check(found, "mw transformations lists none")
    same(found, transformations.names(), "transformations and docs/site/names.txt")
    same(found, json.loads((transformations.SAMPLES / "index.json").read_text()), "transformations and samples/transformations")
    toolkit = codes.toolkit_refusals()
    for name in found:
        _, conditions, effect = transformations.comment_of(name)
        check(conditions, f"no conditions are found in the comment of {name}")
        check(effect, f"no effect is found in the comment of {name}")
        refusals = codes.refusals(name, toolkit)
        check(refusals, f"no refusals are found in the sources of {name}")
        for number, code, _ in refusals:
            check(number in conditions, f"{name} refuses by {code} for the condition {number}, which its comment lacks")
        page = (folder / f"{name}.md").read_text()
        check(all(f"`{code}`" in page for _, code, _ in refusals), f"the page of {name} lacks a refusal")
        for picture in ("before", "after"):
            file = folder / f"{name}-{picture}.svg"
            check(file.exists() and "<svg" in file.read_text(), f"{name} has no picture {picture}")
        check(f"]({name}.md)" in (folder / "index.md").read_text(), f"{name} is not in the list of transformations")


def check_navigation(settings, folder):
    """Of the pages that are brought together each stands in the navigation once."""
    named = re.findall(r": ([\w/.-]+\.md)$", settings, re.M)
    check(len(named) == len(set(named)), "a page stands in the navigation twice")
    there = {path.relative_to(folder).as_posix() for path in folder.rglob("*.md")}
    same(named, there, "navigation and pages")
    same({path.name for path in (ROOT / "docs").glob("*.md")} - pages.LEFT_OUT,
         {name for name in there if "/" not in name} - set(pages.ELSEWHERE.values()),
         "docs and the manual")


def main():
    given = options()
    if not shutil.which("dot"):
        print("Graphviz's dot is missing, which draws the pictures")
    with tempfile.TemporaryDirectory() as folder:
        pages.bring(given.mw, pathlib.Path(folder))
        settings = (pathlib.Path(folder) / "mkdocs.yml").read_text()
        folder = pathlib.Path(folder) / "pages"
        check_codes()
        check_errors()
        check_architecture()
        check_transformations(given.mw, folder / "transformations")
        check_navigation(settings, folder)
    end()


if __name__ == "__main__":
    main()
