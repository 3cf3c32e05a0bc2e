// The colours, sizes and fonts of each theme.
#include "viewers/theme/theme.h"

#include <QFontDatabase>

#include <algorithm>
#include <array>
#include <cmath>

namespace mw::viewers {

namespace {

constexpr int kCanvasTextPixels = 11;

void scale(QFont& font, double by) {
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * by);
    else
        font.setPixelSize(std::max(1, qRound(font.pixelSize() * by)));
}

void scaleFonts(Theme& t, double by) {
    t.ui = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    t.code = t.mono;
    t.codeBold = t.monoBold;
    for (auto* font : {&t.ui, &t.code, &t.codeBold})
        scale(*font, by);
}

void setFonts(Theme& t) {
    t.mono = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    t.mono.setStyleHint(QFont::Monospace);
    t.mono.setPixelSize(kCanvasTextPixels);
    t.mono.setHintingPreference(QFont::PreferNoHinting); // the same widths at every zoom
    t.mono.setKerning(false);
    t.monoBold = t.mono;
    t.monoBold.setBold(true);
    scaleFonts(t, 1);
}

/// Okabe and Ito, "Color Universal Design", 2008; black left out.
std::vector<QColor> okabeIto() {
    return {QColor("#0072B2"), QColor("#E69F00"), QColor("#009E73"), QColor("#CC79A7"),
            QColor("#56B4E9"), QColor("#D55E00"), QColor("#F0E442")};
}

Theme light() {
    Theme t;
    t.kind = ThemeKind::light;
    t.window = QColor("#F3F4F6");
    t.base = QColor("#FFFFFF");
    t.alternateBase = QColor("#F7F8FA");
    t.text = QColor("#1E2329");
    t.mutedText = QColor("#525A64");
    t.button = QColor("#ECEEF1");
    t.line = QColor("#D0D5DB");
    t.accent = QColor("#0072B2");
    t.accentText = QColor("#FFFFFF");
    t.canvas = QColor("#FAFBFC");
    t.grid = QColor("#EEF0F3");
    t.stateFill = QColor("#FFFFFF");
    t.stateStroke = QColor("#CBD2DA");
    t.stateHeader = QColor("#F1F5F6");
    t.regionFill = QColor("#F8F6FB");
    t.regionStroke = QColor("#BDB3CF");
    t.regionHeader = QColor("#DDDBFA");
    t.mapFill = QColor("#F4F8FC");
    t.mapStroke = QColor("#8FAECB");
    t.mapHeader = QColor("#DCE8F3");
    t.mapHeaderText = QColor("#17344E");
    t.nestedFill = QColor("#FBFAF7");
    t.nestedStroke = QColor("#BDB59F");
    t.nestedHeader = QColor("#EFEBE0");
    t.argumentFill = QColor("#DDEBE2");
    t.argumentStroke = QColor("#3E8E72");
    t.temporaryFill = QColor("#FFFFFF");
    t.temporaryStroke = QColor("#7C8A99");
    t.scalarFill = QColor("#F4F5F7");
    t.scalarStroke = QColor("#A7B0BA");
    t.tableFill = QColor("#F9ECD6");
    t.tableStroke = QColor("#B98A2F");
    t.taskletFill = QColor("#FFFFFF");
    t.taskletStroke = QColor("#54606E");
    t.libraryFill = QColor("#EFE6F0");
    t.libraryStroke = QColor("#A65E8A");
    t.unknownFill = QColor("#F5F5F5");
    t.unknownStroke = QColor("#8A8A8A");
    t.edge = QColor("#6B7785");
    t.edgeOrdering = QColor("#B4BCC6");
    t.edgeInterstate = QColor("#5B4B8A");
    t.edgeText = QColor("#4A5460");
    t.conflict = QColor("#D55E00");
    t.selection = QColor("#0072B2");
    t.hover = QColor("#56B4E9");
    t.sameData = QColor("#009E73");
    t.highlight = QColor("#D55E00");
    t.error = QColor("#BA1A50");
    t.warning = QColor("#875000");
    t.good = QColor("#006B50");
    t.information = QColor("#0072B2");
    return t;
}

Theme dark() {
    Theme t;
    t.kind = ThemeKind::dark;
    t.window = QColor("#22262B");
    t.base = QColor("#1A1D21");
    t.alternateBase = QColor("#1F2328");
    t.text = QColor("#DDE2E8");
    t.mutedText = QColor("#A3ACB6");
    t.button = QColor("#2C3138");
    t.line = QColor("#3A414A");
    t.accent = QColor("#56B4E9");
    t.accentText = QColor("#10151A");
    t.canvas = QColor("#16191D");
    t.grid = QColor("#1D2126");
    t.stateFill = QColor("#1C2025");
    t.stateStroke = QColor("#3C444E");
    t.stateHeader = QColor("#272C33");
    t.regionFill = QColor("#211F29");
    t.regionStroke = QColor("#564C6E");
    t.regionHeader = QColor("#342F45");
    t.mapFill = QColor("#1D252D");
    t.mapStroke = QColor("#47637E");
    t.mapHeader = QColor("#1E405C");
    t.mapHeaderText = QColor("#CFE3F5");
    t.nestedFill = QColor("#22211D");
    t.nestedStroke = QColor("#5F5844");
    t.nestedHeader = QColor("#322F26");
    t.argumentFill = QColor("#1A352D");
    t.argumentStroke = QColor("#4FA88A");
    t.temporaryFill = QColor("#1D2125");
    t.temporaryStroke = QColor("#77828F");
    t.scalarFill = QColor("#262B31");
    t.scalarStroke = QColor("#5A646F");
    t.tableFill = QColor("#38290F");
    t.tableStroke = QColor("#C79A42");
    t.taskletFill = QColor("#282E35");
    t.taskletStroke = QColor("#8D99A6");
    t.libraryFill = QColor("#3B2C39");
    t.libraryStroke = QColor("#BF7BA4");
    t.unknownFill = QColor("#2B2B2B");
    t.unknownStroke = QColor("#8A8A8A");
    t.edge = QColor("#7F8B98");
    t.edgeOrdering = QColor("#4A535E");
    t.edgeInterstate = QColor("#A797D6");
    t.edgeText = QColor("#AEB7C1");
    t.conflict = QColor("#E69F00");
    t.selection = QColor("#56B4E9");
    t.hover = QColor("#A7D6F5");
    t.sameData = QColor("#23E3B1");
    t.highlight = QColor("#F28A3A");
    t.error = QColor("#FF8A80");
    t.warning = QColor("#F2B84B");
    t.good = QColor("#4FD1A5");
    t.information = QColor("#99C2E2");
    return t;
}

Theme highContrast() {
    Theme t = light();
    t.kind = ThemeKind::highContrast;
    const QColor black("#000000");
    const QColor white("#FFFFFF");
    t.window = t.base = t.alternateBase = t.canvas = t.button = white;
    t.text = t.mutedText = t.line = t.edge = t.edgeInterstate = t.edgeText = black;
    t.grid = white;
    t.accent = t.selection = QColor("#0000C8");
    t.accentText = white;
    for (QColor* fill : {&t.stateFill, &t.regionFill, &t.mapFill, &t.nestedFill, &t.temporaryFill,
                         &t.scalarFill, &t.taskletFill, &t.unknownFill})
        *fill = white;
    for (QColor* stroke : {&t.stateStroke, &t.regionStroke, &t.mapStroke, &t.nestedStroke,
                           &t.argumentStroke, &t.temporaryStroke, &t.scalarStroke, &t.tableStroke,
                           &t.taskletStroke, &t.libraryStroke, &t.unknownStroke})
        *stroke = black;
    t.stateHeader = QColor("#E0E0E0");
    t.regionHeader = QColor("#D5CAFE");
    t.mapHeader = QColor("#CAE6FF");
    t.nestedHeader = QColor("#FFF0C2");
    t.mapHeaderText = black;
    t.argumentFill = QColor("#B8F2DC");
    t.tableFill = QColor("#FFD98A");
    t.libraryFill = QColor("#FFD0EA");
    t.hover = QColor("#0076C6");
    t.sameData = QColor("#007A58");
    t.highlight = t.conflict = QColor("#C24400");
    t.error = QColor("#A00040");
    t.warning = QColor("#704000");
    t.good = QColor("#00543F");
    t.information = QColor("#0000C8");
    return t;
}

Theme made(ThemeKind kind) {
    Theme t =
        kind == ThemeKind::dark ? dark() : (kind == ThemeKind::light ? light() : highContrast());
    t.accents = okabeIto();
    setFonts(t);
    return t;
}

/// By kind; the GUI thread's, as fonts are.
std::array<Theme, 3>& themes() {
    static std::array all{made(ThemeKind::light), made(ThemeKind::dark),
                          made(ThemeKind::highContrast)};
    return all;
}

double& usedScale() {
    static double scale = 1;
    return scale;
}

double linear(double channel) {
    return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

/// Relative luminance of WCAG 2.
double luminance(const QColor& c) {
    return 0.2126 * linear(c.redF()) + 0.7152 * linear(c.greenF()) + 0.0722 * linear(c.blueF());
}

} // namespace

const Theme& Theme::of(ThemeKind kind) {
    return themes()[static_cast<std::size_t>(kind)];
}

void Theme::setTextScale(double scale) {
    usedScale() = scale;
    for (auto& theme : themes())
        scaleFonts(theme, scale);
}

double Theme::textScale() {
    return usedScale();
}

ThemeKind Theme::kindFor(const QPalette& palette) {
    return luminance(palette.color(QPalette::Window)) <
                   luminance(palette.color(QPalette::WindowText))
               ? ThemeKind::dark
               : ThemeKind::light;
}

QPalette Theme::palette() const {
    QPalette p;
    p.setColor(QPalette::Window, window);
    p.setColor(QPalette::WindowText, text);
    p.setColor(QPalette::Base, base);
    p.setColor(QPalette::AlternateBase, alternateBase);
    p.setColor(QPalette::Text, text);
    p.setColor(QPalette::Button, button);
    p.setColor(QPalette::ButtonText, text);
    p.setColor(QPalette::BrightText, error);
    p.setColor(QPalette::ToolTipBase, base);
    p.setColor(QPalette::ToolTipText, text);
    p.setColor(QPalette::PlaceholderText, mutedText);
    p.setColor(QPalette::Highlight, accent);
    p.setColor(QPalette::HighlightedText, accentText);
    p.setColor(QPalette::Link, information);
    p.setColor(QPalette::LinkVisited, edgeInterstate);
    p.setColor(QPalette::Light, mix(button, base, 0.5));
    p.setColor(QPalette::Midlight, mix(button, base, 0.25));
    p.setColor(QPalette::Mid, line);
    p.setColor(QPalette::Dark, mix(line, text, 0.3));
    p.setColor(QPalette::Shadow, mix(line, text, 0.6));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        p.setColor(QPalette::Disabled, role, mix(text, window, 0.55));
    p.setColor(QPalette::Disabled, QPalette::Highlight, line);
    return p;
}

QColor heatColour(double t) {
    // Nine samples of viridis (matplotlib, CC0), interpolated.
    static const std::array<QRgb, 9> kSamples = {0x440154, 0x472d7b, 0x3b528b, 0x2c728e, 0x21918c,
                                                 0x28ae80, 0x5ec962, 0xaddc30, 0xfde725};
    const double place = std::clamp(t, 0.0, 1.0) * (kSamples.size() - 1);
    const auto low = std::min(static_cast<std::size_t>(place), kSamples.size() - 2);
    return mix(QColor(kSamples[low]), QColor(kSamples[low + 1]), place - static_cast<double>(low));
}

QColor readableOn(const QColor& background) {
    // Where both have the same contrast to it: sqrt(1.05 * 0.05) - 0.05.
    constexpr double kBetween = 0.179;
    return luminance(background) > kBetween ? QColor("#101418") : QColor("#FFFFFF");
}

QColor mix(const QColor& a, const QColor& b, double t) {
    const auto between = [t](float x, float y) { return static_cast<float>(x + (y - x) * t); };
    return QColor::fromRgbF(between(a.redF(), b.redF()), between(a.greenF(), b.greenF()),
                            between(a.blueF(), b.blueF()), between(a.alphaF(), b.alphaF()));
}

} // namespace mw::viewers
