#pragma once

#include "core/ir/sdfg.h"

#include <string>
#include <string_view>
#include <vector>

/// The one description of which JSON attribute is which member, with its default. The reader and
/// the writer both run it; `Io` is FieldReader or FieldWriter:
///   field(key, member, default)     absent = default; a default is not written anew
///   always(key, member, default)    as field, but a new element writes it even so
///   required(key, member)           absent = error
///   nullMeansAbsent(key, member, default)
///   nullable(key, member)           text or code; null or absent = empty
///   number(key, member, default)    as field; an integer is a JSON number, not text
///   has(key)                        whether the file has it
/// Attributes that nothing here names stay in the element's origin.
namespace mw::io {

using symbolic::Expr;

inline std::vector<Expr> cOrderStrides(const std::vector<Expr>& shape) {
    std::vector<Expr> strides(shape.size(), Expr(1));
    for (std::size_t i = shape.size(); i-- > 1;)
        strides[i - 1] = strides[i] * shape[i];
    return strides;
}

inline Expr product(const std::vector<Expr>& factors) {
    Expr result = 1;
    for (const Expr& factor : factors)
        result = result * factor;
    return result;
}

/// What a memlet of `data` without a subset covers: all from the first element, which has index
/// -offset; nothing where the container is not known.
inline std::optional<symbolic::Subset> wholeContainer(const ir::Sdfg& sdfg, std::string_view data) {
    const std::string_view name = data.substr(0, data.find('.'));
    const ir::DataDescriptor* container = name.empty() ? nullptr : sdfg.data(name);
    if (container && name.size() < data.size())
        container = ir::memberOf(*container, data.substr(name.size() + 1));
    if (!container)
        return std::nullopt;
    symbolic::Subset whole;
    for (std::size_t d = 0; d < container->rank(); ++d) {
        const Expr first = d < container->offset.size() ? -container->offset[d] : Expr(0);
        whole.dims.push_back({first, first + container->shape[d] - Expr(1), 1, 1});
    }
    return whole;
}

template <class Io, class Data>
void describeData(Io& io, Data& d) {
    using ir::DataKind;
    const std::vector<Expr> one{Expr(1)};
    io.field("transient", d.transient, false);
    io.field("storage", d.storage, ir::Storage::Default);
    io.field("lifetime", d.lifetime, ir::Lifetime::Scope);
    if (d.kind == DataKind::other)
        return;
    io.field("dtype", d.dtype, ir::DType{});
    const bool strided =
        d.kind == DataKind::array || d.kind == DataKind::view || d.kind == DataKind::reference;
    const bool structure = d.typeName.starts_with("Structure");
    if ((strided && !structure) || d.kind == DataKind::stream)
        io.required("shape", d.shape);
    else
        io.always("shape", d.shape, one);
    if (strided) {
        io.always("strides", d.strides, cOrderStrides(d.shape));
        io.always("total_size", d.totalSize, product(d.shape));
        io.number("start_offset", d.startOffset, Expr(0));
        io.field("alignment", d.alignment, 0);
        io.field("may_alias", d.mayAlias, false);
        io.field("pool", d.pool, false);
    }
    if (strided || d.kind == DataKind::stream)
        io.always("offset", d.offset, std::vector<Expr>(d.shape.size(), Expr(0)));
    io.field("allow_conflicts", d.allowConflicts, false);
}

/// `wholeContainer`: what an absent subset means, if the container is known.
template <class Io, class Memlet>
void describeMemlet(Io& io, Memlet& m, const std::optional<symbolic::Subset>& wholeContainer) {
    io.field("volume", m.volume, Expr(0));
    io.field("data", m.data, std::string());
    io.nullMeansAbsent("subset", m.subset, wholeContainer);
    io.field("other_subset", m.otherSubset, std::optional<symbolic::Subset>());
    io.field("dynamic", m.dynamic, false);
    io.nullable("wcr", m.wcr);
    io.field("wcr_nonatomic", m.wcrNonatomic, false);
    io.field("allow_oob", m.allowOutOfBounds, false);
}

template <class Io, class Node>
void describeAccessNode(Io& io, Node& n) {
    io.required("data", n.data);
    io.field("setzero", n.setZero, false);
}

template <class Io, class Node>
void describeTasklet(Io& io, Node& n) {
    io.always("label", n.label, std::string());
    io.always("code", n.code, ir::CodeBlock{});
    io.field("code_global", n.codeGlobal, ir::CodeBlock{});
    io.field("code_init", n.codeInit, ir::CodeBlock{});
    io.field("code_exit", n.codeExit, ir::CodeBlock{});
    io.field("state_fields", n.stateFields, std::vector<std::string>());
    io.field("side_effects", n.sideEffects, std::optional<bool>());
}

template <class Io, class Map>
void describeMap(Io& io, Map& m) {
    io.always("label", m.label, std::string());
    io.required("params", m.params);
    io.required("range", m.range);
    io.field("schedule", m.schedule, ir::Schedule::Default);
    io.field("unroll", m.unroll, false);
    io.field("unroll_factor", m.unrollFactor, 0);
    io.field("collapse", m.collapse, 1);
    io.field("gpu_block_size", m.gpuBlockSize, std::vector<int>());
    io.field("gpu_launch_bounds", m.gpuLaunchBounds, std::string("0"));
    io.field("gpu_maxnreg", m.gpuMaxRegisters, 0);
    io.field("gpu_min_warps_per_eu", m.gpuMinWarps, 0);
    io.field("gpu_force_syncthreads", m.gpuForceSyncthreads, false);
    io.field("omp_num_threads", m.ompNumThreads, 0);
    io.field("omp_schedule", m.ompSchedule, std::string("Default"));
    io.field("omp_chunk_size", m.ompChunkSize, 0);
}

template <class Io, class Node>
void describeConsume(Io& io, Node& n) {
    io.always("label", n.label, std::string());
    io.always("pe_index", n.peIndex, std::string());
    io.always("num_pes", n.numPes, Expr(1));
    io.nullable("condition", n.condition);
    io.field("schedule", n.schedule, ir::Schedule::Default);
    io.field("chunksize", n.chunkSize, 1);
}

template <class Io, class Node>
void describeNestedSdfg(Io& io, Node& n) {
    io.always("label", n.label, std::string());
    io.field("symbol_mapping", n.symbolMapping, std::map<std::string, Expr, std::less<>>());
    io.field("no_inline", n.noInline, false);
}

template <class Io, class Node>
void describeLibraryNode(Io& io, Node& n) {
    io.always("name", n.name, std::string());
    io.always("label", n.label, std::string());
    io.nullable("implementation", n.implementation);
    io.field("schedule", n.schedule, ir::Schedule::Default);
}

template <class Io, class Node>
void describeConnectors(Io& io, Node& n) {
    io.field("in_connectors", n.in, ir::Connectors());
    io.field("out_connectors", n.out, ir::Connectors());
}

template <class Io, class Loop>
void describeLoop(Io& io, Loop& l) {
    io.nullable("update_statement", l.update);
    io.nullable("init_statement", l.init);
    io.nullable("loop_condition", l.condition);
    io.field("loop_variable", l.loopVariable, std::string());
    io.field("inverted", l.inverted, false);
    io.field("update_before_condition", l.updateBeforeCondition, true);
    io.field("unroll", l.unroll, false);
    io.field("unroll_factor", l.unrollFactor, 0);
}

template <class Io, class Sdfg>
void describeSdfg(Io& io, Sdfg& s) {
    using Code = std::map<std::string, ir::CodeBlock, std::less<>>;
    io.required("name", s.name);
    const bool renamed = io.has("using_experimental_blocks"); // its name in DaCe 1.0
    io.field(renamed ? "using_experimental_blocks" : "using_explicit_control_flow",
             s.usingExplicitControlFlow, false);
    io.field("arg_names", s.argNames, std::vector<std::string>());
    io.field("symbols", s.symbols, ir::Connectors());
    io.field("global_code", s.globalCode, Code());
    io.field("init_code", s.initCode, Code());
    io.field("exit_code", s.exitCode, Code());
}

} // namespace mw::io
