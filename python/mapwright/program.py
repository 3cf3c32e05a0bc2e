"""A program as GT4Py's translation step leaves it, with its graph at each stage."""

import dataclasses
import gzip
import json
from typing import Any

import dace

from mapwright import bound as bound_arguments, graphs as sdfgs, tool

# Where a graph is taken from, in the order of GT4Py's pipeline: at its hook TopLevelDataFlowPre,
# and as it goes to DaCe's code generator.
STAGES = ("lowered", "finished")


def packed(graph):
    """The JSON of a graph as the bytes of an .sdfgz file, the same for the same graph."""
    return gzip.compress(json.dumps(graph).encode(), compresslevel=6, mtime=0)


def unpacked(graph):
    return json.loads(gzip.decompress(graph))


@dataclasses.dataclass(frozen=True)
class Argument:
    """One of what a program is called with."""

    name: str
    type: str  # "float64"
    is_array: bool

    def __str__(self):
        return f"an array of {self.type}" if self.is_array else f"a value of {self.type}"


def arguments(sdfg):
    """What DaCe's build of this graph is called with, in its order."""
    return [Argument(name, data.dtype.to_string(), isinstance(data, dace.data.Array))
            for name, data in sdfg.arglist().items()]


@dataclasses.dataclass(frozen=True)
class Program:
    """The stages of one program that there are: its graphs (.sdfgz) and their structural hashes.
    `device`: where it runs: "cpu", "cuda", "hip"; `bound`: arguments that are compiled in."""

    name: str
    device: str
    graphs: dict[str, bytes]
    hashes: dict[str, str]
    bound: dict[str, Any] = dataclasses.field(default_factory=dict)

    @classmethod
    def of(cls, name, device, graphs, mw, bound):
        return cls(name, device, graphs, dict(zip(graphs, tool.hashes(mw, list(graphs.values())),
                                                  strict=True)), bound)

    def sdfg(self, stage):
        return sdfgs.in_order(dace.SDFG.from_json(unpacked(self.graphs[stage])))

    def noted(self, stage):
        """The graph (.sdfgz) with a note of what is bound."""
        return packed(bound_arguments.noted_in(unpacked(self.graphs[stage]), self.bound))

    def __str__(self):
        stages = ", ".join(f"{stage} {key}" for stage, key in self.hashes.items())
        values = f" with {bound_arguments.as_text(self.bound)}" if self.bound else ""
        return f"on {self.device}{values}: {stages}"
