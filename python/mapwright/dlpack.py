"""Arrays that have nothing but DLPack."""

import ctypes

from mapwright.memory import SIZES, Memory, NoArray, _dense

_HOST = {1, 3, 11}  # kDLCPU, kDLCUDAHost, kDLROCMHost
_DEVICE = {2, 10, 13}  # kDLCUDA, kDLROCM, kDLCUDAManaged
_CODES = {0: "int", 1: "uint", 2: "float", 4: "bfloat", 5: "complex", 6: "bool"}


class _Tensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32), ("number", ctypes.c_int32),
                ("rank", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                ("strides", ctypes.POINTER(ctypes.c_int64)), ("offset", ctypes.c_uint64)]


class _Versioned(ctypes.Structure):
    _fields_ = [("major", ctypes.c_uint32), ("minor", ctypes.c_uint32),
                ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p),
                ("flags", ctypes.c_uint64), ("tensor", _Tensor)]


def _pointer(capsule, name):
    get = ctypes.pythonapi.PyCapsule_GetPointer
    get.restype, get.argtypes = ctypes.c_void_p, [ctypes.py_object, ctypes.c_char_p]
    return get(capsule, name)


def memory_of(array):
    """Its Memory, without guards: it has none that could be asked in no time."""
    place = array.__dlpack_device__()[0]
    # -1: nobody waits; the call is enqueued on the stream of the library.
    options = {"stream": -1} if place in _DEVICE else {}
    try:
        try:
            capsule = array.__dlpack__(max_version=(1, 0), **options)  # says what is read-only
        except TypeError:
            capsule = array.__dlpack__(**options)
    except (BufferError, RuntimeError) as error:
        raise NoArray(f"gives no memory: {error}") from None
    readonly = False
    try:
        tensor = _Tensor.from_address(_pointer(capsule, b"dltensor"))
    except ValueError:
        versioned = _Versioned.from_address(_pointer(capsule, b"dltensor_versioned"))
        tensor, readonly = versioned.tensor, bool(versioned.flags & 1)
    if tensor.device not in _HOST | _DEVICE:
        raise NoArray(f"lies on a device of the kind {tensor.device} of DLPack")
    kind = _CODES.get(tensor.code, "")
    type_ = "bool" if kind == "bool" else f"{kind}{tensor.bits}"
    if type_ not in SIZES or tensor.lanes != 1:
        raise NoArray(f"has elements of the type {tensor.code} of DLPack, {tensor.bits} bits")
    shape = tuple(tensor.shape[:tensor.rank])
    strides = (tuple(s * SIZES[type_] for s in tensor.strides[:tensor.rank]) if tensor.strides
               else _dense(shape, SIZES[type_]))
    return Memory((tensor.data or 0) + tensor.offset, shape, strides, type_,
                  "host" if tensor.device in _HOST else "device", readonly, None,
                  (array, capsule))
