"""The arguments of a library, and what is wrong with what is passed for them."""

import ctypes
import math

from mapwright.memory import SIZES, NoArray, memory_of, share
from mapwright.sizes import Contradiction, Equation, Symbols, size_of, sizes

TABLES = "offset_provider"  # GT4Py's name for all neighbour tables by theirs


class Argument:
    """One of them, as `mw export` describes it (docs/export.md, "What a library says of itself")."""

    def __init__(self, described):
        self.name, self.kind, self.type = described["name"], described["kind"], described["type"]
        self.usual = described.get("usual")
        self.dimensions = described.get("dimensions", [])
        self.shape = [size_of(text) for text in described.get("shape", [])]
        self.strides = [size_of(text) for text in described.get("strides", [])]
        self.origins = described.get("origins", [])
        self.offset = size_of(described.get("offset", "0"))
        boxes = ([sizes(box[what]) for what in ("low", "high", "trips")]
                 for box in described.get("touches", []))
        self.touched = [box for box in boxes if None not in box]
        self.table = described.get("table")
        self.writes = described.get("writes", False)
        self.place = described.get("memory")

    @property
    def is_array(self):
        return self.kind == "array"

    def sizes(self):
        return [*self.shape, *self.strides, self.offset,
                *(size for box in self.touched for part in box for size in part)]

    def dimension(self, d):
        name = self.dimensions[d]
        return f"dimension {d} ({name})" if name else f"dimension {d}"

    def __str__(self):
        if not self.is_array:
            return f"{'an' if self.type.startswith('i') else 'a'} {self.type}"
        names = ", ".join(name or "?" for name in self.dimensions)
        return (f"an array of {self.type} [{names}]"
                f"{', written' if self.writes else ''}")


class Arguments:
    """All of a library; `list` is in the order of its C function."""

    def __init__(self, described):
        self.program, self.place = described["program"], (
            "host" if described["target"] == "cpu" else "device")
        self.target = described["target"]
        self.constants = described["constants"]
        self.list = [Argument(one) for one in described["arguments"]]
        self.by_name = {one.name: one for one in self.list}
        self.place_of = {one.name: i for i, one in enumerate(self.list)}
        self.tables = {one.table: one.name for one in self.list if one.table}
        # What calls are checked by, so that another value is another call.
        self.sized = set().union(*(size.symbols for one in self.list for size in one.sizes()))

    def __str__(self):
        return "\n".join(f"{one.name}: {one}" for one in self.list)

    def refuse(self, name, sentence, error=ValueError):
        raise error(f"{self.program}: the argument '{name}' {sentence}") from None

    def check_names(self, given):
        """`given`: names, those of tables included that came with GT4Py's offset provider."""
        for name in given:
            if name not in self.by_name and name != TABLES:
                import difflib

                near = difflib.get_close_matches(name, self.by_name, 1)
                raise TypeError(f"{self.program} has no argument '{name}'"
                                + (f"; the nearest is '{near[0]}'" if near else ""))
        for one in self.list:
            if one.is_array and one.usual is None and one.name not in given:
                self.refuse(one.name, f"is missing: {one}", TypeError)

    def memory(self, name, value):
        """The Memory of what is passed for an array, as far as it is checked by itself."""
        argument = self.by_name[name]
        try:
            memory = memory_of(value)
        except NoArray as problem:
            self.refuse(name, problem, TypeError)
        if memory.type != argument.type:
            self.refuse(name, f"has elements of {memory.type}, and the program's are "
                        f"{argument.type}", TypeError)
        if memory.place != argument.place:
            self.refuse(name, f"lies in the memory of {self._place(memory.place)}, and the library "
                        f"is for {self.target}: it takes {self._place(argument.place)}'s")
        if memory.readonly and argument.writes:
            self.refuse(name, "is written by the program, and cannot be: the array is read-only")
        if len(memory.shape) != len(argument.shape):
            self.refuse(name, f"has {len(memory.shape)} dimensions, and the program's has "
                        f"{len(argument.shape)} ({', '.join(argument.dimensions)})")
        if not argument.table:
            self._check_order(argument, memory)
        self._check_steps(argument, memory)
        if argument.writes:
            self._check_apart(argument, memory)
        return memory

    def _check_apart(self, argument, memory):
        """That no two elements of an array lie in one place (a broadcast view)."""
        reach = SIZES[memory.type]
        for step, count in sorted((s, n) for n, s in zip(memory.shape, memory.strides) if n > 1):
            if step < reach and 0 not in memory.shape:
                self.refuse(argument.name, "is written by the program, and has elements that lie "
                            "in one place")
            reach += (count - 1) * step

    @staticmethod
    def _place(place):
        return "the host" if place == "host" else "a device"

    def _check_order(self, argument, memory):
        """Of fields of GT4Py, which know the names of their dimensions."""
        if any(ours and ours != theirs
               for ours, theirs in zip(argument.dimensions, memory.dimensions)):
            self.refuse(argument.name, f"has the dimensions {', '.join(memory.dimensions)}, and "
                        f"the program's are {', '.join(argument.dimensions)}")

    def _check_steps(self, argument, memory):
        size = SIZES[memory.type]
        if memory.address % min(size, 16):
            self.refuse(argument.name, f"begins at {memory.address:#x}, which is no multiple of the "
                        f"{size} bytes of its elements")
        for d, (count, step) in enumerate(zip(memory.shape, memory.strides)):
            if count > 1 and (step < 0 or step % size):
                self.refuse(argument.name, f"has steps of {step} bytes in {argument.dimension(d)}: "
                            f"a program takes multiples of the {size} bytes of an element, upward")

    def equations(self, name, memory):
        argument = self.by_name[name]
        size, empty = SIZES[memory.type], 0 in memory.shape
        for d, extent in enumerate(argument.shape):
            yield Equation(name, d, "size", extent, memory.shape[d])
            # The step of a dimension of one element says nothing.
            if memory.shape[d] > 1 and not empty:
                yield Equation(name, d, "stride", argument.strides[d], memory.strides[d] // size)

    def symbols(self, memories, values):
        """Values of all symbols and scalars. `memories`: of arrays; `values`: what was passed."""
        found = Symbols()
        for name, value in self.constants.items():
            found.set(name, value, "the library, which was compiled for it")
        for name, value in values.items():
            if not found.set(name, value, "the call"):
                self.refuse(name, f"is {value}, and the library is compiled for "
                            f"{found.values[name]}")
        self._origins(found, memories)
        equations = [one for name, memory in memories.items()
                     for one in self.equations(name, memory)]
        try:
            found.solve(equations)
            self._free_strides(found, memories)
            found.solve(equations)
        except Contradiction as problem:
            self._contradicted(problem)
        self._check_touched(found, memories)
        return self._complete(found)

    def _check_touched(self, found, memories):
        """Whether an array has what the program certainly touches of it."""
        for name, memory in memories.items():
            for low, high, trips in self.by_name[name].touched:
                sizes_ = (*low, *high, *trips)
                if not all(size.symbols <= found.values.keys() for size in sizes_) or any(
                        trip.value(found.values) <= 0 for trip in trips):
                    continue
                ends = [(size, size.value(found.values)) for size in (*low, *high)]
                if all(one[1] <= other[1] for one, other in zip(ends, ends[len(low):])):
                    self._check_box(name, memory, found, ends)

    def _check_box(self, name, memory, found, ends):
        for d, (size, at) in enumerate(ends):
            d %= len(memory.shape)
            if not 0 <= at < memory.shape[d]:
                by = found.because(size)
                self.refuse(name, f"has {memory.shape[d]} elements in "
                            f"{self.by_name[name].dimension(d)}, and the program touches number "
                            f"{at} (counted from 0)" + (f": {size.text}, with {by}" if by else ""))

    def _origins(self, found, memories):
        """Fields of GT4Py say where they begin; others begin at zero, or where the call says."""
        for name, memory in memories.items():
            argument = self.by_name[name]
            for d, symbol in enumerate(argument.origins):
                if not symbol:
                    start = memory.origin[d] if memory.origin and not argument.table else 0
                    if start != 0:
                        self.refuse(name, f"begins at {start} in {argument.dimension(d)}, and the "
                                    "program has it begin at 0")
                elif memory.origin:
                    if not found.set(symbol, memory.origin[d], f"the domain of '{name}'"):
                        self.refuse(name, f"begins at {memory.origin[d]} in "
                                    f"{argument.dimension(d)}, where {symbol} is "
                                    f"{found.values[symbol]} by {found.sources[symbol]}")
        for name in memories:
            for symbol in self.by_name[name].origins:
                if symbol and symbol not in found.values:
                    found.set(symbol, 0, "what arrays without a domain begin at")

    def _free_strides(self, found, memories):
        """Steps that no array says, having one element there: as the array has them, or any."""
        for name, memory in memories.items():
            size = SIZES[memory.type]
            for d, stride in enumerate(self.by_name[name].strides):
                if stride.symbols <= found.values.keys():
                    continue
                for value in (memory.strides[d] // size, 1):
                    (symbol, *more) = stride.symbols - found.values.keys()
                    if more or value < 0:
                        break
                    solved = stride.solved(symbol, value, found.values)
                    if solved is not None and abs(solved) < 2**31:
                        found.set(symbol, solved, f"the stride of '{name}'")
                        break

    def _contradicted(self, problem):
        one, argument = problem.equation, self.by_name[problem.equation.array]
        many = "elements" if one.what == "size" else "elements from one to the next"
        reason = f": {one.size.text}, with {problem.because}" if problem.because else ""
        hint = ""
        if one.what == "stride" and not one.size.symbols:
            hint = "; the library takes no other memory, so copy the array into such"
        self.refuse(argument.name, f"has {one.value} {many} in {argument.dimension(one.dimension)}, "
                    f"where {problem.needed} {'is' if problem.needed == 1 else 'are'} needed"
                    f"{reason}{hint}")

    def _complete(self, found):
        for one in self.list:
            if one.is_array or one.name in found.values:
                continue
            if one.usual is None:
                follows = (", and does not follow from shapes and strides"
                           if one.name in self.sized else "")
                self.refuse(one.name, f"is missing: {one}{follows}", TypeError)
            found.set(one.name, one.usual, "what is usual")
        return {one.name: self._fitting(one, found.values[one.name], found.sources[one.name])
                for one in self.list if not one.is_array} | {
                    name: value for name, value in found.values.items()
                    if name not in self.by_name}

    def _fitting(self, argument, value, source):
        """An integer that the type of the argument holds."""
        if not argument.type.startswith(("int", "uint")):
            return value
        bits, signed = 8 * SIZES[argument.type], argument.type.startswith("int")
        low, high = (-2**(bits - 1), 2**(bits - 1)) if signed else (0, 2**bits)
        if not low <= value < high:
            by = "" if source == "the call" else f" by {source}"
            self.refuse(argument.name, f"is {value}{by}, which no {argument.type} holds")
        return value

    def number(self, name, value):
        """What is passed by value, as the type of the argument holds it."""
        return self._fitting(self.by_name[name], self.scalar(name, value), "the call")

    def scalar(self, name, value):
        """The same as Python's own number, which may be too large for the type."""
        argument = self.by_name[name]
        if hasattr(value, "__array_interface__") and getattr(value, "shape", None) != ():
            self.refuse(name, f"is {argument}, and an array is passed", TypeError)
        if type(value).__name__ == "ndarray":
            self.refuse(name, f"is {argument}, and an array without dimensions is passed: "
                        "its element may change, so pass it as array.item()", TypeError)
        try:
            if argument.type == "bool":
                number = bool(value) if type(value).__name__ in ("bool", "bool_") else (
                    {0: False, 1: True}[value.__index__()])
            elif argument.type.startswith("float"):
                number = float(value) if not isinstance(value, (str, bytes)) else None
            else:
                number = value.__index__()
        except (AttributeError, TypeError, KeyError):
            number = None
        if number is None:
            self.refuse(name, f"is {argument}, and {value!r} is passed", TypeError)
        if argument.type == "float32" and math.isinf(ctypes.c_float(number).value) and (
                not math.isinf(number)):
            self.refuse(name, f"is {value}, which no float32 holds")
        return number

    def extents(self, memories):
        """Of each array the bytes that it touches, and whether the program writes it."""
        return {name: (*memory.extent(), self.by_name[name].writes)
                for name, memory in memories.items()}

    def check_overlaps(self, memories, extents, changed):
        """No array that the program writes may have elements in common with another one."""
        for name in changed:
            low, high, writes = extents[name]
            for other, (low2, high2, writes2) in extents.items():
                if (low < high2 and low2 < high and (writes or writes2) and other != name
                        and share(memories[name], memories[other])):
                    written = name if writes else other
                    raise ValueError(
                        f"{self.program}: the arguments '{min(name, other)}' and "
                        f"'{max(name, other)}' share memory, and the program writes '{written}': "
                        "it was compiled for arrays that lie apart")
