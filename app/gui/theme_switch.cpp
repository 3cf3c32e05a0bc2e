// The theme of the window: taken from the settings or the desktop, switched by actions.
#include "app/gui/theme_switch.h"

#include "app/gui/settings.h"

#include <QApplication>

namespace mw::app {

using viewers::Theme;

ThemeSwitch::ThemeSwitch(Settings& settings, QObject* parent)
    : QObject(parent), settings_(settings),
      kind_(settings.theme().value_or(Theme::kindFor(QApplication::palette()))) {}

void ThemeSwitch::choose(viewers::ThemeKind kind) {
    settings_.setTheme(kind);
    kind_ = kind;
    apply();
}

void ThemeSwitch::apply() {
    QApplication::setPalette(Theme::of(kind_).palette());
    emit changed(kind_);
}

} // namespace mw::app
