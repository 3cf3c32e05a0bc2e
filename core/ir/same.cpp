#include "core/ir/same.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace mw::ir {

namespace {

auto fields(const Map& m) {
    return std::tie(m.label, m.params, m.range, m.schedule, m.unroll, m.unrollFactor, m.collapse,
                    m.gpuBlockSize, m.gpuLaunchBounds, m.gpuMaxRegisters, m.gpuMinWarps,
                    m.gpuForceSyncthreads, m.ompNumThreads, m.ompSchedule, m.ompChunkSize);
}

/// The language of no code does not matter.
bool same(const CodeBlock& a, const CodeBlock& b) {
    return a == b || (a.empty() && b.empty());
}
using Codes = std::map<std::string, CodeBlock, std::less<>>;
bool covers(const Codes& a, const Codes& b) {
    return std::ranges::all_of(a, [&](const auto& entry) {
        const auto found = b.find(entry.first);
        return found == b.end() ? entry.second.empty() : same(entry.second, found->second);
    });
}
bool same(const Codes& a, const Codes& b) {
    return covers(a, b) && covers(b, a);
}

bool same(const AccessNode& a, const AccessNode& b) {
    return a.data == b.data && a.setZero == b.setZero;
}
bool same(const Tasklet& a, const Tasklet& b) {
    return a.label == b.label && same(a.code, b.code) && same(a.codeGlobal, b.codeGlobal) &&
           same(a.codeInit, b.codeInit) && same(a.codeExit, b.codeExit) &&
           a.stateFields == b.stateFields && a.sideEffects == b.sideEffects;
}
bool same(const MapEntry& a, const MapEntry& b) {
    return sameProperties(a.map, b.map);
}
bool same(const MapExit&, const MapExit&) {
    return true;
}
bool same(const ConsumeEntry& a, const ConsumeEntry& b) {
    return a.label == b.label && a.peIndex == b.peIndex && a.numPes == b.numPes &&
           same(a.condition, b.condition) && a.schedule == b.schedule && a.chunkSize == b.chunkSize;
}
bool same(const ConsumeExit&, const ConsumeExit&) {
    return true;
}
bool same(const NestedSdfg& a, const NestedSdfg& b) {
    return a.label == b.label && a.symbolMapping == b.symbolMapping && a.noInline == b.noInline &&
           (a.sdfg == nullptr) == (b.sdfg == nullptr);
}
bool same(const LibraryNode& a, const LibraryNode& b) {
    return a.label == b.label && a.name == b.name && a.classpath == b.classpath &&
           a.implementation == b.implementation && a.schedule == b.schedule &&
           a.properties == b.properties;
}
bool same(const UnknownNode& a, const UnknownNode& b) {
    return a.typeName == b.typeName && a.label == b.label;
}

bool same(const State&, const State&) {
    return true;
}
bool same(const ControlFlowRegion& a, const ControlFlowRegion& b) {
    return a.flavour == b.flavour;
}
bool same(const LoopRegion& a, const LoopRegion& b) {
    return a.loopVariable == b.loopVariable && a.init == b.init && a.condition == b.condition &&
           a.update == b.update && a.inverted == b.inverted &&
           a.updateBeforeCondition == b.updateBeforeCondition && a.unroll == b.unroll &&
           a.unrollFactor == b.unrollFactor;
}
bool same(const ConditionalBlock& a, const ConditionalBlock& b) {
    return std::ranges::equal(a.branches, b.branches, {}, &Branch::condition, &Branch::condition);
}
bool same(const JumpBlock& a, const JumpBlock& b) {
    return a.jump == b.jump;
}
bool same(const UnknownBlock& a, const UnknownBlock& b) {
    return a.typeName == b.typeName;
}

template <class Variant>
bool sameAlternative(const Variant& a, const Variant& b) {
    if (a.index() != b.index())
        return false;
    return std::visit(
        [&b](const auto& left) { return same(left, std::get<std::decay_t<decltype(left)>>(b)); },
        a);
}

bool sameValue(const symbolic::Value& a, const symbolic::Value& b) {
    return a.isReal == b.isReal && (a.isReal ? a.d == b.d : a.i == b.i);
}

bool sameArrays(const OrderedTable<DataPtr>& a, const OrderedTable<DataPtr>& b) {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
        return x.name == y.name &&
               (x.value == y.value || (x.value && y.value && sameProperties(*x.value, *y.value)));
    });
}

} // namespace

bool sameProperties(const DataDescriptor& a, const DataDescriptor& b) {
    return a.kind == b.kind && a.typeName == b.typeName && a.dtype == b.dtype &&
           a.shape == b.shape && a.strides == b.strides && a.offset == b.offset &&
           a.totalSize == b.totalSize && a.startOffset == b.startOffset &&
           a.transient == b.transient && a.storage == b.storage && a.lifetime == b.lifetime &&
           a.alignment == b.alignment && a.mayAlias == b.mayAlias &&
           a.allowConflicts == b.allowConflicts && a.pool == b.pool;
}

bool sameProperties(const Memlet& a, const Memlet& b) {
    return a.data == b.data && a.subset == b.subset && a.otherSubset == b.otherSubset &&
           a.dynamic == b.dynamic && a.wcr == b.wcr && a.wcrNonatomic == b.wcrNonatomic &&
           a.allowOutOfBounds == b.allowOutOfBounds;
}

bool sameProperties(const Map& a, const Map& b) {
    return fields(a) == fields(b);
}

bool sameProperties(const Node& a, const Node& b) {
    return a.in == b.in && a.out == b.out && sameAlternative(a.kind, b.kind);
}

bool sameProperties(const Block& a, const Block& b) {
    return a.label == b.label && sameAlternative(a.kind, b.kind);
}

bool sameProperties(const InterstateEdge& a, const InterstateEdge& b) {
    return same(a.condition, b.condition) && a.assignments == b.assignments;
}

bool sameProperties(const Sdfg& a, const Sdfg& b) {
    return a.name == b.name && a.argNames == b.argNames && sameArrays(a.arrays, b.arrays) &&
           a.symbols == b.symbols && a.constantArrays == b.constantArrays &&
           same(a.globalCode, b.globalCode) && same(a.initCode, b.initCode) &&
           same(a.exitCode, b.exitCode) &&
           std::equal(a.constants.begin(), a.constants.end(), b.constants.begin(),
                      b.constants.end(), [](const auto& x, const auto& y) {
                          return x.first == y.first && sameValue(x.second, y.second);
                      });
}

} // namespace mw::ir
