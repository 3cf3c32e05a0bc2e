#!/usr/bin/env python3
"""What tools/changed-tests says: of a source of the program all that is made of it, of a test that test,
and of every source at least one test.

    changed.py ROOT BUILD
"""
import importlib.machinery
import importlib.util
import os
import subprocess
import sys
from pathlib import Path


def loaded(tool):
    loader = importlib.machinery.SourceFileLoader("changed_tests", str(tool))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("changed_tests", loader))
    loader.exec_module(module)
    return module


def main(root, build):
    sys.dont_write_bytecode = True
    root, failed = Path(root), []
    chooser = loaded(root / "tools/changed-tests").Chooser(Path(build))

    def chosen(*files, within=float("inf")):
        return [chooser.tests[number - 1]["name"] for number in chooser.choose(files, within=within)[0]]

    def expect(what, right):
        if not right:
            failed.append(what)

    edit = chosen("core/ir/edit.cpp")
    expect("an edit in core/ir concerns its tests and the window's",
           "ir: edit" in edit and all(any(t.startswith(p) for t in edit) for p in ("gui:", "transforms:")))
    expect("a header concerns what includes it", "symbolic: expr" in chosen("core/symbolic/expr.h"))
    test = [t for t in chosen("tests/core/ir/edit_test.cpp") if not t.startswith("layering")]
    expect(f"a source of tests concerns its own tests: {test}", test == ["ir: edit"])
    window = chosen("viewers/canvas/graph_canvas.cpp")
    expect("the canvas concerns no test of core", not any(t.startswith(("ir:", "io:", "cli:")) for t in window))
    runner = chosen("app/runner/main.cpp")
    expect("the runner concerns what starts it", any(t.startswith("exec_runner:") for t in runner))
    expect("a script concerns the tests that start it",
           any(t.startswith("interop:") for t in chosen("tests/interop/verdicts.py")))
    expect("a sample concerns the tests that name it", chosen("samples/nabla4.sdfg") != [])
    sources = subprocess.run(["git", "ls-files", "core", "transforms", "viewers", "app"], cwd=root,
                             capture_output=True, text=True, check=True).stdout.split()
    for source in (s for s in sources if s.endswith(".cpp")):
        expect(f"{source} concerns no test", any(not t.startswith("layering") for t in chosen(source)))
    chooser.seconds = [1.0] * len(chooser.tests)
    for cores in (1, 16):
        os.cpu_count = lambda: cores
        few = chosen("core/ir/edit.cpp", within=12 / cores)
        expect(f"where time is short the nearest are taken: {few}",
               "ir: edit" in few and len(few) == 12 + sum(t.startswith("layering:") for t in few))
        both = chosen("core/ir/edit.cpp", "viewers/layout/layered.cpp", within=12 / cores)
        expect(f"of several files each in turn: {both}",
               "ir: edit" in both and any(t.startswith("viewers_layout:") for t in both))
    own = chosen("tests/core/ir/edit_test.cpp", within=0)
    expect(f"a test that changed is run however long it takes: {own}", "ir: edit" in own)
    for what in failed:
        print(f"NOT SO: {what}")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main(*sys.argv[1:])
