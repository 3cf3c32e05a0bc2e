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

std::string tellingArguments(const std::vector<io::BoundArgument>& arguments,
                             const std::vector<std::vector<io::BoundArgument>>& others) {
    using Arguments = std::vector<io::BoundArgument>;
    const auto isIn = [](const io::BoundArgument& one, const Arguments& list) {
        return std::ranges::find(list, one) != list.end();
    };
    Arguments telling;
    for (const auto& one : arguments)
        if (one.value &&
            !std::ranges::all_of(others, [&](const Arguments& other) { return isIn(one, other); }))
            telling.push_back(one);
    for (const Arguments& other : others)
        if (std::ranges::all_of(telling, [&](const auto& one) { return isIn(one, other); }))
            return {};
    return io::toText(telling);
}

} // namespace mw::workbench
