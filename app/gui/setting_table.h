#pragma once

#include <QString>
#include <QVariant>

#include <functional>
#include <variant>
#include <vector>

namespace mw::app {

/// One of a few words.
struct ChoiceSetting {
    struct Choice {
        QString value; ///< in the file
        QString title; ///< for people
    };
    std::vector<Choice> choices;
};
struct NumberSetting {
    int low = 0, high = 0;
    QString unit; ///< behind the number: " %"
};
struct FlagSetting {};
struct TextSetting {
    QString empty; ///< what no text means
    /// A sentence about a text that can't be taken; empty: it can.
    std::function<QString(const QString&)> problem;
};

/// One thing that a user can set, with all that the dialog, the file, the command line and the
/// tests need to know of it.
struct SettingSpec {
    QString key;   ///< in the file and behind --set: "view/text-size"
    QString group; ///< heading of the dialog that it stands below
    QString title, help;
    std::variant<FlagSetting, NumberSetting, ChoiceSetting, TextSetting> type;
    QVariant fallback; ///< a bool, an int, or a QString
    bool fromNextStart = false;
};

/// All of them, in the order of the dialog, in the language of the window.
std::vector<SettingSpec> settingTable();

struct ReadSetting {
    QVariant value;  ///< what holds: the fallback where the text can't be taken
    QString problem; ///< why not; empty: taken
};
/// What a text says, from the file, the command line or a field.
ReadSetting readSetting(const SettingSpec& spec, const QString& text);
/// The text that readSetting() takes.
QString settingText(const QVariant& value);
/// "70 to 250", "true or false", "light, dark or high-contrast", "text".
QString settingRange(const SettingSpec& spec);

} // namespace mw::app
