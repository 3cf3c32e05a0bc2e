#pragma once

#include <cstddef>
#include <cstdlib>
#include <string>

namespace mw::test {

/// Of what a test tries one thing after the other: which of them this process takes.
struct Part {
    std::size_t number = 1, of = 1;
    bool has(std::size_t turn) const { return turn % of == number - 1; }
};

/// By $MAPWRIGHT_PART ("2/5", mw_test's PARTS); everything without it.
inline Part partOfTest() {
    const char* set = std::getenv("MAPWRIGHT_PART");
    if (!set)
        return {};
    std::size_t end = 0;
    const std::string text = set;
    const auto number = static_cast<std::size_t>(std::stoi(text, &end));
    return {number, static_cast<std::size_t>(std::stoi(text.substr(end + 1)))};
}

} // namespace mw::test
