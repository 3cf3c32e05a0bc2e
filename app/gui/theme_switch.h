#pragma once

#include "viewers/theme/theme.h"

#include <QObject>

namespace mw::app {

class Settings;

/// Which theme the program has: the one that was chosen last, else the desktop's kind.
class ThemeSwitch : public QObject {
    Q_OBJECT

public:
    ThemeSwitch(Settings& settings, QObject* parent);

    viewers::ThemeKind kind() const { return kind_; }
    void choose(viewers::ThemeKind kind); ///< and remembers it
    /// Gives palette and changed() for the kind that holds now.
    void apply();

signals:
    void changed(mw::viewers::ThemeKind kind);

private:
    Settings& settings_;
    viewers::ThemeKind kind_;
};

} // namespace mw::app
