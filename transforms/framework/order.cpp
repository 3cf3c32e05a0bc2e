// Reads the order in which transformations are applied from lines of text.

#include "transforms/framework/order.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <sstream>
#include <string>

namespace mw::transforms {

namespace {

Expected<ParamValue> valueOf(const ParamSpec& spec, const std::string& text) {
    if (std::holds_alternative<std::string>(spec.defaultValue))
        return ParamValue(text);
    if (std::holds_alternative<bool>(spec.defaultValue) && (text == "true" || text == "false"))
        return ParamValue(text == "true");
    std::int64_t number = 0;
    const char* end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data(), end, number);
    if (std::holds_alternative<std::int64_t>(spec.defaultValue) && error == std::errc() &&
        rest == end)
        return ParamValue(number);
    return fail("bad-order", fmt::format("--{} cannot be '{}'", spec.name, text));
}

/// `--NAME` or `--NAME=VALUE`.
Expected<void> addParam(Pass& pass, const std::string& word) {
    const auto equals = std::min(word.find('='), word.size());
    const auto& specs = pass.transformation->params;
    const auto spec = word.starts_with("--")
                          ? std::ranges::find(specs, word.substr(2, equals - 2), &ParamSpec::name)
                          : specs.end();
    if (spec == specs.end())
        return fail("bad-order", fmt::format("{} has no parameter '{}'", pass.transformation->name,
                                             word.substr(0, equals)));
    const bool alone = equals == word.size();
    MW_TRY(auto value, valueOf(*spec, alone ? "true" : word.substr(equals + 1)));
    pass.params.insert_or_assign(spec->name, std::move(value));
    return {};
}

} // namespace

Expected<Pass> parsePass(const std::string& line) {
    std::istringstream words(line.substr(0, line.find('#')));
    Pass pass;
    std::string word;
    if (!(words >> word))
        return pass;
    pass.transformation = findTransformation(word);
    if (!pass.transformation)
        return fail("bad-order", fmt::format("there is no transformation '{}'", word));
    while (words >> word)
        MW_CHECK(addParam(pass, word));
    if (const auto complete = completeParams(*pass.transformation, pass.params); !complete)
        return fail(complete.error());
    return pass;
}

Expected<std::vector<Pass>> parseOrder(std::string_view text) {
    std::vector<Pass> passes;
    std::istringstream lines{std::string(text)};
    std::string line;
    for (int number = 1; std::getline(lines, line); ++number) {
        auto pass = parsePass(line);
        if (!pass)
            return fail("bad-order", fmt::format("line {}: {}", number, pass.error().sentence));
        if (pass->transformation)
            passes.push_back(std::move(*pass));
    }
    return passes;
}

} // namespace mw::transforms
