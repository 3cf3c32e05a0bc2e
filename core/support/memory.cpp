// How much memory this process may still take: the machine's, its control group's, its limits.
#include "core/support/memory.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>
#include <string_view>
#include <sys/resource.h>

namespace mw {

namespace {

namespace fs = std::filesystem;
using Bytes = std::optional<std::uint64_t>;

Bytes least(Bytes a, Bytes b) {
    return a && b ? std::min(a, b) : a ? a : b;
}

/// A file with one number; "max" and what is no number: none.
Bytes numberIn(const fs::path& file) {
    std::ifstream in(file);
    std::uint64_t value = 0;
    return in >> value ? Bytes(value) : std::nullopt;
}

/// The number behind `key` in a file of lines "key number".
Bytes numberBehind(const fs::path& file, std::string_view key) {
    std::ifstream in(file);
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string name;
        std::uint64_t value = 0;
        if (words >> name >> value && name == key)
            return value;
    }
    return std::nullopt;
}

/// What a control group leaves: files that can be dropped do not count as used.
Bytes leftIn(const fs::path& group, const char* limitName, const char* usedName,
             const char* droppableName) {
    const Bytes limit = numberIn(group / limitName);
    const Bytes used = numberIn(group / usedName);
    if (!limit || !used)
        return std::nullopt;
    const std::uint64_t droppable = numberBehind(group / "memory.stat", droppableName).value_or(0);
    const std::uint64_t kept = *used - std::min(*used, droppable);
    return *limit - std::min(*limit, kept);
}

/// Of the group and those around it: the tightest counts. Where the process sees only its own
/// group, that is the root of the tree.
Bytes leftAlong(const fs::path& tree, const std::string& path, bool second) {
    Bytes left;
    fs::path group = fs::path(path).relative_path();
    while (true) {
        const fs::path folder = group.empty() ? tree : tree / group;
        left = least(left, second ? leftIn(folder, "memory.max", "memory.current", "inactive_file")
                                  : leftIn(folder, "memory.limit_in_bytes", "memory.usage_in_bytes",
                                           "total_inactive_file"));
        if (group.empty())
            return left;
        group = group.parent_path();
    }
}

/// Lines "number:controllers:path"; version 2 has no controllers.
Bytes leftInGroups(const fs::path& proc, const fs::path& cgroups) {
    Bytes left;
    std::ifstream in(proc / "self/cgroup");
    for (std::string line; std::getline(in, line);) {
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (first == std::string::npos || second == std::string::npos)
            continue;
        const std::string controllers = "," + line.substr(first + 1, second - first - 1) + ",";
        const std::string path = line.substr(second + 1);
        if (controllers == ",,")
            left = least(left, leftAlong(cgroups, path, true));
        else if (controllers.find(",memory,") != std::string::npos)
            left = least(left, leftAlong(cgroups / "memory", path, false));
    }
    return left;
}

/// What `ulimit -v` leaves.
Bytes leftOfAddresses(const fs::path& proc) {
    struct ::rlimit limit {};
    if (::getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return std::nullopt;
    const std::uint64_t used = numberBehind(proc / "self/status", "VmSize:").value_or(0) * 1024;
    return limit.rlim_cur - std::min<std::uint64_t>(limit.rlim_cur, used);
}

std::string gigabytes(std::uint64_t bytes) {
    constexpr double kGigabyte = 1e9;
    return fmt::format("{:.1f} GB", static_cast<double>(bytes) / kGigabyte);
}

} // namespace

std::optional<std::uint64_t> availableMemory(const fs::path& proc, const fs::path& cgroups) {
    Bytes free = numberBehind(proc / "meminfo", "MemAvailable:");
    if (free)
        free = *free * 1024;
    return least(least(free, leftInGroups(proc, cgroups)), leftOfAddresses(proc));
}

std::optional<std::uint64_t> availableMemory() {
    return availableMemory("/proc", "/sys/fs/cgroup");
}

std::optional<std::uint64_t> checkedProduct(std::span<const std::int64_t> sizes,
                                            std::int64_t width) {
    if (std::ranges::find(sizes, 0) != sizes.end())
        return 0;
    auto product = static_cast<std::uint64_t>(std::max<std::int64_t>(width, 0));
    for (const std::int64_t size : sizes) {
        const auto factor = static_cast<std::uint64_t>(size);
        if (size < 0 ||
            (product > 0 && factor > std::numeric_limits<std::uint64_t>::max() / product))
            return std::nullopt;
        product *= factor;
    }
    return product;
}

std::optional<std::uint64_t> checkedSum(std::optional<std::uint64_t> a,
                                        std::optional<std::uint64_t> b) {
    if (!a || !b || *a > std::numeric_limits<std::uint64_t>::max() - *b)
        return std::nullopt;
    return *a + *b;
}

Expected<void> requireMemory(std::optional<std::uint64_t> bytes, const std::string& what) {
    constexpr std::uint64_t kAlwaysThere = std::uint64_t{16} << 20U; // asking costs more
    if (bytes && *bytes <= kAlwaysThere)
        return {};
    const Bytes available = availableMemory();
    if (!bytes)
        return fail("out-of-memory",
                    fmt::format("{} need more bytes than 64 bits can count", what));
    if (!available || *bytes <= *available)
        return {};
    return fail("out-of-memory", fmt::format("{} need {} of memory, and {} are available", what,
                                             gigabytes(*bytes), gigabytes(*available)));
}

} // namespace mw
