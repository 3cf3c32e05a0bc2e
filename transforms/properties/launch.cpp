// Block size, launch bounds and registers of a map's kernel: gpu-launch with what the map says and
// one value more.

#include "transforms/framework/transformation.h"
#include "transforms/properties/places.h"
#include "transforms/properties/property_list.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <optional>

namespace mw::transforms {

namespace {

std::optional<std::int64_t> numberIn(std::string_view text) {
    const auto first = text.find_first_not_of(' ');
    if (first == std::string_view::npos)
        return std::nullopt;
    text = text.substr(first, text.find_last_not_of(' ') - first + 1);
    std::int64_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    const bool whole = read.ec == std::errc{} && read.ptr == text.data() + text.size();
    return whole ? std::optional(value) : std::nullopt;
}

std::string blockText(const ir::Map& map) {
    return fmt::format("{}", fmt::join(map.gpuBlockSize, ", "));
}

/// A map that becomes a kernel of its own: not one within another.
ElementId kernelEntryOf(const ir::DocumentIndex& index, ElementId id) {
    const ElementId entry = mapEntryOf(index, id);
    if (!entry)
        return {};
    const auto schedule = nodeAs<ir::MapEntry>(index, entry)->map.schedule;
    if (schedule != ir::Schedule::Default && schedule != ir::Schedule::GPU_Device)
        return {};
    for (const ElementId step : index.path(entry)) {
        const auto* place = index.find(step);
        if (place->kind == ir::ElementKind::node &&
            ir::StateIndex(*place->block->as<ir::State>()).scope(place->node->id))
            return {};
    }
    return entry;
}

/// What gpu-launch is told so that the map goes on saying what it says.
Params asItIs(const ir::Map& map) {
    Params params;
    params["block-x"] = std::int64_t{0};
    // Bounds that are those of the block go on following it.
    const auto bounds = numberIn(map.gpuLaunchBounds).value_or(0);
    double threads = 1;
    for (const int extent : map.gpuBlockSize)
        threads *= extent;
    const bool follows = !map.gpuBlockSize.empty() && static_cast<double>(bounds) == threads;
    params["launch-bounds"] = follows ? 0 : bounds;
    params["max-registers"] = std::int64_t{map.gpuMaxRegisters};
    params["min-warps"] = std::int64_t{map.gpuMinWarps};
    return params;
}

Expected<PropertyChange> launched(const DocumentView& view, ElementId subject, Params params) {
    const auto* place = view.index().find(subject);
    return ByTransformation{findTransformation("gpu-launch"),
                            {place->block->id,
                             {{"map", subject}},
                             shortLabel(place->node->as<ir::MapEntry>()->map.label)},
                            std::move(params)};
}

const ir::Map& mapOf(const ir::DocumentIndex& index, ElementId subject) {
    return nodeAs<ir::MapEntry>(index, subject)->map;
}

// --- Block size -----------------------------------------------------------------------------

std::vector<PropertyField> blockFields(const ir::DocumentIndex& index, ElementId subject) {
    return {{"", blockText(mapOf(index, subject))}};
}

/// One to three numbers between commas, x first.
std::optional<std::vector<std::int64_t>> readBlock(std::string_view text) {
    std::vector<std::int64_t> block;
    for (std::size_t begin = 0; begin <= text.size();) {
        const auto end = std::min(text.find(',', begin), text.size());
        const auto number = numberIn(text.substr(begin, end - begin));
        if (!number || block.size() == 3)
            return std::nullopt;
        block.push_back(*number);
        begin = end + 1;
    }
    return block;
}

Expected<PropertyChange> changeBlock(const DocumentView& view, ElementId subject,
                                     const std::string& /*part*/, const std::string& value) {
    const ir::Map& map = mapOf(view.index(), subject);
    const auto block = readBlock(value);
    if (!block || std::ranges::any_of(*block, [](auto threads) { return threads < 1; }))
        return fail("no-block-size", fmt::format("The block size of {} needs one to three positive "
                                                 "numbers between commas, like 32, 8.",
                                                 quoted(map)));
    Params params = asItIs(map);
    for (std::size_t d = 0; d < block->size(); ++d)
        params[std::string("block-") + "xyz"[d]] = (*block)[d];
    return launched(view, subject, std::move(params));
}

// --- Numbers --------------------------------------------------------------------------------

template <auto TextOf>
std::vector<PropertyField> numberFields(const ir::DocumentIndex& index, ElementId subject) {
    return {{"", TextOf(mapOf(index, subject))}};
}

Expected<PropertyChange> changeNumber(const DocumentView& view, ElementId subject,
                                      const std::string& name, const std::string& value) {
    const auto number = numberIn(value);
    if (!number)
        return fail("no-number", fmt::format("{} of {} needs a number.", name,
                                             quoted(mapOf(view.index(), subject))));
    Params params = asItIs(mapOf(view.index(), subject));
    params[name] = *number;
    return launched(view, subject, std::move(params));
}

std::string boundsText(const ir::Map& map) {
    return map.gpuLaunchBounds;
}
std::string registersText(const ir::Map& map) {
    return std::to_string(map.gpuMaxRegisters);
}
std::string warpsText(const ir::Map& map) {
    return std::to_string(map.gpuMinWarps);
}

/// The property `name` is the parameter of that name.
template <auto TextOf>
Property numberProperty(const char* name, const char* help,
                        Expected<PropertyChange> (*change)(const DocumentView&, ElementId,
                                                           const std::string&,
                                                           const std::string&)) {
    return {.name = name,
            .help = help,
            .keepsResults = true,
            .subject = kernelEntryOf,
            .fields = numberFields<TextOf>,
            .change = change};
}

} // namespace

const Property& blockSizeProperty() {
    static const Property property{
        .name = "block-size",
        .help = "Threads of a block: one to three numbers, that of the map's last parameter first.",
        .keepsResults = true,
        .subject = kernelEntryOf,
        .fields = blockFields,
        .change = changeBlock};
    return property;
}

const Property& launchBoundsProperty() {
    static const Property property = numberProperty<boundsText>(
        "launch-bounds",
        "Most threads of a block that the compiler counts on; 0: those of the block, -1: none.",
        [](const DocumentView& view, ElementId subject, const std::string&,
           const std::string& value) {
            return changeNumber(view, subject, "launch-bounds", value);
        });
    return property;
}

const Property& maxRegistersProperty() {
    static const Property property = numberProperty<registersText>(
        "max-registers", "Most registers of a thread; 0: as many as the compiler likes.",
        [](const DocumentView& view, ElementId subject, const std::string&,
           const std::string& value) {
            return changeNumber(view, subject, "max-registers", value);
        });
    return property;
}

const Property& minWarpsProperty() {
    static const Property property = numberProperty<warpsText>(
        "min-warps",
        "Second argument of the launch bounds: how much is to fit on a multiprocessor; 0: none.",
        [](const DocumentView& view, ElementId subject, const std::string&,
           const std::string& value) { return changeNumber(view, subject, "min-warps", value); });
    return property;
}

} // namespace mw::transforms
