"""python -m mapwright serialbox FOLDER SAVEPOINT -o inputs.npz"""

import argparse
import sys

from mapwright import serialbox_reader


def main(arguments=None):
    parser = argparse.ArgumentParser(prog="python -m mapwright")
    commands = parser.add_subparsers(dest="command", required=True)
    serialbox_reader.add_command(commands)
    given = parser.parse_args(arguments)
    try:
        given.run(given)
    except (ValueError, OSError) as problem: # bad input: a sentence
        print(f"mapwright: {problem}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
