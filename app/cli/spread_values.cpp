// Several values behind one --set.

#include "app/cli/spread_values.h"

#include <cctype>
#include <filesystem>
#include <string_view>

namespace mw::cli {

namespace {

constexpr std::string_view kOption = "--set";

/// A symbol, or a member of a structure, and what it is set to.
bool isSetting(std::string_view text) {
    const auto name = text.substr(0, text.find('='));
    if (name.size() == text.size() || name.empty() ||
        std::isdigit(static_cast<unsigned char>(name.front())))
        return false;
    for (const char c : name)
        if (!std::isalnum(static_cast<unsigned char>(c)) && c != '_' && c != '.')
            return false;
    std::error_code ignored;
    return !std::filesystem::exists(std::filesystem::path(text), ignored);
}

} // namespace

std::vector<std::string> withSpreadValues(std::vector<std::string> arguments) {
    std::vector<std::string> spread;
    bool wants = false;   // the next one is the value of --set
    bool follows = false; // it may be a further value
    for (auto& argument : arguments) {
        if (argument == "--") // what follows is no option
            return arguments;
        if (follows && !wants && isSetting(argument))
            spread.emplace_back(kOption);
        else
            follows = wants || argument.starts_with("--set=");
        wants = argument == kOption;
        spread.push_back(argument);
    }
    return spread;
}

} // namespace mw::cli
