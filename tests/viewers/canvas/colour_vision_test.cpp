// What colours say is said to every kind of colour vision, in every theme.
#include "tests/support/catch.h"
#include "viewers/theme/theme.h"

#include <QColor>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

namespace colour_vision_test {

using namespace mw;
using viewers::Theme;
using viewers::ThemeKind;

namespace {

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;

/// G. M. Machado, M. M. Oliveira, L. A. F. Fernandes, "A Physiologically-based Model for Simulation
/// of Color Vision Deficiency", IEEE TVCG 15(6), 2009: severity 1, for linear RGB.
struct Vision {
    const char* name;
    Matrix matrix;
};
constexpr std::array kVisions{
    Vision{"usual", {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}},
    Vision{"protanopia",
           {{{0.152286, 1.052583, -0.204868},
             {0.114503, 0.786281, 0.099216},
             {-0.003882, -0.048116, 1.051998}}}},
    Vision{"deuteranopia",
           {{{0.367322, 0.860646, -0.227968},
             {0.280085, 0.672501, 0.047413},
             {-0.011820, 0.042940, 0.968881}}}},
    Vision{"tritanopia",
           {{{1.255528, -0.076749, -0.178779},
             {-0.078411, 0.930809, 0.147602},
             {0.004733, 0.691367, 0.303900}}}},
};

Vector times(const Matrix& matrix, const Vector& v) {
    Vector result{};
    for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t k = 0; k < 3; ++k)
            result[i] += matrix[i][k] * v[k];
    return result;
}

double linear(double channel) {
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

struct Lab {
    double l, a, b;
};

/// CIE L*a*b* (D65) of a colour as this vision sees it.
Lab seen(const QColor& colour, const Vision& vision) {
    auto rgb = times(vision.matrix,
                     {linear(colour.redF()), linear(colour.greenF()), linear(colour.blueF())});
    for (double& channel : rgb)
        channel = std::clamp(channel, 0.0, 1.0);
    constexpr Matrix kXyz{{{0.4124564, 0.3575761, 0.1804375},
                           {0.2126729, 0.7151522, 0.0721750},
                           {0.0193339, 0.1191920, 0.9503041}}};
    const auto xyz = times(kXyz, rgb);
    const auto f = [](double t) {
        return t > 216.0 / 24389 ? std::cbrt(t) : (24389.0 / 27 * t + 16) / 116;
    };
    const double x = f(xyz[0] / 0.95047), y = f(xyz[1]), z = f(xyz[2] / 1.08883);
    return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double radians(double degrees) {
    return degrees * std::numbers::pi / 180;
}
double hue(double a, double b) {
    const double degrees = std::atan2(b, a) * 180 / std::numbers::pi;
    return degrees < 0 ? degrees + 360 : degrees;
}

/// CIEDE2000, as G. Sharma, W. Wu, E. N. Dalal write it, Color Research and Application 30(1),
/// 2005.
double difference(const Lab& one, const Lab& two) {
    const double mean = (std::hypot(one.a, one.b) + std::hypot(two.a, two.b)) / 2;
    const auto share = [](double chroma) {
        return std::sqrt(std::pow(chroma, 7) / (std::pow(chroma, 7) + std::pow(25.0, 7)));
    };
    const double stretch = 1 + 0.5 * (1 - share(mean));
    const double a1 = one.a * stretch, a2 = two.a * stretch;
    const double c1 = std::hypot(a1, one.b), c2 = std::hypot(a2, two.b);
    const double h1 = hue(a1, one.b), h2 = hue(a2, two.b);
    double turn = h2 - h1;
    if (std::abs(turn) > 180)
        turn += turn > 0 ? -360 : 360;
    if (c1 * c2 == 0)
        turn = 0;
    double h = c1 * c2 == 0 ? h1 + h2 : (h1 + h2) / 2;
    if (c1 * c2 != 0 && std::abs(h1 - h2) > 180)
        h += h1 + h2 < 360 ? 180 : -180;
    const double l = (one.l + two.l) / 2 - 50, c = (c1 + c2) / 2;
    const double t = 1 - 0.17 * std::cos(radians(h - 30)) + 0.24 * std::cos(radians(2 * h)) +
                     0.32 * std::cos(radians(3 * h + 6)) - 0.20 * std::cos(radians(4 * h - 63));
    const double lightness = (two.l - one.l) / (1 + 0.015 * l * l / std::sqrt(20 + l * l));
    const double chroma = (c2 - c1) / (1 + 0.045 * c);
    const double hues = 2 * std::sqrt(c1 * c2) * std::sin(radians(turn / 2)) / (1 + 0.015 * c * t);
    const double rotation =
        -std::sin(radians(60 * std::exp(-std::pow((h - 275) / 25, 2)))) * 2 * share(c);
    return std::sqrt(lightness * lightness + chroma * chroma + hues * hues +
                     rotation * chroma * hues);
}

constexpr double kMarks = 10; ///< of lines, signs and texts: ten times what is just seen
constexpr double kAreas = 5;  ///< of pale areas, which touch or are framed

struct Meaning {
    const char* what;
    double least;
    std::vector<QColor> colours;
};

/// Colours of which each says something else; those of kinds that a shape or a word tells apart
/// as well are among them, where their colours differ.
std::vector<Meaning> meaningsOf(const Theme& t) {
    std::vector<Meaning> all{
        {"signs", kMarks, {t.error, t.warning, t.good, t.information}},
        {"less, more and as much", kMarks, {t.good, t.warning, t.mutedText}},
        {"marks of the canvas", kMarks, {t.selection, t.hover, t.sameData, t.highlight}},
        {"edges and conflicts", kMarks, {t.edge, t.conflict}},
        {"headers of scopes", kAreas, {t.stateHeader, t.regionHeader, t.mapHeader, t.nestedHeader}},
        {"nodes", kAreas, {t.argumentFill, t.temporaryFill, t.tableFill, t.libraryFill}},
        {"kinds of overlays, and variants", kMarks, t.accents},
    };
    if (t.kind != ThemeKind::highContrast) // there the lanes are black, and stand in groups
        all.push_back({"lanes", kMarks, {t.argumentStroke, t.temporaryStroke, t.tableStroke}});
    return all;
}

} // namespace

TEST_CASE("the measure of colours is that of the published pairs") {
    // Sharma, Wu, Dalal 2005, table 1: pairs 1, 7, 17 and 25.
    CHECK(difference({50, 2.6772, -79.7751}, {50, 0, -82.7485}) == Approx(2.0425).margin(1e-4));
    CHECK(difference({50, 0, 0}, {50, -1, 2}) == Approx(2.3669).margin(1e-4));
    CHECK(difference({50, 2.5, 0}, {73, 25, -18}) == Approx(27.1492).margin(1e-4));
    CHECK(difference({60.2574, -34.0099, 36.2677}, {60.4626, -34.1751, 39.4387}) ==
          Approx(1.2644).margin(1e-4));
    // Who has no red cones takes red and a dark yellow for one.
    const QColor red(200, 0, 0), yellow(75, 60, 0);
    CHECK(difference(seen(red, kVisions[0]), seen(yellow, kVisions[0])) > 30);
    CHECK(difference(seen(red, kVisions[1]), seen(yellow, kVisions[1])) < 10);
}

TEST_CASE("colours that say different things are told apart by every colour vision") {
    for (const auto kind : {ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast})
        for (const auto& meaning : meaningsOf(Theme::of(kind)))
            for (const auto& vision : kVisions)
                for (std::size_t i = 0; i < meaning.colours.size(); ++i)
                    for (std::size_t k = i + 1; k < meaning.colours.size(); ++k) {
                        const auto &one = meaning.colours[i], &two = meaning.colours[k];
                        CAPTURE(static_cast<int>(kind), meaning.what, vision.name,
                                one.name().toStdString(), two.name().toStdString());
                        CHECK(difference(seen(one, vision), seen(two, vision)) >= meaning.least);
                    }
}

TEST_CASE("the scale of overlays grows lighter all along, for every colour vision") {
    constexpr std::size_t kSteps = 64, kEighth = kSteps / 8;
    for (const auto& vision : kVisions) {
        std::vector<double> lightness;
        for (std::size_t i = 0; i <= kSteps; ++i)
            lightness.push_back(
                seen(viewers::heatColour(static_cast<double>(i) / kSteps), vision).l);
        for (std::size_t i = 1; i <= kSteps; ++i) {
            CAPTURE(vision.name, i);
            CHECK(lightness[i] > lightness[i - 1]);
            if (i >= kEighth) // evenly it would be 9
                CHECK(lightness[i] - lightness[i - kEighth] > 5);
        }
    }
}

} // namespace colour_vision_test
