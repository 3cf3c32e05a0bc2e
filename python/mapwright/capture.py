"""One call of a program: what it gets and what it writes, as Mapwright reads it."""

import io

import numpy

from gt4py.next import utils as gtx_utils
from gt4py.next.program_processors.runners.dace import sdfg_callable
from gt4py.next.program_processors.runners.dace.workflow import common as gtx_common

from mapwright.call_log import on_host


def values_of(sdfg, args, offset_provider):
    """What a graph is called with, by name: arrays, sizes, strides and scalars; no clock."""
    return sdfg_callable.get_sdfg_args(
        sdfg, offset_provider,
        *gtx_utils.flatten_nested_tuple(args)) | {gtx_common.SDFG_ARG_METRIC_LEVEL: 0}


def _npz(arrays):
    file = io.BytesIO()
    numpy.savez(file, **arrays)
    return file.getvalue()


class Call:
    """Made before the call, which changes fields; finish() is for after it."""

    def __init__(self, sdfg, values):
        self._program = sdfg.name
        self._fields = {name: value for name, value in values.items() if hasattr(value, "shape")
                        and len(value.shape) > 0}
        self._scalars = {name: value for name, value in values.items()
                         if name not in self._fields}
        self._written = sorted(sdfg.read_and_write_sets()[1] & self._fields.keys())
        self._before = {name: on_host(array) for name, array in self._fields.items()}
        self._after = {}

    def finish(self):
        self._after = {name: on_host(self._fields[name]) for name in self._written}

    def inputs(self):
        return _npz(self._before)

    def outputs(self):
        return _npz(self._after)

    def scenario(self, file):
        """The call in the format of `mw run --scenario`; `file`: of the inputs."""
        return {
            "program": self._program,
            "grid": {"kind": "captured"},
            "symbols": {name: value.item() if hasattr(value, "item") else value
                        for name, value in sorted(self._scalars.items())},
            "arrays": {name: {"shape": list(array.shape), "dtype": array.dtype.name, "file": file}
                       for name, array in sorted(self._before.items())},
            "outputs": self._written,
        }
