#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace mw {

/// A line of two texts side by side. Lines are counted from 0.
struct DiffLine {
    enum class Kind : std::uint8_t { same, added, removed, changed };
    static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

    Kind kind = Kind::same;
    std::size_t first = kNone, second = kNone; ///< kNone: the text has no such line here
    /// Of changed lines: what differs, as [begin, end) in bytes; whole words.
    std::pair<std::size_t, std::size_t> firstPart{0, 0}, secondPart{0, 0};
};

/// The texts line by line, with as few lines added and removed as possible (Myers 1986). What was
/// removed where something was added stands side by side: as changed where the lines resemble each
/// other, else below each other.
std::vector<DiffLine> diffLines(std::string_view first, std::string_view second);

/// The lines of a text, without their ends; a last line end begins no further line.
std::vector<std::string_view> linesOf(std::string_view text);

} // namespace mw
