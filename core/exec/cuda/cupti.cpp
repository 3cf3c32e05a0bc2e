// Kernel times from the device's own records.
#include "core/exec/cuda/cupti.h"

#include "core/exec/cuda/toolkit.h"
#include "core/exec/gpu/library.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <mutex>

namespace mw::exec {

namespace cupti {

namespace {

template <class Record>
std::optional<DeviceActivity> between(const Record& record, DeviceActivity::Kind kind,
                                      std::string name) {
    if (record.start == 0 || record.end < record.start)
        return std::nullopt;
    return DeviceActivity{kind, std::move(name), static_cast<double>(record.start) / 1000.0,
                          static_cast<double>(record.end) / 1000.0};
}

} // namespace

std::optional<DeviceActivity> readRecord(const void* record) {
    switch (static_cast<const Activity*>(record)->kind) {
    case kConcurrentKernel: {
        const auto& kernel = *static_cast<const Kernel*>(record);
        return between(kernel, DeviceActivity::Kind::kernel, kernel.name ? kernel.name : "");
    }
    case kMemcpy:
        return between(*static_cast<const Memcpy*>(record), DeviceActivity::Kind::copy, "");
    case kMemset:
        return between(*static_cast<const Memset*>(record), DeviceActivity::Kind::fill, "");
    default:
        return std::nullopt;
    }
}

} // namespace cupti

namespace {

constexpr std::array kKinds = {cupti::kConcurrentKernel, cupti::kMemcpy, cupti::kMemset};

using BufferRequest = void (*)(std::uint8_t** buffer, std::size_t* size, std::size_t* maxRecords);
using BufferComplete = void (*)(void* context, std::uint32_t stream, std::uint8_t* buffer,
                                std::size_t size, std::size_t validSize);

struct Api {
    int (*registerCallbacks)(BufferRequest, BufferComplete) = nullptr;
    int (*enable)(std::uint32_t kind) = nullptr;
    int (*disable)(std::uint32_t kind) = nullptr;
    int (*flushAll)(std::uint32_t flag) = nullptr;
    int (*nextRecord)(std::uint8_t* buffer, std::size_t validSize, void** record) = nullptr;
    int (*droppedRecords)(void* context, std::uint32_t stream, std::size_t* count) = nullptr;
    int (*resultText)(int result, const char** text) = nullptr;
};

/// CUPTI's callbacks carry no pointer of ours, and there is one CUPTI per process: so is this.
struct Collected {
    std::mutex mutex; ///< buffers come back on a thread of CUPTI's
    Api api;
    std::vector<DeviceActivity> activities;
    std::size_t dropped = 0;
};

Collected& collected() {
    static Collected instance;
    return instance;
}

constexpr std::size_t kBufferBytes = std::size_t{1} << 20U;

void requestBuffer(std::uint8_t** buffer, std::size_t* size, std::size_t* maxRecords) {
    *buffer = static_cast<std::uint8_t*>(std::aligned_alloc(8, kBufferBytes));
    *size = *buffer ? kBufferBytes : 0;
    *maxRecords = 0; // as many as fit
}

void completeBuffer(void* context, std::uint32_t stream, std::uint8_t* buffer, std::size_t,
                    std::size_t validSize) {
    Collected& all = collected();
    const std::lock_guard lock(all.mutex);
    void* record = nullptr;
    while (buffer && all.api.nextRecord(buffer, validSize, &record) == 0)
        if (auto activity = cupti::readRecord(record))
            all.activities.push_back(std::move(*activity));
    std::size_t dropped = 0;
    if (all.api.droppedRecords(context, stream, &dropped) == 0)
        all.dropped += dropped;
    std::free(buffer);
}

class CuptiProfiler : public Profiler {
public:
    ~CuptiProfiler() override { stop(); }

    Expected<void> start() override {
        const Api& api = collected().api;
        MW_CHECK(check(api.registerCallbacks(requestBuffer, completeBuffer)));
        for (const std::uint32_t kind : kKinds) {
            if (auto enabled = check(api.enable(kind)); !enabled) {
                stop();
                return enabled;
            }
            enabled_.push_back(kind);
        }
        return {};
    }

    Expected<std::vector<DeviceActivity>> take() override {
        MW_CHECK(check(collected().api.flushAll(0)));
        Collected& all = collected();
        const std::lock_guard lock(all.mutex);
        auto activities = std::exchange(all.activities, {});
        if (std::exchange(all.dropped, 0) > 0)
            return fail("lost-records", "CUPTI lost records of what the device did");
        std::stable_sort(activities.begin(), activities.end(),
                         [](const auto& a, const auto& b) { return a.start < b.start; });
        return activities;
    }

    void stop() override {
        for (const std::uint32_t kind : enabled_)
            collected().api.disable(kind);
        enabled_.clear();
    }

private:
    static Expected<void> check(int result) {
        if (result == 0)
            return {};
        const char* text = nullptr;
        collected().api.resultText(result, &text);
        return fail("no-profiler",
                    fmt::format("CUPTI records nothing here ({}); another profiler may be attached",
                                text ? text : std::to_string(result)));
    }

    std::vector<std::uint32_t> enabled_;
};

} // namespace

Expected<std::unique_ptr<Profiler>> makeCuptiProfiler() {
    MW_TRY(const Library library,
           Library::open(candidates(cuptiLibrary()),
                         "CUPTI (libcupti.so, part of the CUDA toolkit; or set MAPWRIGHT_CUPTI to "
                         "its folder)"));
    Api api;
    MW_CHECK(library.bind(api.registerCallbacks, {"cuptiActivityRegisterCallbacks"}));
    MW_CHECK(library.bind(api.enable, {"cuptiActivityEnable"}));
    MW_CHECK(library.bind(api.disable, {"cuptiActivityDisable"}));
    MW_CHECK(library.bind(api.flushAll, {"cuptiActivityFlushAll"}));
    MW_CHECK(library.bind(api.nextRecord, {"cuptiActivityGetNextRecord"}));
    MW_CHECK(library.bind(api.droppedRecords, {"cuptiActivityGetNumDroppedRecords"}));
    MW_CHECK(library.bind(api.resultText, {"cuptiGetResultString"}));
    collected().api = api;
    return std::make_unique<CuptiProfiler>();
}

} // namespace mw::exec
