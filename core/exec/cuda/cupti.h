#pragma once

#include "core/exec/gpu/profiler.h"

#include <cstdint>
#include <optional>

namespace mw::exec {

// The beginnings of CUPTI's activity records as far as they are read here. They are the same from
// CUPTI 11 to 13 (CUpti_ActivityKernel5 to 10, CUpti_ActivityMemcpy4 to 6, CUpti_ActivityMemset3
// and 4); new fields come at the end. A test compares them with the toolkit's headers where those
// are installed.
namespace cupti {

constexpr std::uint32_t kMemcpy = 1;
constexpr std::uint32_t kMemset = 2;
constexpr std::uint32_t kConcurrentKernel = 10;

struct Activity {
    std::uint32_t kind;
};
struct Kernel {
    std::uint32_t kind;
    std::uint8_t cacheConfig, sharedMemoryConfig;
    std::uint16_t registersPerThread;
    std::uint32_t partitionedCacheRequested, partitionedCacheExecuted;
    std::uint64_t start, end, completed; ///< nanoseconds
    std::uint32_t device, context, stream;
    std::int32_t grid[3], block[3];
    std::int32_t staticShared, dynamicShared;
    std::uint32_t localPerThread, localTotal, correlation;
    std::int64_t gridId;
    const char* name;
};
struct Memcpy {
    std::uint32_t kind;
    std::uint8_t copyKind, srcKind, dstKind, flags;
    std::uint64_t bytes, start, end;
};
struct Memset {
    std::uint32_t kind, value;
    std::uint64_t bytes, start, end;
};

/// nullopt for other kinds of records, and for kernels and copies that did not run to their end.
std::optional<DeviceActivity> readRecord(const void* record);

} // namespace cupti

/// CUPTI, loaded at run time; the error says what is missing.
Expected<std::unique_ptr<Profiler>> makeCuptiProfiler();

} // namespace mw::exec
