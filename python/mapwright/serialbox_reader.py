"""A savepoint of a serialbox archive as inputs of a program: arrays, a scenario, and what the model
computed from them.

Names are mapped by a small JSON file (--names):

    {"program": "apply_diffusion_to_vn",
     "arrays": {"vn": "vn", "z_nabla4_e2": {"field": "z_nabla4_e2", "levels": 65}},
     "symbols": {"dtime": "dtime", "vertical_end": 65},
     "outputs": {"vn": "vn"}}

`arrays`: an argument of the program and the field that it is, or {"field": NAME} with "level" (one of
the last dimension), "levels" (only so many of it), "transpose": true, "add" (to every element, as -1
for indices that Fortran counts from 1) and "dtype". `symbols`: a number, or the name of a value in
the savepoint's metainformation. `outputs`: arguments that the program writes and their fields at the
savepoint --reference. Without a file every field is an array of its own name.
"""

import argparse
import json
import os
import tempfile
from pathlib import Path

import numpy

HELP = "the fields of a savepoint of serialbox as inputs of a program"
CHANGES = {"field", "level", "levels", "transpose", "add", "dtype"}


def add_command(commands):
    parser = commands.add_parser("serialbox", help=HELP, description=__doc__,
                                 formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("folder", help="of the archive: MetaData-PREFIX.json and its files")
    parser.add_argument("savepoint", nargs="?",
                        help="NAME or NAME:KEY=VALUE,...; without it those that there are are listed")
    parser.add_argument("-o", "--output", help=".npz; the scenario is written beside it")
    parser.add_argument("--prefix", help="of the archive, where the folder has several")
    parser.add_argument("--reference", metavar="SAVEPOINT",
                        help="what the program computes stands there: written as OUT.reference.npz")
    parser.add_argument("--names", help="JSON: arguments of the program and fields")
    parser.add_argument("--grid", help="of the scenario: torus:NX,NY,LEVELS or FILE.nc,LEVELS, from\n"
                        "which sizes follow that the savepoint has not (default: it says them all)")
    parser.set_defaults(run=run)


def package():
    """serialbox4py, an extra of this package."""
    try:
        import serialbox
    except ImportError:
        raise ValueError("serialbox4py is not installed: pip install 'mapwright[serialbox]' (the "
                         "package serialbox of PyPI is something else)") from None
    if not hasattr(serialbox, "Serializer"):
        raise ValueError("the installed package serialbox is something else: pip uninstall "
                         "serialbox, and pip install 'mapwright[serialbox]'")
    return serialbox


def archive_of(serialbox, folder, prefix):
    if not Path(folder).is_dir():
        raise ValueError(f"there is no folder '{folder}'")
    there = sorted(file.name[len("MetaData-"):-len(".json")]
                   for file in Path(folder).glob("MetaData-*.json"))
    if prefix is None and len(there) != 1:
        raise ValueError(f"the folder '{folder}' has no archive of serialbox (MetaData-PREFIX.json)"
                         if not there else f"the folder '{folder}' has several archives, of which "
                         f"--prefix chooses one: {', '.join(there)}")
    if prefix is not None and prefix not in there:
        raise ValueError(f"the folder '{folder}' has no archive '{prefix}', but: {', '.join(there)}")
    try:
        return serialbox.Serializer(serialbox.OpenModeKind.Read, str(folder), prefix or there[0])
    except serialbox.SerialboxError as problem:
        raise ValueError(f"the archive in '{folder}' cannot be read: {problem}") from None


def text_of(savepoint):
    values = savepoint.metainfo.to_dict()
    return savepoint.name + "".join((":" if i == 0 else ",") + f"{key}={values[key]}"
                                    for i, key in enumerate(sorted(values)))


def savepoint_of(archive, wanted):
    """The one of this name whose metainformation has these values."""
    name, _, rest = wanted.partition(":")
    values = dict(part.partition("=")[::2] for part in rest.split(",") if part)
    all_of_them = archive.savepoint_list()
    fitting = [one for one in all_of_them if one.name == name and all(
        str(one.metainfo.to_dict().get(key)) == value for key, value in values.items())]
    if len(fitting) == 1:
        return fitting[0]
    shown = fitting or all_of_them
    listed = ", ".join(text_of(one) for one in shown[:20]) + (
        f" and {len(shown) - 20} more" if len(shown) > 20 else "")
    raise ValueError(f"{len(fitting)} savepoints are '{wanted}': say more of it, one of {listed}"
                     if fitting else f"there is no savepoint '{wanted}', but: {listed}")


def names_of(file, fields):
    """The mapping of --names, or every field under its own name."""
    if file is None:
        return {"program": "", "arrays": {name: name for name in fields}, "symbols": {},
                "outputs": {}}
    try:
        names = json.loads(Path(file).read_text())
    except ValueError as problem:
        raise ValueError(f"'{file}' is no JSON: {problem}") from None
    known = {"program": str, "arrays": dict, "symbols": dict, "outputs": dict}
    if not isinstance(names, dict) or not names.keys() <= known.keys():
        raise ValueError(f"'{file}' has to be an object with {', '.join(known)}")
    for key, kind in known.items():
        if not isinstance(names.setdefault(key, kind()), kind):
            raise ValueError(f"'{file}': '{key}' is no {'text' if kind is str else 'object'}")
    return names


class Fields:
    """Those of one savepoint."""

    def __init__(self, archive, savepoint):
        self._archive, self._savepoint = archive, savepoint
        self.names = sorted(archive.fields_at_savepoint(savepoint))

    def read(self, argument, how):
        change = {"field": how} if isinstance(how, str) else how
        if not isinstance(change, dict) or "field" not in change or not change.keys() <= CHANGES:
            raise ValueError(f"what is said of the argument '{argument}' is neither a field nor an "
                             f"object with field and any of {', '.join(sorted(CHANGES - {'field'}))}")
        name = change["field"]
        if name not in self.names:
            raise ValueError(f"the savepoint {text_of(self._savepoint)} has no field '{name}' (for "
                             f"the argument '{argument}'), but: {', '.join(self.names)}")
        # Of whatever order in memory: files are column-major, and so is what is read.
        array = numpy.asarray(self._archive.read(name, self._savepoint))
        if is_halved(array):
            raise ValueError(f"the field '{name}' (for the argument '{argument}') has 64-bit integers "
                             "that serialbox4py wrote as 32-bit ones: half of them are lost, and the "
                             "others stand at every second place; write it with 32 bits")
        return changed(array, argument, change)


def is_halved(array):
    """serialbox4py 2.6.3 writes numpy's int64 as if it were int32, the first half of its memory alone,
    without a word: every second number is the sign of the one before. (Fields that are registered as
    64-bit, as Fortran and C++ register them, are read as they are.)"""
    if array.dtype != numpy.int32 or array.size < 2:
        return False
    numbers = array.flatten(order="F")
    low, high = numbers[0::2], numbers[1::2]
    signs = numpy.where(low[:high.size] < 0, -1, 0)
    return bool(numpy.array_equal(high, signs) and low.any())


def changed(array, argument, change):
    # Dimensions of one element at the end are those that Fortran's arrays of up to four have over.
    while array.ndim > 1 and array.shape[-1] == 1:
        array = array[..., 0]
    for key, last in (("level", False), ("levels", True)):
        if (at := change.get(key)) is None:
            continue
        if not isinstance(at, int) or not 0 <= at <= array.shape[-1] - (not last):
            raise ValueError(f"the argument '{argument}': its field has {array.shape[-1]} in the last "
                             f"dimension, and '{key}' is {at}")
        array = array[..., :at] if last else array[..., at]
    if change.get("transpose"):
        array = array.T
    if "add" in change:
        array = array + numpy.asarray(change["add"]).astype(array.dtype)
    if "dtype" in change:
        wanted = array.astype(change["dtype"])
        if array.dtype.kind in "iub" and not numpy.array_equal(wanted, array):
            raise ValueError(f"the argument '{argument}': its numbers are none of {change['dtype']}")
        array = wanted
    return numpy.asfortranarray(array)


def symbols_of(names, savepoint):
    there = savepoint.metainfo.to_dict()
    values = {}
    for name, what in names["symbols"].items():
        value = there.get(what) if isinstance(what, str) else what
        if not isinstance(value, (bool, int, float)):
            raise ValueError(f"the symbol '{name}': the savepoint {text_of(savepoint)} has no "
                             f"number '{what}', but: {', '.join(sorted(there)) or 'nothing'}")
        values[name] = int(value) if isinstance(value, bool) else value
    return values


def grid_of(text):
    if text is None:
        return {"kind": "captured"}
    kind, _, rest = text.partition(":")
    try:
        if kind == "torus":
            nx, ny, levels = (int(part) for part in rest.split(","))
            return {"kind": "torus", "nx": nx, "ny": ny, "levels": levels}
        file, levels = text.rsplit(",", 1)
        if file.endswith(".nc"):
            return {"kind": "file", "file": str(Path(file).absolute()), "levels": int(levels)}
    except ValueError:
        pass
    raise ValueError(f"the grid '{text}' is neither torus:NX,NY,LEVELS nor FILE.nc,LEVELS")


def write_npz(path, arrays):
    """All of it or nothing."""
    folder = Path(path).absolute().parent
    with tempfile.NamedTemporaryFile(dir=folder, suffix=".npz", delete=False) as file:
        try:
            numpy.savez(file, **arrays)
            file.flush()
            os.chmod(file.name, 0o644)
            os.replace(file.name, path)
        except BaseException:
            os.unlink(file.name)
            raise


def run(given):
    serialbox = package()
    archive = archive_of(serialbox, given.folder, given.prefix)
    if given.savepoint is None:
        for one in archive.savepoint_list():
            print(text_of(one), "has", ", ".join(sorted(archive.fields_at_savepoint(one))))
        return
    if given.output is None or not given.output.endswith(".npz"):
        raise ValueError("-o names what is written, which ends in .npz")
    savepoint = savepoint_of(archive, given.savepoint)
    inputs = Fields(archive, savepoint)
    names = names_of(given.names, inputs.names)
    arrays = {argument: inputs.read(argument, how)
              for argument, how in names["arrays"].items() if how is not None}
    symbols = symbols_of(names, savepoint)
    reference = {}
    if given.reference is not None:
        outputs = Fields(archive, savepoint_of(archive, given.reference))
        wanted = names["outputs"] or {argument: how for argument, how in names["arrays"].items()
                                      if how in outputs.names}
        if not wanted:
            raise ValueError(f"the savepoint {given.reference} has none of these fields: 'outputs' "
                             "of --names says which are computed")
        reference = {argument: outputs.read(argument, how) for argument, how in wanted.items()}
    elif names["outputs"]:
        raise ValueError("'outputs' of --names are read from a savepoint that --reference names")
    scenario = {
        "program": names["program"],
        "grid": grid_of(given.grid),
        "symbols": symbols,
        "arrays": {name: {"shape": list(array.shape), "dtype": array.dtype.name,
                          "file": Path(given.output).name} for name, array in sorted(arrays.items())},
        "outputs": sorted(reference),
    }
    base = given.output[:-len(".npz")]
    write_npz(given.output, arrays)
    if reference:
        write_npz(base + ".reference.npz", reference)
    Path(base + ".scenario.json").write_text(json.dumps(scenario, indent=1) + "\n")
    print(f"wrote {given.output} ({len(arrays)} arrays of {text_of(savepoint)}), "
          f"{base}.scenario.json" + (f", {base}.reference.npz ({len(reference)} of "
                                     f"{given.reference})" if reference else ""))
