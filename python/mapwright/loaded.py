"""Programs that `mw export` wrote as libraries, called from Python by the names of arguments.

    granule = mapwright.load("granule.so")
    granule(vn=vn, w=w, ..., offset_provider=grid.connectivities, dtime=10.0)
"""

import ctypes
import json
import threading
import weakref
from array import array
from collections import deque
from pathlib import Path

from mapwright.arguments import Arguments
from mapwright.prepared import Prepared, again

# core/codegen/library/runtime/python.h; what changes there has another number in the description.
_DESCRIPTION = 1
_UNKNOWN, _MOVED, _BUSY = -1, -2, -3
_SETS = 4

# struct Python, in its order.
_FUNCTIONS = ("PyDict_Size", "PyDict_Next", "PyObject_GetAttr", "PyObject_GetItem",
              "PyObject_RichCompareBool", "PyObject_Type", "Py_DecRef", "PyFloat_AsDouble",
              "PyLong_AsLongLong", "PyObject_IsTrue", "PyErr_Occurred", "PyErr_Clear",
              "PyEval_SaveThread", "PyEval_RestoreThread", "PyTuple_GetItem", "PyTuple_Size",
              "Py_IncRef", "PyObject_Vectorcall")
_python = array("Q", (ctypes.cast(getattr(ctypes.pythonapi, name), ctypes.c_void_p).value
                      for name in _FUNCTIONS))


class _Method(ctypes.Structure):
    """PyMethodDef."""

    _fields_ = [("name", ctypes.c_char_p), ("function", ctypes.c_void_p), ("flags", ctypes.c_int),
                ("doc", ctypes.c_char_p)]


_KEYWORDS = 0x0080 | 0x0002  # METH_FASTCALL | METH_KEYWORDS
_methods = []  # functions of C refer to theirs as long as they are there

_C = {"bool": ctypes.c_bool, "float32": ctypes.c_float, "float64": ctypes.c_double,
      **{f"{sign}int{bits}": getattr(ctypes, f"c_{sign}int{bits}")
         for sign in ("", "u") for bits in (8, 16, 32, 64)}}


def load(file):
    """The program in a library (`mw export ... -o FILE.so`), as a Granule.

    OSError where there is none; ValueError where the library is of another kind, or of a version of
    mw that did not yet write what its arguments are.
    """
    return Granule(file)


class Granule:
    """A program of an exported library; called with its arguments by name. One for each thread.

    Fields: of GT4Py, NumPy, CuPy, or anything with __cuda_array_interface__, __array_interface__ or
    DLPack. Neighbour tables by the names of their arguments, or all of them as `offset_provider`.
    Symbols that follow from shapes and strides need not be given, nor what the library has compiled
    in. What does not fit is a TypeError or a ValueError that names the argument; a call that the
    program itself refuses is a RuntimeError.

    `granule.call` is the same call as a function of C, and the quickest by names.

    The fields of the last four sets that it was called with are held, so that their memory stays.
    """

    def __init__(self, file):
        file = str(Path(file).absolute())
        self._dll = ctypes.CDLL(file)
        self._locked = ctypes.PyDLL(file)
        try:
            describe = self._dll["__mw_description"]
        except AttributeError:
            raise ValueError(
                f"{file} is no library of mw export, or one of an older mw that did not write what "
                "its arguments are: export it again") from None
        describe.restype = ctypes.c_char_p
        described = json.loads(describe().decode())
        if described.get("description") != _DESCRIPTION:
            raise ValueError(f"{file} was written by another version of mw: export it again")
        self.file, self.program, self.target = file, described["program"], described["target"]
        self.arguments = Arguments(described)
        self._call = self._function(f"__mw_python_call_{self.program}", ctypes.c_void_p,
                                    ctypes.c_void_p, ctypes.py_object)
        self._once = self._function(f"__mw_python_once_{self.program}", ctypes.c_void_p,
                                    ctypes.c_void_p, ctypes.c_void_p)
        self._holds = self._function("__mw_python_holds", ctypes.c_void_p, ctypes.c_void_p)
        self._keep = self._function("__mw_python_keep", ctypes.c_void_p, ctypes.c_void_p)
        self._table = array("Q", [_python.buffer_info()[0], *[0] * (2 * _SETS + 2)])
        self._calls = self._table.buffer_info()[0]
        self._sets = [None] * _SETS
        self._recent = deque(maxlen=_SETS)  # what is kept in no set, as long as it may be in use
        self._handle, self._end, self._stream = None, None, None
        self._lock = threading.RLock()
        self._slow, self._raise = self.__call__, self._refused
        self._caller = array("Q", [self._calls, 0, id(None), id(self._slow), id(self._raise)])
        self.call = self._in_c()

    def _in_c(self):
        """This call as a function of C; its `self` keeps this object."""
        self._locked["__mw_python_use"](ctypes.c_void_p(_python.buffer_info()[0]))
        function = self._locked[f"__mw_python_function_{self.program}"]
        method = _Method(self.program.encode(), ctypes.cast(function, ctypes.c_void_p).value,
                         _KEYWORDS, b"The program of a library, by the names of its arguments.")
        _methods.append(method)
        new = ctypes.pythonapi.PyCFunction_NewEx
        new.argtypes = [ctypes.POINTER(_Method), ctypes.py_object, ctypes.c_void_p]
        new.restype = ctypes.py_object
        return new(ctypes.byref(method), (self._caller.buffer_info()[0], self), None)

    def __call__(self, /, **fields):
        code = self._call(self._handle, self._calls, fields)
        if code:
            self._newly(code, fields)

    def bind(self, /, **fields):
        """The call with these arguments, checked now; what it is given replaces some of them:
        `step = granule.bind(vn=vn, ...)`, then `step()` or `step(dtime=5.0)`. Runs nothing yet."""
        with self._lock:
            self._prepared(fields)
        return Bound(self, fields)

    @property
    def stream(self):
        """Where the work of a device goes: an address, an object with `ptr` (CuPy) or
        `cuda_stream` (PyTorch); None: the default stream."""
        return self._stream

    @stream.setter
    def stream(self, stream):
        if self.target == "cpu":
            raise ValueError(f"{self.program}: a library for the CPU has no streams")
        self._stream = stream
        if self._handle:
            self._use_stream()

    def close(self):
        """Waits for what runs, and lets go of all fields. A further call begins anew."""
        with self._lock:
            if self._table[-1]:
                raise RuntimeError(self._busy())
            self._table[-1] = 1  # no other thread calls meanwhile
            try:
                if self._end:
                    self._end()  # which waits: nothing uses the fields any more
                self._handle, self._caller[1] = None, 0
                for i in range(1, 1 + _SETS):
                    self._table[i] = 0
                self._sets = [None] * _SETS
                self._recent.clear()
            finally:
                self._table[-1] = 0

    def __repr__(self):
        return f"<{self.program} for {self.target}: {self.file}>\n{self.arguments}"

    def _function(self, name, *types):
        function = self._locked[name]
        function.argtypes, function.restype = types, ctypes.c_int
        return function

    def _newly(self, code, fields):
        """A call that was not prepared, or that was refused."""
        if code < 0 and code != _BUSY:
            with self._lock:
                prepared = self._prepared(fields)
                self._begin(prepared)
                if prepared.volatile or self._kept(prepared) < 0:
                    self._recent.append(prepared)
                    code = self._once(self._handle, self._calls, prepared.address)
                else:
                    code = self._call(self._handle, self._calls, fields)
                    if code in (_UNKNOWN, _MOVED):  # what says of itself another thing each time
                        code = self._once(self._handle, self._calls, prepared.address)
        if code == _BUSY:
            raise RuntimeError(self._busy())
        if code:
            self._refused()

    def _refused(self):
        error = self._dll[f"__mw_error_{self.program}"]
        error.restype, error.argtypes = ctypes.c_char_p, [ctypes.c_void_p]
        raise RuntimeError(f"{self.program}: {error(self._handle).decode()}")

    def _busy(self):
        return (f"{self.program} is running: it takes one call at a time; load the library once "
                "more for each thread")

    def _prepared(self, fields):
        for known in self._sets:
            if known is not None:
                prepared = again(known, fields, lambda address: self._holds(self._calls, address))
                if prepared is not None:
                    return prepared
        return Prepared(self.arguments, fields)

    def _kept(self, prepared):
        place = self._keep(self._calls, prepared.address)
        if place >= 0:
            self._sets[place] = prepared
        return place

    def _begin(self, prepared):
        if self._handle:
            return
        init = self._dll[f"__dace_init_{self.program}"]
        symbols = [one for one in self.arguments.list if one.kind == "symbol"]
        init.restype, init.argtypes = ctypes.c_void_p, [_C[one.type] for one in symbols]
        handle = init(*(prepared.values[one.name] for one in symbols))
        if not handle:
            raise RuntimeError(f"{self.program} does not begin; it says why on standard error")
        leave = self._dll[f"__dace_exit_{self.program}"]
        leave.argtypes = [ctypes.c_void_p]
        self._handle = self._caller[1] = handle
        self._end = weakref.finalize(self, leave, handle)
        self._use_stream()

    def _use_stream(self):
        if self.target == "cpu":
            return
        stream = self._stream
        for name in ("ptr", "cuda_stream"):
            stream = getattr(stream, name, stream)
        set_streams = self._dll["__dace_gpu_set_all_streams"]
        set_streams.argtypes = [ctypes.c_void_p, ctypes.c_void_p]
        set_streams(self._handle, stream)


class Bound:
    """A call of a Granule with arguments that stay; see Granule.bind."""

    __slots__ = ("_fields", "_granule")

    def __init__(self, granule, fields):
        self._granule, self._fields = granule, fields

    def __call__(self, /, **changed):
        fields = self._fields | changed if changed else self._fields
        granule = self._granule
        code = granule._call(granule._handle, granule._calls, fields)
        if code:
            granule._newly(code, fields)
