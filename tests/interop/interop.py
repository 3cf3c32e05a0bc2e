"""Several checks that ask the same DaCe, one after the other: it is imported once, and a graph that
more than one asks about is read once.

Each check prints what its script does when it is called by itself; then a line for each says how it
ended. Fails when any fails. Exit code 77: all were skipped, the reasons are printed.

  interop.py roundtrip rewritten verdicts [options of these scripts]
"""

import importlib
import sys

import dace_session


def main():
    arguments = sys.argv[1:]
    count = next((i for i, one in enumerate(arguments) if one.startswith("-")), len(arguments))
    names, options = arguments[:count], arguments[count:]
    if not names:
        sys.exit(__doc__)
    codes = {}
    with dace_session.Sessions() as sessions:
        for name in names:
            script = importlib.import_module(name)
            print(f"== {name}: {script.__doc__.splitlines()[0]}", flush=True)
            codes[name] = dace_session.run(script, options, sessions)
    for name, code in codes.items():
        print(f"{name}: {'ok' if code == 0 else 'SKIPPED' if code == dace_session.SKIPPED else 'FAILED'}")
    if all(code == dace_session.SKIPPED for code in codes.values()):
        return dace_session.SKIPPED
    return int(any(code not in (0, dace_session.SKIPPED) for code in codes.values()))


if __name__ == "__main__":
    sys.exit(main())
