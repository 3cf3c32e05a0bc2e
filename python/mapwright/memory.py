"""What an object says of the memory of an array, and how it is noticed later that this changed."""

import ctypes
import sys

# Kinds of guards (core/codegen/library/runtime/python.h).
MEMORY, ATTRIBUTE, EQUAL_ATTRIBUTE, ITEM = range(4)

TYPES = {"b1": "bool", "i1": "int8", "i2": "int16", "i4": "int32", "i8": "int64", "u1": "uint8",
         "u2": "uint16", "u4": "uint32", "u8": "uint64", "f2": "float16", "f4": "float32",
         "f8": "float64", "c8": "complex64", "c16": "complex128"}
SIZES = {"bool": 1, "float16": 2, "bfloat16": 2, "complex64": 8, "complex128": 16,
         **{f"{sign}int{8 * size}": size for sign in ("", "u") for size in (1, 2, 4, 8)},
         "float32": 4, "float64": 8}

_WORDS = [ctypes.c_uint64 * count for count in range(65)]  # NumPy has up to 64 dimensions
_READABLE = object.__basicsize__ == 16 and sys.implementation.name == "cpython"
_WRITEABLE = 0x0400  # NPY_ARRAY_WRITEABLE


class NoArray(TypeError):
    """What is wrong with an object, without the name of the argument that it is for."""


class Memory:
    """An array in memory. `strides`: bytes; `place`: "host" or "device"; `origin`, `dimensions`: of
    a field of GT4Py, else (). `guards`: words, by guard; None: nothing tells that it changed, so it
    is looked at in every call. `held`: what must not be freed."""

    __slots__ = ("address", "dimensions", "guards", "held", "layout", "origin", "place", "readonly",
                 "shape", "strides", "type")

    def __init__(self, address, shape, strides, type_, place, readonly, guards, held):
        self.address, self.guards, self.held = address, guards, held
        self.shape, self.strides, self.type = shape, strides, type_
        self.place, self.readonly, self.origin, self.dimensions = place, readonly, (), ()

    def alike(self, other):
        """Whether all is equal but the address and who has it."""
        return (self.shape == other.shape and self.strides == other.strides
                and self.type == other.type and self.place == other.place
                and self.readonly == other.readonly and self.origin == other.origin
                and self.dimensions == other.dimensions)

    def extent(self):
        """The bytes that it touches, from and to; empty where it has no elements."""
        if 0 in self.shape:
            return self.address, self.address
        last = sum((n - 1) * s for n, s in zip(self.shape, self.strides))
        return self.address, self.address + last + SIZES[self.type]


_names = {}  # hold what guards refer to


def name_of(text):
    """The name of an attribute as Python has it itself; stays where it is."""
    return _names.setdefault(text, sys.intern(text))


def memory_of(value):
    """The Memory of a GT4Py field, a NumPy or CuPy array, or anything with
    __cuda_array_interface__, __array_interface__ or DLPack. Raises NoArray."""
    if not hasattr(value, "ndarray") or not hasattr(value, "domain"):
        return _array(value)
    domain, array = value.domain, value.ndarray
    memory = _array(array)
    memory.dimensions = tuple(one.value for one in domain.dims)
    memory.origin = tuple(one.start for one in domain.ranges)
    memory.held += (value, domain)
    if memory.guards is not None:
        memory.guards = (*_same(value, "ndarray", array), *_same(value, "domain", domain),
                         *memory.guards)
    return memory


def _same(value, attribute, expected):
    """Guard: the attribute is this object. GT4Py's fields have it in another one, which costs less
    to read."""
    inner = "_" + attribute
    name = name_of(inner if getattr(value, inner, None) is expected else attribute)
    return ((ATTRIBUTE, id(value), id(name), id(expected)),)


def _array(array):
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(array, numpy.ndarray):
        return _of_numpy(array)
    kind = type(array)
    if kind.__module__.partition(".")[0] == "cupy" and hasattr(array, "data"):
        return _of_cupy(array)
    for attribute, place in (("__cuda_array_interface__", "device"),
                             ("__array_interface__", "host")):
        interface = getattr(array, attribute, None)
        if interface is not None:
            return _of_interface(array, attribute, interface, place)
    if hasattr(kind, "__dlpack__"):
        from mapwright import dlpack

        return dlpack.memory_of(array)
    raise NoArray(f"is of the type {kind.__name__}, which is no array: it has neither "
                  "__cuda_array_interface__, __array_interface__ nor __dlpack__")


def _type(text):
    if text[0] == ">":
        raise NoArray("has the bytes of its numbers in the other order")
    try:
        return TYPES[text[1:]]
    except KeyError:
        raise NoArray(f"has elements of the type {text}") from None


def _dense(shape, size):
    strides = [size] * len(shape)
    for d in range(len(shape) - 2, -1, -1):
        strides[d] = strides[d + 1] * shape[d + 1]
    return tuple(strides)


def _from(interface, place, guards, held):
    address, readonly = interface["data"]
    shape, type_ = tuple(interface["shape"]), _type(interface["typestr"])
    if interface.get("mask") is not None:
        raise NoArray("has a mask")
    strides = interface.get("strides")
    strides = _dense(shape, SIZES[type_]) if strides is None else tuple(strides)
    return Memory(address, shape, strides, type_, place, readonly, guards, held)


def _of_interface(array, attribute, interface, place):
    again = getattr(array, attribute)
    guards = None
    if again == interface:
        guards = ((EQUAL_ATTRIBUTE, id(array), id(name_of(attribute)), id(interface)),)
    return _from(interface, place, guards, (array, interface))


def _of_numpy(array):
    if hasattr(array, "mask"):
        raise NoArray("has a mask")
    interface = array.__array_interface__
    memory = _from(interface, "host", None, (array,))
    memory.guards = _numpy_guards(array, memory)
    if memory.guards is None:
        return _of_interface(array, "__array_interface__", interface, "host")
    return memory


def _numpy_guards(array, memory):
    """The words of a NumPy array that say where and how it lies, as CPython and NumPy have them
    (PyArrayObject_fields): data, number of dimensions, address of the shape, address of the
    strides, base, dtype, flags. None where they are not found there."""
    if not _READABLE:
        return None
    start = id(array) + 16
    words = _WORDS[7].from_address(start)[:]
    rank = len(memory.shape)
    if (words[0] != memory.address or words[1] & 0xffffffff != rank or words[5] != id(array.dtype)
            or bool(words[6] & _WRITEABLE) == memory.readonly):
        return None
    itself = (MEMORY, start, 7, *words)
    if rank == 0:
        return (itself,)
    shape = _WORDS[rank].from_address(words[2])[:]
    strides = _WORDS[rank].from_address(words[3])[:]
    if shape != list(memory.shape) or strides != [s % 2**64 for s in memory.strides]:
        return None
    if words[3] == words[2] + 8 * rank:
        return itself, (MEMORY, words[2], 2 * rank, *shape, *strides)
    return itself, (MEMORY, words[2], rank, *shape), (MEMORY, words[3], rank, *strides)


def _of_cupy(array):
    data, shape = array.data, array.shape
    # Nothing but a new shape changes an array of CuPy in place.
    guards = ((ATTRIBUTE, id(array), id(name_of("data")), id(data)),
              (EQUAL_ATTRIBUTE, id(array), id(name_of("shape")), id(shape)))
    if array.data is not data:
        return _of_interface(array, "__cuda_array_interface__", array.__cuda_array_interface__,
                             "device")
    return Memory(data.ptr, shape, tuple(array.strides), _type(array.dtype.str), "device", False,
                  guards, (array, data, shape))


def share(one, other):
    """Whether two arrays have an element in common; True where that is too hard to say."""
    (low, high), (low2, high2) = one.extent(), other.extent()
    if low >= high2 or low2 >= high or low == high or low2 == high2:
        return False
    import numpy

    views = [numpy.asarray(_View(memory)) for memory in (one, other)]
    try:
        return numpy.shares_memory(*views, max_work=100000)
    except numpy.exceptions.TooHardError if hasattr(numpy, "exceptions") else numpy.TooHardError:
        return True


class _View:
    """Memory as NumPy looks at addresses of it; nobody reads any."""

    def __init__(self, memory):
        self.__array_interface__ = {
            "version": 3, "data": (memory.address, True), "shape": memory.shape,
            "typestr": f"|V{SIZES[memory.type]}", "strides": memory.strides}
