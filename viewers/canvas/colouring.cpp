// Colours by what is said about elements.
#include "viewers/canvas/colouring.h"

#include <cmath>

namespace mw::viewers {

namespace {

constexpr double kSteps = 63; ///< more are not told apart, and lines are painted colour by colour

} // namespace

std::optional<QColor> Colouring::colourOf(ElementId id, const Theme& theme) const {
    const auto value = values.find(id);
    return value == values.end() ? std::nullopt : std::optional(colourAt(value->second, theme));
}

QColor Colouring::colourAt(double value, const Theme& theme) const {
    if (!kinds.empty())
        return theme.accents[static_cast<std::size_t>(value) % theme.accents.size()];
    return heatColour(std::round(value * kSteps) / kSteps);
}

QString Colouring::textOf(ElementId id) const {
    const auto text = texts.find(id);
    return text == texts.end() ? QString() : text->second;
}

} // namespace mw::viewers
