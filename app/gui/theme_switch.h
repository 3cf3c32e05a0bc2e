#pragma once

#include "viewers/theme/theme.h"

#include <QObject>

namespace mw::app {

class Settings;

/// Which theme the program has, and how large its texts are: what was chosen last, else as the
/// desktop has it.
class ThemeSwitch : public QObject {
    Q_OBJECT

public:
    ThemeSwitch(Settings& settings, QObject* parent);

    viewers::ThemeKind kind() const { return kind_; }
    void choose(viewers::ThemeKind kind); ///< and remembers it
    /// Gives palette, font and changed() for what holds now.
    void apply();

signals:
    void changed(mw::viewers::ThemeKind kind);

private:
    void applyTextSize();

    Settings& settings_;
    viewers::ThemeKind desktop_, kind_;
    double scale_ = 1;
};

} // namespace mw::app
