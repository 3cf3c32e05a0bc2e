"""What tests/cli/loaded_test.cpp asks of mapwright.load(), by one kind of field.

  loaded.py LIBRARY INPUTS.npz OUTPUTS.npz SCENARIO.json FIELDS

FIELDS: plain (objects with __array_interface__), numpy, gt4py, dlpack; for a library of CUDA device
(__cuda_array_interface__), cupy (what CuPy has), over a driver that has the host's memory. Prints a line for each thing
that was seen; exit code 1 with a sentence where one is otherwise.
"""

import ast
import ctypes
import gc
import json
import os
import struct
import sys
import time
import weakref
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "python"))

import mapwright  # noqa: E402
from mapwright.arguments import Arguments  # noqa: E402
from mapwright.memory import SIZES, TYPES  # noqa: E402


class Plain:
    """An array of the first dimension fastest that lies in memory of its own."""

    def __init__(self, shape, code, data=None):
        self.shape, self.code = tuple(shape), code
        size = SIZES[TYPES[code]]
        self.strides, step = [], size
        for extent in shape:
            self.strides.append(step)
            step *= extent
        self.buffer = ctypes.create_string_buffer(step + 64)
        self.address = (ctypes.addressof(self.buffer) + 63) // 64 * 64
        self.bytes, self.readonly = step, False
        ctypes.memmove(self.address, data or bytes(step), step)

    @property
    def __array_interface__(self):
        return {"version": 3, "data": (self.address, self.readonly), "shape": self.shape,
                "typestr": "<" + self.code, "strides": tuple(self.strides)}

    def tobytes(self):
        return ctypes.string_at(self.address, self.bytes)


class OnDevice(Plain):
    """The same, said to lie on a device."""

    __array_interface__ = None

    @property
    def __cuda_array_interface__(self):
        return Plain.__array_interface__.fget(self)


def read(path):
    """Name -> Plain, of an .npz file."""
    arrays = {}
    with zipfile.ZipFile(path) as archive:
        for member in archive.namelist():
            data = archive.read(member)
            wide = data[6] > 1
            (length,) = struct.unpack_from("<I" if wide else "<H", data, 8)
            start = (12 if wide else 10) + length
            header = ast.literal_eval(data[12 if wide else 10:start].decode())
            shape, body, code = header["shape"], data[start:], header["descr"][1:]
            if not header["fortran_order"] and len(shape) > 1:
                size = SIZES[TYPES[code]]
                rows = [body[i * size:(i + 1) * size] for i in range(len(body) // size)]
                body = b"".join(rows[i * shape[1] + j] for j in range(shape[1])
                                for i in range(shape[0]))
            arrays[member[:-4]] = Plain(shape, code, body)
    return arrays


class Pointer:
    def __init__(self, ptr):
        self.ptr = ptr


class Dtype:
    def __init__(self, code):
        self.str = "<" + code


class LikeCupy(OnDevice):
    """What the package reads of an array of CuPy."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.data, self.dtype = Pointer(self.address), Dtype(self.code)


LikeCupy.__module__ = "cupy"


class Fields:
    """Arrays as one kind of caller has them."""

    def __init__(self, kind, granule):
        self.kind = kind
        self.dimensions = {one.name: one.dimensions for one in granule.arguments.list}

    def make(self, name, plain):
        of_bytes = {"plain": Plain, "device": OnDevice, "cupy": LikeCupy}.get(self.kind)
        if of_bytes:
            return of_bytes(plain.shape, plain.code, plain.tobytes())
        import numpy

        array = numpy.frombuffer(plain.tobytes(), plain.code).reshape(plain.shape, order="F").copy(
            order="F")
        if self.kind == "numpy":
            return array
        if self.kind == "dlpack":
            return OnlyDlpack(array)
        import gt4py.next as gtx

        kinds = gtx.DimensionKind
        dimensions = [gtx.Dimension(one, kind=kinds.VERTICAL if one == "K" else kinds.LOCAL
                                    if "2" in one else kinds.HORIZONTAL)
                      for one in self.dimensions[name]]
        return gtx.as_field(dimensions, array)

    @staticmethod
    def bytes_of(field):
        if isinstance(field, OnlyDlpack):
            field = field.array
        if hasattr(field, "asnumpy"):
            field = field.asnumpy()
        return field.tobytes() if isinstance(field, Plain) else field.tobytes(order="F")


class OnlyDlpack:
    def __init__(self, array):
        self.array = array

    def __dlpack__(self, **options):
        return self.array.__dlpack__(**options)

    def __dlpack_device__(self):
        return self.array.__dlpack_device__()


def expect(holds, what):
    if not holds:
        sys.exit(f"FAILED: {what}")
    print(f"ok: {what}")


def refused(call, *words):
    try:
        call()
    except (TypeError, ValueError, RuntimeError) as error:
        for word in words:
            if word not in str(error):
                sys.exit(f"FAILED: '{word}' is not in: {error}")
        print(f"refused: {error}")
    else:
        sys.exit(f"FAILED: a call that should be refused: {words}")


class Case:
    def __init__(self, arguments):
        self.library, inputs, outputs, scenario, self.kind = arguments
        self.granule = mapwright.load(self.library)
        self.inputs, self.outputs = read(inputs), read(outputs)
        symbols = json.loads(Path(scenario).read_text())["symbols"]
        self.scalars = {one.name: symbols[one.name] for one in self.granule.arguments.list
                        if not one.is_array and not one.name.endswith(("_stride", "_size"))
                        and not ("_range_" in one.name and one.name in self.granule.arguments.sized)}
        self.fields = Fields(self.kind, self.granule)

    def fresh(self):
        return {name: self.fields.make(name, plain) for name, plain in self.inputs.items()}

    def same(self, fields, outputs=None):
        return all(self.fields.bytes_of(fields[name]) == plain.tobytes()
                   for name, plain in (outputs or self.outputs).items())

    def results(self, fields):
        return {name: Fields.bytes_of(fields[name]) for name in self.outputs}


def results(case):
    """As mw run has them, in a first call and in those that follow, by all ways to call."""
    granule, fields = case.granule, case.fresh()
    granule(**fields, **case.scalars)
    expect(case.same(fields), "a call computes what mw run does")
    once = case.results(fields)
    # Again from the same arrays: what they hold now is the input.
    granule(**fields, **case.scalars)
    again = case.results(fields)
    other = case.fresh()
    twice = mapwright.load(case.library)
    twice(**other, **case.scalars)
    twice(**dict(reversed(other.items())), **case.scalars)
    expect(case.results(other) == again and again != once, "so does the next one, in other order")
    bound_fields = case.fresh()
    bound = granule.bind(**bound_fields, **case.scalars)
    expect(not case.same(bound_fields), "binding runs nothing")
    bound()
    expect(case.same(bound_fields), "a bound call computes the same")


def in_c(case):
    """The same call as a function of C, which outlives what it was taken from."""
    fields = case.fresh()
    call = mapwright.load(case.library).call
    gc.collect()
    for _ in range(2):
        for name in case.outputs:
            overwrite(fields[name], case.fields.make(name, case.inputs[name]))
        call(**fields, **case.scalars)
        if not case.same(fields):
            sys.exit("FAILED: a call as a function of C")
    print("ok: a call as a function of C")
    output = next(iter(case.outputs))
    missing = {name: value for name, value in fields.items() if name != output}
    refused(lambda: call(**missing, **case.scalars), f"'{output}' is missing")
    refused(lambda: call(1, **fields), "positional")


def tables(case):
    """Neighbour tables as GT4Py's offset provider, the same one and others."""
    granule, arguments = case.granule, case.granule.arguments

    def call(provider, fields):
        for name in case.outputs:
            overwrite(fields[name], case.fields.make(name, case.inputs[name]))
        granule(**fields, **case.scalars, offset_provider=provider)

    fields = case.fresh()
    provider = {table: fields.pop(name) for table, name in arguments.tables.items()}
    for one in (provider, provider, dict(provider)):
        call(one, fields)
        if not case.same(fields):
            sys.exit("FAILED: tables by their own names")
    table = next(iter(provider))
    plain = case.inputs[arguments.tables[table]]
    provider[table] = case.fields.make(arguments.tables[table], Plain(plain.shape, plain.code))
    call(provider, fields)
    expect(not case.same(fields), "another table in the same dictionary is used")
    refused(lambda: call({}, fields), f"'{arguments.tables[table]}' is missing")


def changes(case):
    """Numbers, arrays and sets that change from call to call."""
    granule, fields = case.granule, case.fresh()
    granule(**fields, **case.scalars)
    slower = {**case.scalars, "dt": case.scalars["dt"] / 2}
    for scalars in (slower, case.scalars):
        fields, expected = case.fresh(), case.fresh()
        mapwright.load(case.library)(**expected, **scalars)
        for _ in range(2):  # the set is known in the second
            granule(**{**fields, **scalars, "dt": scalars["dt"] * 4})
            for name in case.outputs:
                overwrite(fields[name], case.fields.make(name, case.inputs[name]))
            granule(**fields, **scalars)
        expect(case.results(fields) == case.results(expected), "another number is taken over")
    sets = [case.fresh() for _ in range(7)]
    for turn in range(14):
        one = sets[turn % 7]
        for name in case.outputs:
            overwrite(one[name], case.fields.make(name, case.inputs[name]))
        granule(**one, **case.scalars)
        if not case.same(one):
            sys.exit(f"FAILED: set {turn} of many")
    print("ok: sets of arrays in turns")


def overwrite(field, source):
    bytes_ = Fields.bytes_of(source)
    if isinstance(field, OnlyDlpack):
        field = field.array
    if hasattr(field, "ndarray") and not isinstance(field, Plain):
        field = field.ndarray
    address = field.address if isinstance(field, Plain) else field.ctypes.data
    ctypes.memmove(address, bytes_, len(bytes_))


def moved(case):
    """A field that lies elsewhere, has another shape, or cannot be written any more."""
    granule, fields = case.granule, case.fresh()
    granule(**fields, **case.scalars)
    fields = case.fresh()
    granule(**fields, **case.scalars)
    output = next(iter(case.outputs))
    for name in case.outputs:
        overwrite(fields[name], case.fields.make(name, case.inputs[name]))
    field, elsewhere = fields[output], case.fields.make(output, case.inputs[output])
    if case.kind == "plain":
        old = field.tobytes()
        hold = field.buffer, field.address
        field.buffer, field.address = elsewhere.buffer, elsewhere.address
        granule(**fields, **case.scalars)
        expect(case.same(fields) and ctypes.string_at(hold[1], field.bytes) == old,
               "an array that says another address is used there")
        field.readonly = True
    elif case.kind == "numpy":
        shape, address = field.shape, field.ctypes.data
        kept = []
        while field.ctypes.data == address:
            field.resize((shape[0] * 64, shape[1] * 64), refcheck=False)
            kept.append(bytearray(1 << 20))
            field.resize((shape[1], shape[0]), refcheck=False)
        refused(lambda: granule(**fields, **case.scalars), f"'{output}' has {shape[1]} elements",
                f"touches number {shape[0] - 1}")
        field.resize(shape, refcheck=False)
        overwrite(field, elsewhere)
        granule(**fields, **case.scalars)
        expect(case.same(fields), "an array that was resized is used where it lies")
        field.flags.writeable = False
    elif case.kind == "gt4py":
        old = Fields.bytes_of(field)
        before = field.ndarray
        object.__setattr__(field, "_ndarray", elsewhere.ndarray)
        granule(**fields, **case.scalars)
        expect(case.same(fields) and before.tobytes(order="F") == old,
               "a field that got another array is used with it")
        field.ndarray.flags.writeable = False
    else:
        field.array = elsewhere.array
        granule(**fields, **case.scalars)
        expect(case.same(fields), "an array that is another each time is asked each time")
        return
    refused(lambda: granule(**fields, **case.scalars), f"'{output}'", "read-only")


def misuse(case):
    granule, fields = case.granule, case.fresh()
    call = lambda **changed: (lambda: granule(**{**fields, **case.scalars, **changed}))  # noqa: E731
    output = next(iter(case.outputs))
    missing = {name: value for name, value in fields.items() if name != output}
    refused(lambda: granule(**missing, **case.scalars), f"'{output}' is missing", "array of float64")
    refused(lambda: granule(**fields, **{k: v for k, v in case.scalars.items() if k != "dt"}),
            "'dt' is missing: a float64")
    refused(call(dtt=1.0), "no argument 'dtt'; the nearest is 'dt'")
    refused(call(dt="long"), "'dt' is a float64, and 'long' is passed")
    refused(call(vertical_end=2**40), "'vertical_end' is 1099511627776, which no int32 holds")
    refused(call(**{output: 3.0}), f"'{output}' is of the type float, which is no array")
    plain = case.inputs[output]
    refused(call(**{output: Plain(plain.shape, "f4")}), "elements of float32")
    refused(call(**{output: Plain(plain.shape[:1], "f8")}), "1 dimensions", "has 2 (Cell, K)")
    refused(call(**{output: OnDevice(plain.shape, "f8")}), "lies in the memory of a device",
            "for cpu")
    backwards = Plain(plain.shape, "f8")
    backwards.strides = backwards.strides[::-1]
    refused(call(**{output: backwards}), f"'{output}'", "elements from one to the next",
            "copy the array")
    upward = Plain(plain.shape, "f8")
    upward.strides[1] *= -1
    refused(call(**{output: upward}), "upward")
    other = next(name for name in case.inputs if name != output
                 and case.inputs[name].shape == plain.shape)
    refused(call(**{output: fields[other]}), f"'{min(output, other)}'", "share memory",
            "the program writes") if case.kind != "plain" else None
    stride = next(one.name for one in granule.arguments.list if one.name == f"__{output}_K_stride")
    refused(call(**{stride: 7}), f"'{output}' has {plain.shape[0]} elements from one to the next",
            f"{stride} = 7 by the call")
    broadcast = Plain(plain.shape, "f8")
    broadcast.strides[1] = 0
    refused(call(**{output: broadcast}), f"'{output}' is written", "lie in one place")
    small = Plain((plain.shape[0] - 1, plain.shape[1]), "f8")
    refused(call(**{output: small}), f"'{output}' has {plain.shape[0] - 1} elements in dimension 0",
            f"touches number {plain.shape[0] - 1}", "by the call")
    granule._table[-1] = 1  # as a call in another thread has it
    refused(call(), "takes one call at a time")
    refused(granule.close, "takes one call at a time")
    granule._table[-1] = 0
    granule(**fields, **case.scalars)
    expect(case.same(fields), "after refusals a call computes what it should")


def device(case):
    """A library for a device, with sizes compiled in, on memory that is said to be a device's."""
    granule, fields = case.granule, case.fresh()
    granule(**fields)
    expect(case.same(fields), "what is compiled in need not be given")
    output = next(iter(case.outputs))
    refused(lambda: granule(**fields, vertical_end=3), "'vertical_end' is 3, and the library is "
            "compiled for 10")
    refused(lambda: granule(**{**fields, output: case.inputs[output]}), f"'{output}' lies in the "
            "memory of the host", "for cuda")
    short = type(fields[output])((95, 12), "f8")
    refused(lambda: granule(**{**fields, output: short}), f"'{output}' has 95 elements")
    for name in case.outputs:
        overwrite(fields[name], case.inputs[name])
    granule.stream = Pointer(None)
    granule(**fields)
    granule.stream = None
    expect(case.same(fields), "a stream is taken")
    field = fields[output]
    field.shape = (12, 96)
    refused(lambda: granule(**fields), f"'{output}' has 12 elements in dimension 0 (Cell)")
    field.shape = (96, 12)
    for name in case.outputs:
        overwrite(fields[name], case.inputs[name])
    old, elsewhere = field.tobytes(), case.fields.make(output, case.inputs[output])
    was, was_held = field.address, field.buffer
    field.address, field.buffer = elsewhere.address, elsewhere.buffer
    if case.kind == "cupy":
        field.data = elsewhere.data
    granule(**fields)
    expect(case.same(fields) and ctypes.string_at(was, field.bytes) == old and was_held,
           "an array that lies elsewhere is used there")


def contradictions():
    """Two arrays that want a symbol otherwise, by an interface that no sample has."""
    field = {"kind": "array", "type": "float64", "origins": ["", "__K_range_0"], "reads": True,
             "dimensions": ["Cell", "K"], "shape": ["N", "-__K_range_0 + __K_range_1"],
             "writes": False, "memory": "host"}
    arguments = Arguments({
        "program": "p", "target": "cpu", "constants": {"__K_range_1": 5}, "arguments": [
            {**field, "name": "a", "strides": ["1", "N + 2"]},
            {**field, "name": "b", "strides": ["1", "S"]},
            *({"name": name, "kind": "symbol", "type": "int32"}
              for name in ("N", "S", "__K_range_0", "__K_range_1"))]})

    def symbols(a, b, **given):
        strided = Plain(a, "f8")
        strided.strides[1] += 16
        memories = {"a": arguments.memory("a", strided),
                    "b": arguments.memory("b", Plain(b, "f8"))}
        return arguments.symbols(memories, given)

    found = symbols((3, 5), (3, 5))
    expect(found == {"N": 3, "S": 3, "__K_range_0": 0, "__K_range_1": 5}, "symbols are found")
    expect(symbols((3, 4), (3, 4), __K_range_0=1)["__K_range_0"] == 1, "an origin is taken")
    refused(lambda: symbols((3, 5), (4, 5)), "'b' has 4 elements in dimension 0 (Cell)",
            "3 are needed", "N = 3 by the size of 'a'")
    refused(lambda: symbols((3, 6), (3, 5)), "'a' has 6 elements in dimension 1 (K)",
            "__K_range_1 = 5 by the library")
    refused(lambda: symbols((3, 5), (3, 5), __K_range_1=6), "is 6, and the library is compiled for 5")


def times(case):
    """What a call costs beside the program, told and not judged: the machine is shared."""
    fields = {**case.fresh(), **case.scalars, "vertical_end": case.scalars["vertical_start"]}
    names = ", ".join(f"{name}={name}" for name in fields)
    made = {}
    exec(f"def make(call, {', '.join(fields)}):\n    return lambda: call({names})\n", made)

    def best(call):
        call()
        took = []
        for _ in range(50):
            start = time.perf_counter()
            for _ in range(20):
                call()
            took.append((time.perf_counter() - start) / 20)
        return 1e6 * min(took)

    granule = case.granule
    named = best(made["make"](granule, **fields))
    empty = best(made["make"](lambda **_: None, **fields))
    quick = best(made["make"](granule.call, **fields))
    print(f"time: {len(fields)} arguments by name {named:.2f} us, by the function of C "
          f"{quick:.2f}, of a function that does nothing {empty:.2f}, "
          f"bound {best(granule.bind(**fields)):.2f}")


def main(arguments):
    case = Case(arguments)
    results(case)
    in_c(case)
    tables(case)
    if case.kind in ("device", "cupy"):
        return device(case)
    changes(case)
    moved(case)
    misuse(case)
    contradictions()
    if "MAPWRIGHT_LONG" in os.environ and case.kind != "dlpack":
        times(case)
    case.granule.close()
    fields = case.fresh()
    case.granule(**fields, **case.scalars)
    expect(case.same(fields), "a library that was closed begins anew")
    field = weakref.ref(fields.popitem()[1])
    fields.clear()
    gc.collect()
    held = field() is not None
    case.granule.close()
    gc.collect()
    expect(held and field() is None, "fields are held until then")


if __name__ == "__main__":
    main(sys.argv[1:])
