// Sizes that cannot be mistaken for each other, nor divide each other.
#include "core/inputs/distinct_sizes.h"

#include "core/analysis/flatten_structures.h"
#include "core/ir/index.h"

#include <algorithm>
#include <set>

namespace mw::inputs {

namespace {

bool isPrime(std::int64_t n) {
    for (std::int64_t d = 2; d * d <= n; ++d)
        if (n % d == 0)
            return false;
    return n > 1;
}

/// Primes from `least` on that divide none of the numbers.
std::vector<std::int64_t> primes(std::size_t count, std::int64_t least,
                                 const std::set<std::int64_t>& numbers) {
    std::vector<std::int64_t> found;
    for (std::int64_t n = least; found.size() < count; ++n)
        if (isPrime(n) && std::ranges::none_of(numbers, [&](auto k) { return k % n == 0; }))
            found.push_back(n);
    return found;
}

/// Whole numbers above 1 in the shapes of a program, nested SDFGs included.
void collectNumbers(const ir::Sdfg& sdfg, std::set<std::int64_t>& numbers) {
    for (const auto& [name, data] : sdfg.arrays)
        for (const auto& extent : data->shape)
            if (extent.isInteger() && extent.value() > 1)
                numbers.insert(extent.value());
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        if (const auto* state = block.as<ir::State>())
            for (const auto& node : state->nodes)
                if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
                    collectNumbers(*nested->sdfg, numbers);
    });
}

symbolic::Bindings bound(const std::vector<std::string>& symbols,
                         const std::vector<std::int64_t>& sizes) {
    symbolic::Bindings values;
    for (std::size_t i = 0; i < symbols.size(); ++i)
        values[symbols[i]] = symbolic::Value::integer(sizes.at(i));
    return values;
}

} // namespace

std::vector<symbolic::Bindings> distinctSizes(const ir::Sdfg& original,
                                              const std::vector<std::string>& symbols) {
    const analysis::FlatProgram flat(original);
    const ir::Sdfg& program = *flat;
    const std::size_t count = symbols.size();
    std::set<std::int64_t> numbers;
    collectNumbers(program, numbers);
    const auto small = primes(count, 5, numbers);
    auto large = primes(count, small.empty() ? 5 : small.back() + 1, numbers);
    std::ranges::reverse(large);
    auto oneOfThem = small;
    if (count > 0)
        oneOfThem.front() = 1;
    return {bound(symbols, small), bound(symbols, large), bound(symbols, oneOfThem),
            bound(symbols, std::vector<std::int64_t>(count, 1))};
}

} // namespace mw::inputs
