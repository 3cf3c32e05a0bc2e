#!/usr/bin/env bash
# gt4py 1.2.3 with dace 2.0.0a10, seen 2026-11-29.
# Expected: gt_auto_optimize refuses an option that it does not have, and says that a dimension is in no map.
# Seen: no word, and the graph is the one without these options. `blocking_dims=[Dimension("K")]` blocks nothing,
#   because a dimension is horizontal unless its kind is given.
# Bitten: a misspelt option, or one of an earlier version (`make_persistent`), is measured as if it made no difference.
source "$(dirname "$0")/lib.sh"
need_python 3.12 gt4py==1.2.3 dace==2.0.0a10
check <<'EOF'
import copy, sys
import dace
from gt4py import next as gtx
from gt4py.next.program_processors.runners.dace import transformations

dace.Config.set("progress", value=False)
original = dace.SDFG("twice")
for name in ("a", "b"):
    original.add_array(name, [40, 40], dace.float64)
original.add_state().add_mapped_tasklet(
    "double", {"i_Cell_gtx_horizontal": "0:40", "i_K_gtx_vertical": "0:40"},
    {"x": dace.Memlet("a[i_Cell_gtx_horizontal, i_K_gtx_vertical]")}, "y = 2.0 * x",
    {"y": dace.Memlet("b[i_Cell_gtx_horizontal, i_K_gtx_vertical]")}, external_edges=True)


def maps(**options):
    sdfg = copy.deepcopy(original)
    transformations.gt_auto_optimize(sdfg, gpu=False, **options)
    return sorted((tuple(node.map.params), str(node.map.range)) for node, _ in sdfg.all_nodes_recursive()
                  if isinstance(node, dace.nodes.MapEntry))


blocked = dict(blocking_size=10, blocking_only_if_independent_nodes=False)
plain = maps()
ignored = maps(make_persistent=True, blocking_dimz=["K"], **blocked)
without_kind = maps(blocking_dims=[gtx.Dimension("K")], **blocked)
with_kind = maps(blocking_dims=[gtx.Dimension("K", kind=gtx.DimensionKind.VERTICAL)], **blocked)
print("plain       ", plain)
print("without kind", without_kind)
print("with kind   ", with_kind)
sys.exit(not (plain == ignored == without_kind != with_kind))
EOF
