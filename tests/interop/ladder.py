"""Checks with real DaCe that it loads and accepts the ladder of samples: the graphs of each generation
in the DaCe of that generation. Exit code 77: skipped, the reason is printed.

  ladder.py --venvs build --samples samples
"""

import argparse
import sys
import tempfile
from pathlib import Path

from roundtrip import ask


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--venvs", type=Path, required=True)
    options.add_argument("--samples", type=Path, required=True)
    options = options.parse_args()
    graphs = sorted(options.samples.resolve().glob("[0-9][0-9]_*/*.sdfgz"))
    if not graphs:
        sys.exit(f"there are no graphs below {options.samples}")
    asked, refused = 0, 0
    for name, older in (("dace2", False), ("dace1", True)):
        python = options.venvs.resolve() / f"venv-{name}/bin/python"
        if not python.exists():
            print(f"SKIPPED: {python} is not there (see tests/interop/CMakeLists.txt)")
            continue
        mine = [graph for graph in graphs if (".gt4py-1.0.9" in graph.name) == older]
        with tempfile.TemporaryDirectory() as folder:
            verdicts = ask(python, mine, folder)
        for graph, verdict in zip(mine, verdicts):
            asked += 1
            if (verdict["load"], verdict["validate"]) != ("ok", "ok"):
                refused += 1
                print(f"{name}: {graph.name}: load {verdict['load']}, "
                      f"validate {verdict['validate']}")
    print(f"{asked} graphs, {refused} refused")
    return 77 if asked == 0 else int(refused > 0)


if __name__ == "__main__":
    sys.exit(main())
