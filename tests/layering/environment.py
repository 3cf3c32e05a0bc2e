#!/usr/bin/env python3
"""Every test names its cache of kernels, and none that is outside of the build.

    environment.py CTEST BUILD
"""
import json
import subprocess
import sys
from pathlib import Path


def environment_of(test):
    for entry in test.get("properties", []):
        if entry["name"] == "ENVIRONMENT":
            return dict(variable.split("=", 1) for variable in entry["value"])
    return {}


def main(ctest, build):
    listed = subprocess.run([ctest, "--test-dir", build, "--show-only=json-v1"],
                            check=True, capture_output=True, text=True)
    # A program that is not built has no test cases yet.
    tests = [t for t in json.loads(listed.stdout)["tests"] if "_NOT_BUILT" not in t["name"]]
    wrong = [test["name"] for test in tests
             if environment_of(test).get("MAPWRIGHT_CACHE") not in ("off", str(Path(build) / "test-cache"))]
    for name in wrong:
        print(f"MAPWRIGHT_CACHE of '{name}' is not the build's")
    print(f"{len(tests)} tests, {len(wrong)} without a cache of the build's")
    return 1 if wrong or not tests else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
