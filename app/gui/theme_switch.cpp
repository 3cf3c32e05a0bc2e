// The theme of the window: taken from the settings or the desktop, switched by actions.
#include "app/gui/theme_switch.h"

#include "app/gui/settings.h"

#include <QApplication>

namespace mw::app {

using viewers::Theme;

ThemeSwitch::ThemeSwitch(Settings& settings, QObject* parent)
    : QObject(parent), settings_(settings), desktop_(Theme::kindFor(QApplication::palette())),
      kind_(settings.theme().value_or(desktop_)) {
    connect(&settings, &Settings::changed, this, [this](const QString& key) {
        if (key == QStringLiteral("theme") || key == QStringLiteral("view/text-size"))
            apply();
    });
    applyTextSize();
}

void ThemeSwitch::choose(viewers::ThemeKind kind) {
    settings_.setTheme(kind);
    apply();
}

/// Explicitly: a size that is as the desktop's follows the desktop.
void ThemeSwitch::applyTextSize() {
    const double scale = settings_.number("view/text-size") / 100.0;
    if (scale == scale_)
        return;
    scale_ = scale;
    Theme::setTextScale(scale);
    QApplication::setFont(Theme::of(kind_).ui);
}

void ThemeSwitch::apply() {
    kind_ = settings_.theme().value_or(desktop_);
    applyTextSize();
    QApplication::setPalette(Theme::of(kind_).palette());
    emit changed(kind_);
}

} // namespace mw::app
