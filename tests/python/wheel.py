#!/usr/bin/env python3
"""The wheel of tools/wheel in a clean virtual environment: it carries mw and says so, opens, rewrites and verifies a program there.
With MAPWRIGHT_LONG what it depends on comes from the package index, it runs, and without the programs it finds mw and says so too."""
import os
import pathlib
import subprocess
import sys
import venv
import zipfile

import common
from common import ROOT, SAMPLE, check

USE = """
import mapwright, pathlib, sys
program = mapwright.open(sys.argv[1])
fast = program.optimise(device="H200")
assert fast.verify(target="interp")
assert fast.info()["maps"] == 1, fast.info()
print(mapwright.which().how, mapwright.which().version())
"""
RUN = USE + """
assert program.run(target="cpu")["z_nabla4_e2"].shape == (144, 12)
print(program.info().kernels.frame().bytes_read.sum())
"""


def built(given, folder, *options):
    done = subprocess.run([sys.executable, "-B", ROOT / "tools/wheel", "-o", folder, *options], capture_output=True, text=True)
    check(done.returncode == 0, f"tools/wheel fails: {done.stdout[-300:]}{done.stderr[-600:]}")
    wheel, = pathlib.Path(folder).glob("*.whl")
    return wheel


def used(python, text, environment):
    done = subprocess.run([python, "-I", "-c", text, SAMPLE], capture_output=True, text=True, cwd="/", env=environment)
    check(done.returncode == 0, f"the installed package fails: {done.stderr[-800:]}")
    return done.stdout


def main():
    given = common.options()
    if not pathlib.Path(given.python).exists():
        common.skip("build/venv-python is not there (tools/setup --venv)")
    folder = pathlib.Path(common.scratch())
    mw = pathlib.Path(given.mw)
    carrying = built(given, folder / "carrying", "--programs", str(mw.parent))
    check("-py3-none-linux_" in carrying.name, f"the wheel with programs is called {carrying.name}")
    names = zipfile.ZipFile(carrying).namelist()
    for wanted in ("mapwright/programs/mw", "mapwright/programs/mw-runner", "mapwright/py.typed", "mapwright/opened.py"):
        check(wanted in names, f"the wheel lacks {wanted}")
    long = os.environ.get("MAPWRIGHT_LONG")
    clean = {key: value for key, value in os.environ.items() if not key.startswith(("MAPWRIGHT_MW", "PYTHON"))}
    clean["PATH"] = "/usr/bin:/bin"
    venv.create(folder / "venv", with_pip=False)
    python = folder / "venv/bin/python"
    install = [given.python, "-m", "pip", f"--python={python}", "install", "-q", "--disable-pip-version-check"]
    subprocess.run([*install, *(["pandas"] if long else ["--no-deps", "--no-index"]), carrying], check=True, env=clean)
    said = used(python, RUN if long else USE, clean)
    check(said.startswith("carried "), f"it says '{said}' of the mw that it carries")
    module = subprocess.run([python, "-I", "-m", "mapwright", "which"], capture_output=True, text=True, env=clean, cwd="/")
    check("programs/mw (carried)" in module.stdout, f"python -m mapwright which says {module.stdout}{module.stderr}")
    if long:
        without_programs(given, folder, python, install, clean)
    common.end()


def without_programs(given, folder, python, install, clean):
    """The pure wheel in the place of the other one."""
    mw = pathlib.Path(given.mw)
    pure = built(given, folder / "pure", "--pure")
    check(pure.name.endswith("-py3-none-any.whl"), f"the wheel without programs is called {pure.name}")
    metadata = next(zipfile.ZipFile(pure).read(name).decode() for name in zipfile.ZipFile(pure).namelist() if name.endswith("METADATA"))
    check("Provides-Extra: gt4py" in metadata and "Requires-Dist: numpy\n" in metadata, f"the wheel needs {metadata[:800]}")
    check("mapwright/programs/mw" not in zipfile.ZipFile(pure).namelist(), "a wheel without programs has one")
    subprocess.run([*install, "--no-deps", "--no-index", "--force-reinstall", pure], check=True, env=clean)
    said = used(python, USE, {**clean, "PATH": f"{mw.parent}:{clean['PATH']}"})
    check(said.startswith("search path "), f"it says '{said}' of an mw on the search path")
    missing = subprocess.run([python, "-I", "-c", USE, SAMPLE], capture_output=True, text=True, env=clean, cwd="/")
    check("this package carries none" in missing.stderr, f"without an mw it says {missing.stderr[-300:]}")


if __name__ == "__main__":
    sys.exit(main())
