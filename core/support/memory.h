#pragma once

#include "core/support/expected.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>

namespace mw {

/// Bytes that this process may still take before the machine, its control group or a limit of the
/// process refuses, which mostly means: kills it. nullopt where nothing says.
std::optional<std::uint64_t> availableMemory();
/// The same, of other trees than /proc and /sys/fs/cgroup: for tests.
std::optional<std::uint64_t> availableMemory(const std::filesystem::path& proc,
                                             const std::filesystem::path& cgroups);

/// Product and sum that say so when they leave 64 bits.
std::optional<std::uint64_t> checkedProduct(std::span<const std::int64_t> sizes,
                                            std::int64_t width);
std::optional<std::uint64_t> checkedSum(std::optional<std::uint64_t> a,
                                        std::optional<std::uint64_t> b);

/// Before so much is allocated, nullopt: more than 64 bits can say. The error ("out-of-memory")
/// says what `what` needs and what there is: "the inputs need 32.0 GB of memory, of which 3.1 GB
/// are available".
Expected<void> requireMemory(std::optional<std::uint64_t> bytes, const std::string& what);

} // namespace mw
