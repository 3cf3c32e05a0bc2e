#pragma once

#include "core/exec/gpu/gpu_api.h"

#include <cstddef>
#include <map>
#include <string>
#include <vector>

namespace mw::test {

/// A GPU made of host memory and a clock that only kernels and copies move: what back end and
/// measurement do with a device, without one. Kernels compute nothing.
struct FakeGpu {
    struct Work {
        exec::DeviceActivity::Kind kind;
        std::string name;
    };
    std::map<std::string, double> microseconds; ///< per launch of a kernel; others take 1
    double copyMicroseconds = 2;
    double eventOverhead = 4; ///< between two events, without any work

    bool profilerRefuses = false, profilerLoses = false;
    bool profilerOn = false;
    int graphLaunchesUnprofiled = 0, compilations = 0, moduleLoads = 0, uploads = 0;
    std::vector<std::string> compiledSources;

    struct Copy {
        void* to;
        const void* from; ///< null: what was staged
        std::vector<std::byte> staged;
    };
    std::vector<Copy> pending; ///< between host and device, until the stream is synchronised
    int copiesOffStream = 0;   ///< which the kernels' stream would not wait for

    double now = 0;
    std::vector<exec::DeviceActivity> records;
    std::vector<Work>* capture = nullptr;

    void work(Work one);
    void arrive(); ///< what is between host and device
};

/// The one that the fake driver's functions act on; `resetFakeGpu` makes it new.
FakeGpu& fakeGpu();
void resetFakeGpu();
exec::GpuPlatform fakePlatform();

} // namespace mw::test
