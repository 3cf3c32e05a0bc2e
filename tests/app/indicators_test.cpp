// Names that look like HTML stay text, and unchecked boxes are seen in every theme.
#include "app/gui/app_style.h"
#include "tests/support/catch.h"
#include "viewers/theme/theme.h"

#include <QAction>
#include <QApplication>
#include <QCheckBox>
#include <QGroupBox>
#include <QImage>
#include <QLabel>
#include <QMenu>
#include <QPainter>
#include <QRadioButton>
#include <QScreen>
#include <QStyleOption>
#include <QToolTip>
#include <QTreeWidget>

#include <cmath>

namespace indicators_test {

using namespace mw;
using viewers::Theme;
using viewers::ThemeKind;

namespace {

/// Contrast as WCAG 2 defines it; 3 is what it asks of the parts of controls.
double contrast(const QColor& a, const QColor& b) {
    const auto luminance = [](const QColor& colour) {
        const auto linear = [](double c) {
            return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
        };
        return 0.2126 * linear(colour.redF()) + 0.7152 * linear(colour.greenF()) +
               0.0722 * linear(colour.blueF());
    };
    const double x = luminance(a);
    const double y = luminance(b);
    return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

/// How well the indicator can be told from what it stands on: the largest contrast along the line
/// through its middle, left half (where a mark never is).
double visibility(QStyle::PrimitiveElement element, QStyle::State state, const QPalette& palette,
                  const QColor& ground) {
    const app::AppStyle style;
    QImage image(24, 24, QImage::Format_RGB32);
    image.fill(ground);
    QPainter painter(&image);
    QStyleOptionButton option;
    option.rect = QRect(5, 5, 14, 14);
    option.state = state;
    option.palette = palette;
    style.drawPrimitive(element, &option, &painter, nullptr);
    painter.end();
    double best = 1;
    for (int x = 3; x < 8; ++x)
        best = std::max(best, contrast(image.pixelColor(x, 12), ground));
    return best;
}

/// The colour of a box's inside, left of where a mark is.
QColor insideOf(QStyle::State state, const QPalette& palette, const QColor& ground) {
    const app::AppStyle style;
    QImage image(24, 24, QImage::Format_RGB32);
    image.fill(ground);
    QPainter painter(&image);
    QStyleOptionButton option;
    option.rect = QRect(5, 5, 14, 14);
    option.state = state;
    option.palette = palette;
    style.drawPrimitive(QStyle::PE_IndicatorItemViewItemCheck, &option, &painter, nullptr);
    painter.end();
    return image.pixelColor(7, 9);
}

} // namespace

TEST_CASE("in a selected line only what is on is filled") {
    const auto kind = GENERATE(ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast);
    const auto& theme = Theme::of(kind);
    INFO(static_cast<int>(kind));
    const auto inside = [&](QStyle::State value) {
        return insideOf(QStyle::State_Enabled | QStyle::State_Selected | value, theme.palette(),
                        theme.accent);
    };
    CHECK(inside(QStyle::State_Off) == theme.accent);
    CHECK(contrast(inside(QStyle::State_On), theme.accent) >= 3);
}

TEST_CASE("names that look like HTML are shown as they are, in labels and in tips") {
    app::AppStyle style;
    QLabel label(QStringLiteral("map <b>m</b> <img src=file:///etc/hostname>"));
    label.setStyle(&style);
    label.ensurePolished();
    CHECK(label.textFormat() == Qt::PlainText);
    label.setText(QStringLiteral("<h1>other</h1>"));
    QLabel plain(label.text());
    plain.setStyle(&style);
    plain.setTextFormat(Qt::PlainText);
    CHECK(label.sizeHint() == plain.sizeHint());
    QLabel meant(QStringLiteral("<b>ours</b>"));
    meant.setTextFormat(Qt::RichText);
    meant.setStyle(&style);
    meant.ensurePolished();
    CHECK(meant.textFormat() == Qt::RichText);
}

TEST_CASE("unchecked boxes and buttons are seen in every theme, wherever they stand") {
    const auto kind = GENERATE(ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast);
    const auto element =
        GENERATE(QStyle::PE_IndicatorCheckBox, QStyle::PE_IndicatorItemViewItemCheck,
                 QStyle::PE_IndicatorRadioButton);
    const auto& theme = Theme::of(kind);
    INFO(static_cast<int>(kind) << " " << static_cast<int>(element));
    const QStyle::State enabled = QStyle::State_Enabled;
    for (const auto& ground : {theme.window, theme.base, theme.alternateBase}) {
        for (const auto value : {QStyle::State_Off, QStyle::State_On, QStyle::State_NoChange})
            CHECK(visibility(element, enabled | value, theme.palette(), ground) >= 3);
        CHECK(visibility(element, QStyle::State_Off, theme.palette(), ground) >= 1.7);
    }
    // In the selected line of a list or a menu.
    CHECK(visibility(element, enabled | QStyle::State_Off | QStyle::State_Selected, theme.palette(),
                     theme.accent) >= 3);
    CHECK(visibility(element, enabled | QStyle::State_On | QStyle::State_Selected, theme.palette(),
                     theme.accent) >= 3);
}

namespace {

/// The largest contrast of any pixel of the widget with its own ground.
double strongestMark(QWidget& widget, const QRect& where) {
    const auto image = widget.grab(where).toImage();
    const auto ground = image.pixelColor(0, 0);
    double best = 1;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            best = std::max(best, contrast(image.pixelColor(x, y), ground));
    return best;
}

QRect indicatorOf(const QGroupBox& group) {
    QStyleOptionGroupBox option;
    option.initFrom(&group);
    option.subControls = QStyle::SC_GroupBoxCheckBox;
    return group.style()
        ->subControlRect(QStyle::CC_GroupBox, &option, QStyle::SC_GroupBoxCheckBox, &group)
        .adjusted(-1, -1, 1, 1);
}

} // namespace

TEST_CASE("widgets of every kind draw their unchecked indicator so that it is seen") {
    const auto kind = GENERATE(ThemeKind::light, ThemeKind::dark, ThemeKind::highContrast);
    INFO(static_cast<int>(kind));
    app::AppStyle style;
    const auto prepare = [&](QWidget& widget) {
        widget.setStyle(&style);
        widget.setPalette(Theme::of(kind).palette());
        widget.resize(200, 60);
    };
    // No text: what is seen is the indicator.
    QCheckBox box;
    QRadioButton button;
    QGroupBox group;
    group.setCheckable(true);
    group.setChecked(false);
    QTreeWidget tree;
    tree.setHeaderHidden(true);
    auto* item = new QTreeWidgetItem(&tree);
    item->setCheckState(0, Qt::Unchecked);
    QMenu menu;
    menu.addAction(QStringLiteral(" "))->setCheckable(true);
    for (QWidget* widget : std::initializer_list<QWidget*>{&box, &button, &group, &tree, &menu})
        prepare(*widget);
    CHECK(strongestMark(box, QRect(0, 0, 30, 60)) >= 3);
    CHECK(strongestMark(button, QRect(0, 0, 30, 60)) >= 3);
    CHECK(strongestMark(group, indicatorOf(group)) >= 3);
    const auto line = tree.visualItemRect(item);
    const auto check = QRect(tree.viewport()->mapTo(&tree, line.topLeft()), QSize(24, 18));
    CHECK(strongestMark(tree, check.adjusted(2, 2, 0, 0)) >= 3);
    CHECK(strongestMark(menu, menu.actionGeometry(menu.actions().front()).adjusted(1, 1, 0, -1)) >=
          3);
}

TEST_CASE("a tip is as wide as its line, and wrapped where the screen is too small for it") {
    QWidget window;
    window.show();
    app::AppStyle style;
    const auto shown = [&](const QString& text) {
        QToolTip::showText(window.mapToGlobal(QPoint(0, 0)), text, &window);
        for (QWidget* widget : QApplication::topLevelWidgets())
            if (widget->inherits("QTipLabel"))
                return qobject_cast<QLabel*>(widget);
        return static_cast<QLabel*>(nullptr);
    };
    REQUIRE(shown(QStringLiteral("a tip")));
    style.polish(shown(QStringLiteral("a tip")));
    const int screen = window.screen()->availableGeometry().width();
    const auto* tip = shown(QString(60, u'n'));
    REQUIRE(tip);
    CHECK_FALSE(tip->wordWrap());
    CHECK(tip->width() > tip->fontMetrics().horizontalAdvance(tip->text()));
    const int line = tip->height();
    tip = shown(QStringLiteral("one more word ").repeated(60));
    REQUIRE(tip);
    CHECK(tip->width() <= screen);
    CHECK(tip->height() > 2 * line);
    CHECK(tip->height() >= tip->heightForWidth(tip->width()));
    QToolTip::hideText();
}

} // namespace indicators_test
