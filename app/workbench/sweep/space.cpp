// Parameters of sweeps from the command line.
#include "app/workbench/sweep/space.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace mw::workbench {

namespace {

/// A launch choice by its name here and in files of choices.
struct ChoiceParam {
    std::string_view name, field;
    bool ofGpu; ///< else of the CPU
};
constexpr std::array kChoices = {
    ChoiceParam{"block", "block", true},
    ChoiceParam{"levels", "levels_per_thread", true},
    ChoiceParam{"group", "levels_per_group", true},
    ChoiceParam{"ahead", "loads_ahead", true},
    ChoiceParam{"min-blocks", "min_blocks", true},
    ChoiceParam{"registers", "max_registers", true},
    ChoiceParam{"unroll", "unroll", true},
    ChoiceParam{"streaming", "streaming", true},
    ChoiceParam{"gathers-ahead", "gathers_ahead", true},
    ChoiceParam{"tiles", "tiles", true},
    ChoiceParam{"shared-loops", "shared_loops", false},
    ChoiceParam{"vectors", "vectors", false},
};
constexpr std::string_view kFuse = "fuse", kDefault = "default", kOn = "on", kOff = "off";

Unexpected badSpace(const std::string& sentence) {
    return fail("bad-sweep", sentence);
}

std::vector<std::string> split(const std::string& text) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        const auto end = std::min(text.find(',', begin), text.size());
        parts.push_back(text.substr(begin, end - begin));
        begin = end + 1;
    }
    return parts;
}

Expected<SweepParam> paramOf(const std::string& text) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0)
        return badSpace(fmt::format("--param {}: expected NAME=VALUE,VALUE,...", text));
    SweepParam param{text.substr(0, equals), split(text.substr(equals + 1))};
    for (auto value = param.values.begin(); value != param.values.end(); ++value) {
        if (value->empty())
            return badSpace(fmt::format("--param {}: a value is empty", text));
        if (std::find(param.values.begin(), value, *value) != value)
            return badSpace(fmt::format("--param {}: the value '{}' is given twice", text, *value));
    }
    return param;
}

std::string knownNames() {
    std::string names;
    for (const ChoiceParam& choice : kChoices)
        names += fmt::format("{}, ", choice.name);
    names += fmt::format("{}, or a pass:", kFuse);
    for (const auto& pass : codegen::passList())
        if (pass.needed.empty())
            names += fmt::format(" {}", pass.name);
    return names;
}

/// Sets the value of a parameter in a point.
Expected<void> set(SweepPoint& point, const std::string& name, const std::string& value,
                   codegen::Target target) {
    const auto* choice = std::ranges::find(kChoices, name, &ChoiceParam::name);
    const bool isSwitch = value == kOn || value == kOff;
    if (choice == kChoices.end()) {
        const auto passes = codegen::passList();
        const auto pass = std::ranges::find(passes, name, &codegen::PassInfo::name);
        if (pass == passes.end())
            return badSpace(fmt::format("there is no parameter '{}' to sweep over; there are: {}",
                                        name, knownNames()));
        if (!pass->needed.empty())
            return badSpace(
                fmt::format("--param {}: the pass cannot be left out: {}", name, pass->needed));
        if (!isSwitch)
            return badSpace(
                fmt::format("--param {}: a pass is 'on' or 'off', not '{}'", name, value));
        if (value == kOff)
            point.without.insert(name);
        return {};
    }
    if (choice->ofGpu == (target == codegen::Target::cpu))
        return badSpace(fmt::format("--param {}: kernels have no such choice on the target {}",
                                    name, codegen::name(target)));
    if (value == kDefault)
        return {};
    const bool isFlag =
        (name == "vectors" || name == "gathers-ahead" || name == "tiles") && isSwitch;
    const auto done = codegen::setField(point.choice, std::string(choice->field),
                                        isFlag ? (value == kOn ? "true" : "false") : value);
    return done ? done : badSpace(fmt::format("--param {}: {}", name, done.error().sentence));
}

Expected<void> addFuse(SweepSpace& space, const SweepParam& param) {
    space.fuse.clear();
    for (const std::string& value : param.values) {
        if (value != kOn && value != kOff)
            return badSpace(fmt::format("--param fuse: it is 'on' or 'off', not '{}'", value));
        space.fuse.push_back(value == kOn);
    }
    return {};
}

/// Every point that there is, with each of the values.
Expected<void> multiply(SweepSpace& space, SweepParam param, codegen::Target target) {
    if (space.points.size() * param.values.size() > kMostPoints)
        return badSpace(
            fmt::format("with '{}' there are more than {} combinations; leave out values",
                        param.name, kMostPoints));
    std::vector<SweepPoint> points;
    for (const SweepPoint& point : space.points)
        for (const std::string& value : param.values) {
            points.push_back(point);
            points.back().values.push_back(value);
            MW_CHECK(set(points.back(), param.name, value, target));
        }
    space.points = std::move(points);
    space.params.push_back(std::move(param));
    return {};
}

} // namespace

Expected<SweepSpace> parseSweep(const std::vector<std::string>& params, codegen::Target target) {
    SweepSpace space;
    space.points.emplace_back();
    std::set<std::string> names;
    for (const std::string& text : params) {
        MW_TRY(auto param, paramOf(text));
        if (!names.insert(param.name).second)
            return badSpace(fmt::format("the parameter '{}' is given twice", param.name));
        MW_CHECK(param.name == kFuse ? addFuse(space, param)
                                     : multiply(space, std::move(param), target));
    }
    return space;
}

std::string textOf(const SweepSpace& space, const SweepPoint& point) {
    std::string text;
    for (std::size_t p = 0; p < space.params.size(); ++p)
        text += fmt::format("{}{}={}", p ? " " : "", space.params[p].name, point.values.at(p));
    return text.empty() ? "default" : text;
}

} // namespace mw::workbench
