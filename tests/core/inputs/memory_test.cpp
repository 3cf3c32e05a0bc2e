// How much memory there is, how much a program needs, and refusals before allocation.
#include "core/exec/message.h"
#include "core/inputs/memory_need.h"
#include "core/support/memory.h"
#include "tests/support/catch.h"

#include <array>
#include <filesystem>
#include <fstream>
#include <limits>
#include <unistd.h>

namespace memory_test {

using namespace mw;
namespace fs = std::filesystem;

namespace {

/// Trees like /proc and /sys/fs/cgroup, removed at the end.
class Trees {
public:
    Trees() : path_(fs::temp_directory_path() / ("mw-memory-" + std::to_string(::getpid()))) {
        write("proc/meminfo", "MemTotal: 9000 kB\nMemAvailable: 8000 kB\n");
    }
    ~Trees() { fs::remove_all(path_); }
    void write(const std::string& file, const std::string& text) const {
        fs::create_directories((path_ / file).parent_path());
        std::ofstream(path_ / file) << text;
    }
    std::optional<std::uint64_t> available() const {
        return availableMemory(path_ / "proc", path_ / "groups");
    }

private:
    fs::path path_;
};

constexpr std::int64_t kMost = std::numeric_limits<std::int64_t>::max();

} // namespace

TEST_CASE("the tightest limit counts: of the machine, of a control group, of those around it") {
    const Trees trees;
    CHECK(trees.available() == 8000 * 1024);
    trees.write("proc/self/cgroup", "4:cpu,memory:/a/b\n1:cpu:/c\n");
    CHECK(trees.available() == 8000 * 1024);
    trees.write("groups/memory/a/b/memory.limit_in_bytes", "5000000\n");
    trees.write("groups/memory/a/b/memory.usage_in_bytes", "3000000\n");
    CHECK(trees.available() == 2000000);
    // Files that are only cached can be dropped.
    trees.write("groups/memory/a/b/memory.stat", "cache 9\ntotal_inactive_file 1000000\n");
    CHECK(trees.available() == 3000000);
    trees.write("groups/memory/memory.limit_in_bytes", "100\n");
    trees.write("groups/memory/memory.usage_in_bytes", "200\n");
    CHECK(trees.available() == 0);
}

TEST_CASE("control groups of the second version, limited or not") {
    const Trees trees;
    trees.write("proc/self/cgroup", "0::/job/step\n");
    trees.write("groups/job/step/memory.max", "max\n");
    trees.write("groups/job/step/memory.current", "1000\n");
    CHECK(trees.available() == 8000 * 1024);
    trees.write("groups/job/memory.max", "70000\n");
    trees.write("groups/job/memory.current", "10000\n");
    trees.write("groups/job/memory.stat", "anon 1\ninactive_file 4000\n");
    CHECK(trees.available() == 64000);
}

TEST_CASE("sizes that leave 64 bits are no small sizes") {
    CHECK(checkedProduct(std::array<std::int64_t, 2>{3, 4}, 8) == 96);
    CHECK(checkedProduct(std::array<std::int64_t, 2>{kMost, 0}, 8) == 0);
    CHECK_FALSE(checkedProduct(std::array<std::int64_t, 2>{kMost, 3}, 1));
    CHECK_FALSE(checkedProduct(std::array<std::int64_t, 1>{kMost}, 8));
    CHECK_FALSE(checkedProduct(std::array<std::int64_t, 1>{-1}, 8));
    CHECK_FALSE(checkedSum(std::numeric_limits<std::uint64_t>::max(), 1));
    CHECK_FALSE(checkedSum(std::nullopt, 1));
}

TEST_CASE("what is needed and what there is are said before anything is allocated") {
    CHECK(requireMemory(1000, "the inputs"));
    const auto much = requireMemory(std::uint64_t{1} << 60U, "the inputs");
    REQUIRE_FALSE(much);
    CHECK(much.error().code == "out-of-memory");
    CHECK(much.error().sentence.find("the inputs need 1152921504.6 GB of memory, and ") == 0);
    CHECK_FALSE(requireMemory(std::nullopt, "the inputs"));
    inputs::Scenario scenario;
    scenario.grid = {2, 2, 2};
    scenario.arrays["a"] = {{std::int64_t{1} << 40}, ir::ScalarType::float64, inputs::ZeroFill{}};
    CHECK(inputs::checkMemory({&scenario}, true).error().sentence.find("need 17592.2 GB") !=
          std::string::npos);
    CHECK(inputs::checkMemory({&scenario, &scenario}, false)
              .error()
              .sentence.find("need 8796.1 GB") != std::string::npos);
    CHECK_FALSE(inputs::makeArray("a", scenario.arrays["a"], scenario.grid));
    scenario.arrays["a"].shape = {kMost, kMost};
    CHECK_FALSE(inputs::checkMemory({&scenario}, true));
}

TEST_CASE("a message that announces more than there is is refused before it comes") {
    exec::MessageReader reader;
    const std::string header = R"({"frames":[1152921504606846976]})";
    const auto give = [&](const void* from, std::size_t count) {
        std::size_t room = 0;
        std::byte* space = reader.space(room);
        REQUIRE(room >= count);
        std::copy_n(static_cast<const std::byte*>(from), count, space);
        return reader.received(count);
    };
    const std::array<unsigned char, 4> length{static_cast<unsigned char>(header.size()), 0, 0, 0};
    REQUIRE(give(length.data(), length.size()));
    const auto refused = give(header.data(), header.size());
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "out-of-memory");
}

} // namespace memory_test
