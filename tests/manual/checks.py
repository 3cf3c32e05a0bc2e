"""What the tests of the manual share: counting what does not hold."""
import argparse
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "docs/site"))

failed = []


def check(holds, sentence):
    """Says the sentence where something does not hold."""
    if not holds:
        failed.append(sentence)
        print("FAILED:", sentence)


def same(ours, theirs, what):
    """Two sets of names are equal."""
    check(not set(ours) - set(theirs), f"{what}: only on the left: {', '.join(sorted(set(ours) - set(theirs)))}")
    check(not set(theirs) - set(ours), f"{what}: only on the right: {', '.join(sorted(set(theirs) - set(ours)))}")


def options():
    parser = argparse.ArgumentParser()
    parser.add_argument("--mw", required=True)
    parser.add_argument("--python", help="of the environment with mkdocs and jsonschema", required=True)
    return parser.parse_args()


def skip(sentence):
    print("skipped:", sentence)
    sys.exit(77)


def end():
    sys.exit(1 if failed else 0)
