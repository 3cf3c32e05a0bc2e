// What files are called where several have one name.

#include "app/workbench/titles.h"

#include <algorithm>

namespace mw::workbench {

namespace fs = std::filesystem;

namespace {

/// From the name of the file upwards.
std::vector<std::string> partsOf(const fs::path& path) {
    std::vector<std::string> parts;
    for (const auto& part : path.lexically_normal())
        parts.push_back(part.string());
    std::ranges::reverse(parts);
    return parts;
}

/// How many parts are needed to tell the one from the other; 0: they are the same.
std::size_t partsNeeded(const std::vector<std::string>& one,
                        const std::vector<std::string>& other) {
    if (one == other)
        return 0;
    const auto [differs, ignored] = std::ranges::mismatch(one, other);
    return std::min(static_cast<std::size_t>(differs - one.begin()) + 1, one.size());
}

} // namespace

std::string tellingPath(const fs::path& path, const std::vector<fs::path>& others) {
    const auto parts = partsOf(path);
    std::size_t needed = 1;
    for (const auto& other : others)
        needed = std::max(needed, partsNeeded(parts, partsOf(other)));
    if (needed == 1)
        return parts.front();
    const fs::path first = parts[needed - 1];
    return (needed == 2 ? first / parts.front() : first / "…" / parts.front()).generic_string();
}

} // namespace mw::workbench
