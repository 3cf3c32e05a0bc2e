// The table of names: everything that reads a meaning out of a name asks here.
#include "core/conventions/conventions.h"

#include "core/conventions/metrics.h"

#include <algorithm>
#include <array>
#include <utility>

namespace mw::conventions {

namespace {

constexpr std::array<std::pair<std::string_view, DimensionKind>, 3> kKinds = {
    {{"_gtx_horizontal", DimensionKind::horizontal},
     {"_gtx_vertical", DimensionKind::vertical},
     {"_gtx_local", DimensionKind::local}}};

/// The text between a prefix and a suffix; nullopt when it does not have both, or nothing between.
std::optional<std::string_view> between(std::string_view text, std::string_view prefix,
                                        std::string_view suffix) {
    if (text.size() <= prefix.size() + suffix.size() || !text.starts_with(prefix) ||
        !text.ends_with(suffix))
        return std::nullopt;
    return text.substr(prefix.size(), text.size() - prefix.size() - suffix.size());
}

/// Where the index's own name begins: behind an "i_" that begins a word.
std::optional<std::size_t> dimensionStart(std::string_view parameter) {
    for (auto at = parameter.find("i_"); at != std::string_view::npos;
         at = parameter.find("i_", at + 1))
        if (at == 0 || parameter[at - 1] == '_')
            return at + 2;
    return std::nullopt;
}

std::string_view withoutUnderscores(std::string_view text);

/// A name that only ends in its kind: `EDim_horizontal`.
std::optional<ParameterName> namedByItsEnd(std::string_view parameter) {
    constexpr std::array<std::pair<std::string_view, DimensionKind>, 4> kEnds = {
        {{"_horizontal", DimensionKind::horizontal},
         {"_vertical", DimensionKind::vertical},
         {"_localdim", DimensionKind::local},
         {"_local", DimensionKind::local}}};
    for (const auto& [end, kind] : kEnds) {
        if (!parameter.ends_with(end))
            continue;
        auto dimension = parameter.substr(0, parameter.size() - end.size());
        if (dimension.ends_with("_gtx"))
            dimension.remove_suffix(4);
        dimension = withoutUnderscores(dimension);
        if (!dimension.empty())
            return ParameterName{std::string(dimension), kind};
    }
    return std::nullopt;
}

std::string_view withoutUnderscores(std::string_view text) {
    const auto begin = text.find_first_not_of('_');
    if (begin == std::string_view::npos)
        return {};
    return text.substr(begin, text.find_last_not_of('_') + 1 - begin);
}

std::optional<TableSymbol> tableSymbolOf(std::string_view rest) {
    for (const std::string_view suffix :
         {"_size_0", "_source_size", "_neighbor_stride", "_stride_1"})
        if (const auto table = between(rest, "", suffix))
            return TableSymbol{std::string(*table), false};
    for (const std::string_view suffix : {"_source_stride", "_stride_0"})
        if (const auto table = between(rest, "", suffix))
            return TableSymbol{std::string(*table), true};
    return std::nullopt;
}

} // namespace

std::optional<ParameterName> parameterName(std::string_view parameter) {
    const auto start = dimensionStart(parameter);
    if (!start)
        return namedByItsEnd(parameter);
    const bool derived =
        parameter.substr(0, *start - 2).find_first_not_of('_') != std::string_view::npos;
    const bool blocks = parameter.starts_with(kBlocksOf);
    const auto rest = parameter.substr(*start);
    for (const auto& [marker, kind] : kKinds)
        if (const auto at = rest.find(marker); at != std::string_view::npos && at > 0)
            return ParameterName{std::string(withoutUnderscores(rest.substr(0, at))), kind, derived,
                                 blocks};
    const auto dimension = withoutUnderscores(rest);
    if (derived || dimension.empty())
        return std::nullopt;
    return ParameterName{std::string(dimension), std::nullopt, false};
}

bool endsInDimensionKind(std::string_view parameter) {
    constexpr std::array<std::string_view, 3> kEnds = {"_gtx_horizontal", "_gtx_vertical",
                                                       "_gtx_localdim"};
    return std::ranges::any_of(kEnds, [&](std::string_view end) {
        return parameter.ends_with(end) && parameter.size() > end.size();
    });
}

std::optional<std::string> tableOfArray(std::string_view array) {
    for (const std::string_view prefix : {"gt_conn_", "connectivity_"})
        if (const auto table = between(array, prefix, ""))
            return std::string(*table);
    return std::nullopt;
}

std::optional<TableDimensions> tableDimensions(std::string_view table) {
    const auto dimension = [](char letter) -> std::string_view {
        return letter == 'C' ? "Cell" : letter == 'E' ? "Edge" : letter == 'V' ? "Vertex" : "";
    };
    if (table.ends_with('O'))
        table.remove_suffix(1);
    if (table.size() < 2)
        return std::nullopt;
    const TableDimensions result{dimension(table.front()), dimension(table.back())};
    return result.source.empty() || result.target.empty() ? std::nullopt : std::optional(result);
}

bool holdsTable(std::string_view array) {
    return tableOfArray(array) || array.find("gt_conn_") != std::string_view::npos;
}

std::optional<TableSymbol> tableSymbol(std::string_view name) {
    for (const std::string_view prefix : {"__gt_conn_", "__connectivity_"})
        if (const auto rest = between(name, prefix, ""))
            return tableSymbolOf(*rest);
    return std::nullopt;
}

std::optional<FieldBound> fieldBound(std::string_view name) {
    for (const std::string_view suffix : {"_range_0", "_range_1"}) {
        const auto field = between(name, "__", suffix);
        if (!field)
            continue;
        const auto underscore = field->rfind('_');
        if (underscore == std::string_view::npos || underscore == 0)
            return std::nullopt;
        return FieldBound{std::string(field->substr(underscore + 1)), suffix == "_range_1"};
    }
    return std::nullopt;
}

bool isFieldOrigin(std::string_view name) {
    return name.ends_with("_range_0");
}

std::optional<std::string_view> fieldStride(std::string_view name, std::string_view field) {
    if (!name.starts_with("__") || !name.substr(2).starts_with(field))
        return std::nullopt;
    const auto rest = name.substr(2 + field.size());
    if (const auto dimension = between(rest, "_", "_stride"))
        return dimension;
    return between(rest, "_stride_", "");
}

std::optional<std::string> symbolForField(std::string_view name, std::string_view field,
                                          std::string_view other) {
    if (!name.starts_with("__") || !name.substr(2).starts_with(field))
        return std::nullopt;
    const auto rest = name.substr(2 + field.size());
    for (const std::string_view suffix : {"_range_0", "_range_1", "_stride"})
        if (const auto dimension = between(rest, "_", suffix);
            dimension && dimension->find('_') == std::string_view::npos)
            return "__" + std::string(other) + std::string(rest);
    if (!between(rest, "_stride_", ""))
        return std::nullopt;
    return "__" + std::string(other) + std::string(rest);
}

bool isVerticalDimension(std::string_view dimension) {
    return dimension.starts_with('K');
}

std::string_view withoutGeneratedPrefix(std::string_view name) {
    for (const std::string_view prefix : {"__tlet_", "__gtx_", "__"})
        if (name.starts_with(prefix) && name.size() > prefix.size() && name[prefix.size()] != '_')
            return name.substr(prefix.size());
    return name;
}

bool isMeasurement(std::string_view array) {
    return array == kComputeTime;
}

bool wantsComputeTime(const symbolic::Bindings& symbols) {
    const auto level = symbols.find(kMetricsLevel);
    return level != symbols.end() && level->second.asReal() >= kPerformanceLevel;
}

} // namespace mw::conventions
