// How far results are from those of the same program in another precision.
#include "core/bench/precision.h"

#include "core/conventions/conventions.h"
#include "core/inputs/elements.h"
#include "core/ir/index.h"
#include "core/ir/predicates.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

namespace mw::bench {

namespace {

/// Floating-point types of the containers, by name with the nodes around it.
using Types = std::map<std::string, ir::ScalarType>;

void collect(const ir::Sdfg& sdfg, const std::string& around, Types& types) {
    for (const auto& [name, data] : sdfg.arrays)
        if (ir::isFloatingPoint(data->dtype.scalar))
            types.emplace(around + name, data->dtype.scalar);
    ir::forEachBlock(sdfg.body, [&](const ir::Block& block) {
        const auto* state = block.as<ir::State>();
        if (!state)
            return;
        for (const auto& node : state->nodes)
            if (const auto* nested = node->as<ir::NestedSdfg>(); nested && nested->sdfg)
                collect(*nested->sdfg, around + nested->label + ".", types);
    });
}

/// Positions that a run left otherwise than they were.
std::vector<bool> changedBy(const inputs::HostArray& result, const inputs::HostArray* before) {
    const inputs::ElementReader numbers(result);
    std::vector<bool> changed(static_cast<std::size_t>(numbers.count()), true);
    if (!before || !inputs::sameKind(result, *before))
        return changed;
    for (std::int64_t i = 0; i < numbers.count(); ++i) {
        const double now = numbers.read(result.bytes.data(), i);
        const double then = numbers.read(before->bytes.data(), i);
        changed[static_cast<std::size_t>(i)] =
            !(now == then || (std::isnan(now) && std::isnan(then)));
    }
    return changed;
}

/// Sums that do not overflow before their terms do: running means.
class Mean {
public:
    void add(double value) { mean_ += (value - mean_) / static_cast<double>(++count_); }
    double value() const { return mean_; }

private:
    double mean_ = 0;
    std::int64_t count_ = 0;
};

/// Over the positions that count. `notFinite`: added to.
FieldError errorOf(const inputs::HostArray& got, const inputs::HostArray& reference,
                   const std::vector<bool>& counts, std::int64_t& notFinite) {
    const inputs::ElementReader numbers(reference);
    FieldError error;
    Mean squares;
    for (std::int64_t i = 0; i < numbers.count(); ++i) {
        if (!counts[static_cast<std::size_t>(i)])
            continue;
        const double a = numbers.read(got.bytes.data(), i);
        const double b = numbers.read(reference.bytes.data(), i);
        if (!std::isfinite(a) || !std::isfinite(b)) {
            notFinite += a == b || (std::isnan(a) && std::isnan(b)) ? 0 : 1;
            continue;
        }
        const double difference = std::abs(a - b);
        error.largest = std::max(error.largest, difference);
        squares.add(difference * difference);
    }
    error.rootMeanSquare = std::sqrt(squares.value());
    return error;
}

/// The standard deviation of the finite values that count.
double spreadOf(const inputs::HostArray& array, const std::vector<bool>& counts) {
    const inputs::ElementReader numbers(array);
    Mean mean, squares;
    for (const bool second : {false, true})
        for (std::int64_t i = 0; i < numbers.count(); ++i) {
            const double value = numbers.read(array.bytes.data(), i);
            if (!counts[static_cast<std::size_t>(i)] || !std::isfinite(value))
                continue;
            if (second)
                squares.add((value - mean.value()) * (value - mean.value()));
            else
                mean.add(value);
        }
    return std::sqrt(squares.value());
}

const inputs::HostArray* arrayNamed(const inputs::HostArrays& arrays, const std::string& name) {
    const auto found = arrays.find(name);
    return found == arrays.end() ? nullptr : &found->second;
}

} // namespace

std::optional<PrecisionChange> precisionChange(const ir::Sdfg& reference, const ir::Sdfg& got) {
    Types before, after;
    collect(reference, "", before);
    collect(got, "", after);
    std::set<ir::ScalarType> known;
    for (const auto& [name, type] : before)
        known.insert(type);
    PrecisionChange change;
    for (const auto& [name, type] : after) {
        const auto was = before.find(name);
        if (was == before.end() ? known.contains(type) : was->second == type)
            continue;
        change.containers.push_back(name);
        if (change.type == ir::ScalarType::none || ir::sizeOf(type) < ir::sizeOf(change.type))
            change.type = type;
    }
    return change.containers.empty() || before.empty() ? std::nullopt : std::optional(change);
}

PrecisionErrors
precisionErrors(PrecisionChange change, const inputs::HostArrays& got,
                const inputs::HostArrays& reference, const inputs::HostArrays& inputs,
                const std::function<Expected<inputs::HostArrays>(ir::ScalarType)>& withRounded) {
    PrecisionErrors errors{std::move(change), {}, {}};
    inputs::HostArrays rounded;
    if (errors.change.type != ir::ScalarType::float32) {
        errors.notRounded = "inputs have no more digits than that";
    } else if (auto run = withRounded(errors.change.type)) {
        rounded = std::move(*run);
    } else {
        errors.notRounded = run.error().sentence;
    }
    for (const auto& [name, array] : reference) {
        const auto* other = arrayNamed(got, name);
        if (!ir::isFloatingPoint(array.type) || !other || !inputs::sameKind(array, *other) ||
            conventions::isMeasurement(name))
            continue;
        auto counts = changedBy(array, arrayNamed(inputs, name));
        const auto also = changedBy(*other, arrayNamed(inputs, name));
        for (std::size_t i = 0; i < counts.size(); ++i)
            counts[i] = counts[i] || also[i];
        OutputError error;
        error.name = name;
        error.elements = std::ranges::count(counts, true);
        error.spread = spreadOf(array, counts);
        error.error = errorOf(*other, array, counts, error.notFinite);
        if (const auto* once = arrayNamed(rounded, name); once && inputs::sameKind(array, *once)) {
            std::int64_t ignored = 0;
            error.rounded = errorOf(*once, array, counts, ignored);
        }
        errors.outputs.push_back(std::move(error));
    }
    return errors;
}

std::string toText(const PrecisionChange& change) {
    constexpr std::size_t kMostNamed = 4;
    const auto named = std::min(change.containers.size(), kMostNamed);
    auto text = fmt::format(
        "kept in {}: {}", ir::name(change.type),
        fmt::join(change.containers.begin(),
                  change.containers.begin() + static_cast<std::ptrdiff_t>(named), ", "));
    if (named < change.containers.size())
        text += fmt::format(" and {} more", change.containers.size() - named);
    return text;
}

std::string toText(const OutputError& e) {
    auto text = fmt::format("{}: largest error {:.1e}, root mean square {:.1e}", e.name,
                            e.error.largest, e.error.rootMeanSquare);
    if (e.spread > 0)
        text += fmt::format("; of the field's spread {:.1e} and {:.1e}", e.error.largest / e.spread,
                            e.error.rootMeanSquare / e.spread);
    if (e.rounded)
        text += fmt::format("; inputs rounded once make {:.1e} and {:.1e}", e.rounded->largest,
                            e.rounded->rootMeanSquare);
    if (e.notFinite > 0)
        text +=
            fmt::format("; {} of {} values are finite on one side alone", e.notFinite, e.elements);
    return text;
}

std::string toText(const PrecisionErrors& errors) {
    std::string text = toText(errors.change);
    for (const OutputError& one : errors.outputs)
        text += "; " + toText(one);
    if (!errors.notRounded.empty())
        text += "; nothing to compare with rounded inputs: " + errors.notRounded;
    return text;
}

} // namespace mw::bench
