"""A call that is checked once, as the words that the library compares and passes later
(core/codegen/library/runtime/python.h)."""

import ctypes
import struct
import sys
from array import array

from mapwright.arguments import TABLES
from mapwright.memory import ITEM, SIZES, NoArray, memory_of

_OBJECT, _REAL64, _REAL32, _WHOLE, _NATURAL, _TRUTH = range(6)
_NOTHING = (ctypes.c_double * 1)()  # where an array begins that has no elements
_FIXED = 1 << 16
_HEADER, _KEYWORD = 4, 4  # words

_FORMATS = {"bool": "?", "float32": "f", "float64": "d", "int8": "b", "int16": "h", "int32": "i",
            "int64": "q", "uint8": "B", "uint16": "H", "uint32": "I", "uint64": "Q"}


def _kind(type_):
    if type_ == "bool":
        return _TRUTH
    if type_.startswith("float"):
        return _REAL64 if type_ == "float64" else _REAL32
    return _WHOLE if type_.startswith("int") else _NATURAL


def _word(value, type_):
    return int.from_bytes(struct.pack("<" + _FORMATS[type_], value).ljust(8, b"\0"), "little")


class Prepared:
    """A set of arguments that fits. `words`, `address`: for the library; `values`: of symbols and
    scalars; `volatile`: something in it is to be looked at in every call."""

    def __init__(self, arguments, fields):
        self.arguments, self.fields = arguments, fields
        tables = fields.get(TABLES)
        self._tables = self._taken(tables, fields) if tables is not None else {}
        arrays = {name: value for name, value in fields.items()
                  if name in arguments.by_name and arguments.by_name[name].is_array}
        arrays |= self._tables
        arguments.check_names({**fields, **self._tables})
        self.memories = {name: arguments.memory(name, value) for name, value in arrays.items()}
        given = {name: arguments.number(name, value) for name, value in fields.items()
                 if name not in arrays and name != TABLES}
        self.values = arguments.symbols(self.memories, given)
        self.extents = arguments.extents(self.memories)
        arguments.check_overlaps(self.memories, self.extents, self.memories)
        self.volatile = any(one.guards is None for one in self.memories.values())
        self._write()

    def _taken(self, tables, fields):
        """Neighbour tables that come together, by the names of their arguments."""
        names = self.arguments.tables
        try:
            return {name: tables[table] for table, name in names.items()
                    if name not in fields and table in tables}
        except TypeError:
            self.arguments.refuse(TABLES, "is to be a dictionary of neighbour tables", TypeError)

    def has_tables_of(self, tables):
        """Whether another dictionary has the tables that this one was made with."""
        by_name = self.arguments.by_name
        try:
            return all(tables[by_name[name].table] is one for name, one in self._tables.items())
        except (TypeError, KeyError):
            return False

    def _write(self):
        """All words; where those of a field begin is noted, for again()."""
        arguments = self.arguments
        keywords, guards, count = [], [], 0
        self._held = []  # beside the fields and their memories
        self._keyword, self._guards = {}, {}
        for name, value in self.fields.items():
            self._keyword[name] = _HEADER + len(keywords)
            name = sys.intern(name)
            self._held.append(name)
            keywords += [id(name), *self._keyword_words(name, value)]
        start = _HEADER + len(keywords)
        for name, memory in self.memories.items():
            self._guards[name] = start + len(guards)
            if name in self._tables:
                key = arguments.by_name[name].table
                self._held.append(key)
                guards += [ITEM, id(self.fields[TABLES]), id(key), id(self._tables[name])]
                count += 1
            for guard in memory.guards or ():
                guards += guard
                count += 1
        passed = [self._passed(one) for one in arguments.list]
        total = start + len(guards) + len(passed)
        self.words = array("Q", [total, len(self.fields), count, len(passed), *keywords, *guards,
                                 *passed])
        self._first = total - len(passed)
        self.address = self.words.buffer_info()[0]

    def _keyword_words(self, name, value):
        argument = self.arguments.by_name.get(name)
        if argument is None or argument.is_array:
            return id(value), _OBJECT, 0
        return (id(type(value)), _kind(argument.type) | SIZES[argument.type] << 8
                | (_FIXED if self.is_fixed(name) else 0), self.arguments.place_of[name])

    def is_fixed(self, name):
        """Whether another value of this scalar is to be checked anew."""
        value, type_ = self.fields[name], self.arguments.by_name[name].type
        return (name in self.arguments.sized or name in self.arguments.constants
                or (type_ == "bool" and type(value).__name__ not in ("bool", "bool_")))

    def _passed(self, argument):
        if not argument.is_array:
            return _word(self.values[argument.name], argument.type)
        if argument.name in self.memories:
            return self._pointer(argument, self.memories[argument.name])
        return ctypes.addressof(_NOTHING)

    def _pointer(self, argument, memory):
        if 0 in memory.shape:  # which may lie nowhere
            return ctypes.addressof(_NOTHING)
        if argument.offset.text == "0":
            return memory.address
        return memory.address - argument.offset.value(self.values) * SIZES[argument.type]

    def _with(self, fields, memories, values):
        """A copy with some arrays in the place of others that are like them, and other numbers."""
        new = object.__new__(Prepared)
        new.__dict__ |= self.__dict__
        new.fields, new.memories = fields, self.memories | memories
        new.extents = self.extents | self.arguments.extents(memories)
        if values:
            new.values = self.values | values
        words = new.words = self.words[:]
        new.address = words.buffer_info()[0]
        for name, value in values.items():
            words[self._first + self.arguments.place_of[name]] = _word(
                value, self.arguments.by_name[name].type)
        if TABLES in fields:
            words[self._keyword[TABLES] + 1] = id(fields[TABLES])
            for name in self._tables:
                words[self._guards[name] + 1] = id(fields[TABLES])
        for name, memory in memories.items():
            words[self._keyword[name] + 1] = id(fields[name])
            at = self._guards[name]
            for guard in memory.guards:
                words[at:at + len(guard)] = array("Q", guard)
                at += len(guard)
            words[self._first + self.arguments.place_of[name]] = self._pointer(
                self.arguments.by_name[name], memory)
        return new


def _like(old, value):
    """The memory of another array that is like one that was checked; None: it is not."""
    try:
        memory = memory_of(value)
    except NoArray:
        return None
    if (memory.guards is None or not memory.alike(old)
            or memory.address % min(SIZES[memory.type], 16)
            or list(map(len, memory.guards)) != list(map(len, old.guards))):
        return None
    return memory


def again(known, fields, holds):
    """A call that differs from one that is known in where arrays lie, if that is all; else None.
    `holds`: whether what a set of words was prepared for is still so."""
    before = known.fields
    if known.volatile or fields.keys() != before.keys() or list(fields) != list(before):
        return None
    changed = [name for name, value in fields.items() if value is not before[name]]
    arguments = known.arguments.by_name
    memories, values = {}, {}
    for name in changed:
        if name == TABLES:
            if not known.has_tables_of(fields[name]):
                return None
            continue
        if not arguments[name].is_array:
            if type(fields[name]) is not type(before[name]) or (
                    known.is_fixed(name) and fields[name] != before[name]):
                return None
            values[name] = known.arguments.number(name, fields[name])
            continue
        memory = _like(known.memories[name], fields[name])
        if memory is None:
            return None
        memories[name] = memory
    if not changed or not holds(known.address):
        return None
    prepared = known._with(fields, memories, values)
    known.arguments.check_overlaps(prepared.memories, prepared.extents, memories)
    return prepared
