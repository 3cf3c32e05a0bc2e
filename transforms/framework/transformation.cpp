// Descriptors of transformations: looking them up, and completing their parameters.

#include "transforms/framework/transformation.h"

#include "transforms/framework/assume.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mw::transforms {

namespace {

std::string_view typeName(const ParamValue& value) {
    constexpr std::string_view kNames[] = {"a bool", "an integer", "a string"};
    return kNames[value.index()];
}

Expected<void> checkValue(const Transformation& t, const ParamSpec& spec, const ParamValue& value) {
    if (value.index() != spec.defaultValue.index())
        return fail("wrong-parameter-type",
                    fmt::format("The parameter '{}' of {} needs {}, not {}.", spec.name, t.name,
                                typeName(spec.defaultValue), typeName(value)));
    if (const auto* number = std::get_if<std::int64_t>(&value))
        if (*number < spec.minimum || *number > spec.maximum)
            return fail("parameter-out-of-range",
                        fmt::format("The parameter '{}' of {} is {}, outside {} to {}.", spec.name,
                                    t.name, *number, spec.minimum, spec.maximum));
    if (const auto* text = std::get_if<std::string>(&value))
        if (!spec.choices.empty() && std::ranges::find(spec.choices, *text) == spec.choices.end())
            return fail("no-such-choice",
                        fmt::format("The parameter '{}' of {} is '{}'; it can be {}.", spec.name,
                                    t.name, *text, fmt::join(spec.choices, ", ")));
    return {};
}

} // namespace

std::string_view title(Category category) {
    constexpr std::array<std::string_view, 5> kTitles = {"Fusion", "Loops", "Data", "Control flow",
                                                         "Simplification"};
    return kTitles.at(static_cast<std::size_t>(category));
}

ParamSpec flag(std::string name, std::string help) {
    ParamSpec spec;
    spec.name = std::move(name);
    spec.defaultValue = false;
    spec.help = std::move(help);
    return spec;
}

bool isSet(const Params& params, std::string_view flag) {
    const auto found = params.find(flag);
    const bool* value = found == params.end() ? nullptr : std::get_if<bool>(&found->second);
    return value && *value;
}

ElementId Match::at(std::string_view role) const {
    const auto found = std::ranges::find(elements, role, &RoleElement::role);
    return found == elements.end() ? ElementId{} : found->id;
}

std::vector<ElementId> Match::ids() const {
    std::vector<ElementId> result;
    for (const auto& [role, id] : elements)
        result.push_back(id);
    return result;
}

const Transformation* findTransformation(std::string_view name) {
    for (const Transformation* t : registry())
        if (t->name == name)
            return t;
    return nullptr;
}

Expected<Params> completeParams(const Transformation& t, const Params& given) {
    for (const auto& [name, value] : given)
        if (std::ranges::find(t.params, name, &ParamSpec::name) == t.params.end() &&
            name != kAssume)
            return fail("no-such-parameter",
                        fmt::format("{} has no parameter '{}'.", t.name, name));
    Params complete;
    for (const ParamSpec& spec : t.params) {
        const auto found = given.find(spec.name);
        const ParamValue& value = found == given.end() ? spec.defaultValue : found->second;
        MW_CHECK(checkValue(t, spec, value));
        complete[spec.name] = value;
    }
    MW_TRY(const Assume assume, assumeOf(given));
    setAssume(complete, assume);
    return complete;
}

} // namespace mw::transforms
