// Lambdas of write-conflict resolutions, taken apart.
#include "core/tasklet/tasklet.h"

#include <algorithm>

namespace mw::tasklet {

std::optional<LambdaParts> lambdaParts(std::string_view text) {
    constexpr std::string_view kLambda = "lambda ";
    const auto start = text.find(kLambda);
    if (start == std::string_view::npos)
        return std::nullopt;
    const auto comma = text.find(',', start), colon = text.find(':', start);
    if (comma == std::string_view::npos || colon == std::string_view::npos || comma > colon)
        return std::nullopt;
    const auto trimmed = [](std::string_view part) {
        const auto first = part.find_first_not_of(' ');
        const auto last = part.find_last_not_of(' ');
        return first == std::string_view::npos ? std::string_view()
                                               : part.substr(first, last - first + 1);
    };
    // Parentheses around the lambda close behind its body.
    std::string_view body = trimmed(text.substr(colon + 1));
    auto open = std::ranges::count(body, '('), close = std::ranges::count(body, ')');
    for (; close > open && body.ends_with(')'); --close)
        body = trimmed(body.substr(0, body.size() - 1));
    const auto old = start + kLambda.size();
    return LambdaParts{std::string(trimmed(text.substr(old, comma - old))),
                       std::string(trimmed(text.substr(comma + 1, colon - comma - 1))),
                       std::string(body)};
}

} // namespace mw::tasklet
