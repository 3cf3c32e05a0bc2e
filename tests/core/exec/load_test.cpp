// The load of the machine, and the cores that kernels may use.
#include "core/exec/host/cores.h"
#include "core/exec/processors.h"
#include "core/exec/runner/load_meter.h"
#include "tests/support/catch.h"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <unistd.h>

namespace load_test {

using namespace mw::exec;

TEST_CASE("what others used is what all used less what this process used") {
    using std::chrono::seconds;
    const auto start = std::chrono::steady_clock::time_point();
    const BusySnapshot before{100, 10, 0, start};
    CHECK(busyWithOthers(before, {104, 12, 0, start + seconds(2)}) == Approx(1));
    CHECK(busyWithOthers(before, {104, 14, 0, start + seconds(2)}) == 0);
    CHECK(busyWithOthers(before, {103, 14, 0, start + seconds(2)}) == 0); // ticks are coarse
    CHECK(busyWithOthers(before, before) == 0);
}

TEST_CASE("busy time is read for the processors that count") {
    const char* text = "cpu  100 0 0 0 0 0 0 0 0 0\n"
                       "cpu0 10 1 20 1000 2000 3 4 5 6 7\n"
                       "cpu1 100 0 0 0 0 0 0 0 0 0\n"
                       "cpu10 7 0 0 0 0 0 0 0 0 0\n"
                       "intr 1 2 3\n";
    CHECK(busyTicks(text, {0}) == 43);
    CHECK(busyTicks(text, {0, 1}) == 143);
    CHECK(busyTicks(text, {10}) == 7);
    CHECK_FALSE(busyTicks(text, {0, 2}));
    CHECK_FALSE(busyTicks("", {0}));
}

TEST_CASE("quotas of control groups are cores") {
    CHECK(quotaOf("150000 100000") == 1.5);
    CHECK_FALSE(quotaOf("max 100000"));
    CHECK_FALSE(quotaOf(""));
    CHECK(availableCores() >= 1);
    CHECK(availableCores() <= static_cast<int>(usableProcessors().size()));
}

TEST_CASE("the last caches of processors count once each") {
    const auto root =
        std::filesystem::temp_directory_path() / ("mw-processors-" + std::to_string(getpid()));
    const auto cache = [&](int cpu, int index, const char* level, const char* type,
                           const char* size, const char* sharedBy) {
        const auto at =
            root / ("cpu" + std::to_string(cpu)) / "cache" / ("index" + std::to_string(index));
        std::filesystem::create_directories(at);
        std::ofstream(at / "level") << level << '\n';
        std::ofstream(at / "type") << type << '\n';
        std::ofstream(at / "size") << size << '\n';
        std::ofstream(at / "shared_cpu_list") << sharedBy << '\n';
    };
    for (const int cpu : {0, 1, 2}) {
        cache(cpu, 0, "1", "Instruction", "32K", std::to_string(cpu).c_str());
        cache(cpu, 1, "2", "Unified", "1M", std::to_string(cpu).c_str());
    }
    CHECK(lastCacheBytes({0, 1}, root) == 2.0 * 1024 * 1024);
    cache(0, 2, "3", "Unified", "32768K", "0-1");
    cache(1, 2, "3", "Unified", "32768K", "0-1");
    cache(2, 2, "3", "Unified", "16384K", "2");
    CHECK(lastCacheBytes({0, 1}, root) == 32.0 * 1024 * 1024);
    CHECK(lastCacheBytes({0, 1, 2}, root) == 48.0 * 1024 * 1024);
    CHECK(lastCacheBytes({7}, root) == 0);
    CHECK(lastCacheBytes({}, root) == 0);
    std::filesystem::remove_all(root);
}

TEST_CASE("kernels use as many threads as there are cores, and those that wait sleep") {
    CHECK(threadsFrom("", 4) == 4);
    CHECK(threadsFrom("2", 4) == 2);
    CHECK(threadsFrom("64", 4) == 4);
    CHECK(threadsFrom("3,2", 4) == 3);
    CHECK(threadsFrom("many", 4) == 4);
    setenv("OMP_NUM_THREADS", "1000", 1);
    unsetenv("OMP_WAIT_POLICY");
    setUpOpenMp();
    CHECK(std::atoi(std::getenv("OMP_NUM_THREADS")) == availableCores());
    CHECK(std::string(std::getenv("OMP_WAIT_POLICY")) == "passive");
    setenv("OMP_WAIT_POLICY", "active", 1); // the user's word
    setUpOpenMp();
    CHECK(std::string(std::getenv("OMP_WAIT_POLICY")) == "active");
    CHECK_FALSE(LoadMeter().read().passiveWaiting);
    setenv("OMP_WAIT_POLICY", "passive", 1);
    const auto load = LoadMeter().read();
    CHECK(load.passiveWaiting);
    CHECK(load.threads == load.cores);
}

} // namespace load_test
