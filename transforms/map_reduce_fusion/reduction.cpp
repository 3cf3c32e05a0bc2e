// What a Reduce node says: how it combines, from where on, along which dimensions.

#include "core/analysis/reduce_axes.h"
#include "transforms/map_reduce_fusion/plan.h"
#include "transforms/toolkit/reduce_node.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <string_view>

namespace mw::transforms {

namespace {

using symbolic::Expr;
using symbolic::Range;
using symbolic::Subset;

/// Without the quotes of a JSON string that escapes nothing; else empty.
std::string_view unquoted(std::string_view text) {
    if (text.size() < 2 || text.front() != '"' || text.back() != '"' ||
        text.find('\\') != std::string_view::npos)
        return {};
    return text.substr(1, text.size() - 2);
}

bool isNumber(std::string_view text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size() &&
           text.find_first_not_of("-+.0123456789eE") == std::string_view::npos;
}

/// As Python writes it; empty: no number.
std::string identityOf(const ir::LibraryNode& library) {
    std::string_view text = propertyOf(library, "identity");
    if (text.starts_with('"'))
        text = unquoted(text);
    if (text == "true" || text == "True")
        return "True";
    if (text == "false" || text == "False")
        return "False";
    return isNumber(text) ? std::string(text) : std::string();
}

bool isOne(const Range& range) {
    return symbolic::simplify(range.size()).isInteger(1);
}

} // namespace

std::variant<Reduction, Refusal> reductionOf(const ir::Node& node, std::size_t rank) {
    const auto& library = *node.as<ir::LibraryNode>();
    const std::string_view conflict = unquoted(propertyOf(library, "wcr"));
    auto reduced = analysis::reducedDimensions(library, rank);
    if (conflict.empty() || !reduced)
        return refuse(3, "unknown-reduction",
                      fmt::format("It is not known what {} computes, or along which dimensions.",
                                  quoted(node)),
                      {node.id});
    std::string identity = identityOf(library);
    if (identity.empty())
        return refuse(
            3, "no-identity",
            fmt::format("{} starts from no number, but from what its result holds.", quoted(node)),
            {node.id});
    return Reduction{std::string(conflict), std::move(identity), std::move(*reduced)};
}

std::optional<Subset> elementOf(const Subset& result, const std::vector<KeptDimension>& kept) {
    const bool aligned = result.rank() == kept.size();
    Subset element;
    std::size_t next = 0;
    for (const Range& range : result.dims) {
        if (!aligned && isOne(range)) {
            element.dims.push_back(Range::point(range.begin));
            continue;
        }
        if (next == kept.size() || !symbolic::equal(range.size(), kept[next].size) ||
            (!aligned && symbolic::simplify(kept[next].size).isInteger(1)))
            return std::nullopt;
        const Expr at = symbolic::simplify(range.begin + kept[next++].distance * range.step);
        element.dims.push_back(Range::point(at));
    }
    return next == kept.size() ? std::optional(std::move(element)) : std::nullopt;
}

} // namespace mw::transforms
