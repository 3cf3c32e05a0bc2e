#pragma once

#include "app/gui/setting_table.h"

#include <QDialog>

#include <vector>

class QFormLayout;
class QLabel;
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace mw::app {

class Settings;

/// All settings of the table, below their headings: what is chosen holds at once, what can't be
/// taken says why in its line. A field filters them by words.
class SettingsDialog : public QDialog {
    Q_OBJECT

public:
    /// The one of this window; made when it is first asked for.
    static SettingsDialog& of(QWidget& window, Settings& settings);
    void bringUp();

private:
    /// One setting: its title, its field, the way back to the default, its help or what is wrong.
    struct Line {
        SettingSpec spec;
        QWidget* row;
        QWidget* field;
        QToolButton* reset;
        QLabel* help;
    };

    SettingsDialog(QWidget& window, Settings& settings);
    QWidget* buildTop();
    QWidget* buildBottom();
    void addGroup(QVBoxLayout& page, const QString& title);
    void addLine(QVBoxLayout& page, const SettingSpec& spec);
    QWidget* makeField(const SettingSpec& spec);
    void take(const QString& key, const QString& text);
    void show(const QString& key);
    void showHelp(const Line& line, const QString& problem);
    void filter(const QString& words);

    Settings& settings_;
    QLineEdit* filter_ = nullptr;
    std::vector<Line> lines_;
    std::vector<std::pair<QString, QLabel*>> headings_;
};

} // namespace mw::app
