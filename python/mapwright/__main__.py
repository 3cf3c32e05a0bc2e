"""python -m mapwright serialbox FOLDER SAVEPOINT -o inputs.npz; python -m mapwright which: the program mw that is run"""

import argparse
import sys

from mapwright import tool


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m mapwright")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("which", help="the program mw that is run, why it is that one, and its version").set_defaults(
        run=lambda given: print(f"{tool.which()}, {tool.which().version()}"))
    try:
        from mapwright import serialbox_reader

        serialbox_reader.add_command(commands)
    except ModuleNotFoundError as missing:
        parser.epilog = f"serialbox needs {missing.name}, which is not installed"
    given = parser.parse_args(arguments)
    try:
        given.run(given)
    except (ValueError, OSError) as problem: # bad input: a sentence
        print(f"mapwright: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
