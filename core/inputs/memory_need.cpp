// How much memory a run needs, asked before anything is allocated.
#include "core/inputs/memory_need.h"

#include "core/support/memory.h"

#include <fmt/format.h>

#include <set>

namespace mw::inputs {

namespace {

using Bytes = std::optional<std::uint64_t>;

Bytes bytesOf(const ArrayInput& array) {
    return checkedProduct(array.shape, ir::sizeOf(array.type));
}

} // namespace

std::optional<std::uint64_t> argumentBytes(const Scenario& scenario) {
    Bytes sum = 0;
    for (const auto& [name, array] : scenario.arrays)
        sum = checkedSum(sum, bytesOf(array));
    return sum;
}

Expected<void> checkMemory(const std::vector<const Scenario*>& scenarios, bool programsHere) {
    Bytes inputs = 0;
    Bytes programs = 0;
    std::set<std::string_view> made;
    for (const Scenario* scenario : scenarios)
        for (const auto& [name, array] : scenario->arrays) {
            programs = checkedSum(programs, bytesOf(array));
            if (made.insert(name).second)
                inputs = checkedSum(inputs, bytesOf(array));
        }
    return requireMemory(programsHere ? checkedSum(inputs, programs) : inputs,
                         programsHere ? "the inputs, and the program's arrays made of them,"
                                      : "the inputs");
}

} // namespace mw::inputs
