// Whether inputs fit a program: every access must stay inside its array.
#include "core/inputs/check_inputs.h"

#include "core/analysis/flatten_structures.h"
#include "core/analysis/footprint.h"
#include "core/conventions/conventions.h"
#include "core/inputs/check_assumptions.h"
#include "core/inputs/index_formula.h"
#include "core/inputs/index_range.h"
#include "core/inputs/index_scan.h"
#include "core/inputs/known_values.h"
#include "core/ir/index.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

namespace mw::inputs {

namespace {

class TableCheck {
public:
    explicit TableCheck(const Scenario& scenario) : scenario_(scenario) {}

    /// Only of tables that are made: a file can be of any grid.
    Expected<void> run(const std::string& name, const std::vector<std::int64_t>& shape) const {
        const auto table = conventions::tableOfArray(name);
        const auto dimensions = table ? conventions::tableDimensions(*table) : std::nullopt;
        if (!dimensions || shape.empty())
            return {};
        const auto input = scenario_.arrays.find(name);
        const auto source = extent(scenario_.grid, dimensions->source);
        if (input == scenario_.arrays.end() || !source || shape[0] == *source ||
            !std::holds_alternative<TableFill>(input->second.fill))
            return {};
        return fail("table-size",
                    fmt::format("the graph is made for another grid: dimension 0 of its table "
                                "'{}' is {}, and {} has {} elements of {}",
                                name, shape[0], toString(scenario_.grid), *source,
                                dimensions->source));
    }

private:
    const Scenario& scenario_;
};

/// Sizes of a container as the run has them; empty: not known before it runs.
std::vector<std::int64_t> sizesOf(const std::string& name, const ir::DataDescriptor& data,
                                  const Scenario& scenario) {
    if (const auto given = scenario.arrays.find(name); given != scenario.arrays.end())
        return given->second.shape;
    std::vector<std::int64_t> sizes;
    for (const auto& size : data.shape) {
        const auto value = symbolic::evaluateInteger(size, scenario.symbols);
        if (!value)
            return {};
        sizes.push_back(*value);
    }
    return sizes;
}

std::int64_t offsetOf(const ir::DataDescriptor& data, std::size_t dim, const Scenario& scenario) {
    if (dim >= data.offset.size())
        return 0;
    return symbolic::evaluateInteger(data.offset[dim], scenario.symbols).value_or(0);
}

Expected<void> checkExtent(const std::string& name, const ir::DataDescriptor& data,
                           const analysis::TouchedExtent& touched, const Scenario& scenario) {
    const auto sizes = sizesOf(name, data, scenario);
    for (std::size_t d = 0; d < sizes.size() && d < touched.low.size(); ++d) {
        const std::int64_t offset = offsetOf(data, d, scenario);
        const std::int64_t low = touched.low[d] + offset;
        const std::int64_t high = touched.high[d] + offset;
        const auto at = [&](const std::vector<EdgeId>& memlets) {
            return d < memlets.size() ? std::vector<ElementId>{memlets[d]}
                                      : std::vector<ElementId>{};
        };
        if (low < 0)
            return fail("too-small",
                        fmt::format("the program touches index {} in dimension {} of '{}', before "
                                    "its beginning",
                                    low, d, name),
                        Location{{}, {}, at(touched.lowMemlet)});
        if (high >= sizes[d])
            return fail("too-small",
                        fmt::format("dimension {} of '{}' has size {}; the program needs {}", d,
                                    name, sizes[d], high + 1),
                        Location{{}, {}, at(touched.highMemlet)});
    }
    return {};
}

// ---- indices

using Box = std::vector<std::optional<IntegerRange>>;

/// Smallest and largest element of a run of one type; several at a time, which the processor can do
/// side by side: tables can have tens of millions.
template <class T>
IntegerRange rangeOf(const std::byte* bytes, std::int64_t count) {
    constexpr std::size_t kLanes = 16;
    std::array<T, kLanes> low;
    std::array<T, kLanes> high;
    low.fill(std::numeric_limits<T>::max());
    high.fill(std::numeric_limits<T>::lowest());
    std::array<T, kLanes> some;
    for (std::int64_t i = 0; i < count; i += static_cast<std::int64_t>(kLanes)) {
        const auto left = static_cast<std::size_t>(count - i);
        const std::size_t n = std::min(left, kLanes);
        std::memcpy(some.data(), bytes + static_cast<std::size_t>(i) * sizeof(T), n * sizeof(T));
        if (n < kLanes) // an element twice changes nothing
            std::fill(some.begin() + static_cast<std::ptrdiff_t>(n), some.end(), some[0]);
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            low[lane] = std::min(low[lane], some[lane]);
            high[lane] = std::max(high[lane], some[lane]);
        }
    }
    return {*std::ranges::min_element(low), *std::ranges::max_element(high)};
}

IntegerRange rangeOfRun(const HostArray& array, std::int64_t from, std::int64_t count) {
    const auto* bytes =
        array.bytes.data() + static_cast<std::size_t>(from * ir::sizeOf(array.type));
    switch (array.type) {
    case ir::ScalarType::boolean:
    case ir::ScalarType::uint8:
        return rangeOf<std::uint8_t>(bytes, count);
    case ir::ScalarType::int8:
        return rangeOf<std::int8_t>(bytes, count);
    case ir::ScalarType::int16:
        return rangeOf<std::int16_t>(bytes, count);
    case ir::ScalarType::uint16:
        return rangeOf<std::uint16_t>(bytes, count);
    case ir::ScalarType::int32:
        return rangeOf<std::int32_t>(bytes, count);
    case ir::ScalarType::uint32:
        return rangeOf<std::uint32_t>(bytes, count);
    default:
        return rangeOf<std::int64_t>(bytes, count);
    }
}

/// Ranges of the elements of integer arrays, each box looked at once.
class ArrayRanges {
public:
    explicit ArrayRanges(const HostArrays& arrays) : arrays_(arrays) {}

    std::optional<IntegerRange> of(const std::string& argument, const Box& at) {
        const auto found = arrays_.find(argument);
        if (found == arrays_.end() || found->second.shape.size() != at.size())
            return std::nullopt;
        const HostArray& array = found->second;
        std::vector<IntegerRange> box;
        for (std::size_t d = 0; d < at.size(); ++d) {
            const std::int64_t last = array.shape[d] - 1;
            box.push_back(at[d] ? IntegerRange{std::clamp<std::int64_t>(at[d]->low, 0, last),
                                               std::clamp<std::int64_t>(at[d]->high, 0, last)}
                                : IntegerRange{0, last});
            if (last < 0)
                return std::nullopt;
        }
        if (array.type == ir::ScalarType::boolean) // not worth a look
            return IntegerRange{0, 1};
        if (!integerAt(array, array.elements() - 1))
            return std::nullopt;
        std::vector<std::int64_t> key;
        for (const IntegerRange& range : box)
            key.insert(key.end(), {range.low, range.high});
        const auto [known, fresh] = known_[argument].try_emplace(std::move(key));
        if (fresh)
            known->second = overBox(array, box);
        return known->second;
    }

private:
    /// Runs along the first dimension, which is the fastest.
    static IntegerRange overBox(const HostArray& array, const std::vector<IntegerRange>& box) {
        IntegerRange all{INT64_MAX, INT64_MIN};
        std::vector<std::int64_t> at;
        for (const IntegerRange& range : box)
            at.push_back(range.low);
        const std::int64_t run = box.empty() ? 1 : box[0].high - box[0].low + 1;
        while (true) {
            std::int64_t position = 0;
            std::int64_t step = 1;
            for (std::size_t d = 0; d < at.size(); ++d) {
                position += at[d] * step;
                step *= array.shape[d];
            }
            const IntegerRange one = rangeOfRun(array, position, run);
            all = {std::min(all.low, one.low), std::max(all.high, one.high)};
            std::size_t d = 1;
            while (d < at.size() && ++at[d] > box[d].high)
                at[d] = box[d].low, ++d;
            if (d >= at.size())
                return all;
        }
    }

    const HostArrays& arrays_;
    std::map<std::string, std::map<std::vector<std::int64_t>, IntegerRange>, std::less<>> known_;
};

std::string whatHappens(const analysis::IndexUse& use) {
    return fmt::format("{} {} '{}' at index", use.place, use.write ? "writes" : "reads",
                       use.container);
}

/// What can be done about an index of -1, the mark of a missing neighbour.
std::vector<std::string> missingNotes() {
    return {"a grid with ',skip-values=replaced' has tables without -1, as icon4py gives them to "
            "programs that read them everywhere"};
}

Diagnostic outside(const analysis::IndexUse& use, const IndexWitness& witness, std::int64_t size) {
    std::string sentence = fmt::format("{} {} in dimension {}, whose indices are 0 to {}",
                                       whatHappens(use), witness.index, use.dimension, size - 1);
    if (!witness.element.empty()) {
        sentence += fmt::format("; {} is {}", witness.element, witness.value);
        if (witness.value == -1)
            sentence += ", a missing neighbour, and no condition around the access excludes it";
    } else {
        std::string where;
        for (const auto& [name, value] : witness.iteration)
            where += fmt::format("{}{} = {}", where.empty() ? "; where " : ", ", name, value);
        sentence += where;
    }
    return {Severity::error,
            "index-range",
            sentence,
            {{}, {}, use.elements},
            witness.value == -1 ? missingNotes() : std::vector<std::string>{}};
}

/// Holds every index that the graph computes against its container.
class IndexCheck {
public:
    IndexCheck(const ir::Sdfg& program, const Scenario& scenario, const HostArrays& arrays)
        : scenario_(scenario), arrays_(arrays), uses_(analysis::indexUses(program, true)),
          elements_(arrays), overAll_(uses_, scenario.symbols, allValues_),
          overTouched_(uses_, scenario.symbols, touchedValues_) {
        allValues_.range = [this](const std::string& argument, const Box& at) {
            return elements_.of(argument, Box(at.size()));
        };
        touchedValues_.range = [this](const std::string& argument, const Box& at) {
            return elements_.of(argument, at);
        };
    }

    Expected<std::vector<Diagnostic>> run() {
        for (const analysis::IndexUse& use : uses_.uses)
            MW_CHECK(check(use));
        return std::move(unchecked_);
    }

private:
    Expected<void> check(const analysis::IndexUse& use) {
        // Mostly all elements of a table fit, and each is looked at once for that.
        if (isInside(overAll_.reach(use)))
            return {};
        const auto reach = overTouched_.reach(use);
        if (isInside(reach))
            return {};
        const bool known = reach.low && reach.high && reach.size;
        const ScanResult scan = scanIndex(uses_, use, scenario_.symbols, arrays_);
        // Whether a branch is taken can depend on what is computed: then it is not for us to say.
        if (use.kind == analysis::IndexUse::Kind::conditional &&
            (scan.verdict != ScanVerdict::outside || scan.assumed))
            return {};
        if (scan.verdict == ScanVerdict::inside)
            return {};
        if (scan.verdict == ScanVerdict::outside)
            return fail(outside(use, scan.witness, reach.size.value_or(0)));
        if (known)
            return fail(Diagnostic{
                Severity::error,
                "index-range",
                fmt::format("{} {} in dimension {}, which can be {} to {}; its indices are 0 to {}",
                            whatHappens(use), analysis::readableIndex(use.low), use.dimension,
                            *reach.low, *reach.high, *reach.size - 1),
                {{}, {}, use.elements},
                *reach.low == -1 ? missingNotes() : std::vector<std::string>{}});
        unchecked(use);
        return {};
    }

    static bool isInside(const IndexRanges::Reach& reach) {
        return !reach.happens || (reach.low && reach.high && reach.size && *reach.low >= 0 &&
                                  *reach.high < *reach.size);
    }

    void unchecked(const analysis::IndexUse& use) {
        const bool said = std::ranges::any_of(unchecked_, [&](const Diagnostic& other) {
            return other.location.elements == use.elements;
        });
        if (!said)
            unchecked_.push_back(
                {Severity::warning,
                 "unchecked-index",
                 fmt::format("{} that the program computes itself: only the interpreter can tell "
                             "whether it stays inside",
                             use.place + (use.write ? " writes '" : " reads '") + use.container +
                                 "' at an index"),
                 {{}, {}, use.elements},
                 {}});
    }

    const Scenario& scenario_;
    const HostArrays& arrays_;
    analysis::IndexUses uses_;
    ArrayRanges elements_;
    ArgumentValues allValues_, touchedValues_;
    IndexRanges overAll_, overTouched_;
    std::vector<Diagnostic> unchecked_;
};

} // namespace

Expected<void> checkSizes(const ir::Sdfg& original, const Scenario& scenario) {
    const analysis::FlatProgram flat(original);
    const ir::Sdfg& program = *flat;
    MW_CHECK(checkAssumptions(program, scenario));
    const TableCheck tables(scenario);
    for (const auto& [name, data] : program.arrays) {
        const auto array = scenario.arrays.find(name);
        if (array != scenario.arrays.end() && !data->transient && data->dtype.isInteger())
            MW_CHECK(tables.run(name, array->second.shape));
    }
    const auto extents = analysis::requiredExtents(analysis::footprint(program), scenario.symbols);
    for (const auto& [name, touched] : extents)
        if (const auto* data = program.data(name); data && !data->transient)
            MW_CHECK(checkExtent(name, *data, touched, scenario));
    return {};
}

bool leavesSizes(const ir::Sdfg& original, const Scenario& scenario) {
    const analysis::FlatProgram flat(original);
    const ir::Sdfg& program = *flat;
    const auto uses = analysis::indexUses(program, true);
    ArgumentValues neighbours;
    neighbours.range = [&](const std::string& argument, const Box&) -> std::optional<IntegerRange> {
        const auto input = scenario.arrays.find(argument);
        if (input == scenario.arrays.end())
            return std::nullopt;
        const auto* fill = std::get_if<TableFill>(&input->second.fill);
        const auto dimensions = fill ? conventions::tableDimensions(fill->table) : std::nullopt;
        const auto target = dimensions ? extent(scenario.grid, dimensions->target) : std::nullopt;
        return target ? std::optional(IntegerRange{0, *target - 1}) : std::nullopt;
    };
    IndexRanges ranges(uses, scenario.symbols, neighbours);
    return std::ranges::any_of(uses.uses, [&](const analysis::IndexUse& use) {
        const auto reach = ranges.reach(use);
        return reach.happens && reach.high && reach.size && *reach.high >= *reach.size;
    });
}

Expected<std::vector<Diagnostic>> checkInputs(const ir::Sdfg& original, const Scenario& scenario,
                                              const HostArrays& arrays) {
    const analysis::FlatProgram flat(original);
    const ir::Sdfg& program = *flat;
    MW_CHECK(checkSizes(program, scenario));
    return IndexCheck(program, scenario, arrays).run();
}

} // namespace mw::inputs
