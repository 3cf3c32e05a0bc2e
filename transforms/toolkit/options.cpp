// Parameters of transformations by type, and the map parameters that they mean.

#include "transforms/toolkit/options.h"

#include "core/conventions/conventions.h"

#include <cassert>

namespace mw::transforms {

std::int64_t numberOf(const Params& params, std::string_view name) {
    const auto found = params.find(name);
    assert(found != params.end());
    return std::get<std::int64_t>(found->second);
}

const std::string& textOf(const Params& params, std::string_view name) {
    const auto found = params.find(name);
    assert(found != params.end());
    return std::get<std::string>(found->second);
}

std::vector<std::string> listOf(const Params& params, std::string_view name) {
    std::vector<std::string> found(1);
    for (const char c : textOf(params, name))
        if (c == ',')
            found.emplace_back();
        else if (c != ' ')
            found.back() += c;
    std::erase(found, "");
    return found;
}

ParamSpec numberParam(std::string name, std::int64_t defaultValue, std::int64_t minimum,
                      std::int64_t maximum, std::string help) {
    return {std::move(name), defaultValue, std::move(help), minimum, maximum, {}};
}

ParamSpec textParam(std::string name, std::string help) {
    return {std::move(name), std::string(), std::move(help), INT64_MIN, INT64_MAX, {}};
}

ParamSpec flagSetByDefault(std::string name, std::string help) {
    ParamSpec spec = flag(std::move(name), std::move(help));
    spec.defaultValue = true;
    return spec;
}

bool isMeant(std::string_view parameter, std::string_view name) {
    const auto parts = conventions::parameterName(parameter);
    return parameter == name || (parts && parts->dimension == name);
}

std::size_t meantDimension(const std::vector<std::string>& parameters,
                           const std::vector<std::string>& names) {
    for (const auto& name : names)
        for (std::size_t i = 0; i < parameters.size(); ++i) {
            const auto parts = conventions::parameterName(parameters[i]);
            if (parameters[i] == name || (parts && !parts->derived && parts->dimension == name))
                return i;
        }
    return kNoDimension;
}

} // namespace mw::transforms
