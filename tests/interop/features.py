"""Writes small graphs with everything that DaCe can put into a file and the pipeline's graphs lack:
streams, consume scopes, structures, views, references, jumps, named regions, write-conflict
resolution, constants, custom code, library nodes, float32.

  PYTHON_WITH_DACE features.py FOLDER

One .sdfg per feature; a feature that this DaCe does not have is left out and named.
"""
import sys
import warnings
from pathlib import Path

warnings.simplefilter("ignore")
import dace  # noqa: E402
import numpy as np  # noqa: E402
from dace.sdfg import state as blocks  # noqa: E402

N = dace.symbol("N")
M = dace.symbol("M", dace.int64)


def fresh(name, state="main"):
    sdfg = dace.SDFG(name)
    sdfg.add_array("a", [N], dace.float64)
    sdfg.add_array("b", [N], dace.float64)
    return sdfg, sdfg.add_state(state, is_start_block=True)


def elementwise(state, source, target, code="o = i * 2.0", **kwargs):
    state.add_mapped_tasklet(
        "scale", {"k": "0:N"}, {"i": dace.Memlet(f"{source}[k]")}, code,
        {"o": dace.Memlet(f"{target}[k]", **kwargs)}, external_edges=True)


def streams():
    sdfg, state = fresh("streams")
    sdfg.add_stream("s", dace.float32, buffer_size=16, shape=[4], transient=True)
    sdfg.add_stream("t", dace.float64, transient=True)
    elementwise(state, "a", "b")
    read, stream, write = state.add_read("a"), state.add_access("t"), state.add_write("b")
    state.add_nedge(read, stream, dace.Memlet("a[0:N]"))
    state.add_nedge(stream, write, dace.Memlet("b[0:N]"))
    return sdfg


def consume():
    sdfg = dace.SDFG("consume")
    sdfg.add_stream("s", dace.int32, transient=True)
    sdfg.add_array("a", [20], dace.int32)
    sdfg.add_array("r", [1], dace.int32)
    state = sdfg.add_state("main", is_start_block=True)
    entry, exit_ = state.add_consume("work", ("p", "4"), "len(s) == 0")
    stream = state.add_access("s")
    state.add_nedge(state.add_read("a"), stream, dace.Memlet("a[0:20]"))
    tasklet = state.add_tasklet("t", {"i"}, {"o"}, "o = i")
    state.add_edge(stream, None, entry, "IN_stream", dace.Memlet("s[0]", dynamic=True))
    state.add_edge(entry, "OUT_stream", tasklet, "i", dace.Memlet("s[0]", dynamic=True))
    write = state.add_write("r")
    state.add_edge(tasklet, "o", exit_, "IN_r", dace.Memlet("r[0]", wcr="lambda x, y: x + y"))
    state.add_edge(exit_, "OUT_r", write, None,
                   dace.Memlet("r[0]", wcr="lambda x, y: x + y", dynamic=True))
    exit_.add_in_connector("IN_r")
    exit_.add_out_connector("OUT_r")
    return sdfg


def structures():
    sdfg, state = fresh("structures")
    csr = dace.data.Structure(
        dict(indptr=dace.int32[N + 1], data=dace.float32[M], rows=N), name="CSRMatrix")
    sdfg.add_datadesc("A", csr)
    sdfg.add_view("view", [M], dace.float32)
    sdfg.add_array("f", [M], dace.float32)
    whole, view, write = state.add_read("A"), state.add_access("view"), state.add_write("f")
    state.add_edge(whole, None, view, "views", dace.Memlet("A.data[0:M]"))
    state.add_nedge(view, write, dace.Memlet("view[0:M]"))
    return sdfg


def container_array():
    sdfg, state = fresh("container_array")
    sdfg.add_datadesc("c", dace.data.ContainerArray(dace.data.Array(dace.float64, [N]), [4]))
    elementwise(state, "a", "b")
    return sdfg


def views():
    sdfg, state = fresh("views")
    sdfg.add_array("m", [N, 4], dace.float64)
    sdfg.add_view("v", [4 * N], dace.float64)
    sdfg.add_array("w", [4 * N], dace.float64)
    read, view, write = state.add_read("m"), state.add_access("v"), state.add_write("w")
    state.add_edge(read, None, view, "views", dace.Memlet("m[0:N, 0:4]"))
    state.add_nedge(view, write, dace.Memlet("v[0:4*N]"))
    return sdfg


def references():
    sdfg, state = fresh("references")
    sdfg.add_reference("r", [N], dace.float64)
    sdfg.add_array("c", [N], dace.float64)
    setting = state.add_access("r")
    state.add_edge(state.add_read("a"), None, setting, "set", dace.Memlet("a[0:N]"))
    after = sdfg.add_state_after(state, "after")
    after.add_nedge(after.add_read("r"), after.add_write("c"), dace.Memlet("r[0:N]"))
    return sdfg


def jumps():
    sdfg = dace.SDFG("jumps")
    sdfg.add_array("b", [20], dace.float64)
    sdfg.add_symbol("limit", dace.int32)
    loop = blocks.LoopRegion("loop", "i < 10", "i", "i = 0", "i = i + 1")
    sdfg.add_node(loop, is_start_block=True)
    first = loop.add_state("first", is_start_block=True)
    tasklet = first.add_tasklet("t", {}, {"o"}, "o = 1.5")
    first.add_edge(tasklet, "o", first.add_write("b"), None, dace.Memlet("b[i]"))
    choice = blocks.ConditionalBlock("choice")
    loop.add_node(choice)
    for name, condition, block in (
            ("stop", "i == limit", blocks.BreakBlock("stop_here")),
            ("skip", "i == 3", blocks.ContinueBlock("skip_here")),
            ("leave", None, blocks.ReturnBlock("leave_here"))):
        body = blocks.ControlFlowRegion(name, sdfg=sdfg)
        body.add_node(block, is_start_block=True)
        choice.add_branch(
            dace.properties.CodeBlock(condition) if condition else None, body)
    loop.add_edge(first, choice, dace.InterstateEdge())
    return sdfg


def loops():
    sdfg = dace.SDFG("loops")
    sdfg.add_array("b", [20], dace.float64)
    previous = None
    for name, extra in (("plain", {}), ("inverted", dict(inverted=True)),
                        ("after", dict(inverted=True, update_before_condition=False)),
                        ("unrolled", dict(unroll=True, unroll_factor=4))):
        try:
            loop = blocks.LoopRegion(name, "i < 10", "i", "i = 0", "i = i + 2", **extra)
        except TypeError:  # DaCe 1 does not unroll
            continue
        sdfg.add_node(loop, is_start_block=previous is None)
        if previous is not None:
            sdfg.add_edge(previous, loop, dace.InterstateEdge(assignments={"q": "i + 1"}))
        state = loop.add_state("body", is_start_block=True)
        tasklet = state.add_tasklet("t", {}, {"o"}, "o = 1.5")
        state.add_edge(tasklet, "o", state.add_write("b"), None, dace.Memlet("b[i]"))
        previous = loop
    return sdfg


def regions():
    sdfg = dace.SDFG("regions")
    sdfg.add_array("b", [20], dace.float64)
    previous = None
    for kind in ("NamedRegion", "FunctionCallRegion", "ControlFlowRegion",
                 "UnstructuredControlFlow"):
        if not hasattr(blocks, kind):
            continue
        arguments = dict(arguments={"x": "b"}) if kind == "FunctionCallRegion" else {}
        region = getattr(blocks, kind)("in_" + kind, **arguments)
        sdfg.add_node(region, is_start_block=previous is None)
        state = region.add_state("body", is_start_block=True)
        tasklet = state.add_tasklet("t", {}, {"o"}, "o = 1.5")
        state.add_edge(tasklet, "o", state.add_write("b"), None, dace.Memlet("b[3]"))
        if previous is not None:
            sdfg.add_edge(previous, region, dace.InterstateEdge("N > 3"))
        previous = region
    sdfg.add_symbol("N", dace.int32)
    return sdfg


def conflicts():
    sdfg, state = fresh("conflicts")
    sdfg.add_array("sum", [1], dace.float64)
    sdfg.add_array("most", [N], dace.int64)
    elementwise(state, "a", "b", wcr="lambda x, y: x + y")
    entry, exit_ = state.add_map("all", {"k": "0:N", "j": "0:N:2"})
    tasklet = state.add_tasklet("t", {"i"}, {"o"}, "o = i")
    state.add_memlet_path(state.add_read("a"), entry, tasklet, dst_conn="i",
                          memlet=dace.Memlet("a[k]"))
    state.add_memlet_path(
        tasklet, exit_, state.add_write("sum"), src_conn="o",
        memlet=dace.Memlet("sum[0]", wcr="lambda x, y: max(x, y)", wcr_nonatomic=True))
    return sdfg


def constants():
    sdfg, state = fresh("constants")
    sdfg.add_constant("G", 9.80665)
    sdfg.add_constant("steps", np.int64(5))
    sdfg.add_constant("weights", np.array([0.1, 0.2, 0.7], dtype=np.float32))
    sdfg.add_symbol("alpha", dace.float64)
    elementwise(state, "a", "b", "o = i * G + alpha")
    return sdfg


def custom_code():
    sdfg, state = fresh("custom_code")
    sdfg.append_global_code("static int calls = 0;\n")
    sdfg.append_init_code("calls = 1;\n")
    sdfg.append_exit_code("calls = 2;\n")
    tasklet = state.add_tasklet(
        "raw", {"i"}, {"o"}, "o = i + calls;", language=dace.Language.CPP,
        code_global="#include <cmath>\n", side_effects=True)
    state.add_edge(state.add_read("a"), None, tasklet, "i", dace.Memlet("a[0]"))
    state.add_edge(tasklet, "o", state.add_write("b"), None, dace.Memlet("b[0]"))
    return sdfg


def reductions():
    sdfg, state = fresh("reductions")
    sdfg.add_array("m", [N, 8], dace.float32)
    sdfg.add_array("r", [N], dace.float32)
    node = state.add_reduce("lambda x, y: x + y", [1], 0)
    state.add_nedge(state.add_read("m"), node, dace.Memlet("m[0:N, 0:8]"))
    state.add_nedge(node, state.add_write("r"), dace.Memlet("r[0:N]"))
    return sdfg


def matrix_products():
    sdfg = dace.SDFG("matrix_products")
    from dace.libraries.blas import Gemm
    state = sdfg.add_state("main", is_start_block=True)
    for name, shape in (("x", [N, 8]), ("y", [8, M]), ("z", [N, M])):
        sdfg.add_array(name, shape, dace.float64)
    node = Gemm("gemm", alpha=2.0)
    state.add_node(node)
    state.add_edge(state.add_read("x"), None, node, "_a", dace.Memlet("x[0:N, 0:8]"))
    state.add_edge(state.add_read("y"), None, node, "_b", dace.Memlet("y[0:8, 0:M]"))
    state.add_edge(node, "_c", state.add_write("z"), None, dace.Memlet("z[0:N, 0:M]"))
    return sdfg


def nesting():
    sdfg, state = fresh("nesting")
    inner = dace.SDFG("inner")
    inner.add_array("p", [N], dace.float64)
    inner.add_array("q", [N], dace.float64)
    inner.add_transient("unused", [N + 1], dace.float32, lifetime=dace.AllocationLifetime.Persistent)
    elementwise(inner.add_state("s", is_start_block=True), "p", "q")
    node = state.add_nested_sdfg(
        inner, sdfg, {"p"}, {"q"}, symbol_mapping={"N": "N"}) if dace.__version__ < "2" else \
        state.add_nested_sdfg(inner, {"p"}, {"q"}, symbol_mapping={"N": "N"})
    state.add_edge(state.add_read("a"), None, node, "p", dace.Memlet("a[0:N]"))
    state.add_edge(node, "q", state.add_write("b"), None, dace.Memlet("b[0:N]"))
    return sdfg


def map_attributes():
    sdfg, state = fresh("map_attributes")
    elementwise(state, "a", "b")
    entry = next(n for n in state.nodes() if isinstance(n, dace.nodes.MapEntry))
    entry.map.schedule = dace.ScheduleType.GPU_Device
    entry.map.gpu_block_size = [64, 2, 1]
    entry.map.unroll = True
    entry.map.unroll_factor = 4
    entry.map.collapse = 2
    for name, value in (("gpu_launch_bounds", "128"), ("gpu_maxnreg", 64),
                        ("gpu_min_warps_per_eu", 2)):
        if hasattr(entry.map, name):
            setattr(entry.map, name, value)
    return sdfg


def copies():
    sdfg, state = fresh("copies")
    sdfg.add_array("m", [N, M], dace.float64, strides=[1, N], storage=dace.StorageType.CPU_Heap)
    sdfg.add_scalar("alpha", dace.bool_, transient=True)
    state.add_nedge(state.add_read("a"), state.add_write("m"),
                    dace.Memlet(data="a", subset="0:N", other_subset="0:N, 2"))
    second = sdfg.add_state("second")
    sdfg.add_edge(state, second, dace.InterstateEdge("N > 1 and (M < 4 or not N == 3)",
                                                     {"k": "Min(N, M) // 2"}))
    one = second.add_access("b")
    second.add_nedge(second.add_read("b"), one,
                     dace.Memlet(data="b", subset="0:N/2", other_subset="N/2:N"))
    return sdfg


FEATURES = [streams, consume, structures, container_array, views, references, jumps, loops, regions,
            conflicts, constants, custom_code, reductions, matrix_products, nesting,
            map_attributes, copies]


def write_all(folder):
    """What was left out, and why."""
    left_out = []
    for make in FEATURES:
        try:
            make().save(str(Path(folder) / f"{make.__name__}.sdfg"))
        except Exception as error:
            left_out.append(f"LEFT OUT {make.__name__}: {type(error).__name__}: {error}")
    return left_out


if __name__ == "__main__":
    print("".join(line + "\n" for line in write_all(sys.argv[1])), end="")
