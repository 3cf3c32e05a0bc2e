#pragma once

#include "core/ir/sdfg.h"

#include <tuple>

namespace mw::ir {

// Each kind of element as a list of its own properties: what counts when elements are compared or
// hashed. Left out are ids, origins, what an element holds (compared as elements of their own), and
// what follows from the rest. A structured binding names every member: a new one does not compile
// before these lists say what becomes of it.

inline auto fields(const DataDescriptor& data) {
    const auto& [kind, typeName, dtype, shape, strides, offset, totalSize, startOffset, transient,
                 storage, lifetime, alignment, mayAlias, allowConflicts, pool, members, origin] =
        data;
    return std::tie(kind, typeName, dtype, shape, strides, offset, totalSize, startOffset,
                    transient, storage, lifetime, alignment, mayAlias, allowConflicts, pool,
                    members);
}

inline auto fields(const Memlet& memlet) {
    const auto& [data, subset, otherSubset, volume, dynamic, wcr, wcrNonatomic, allowOutOfBounds,
                 isDataSource, origin] = memlet;
    return std::tie(data, subset, otherSubset, dynamic, wcr, wcrNonatomic, allowOutOfBounds);
}

inline auto fields(const Map& map) {
    const auto& [label, params, range, schedule, unroll, unrollFactor, collapse, gpuBlockSize,
                 gpuLaunchBounds, gpuMaxRegisters, gpuMinWarps, gpuForceSyncthreads, ompNumThreads,
                 ompSchedule, ompChunkSize] = map;
    return std::tie(label, params, range, schedule, unroll, unrollFactor, collapse, gpuBlockSize,
                    gpuLaunchBounds, gpuMaxRegisters, gpuMinWarps, gpuForceSyncthreads,
                    ompNumThreads, ompSchedule, ompChunkSize);
}

inline auto fields(const AccessNode& node) {
    const auto& [data, setZero] = node;
    return std::tie(data, setZero);
}
inline auto fields(const Tasklet& node) {
    const auto& [label, code, codeGlobal, codeInit, codeExit, stateFields, sideEffects] = node;
    return std::tie(label, code, codeGlobal, codeInit, codeExit, stateFields, sideEffects);
}
inline auto fields(const MapEntry& node) {
    const auto& [map, exit] = node;
    return std::tie(map);
}
inline auto fields(const MapExit& node) {
    [[maybe_unused]] const auto& [entry] = node;
    return std::tie();
}
inline auto fields(const ConsumeEntry& node) {
    const auto& [label, peIndex, numPes, condition, schedule, chunkSize, exit] = node;
    return std::tie(label, peIndex, numPes, condition, schedule, chunkSize);
}
inline auto fields(const ConsumeExit& node) {
    [[maybe_unused]] const auto& [entry] = node;
    return std::tie();
}
inline auto fields(const NestedSdfg& node) {
    const auto& [label, sdfg, symbolMapping, noInline] = node;
    return std::tie(label, symbolMapping, noInline);
}
inline auto fields(const LibraryNode& node) {
    const auto& [label, name, classpath, implementation, schedule, properties] = node;
    return std::tie(label, name, classpath, implementation, schedule, properties);
}
inline auto fields(const UnknownNode& node) {
    const auto& [typeName, label] = node;
    return std::tie(typeName, label);
}

inline auto fields(const State& state) {
    [[maybe_unused]] const auto& [nodes, edges] = state;
    return std::tie();
}
inline auto fields(const ControlFlowRegion& region) {
    const auto& [body, flavour] = region;
    return std::tie(flavour);
}
inline auto fields(const LoopRegion& loop) {
    const auto& [body, loopVariable, init, condition, update, inverted, updateBeforeCondition,
                 unroll, unrollFactor] = loop;
    return std::tie(loopVariable, init, condition, update, inverted, updateBeforeCondition, unroll,
                    unrollFactor);
}
inline auto fields(const Branch& branch) {
    const auto& [condition, body] = branch;
    return std::tie(condition);
}
inline auto fields(const ConditionalBlock& conditional) {
    const auto& [branches] = conditional;
    return std::tie(branches);
}
inline auto fields(const JumpBlock& block) {
    const auto& [jump] = block;
    return std::tie(jump);
}
inline auto fields(const UnknownBlock& block) {
    const auto& [typeName] = block;
    return std::tie(typeName);
}

inline auto fields(const InterstateEdge& edge) {
    const auto& [id, src, dst, condition, assignments, origin] = edge;
    return std::tie(condition, assignments);
}

inline auto fields(const Sdfg& sdfg) {
    const auto& [id, name, argNames, arrays, symbols, constants, constantArrays, globalCode,
                 initCode, exitCode, usingExplicitControlFlow, body, origin] = sdfg;
    return std::tie(name, argNames, arrays, symbols, constants, constantArrays, globalCode,
                    initCode, exitCode);
}

template <class T>
concept HasFields = requires(const T& item) {
    fields(item);
};

} // namespace mw::ir
