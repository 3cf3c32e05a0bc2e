"""What the tests of the Python package share."""
import argparse
import atexit
import importlib.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "samples/nabla4.sdfg"
sys.path.insert(0, str(ROOT / "python"))
sys.path.insert(0, str(ROOT / "tests/manual"))

from checks import check, end, skip # noqa: E402,F401


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mw", required=True)
    parser.add_argument("--python", help="of build/venv-python", required=True)
    parser.add_argument("--write", action="store_true", help="keep what is shown now")
    given = parser.parse_args()
    given.mw = os.path.abspath(given.mw)
    return given


def scratch():
    """A folder that is gone at the end."""
    folder = tempfile.mkdtemp(prefix="mapwright-test-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def in_environment(given, *modules):
    """Goes on in the Python of build/venv-python where this one lacks a module; skips where that does too."""
    if all(importlib.util.find_spec(name) for name in modules):
        return
    if "MAPWRIGHT_IN_VENV" in os.environ or not pathlib.Path(given.python).exists():
        skip(f"{', '.join(modules)}: not installed (tools/setup --venv)")
    sys.exit(subprocess.run([given.python, "-B", *sys.argv], env={**os.environ, "MAPWRIGHT_IN_VENV": "1"}).returncode)
