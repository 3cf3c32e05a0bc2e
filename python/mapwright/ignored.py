"""What GT4Py's optimiser leaves undone without a word: it takes any keyword, and any dimensions."""

import importlib.metadata
import inspect

import dace
from gt4py.next import common as gtx_common
from gt4py.next.program_processors.runners.dace import (
    transformations as gtx_transformations,
)
from gt4py.next.program_processors.runners.dace.lowering import gtir_to_sdfg_utils


def ignored_options(options, sdfg):
    """A sentence for each of a back end's `optimization_args` that does nothing for a program;
    `sdfg`: as it was lowered."""
    known = inspect.signature(gtx_transformations.gt_auto_optimize).parameters
    version = importlib.metadata.version("gt4py")
    sentences = [f"{sdfg.name}: GT4Py {version} has no option '{name}', and ignores it"
                 for name in options if name not in known]
    dimensions = options.get("blocking_dims") or []
    parameters = {parameter for node, _ in sdfg.all_nodes_recursive()
                  if isinstance(node, dace.nodes.MapEntry) for parameter in node.map.params}
    for dimension in dimensions:
        if not isinstance(dimension, gtx_common.Dimension):
            sentences.append(f"{sdfg.name}: blocking_dims has {dimension!r}, which is no dimension "
                             "of GT4Py: nothing is blocked along it")
        elif gtir_to_sdfg_utils.get_map_variable(dimension) not in parameters:
            sentences.append(f"{sdfg.name}: blocking_dims has {dimension.value} of kind "
                             f"{dimension.kind.value}, and no map runs along it: nothing is "
                             "blocked there")
    return sentences
