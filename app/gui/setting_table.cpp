// The one table of what can be set.
#include "app/gui/setting_table.h"

#include "app/gui/language.h"
#include "app/gui/tr.h"
#include "app/workbench/device_models.h"
#include "app/workbench/run_setup.h"
#include "core/support/words.h"

namespace mw::app {

namespace {

QString problemOf(const Diagnostic& why) {
    return QString::fromStdString(why.sentence);
}

QString problemOfRunner(const QString& command) {
    const auto words = splitWords(command.toStdString());
    return words ? QString() : problemOf(words.error());
}

QString problemOfGrid(const QString& text) {
    const auto inputs = workbench::parseInputChoice(text.toStdString());
    return inputs ? QString() : problemOf(inputs.error());
}

ChoiceSetting deviceChoice() {
    ChoiceSetting choice{{{QString(), tr("What the program was made for")}}};
    for (const auto& model : workbench::deviceModels())
        choice.choices.push_back(
            {QString::fromLatin1(model.name),
             QStringLiteral("%1: %2").arg(QLatin1String(model.name), QLatin1String(model.what))});
    return choice;
}

ChoiceSetting languageChoice() {
    ChoiceSetting choice{{{QString(), tr("As the desktop")}}};
    for (const auto& language : languages())
        choice.choices.push_back({language.code, language.name});
    return choice;
}

std::vector<SettingSpec> viewSettings() {
    const auto group = tr("Appearance");
    return {
        {QStringLiteral("theme"), group, tr("Colours"), tr("Of the window and of what it draws"),
         ChoiceSetting{{{QString(), tr("As the desktop")},
                        {QStringLiteral("light"), tr("Light")},
                        {QStringLiteral("dark"), tr("Dark")},
                        {QStringLiteral("high-contrast"), tr("High contrast")}}},
         QString()},
        {QStringLiteral("view/text-size"), group, tr("Size of texts"),
         tr("Of the desktop's size; the graph has its own zoom"),
         NumberSetting{70, 250, QStringLiteral(" %")}, 100},
        {QStringLiteral("language"), group, tr("Language"),
         tr("Of menus, panels and sentences of the window"), languageChoice(), QString(), true},
        {QStringLiteral("view/first"), group, tr("Programs open as"),
         tr("The other view is one key away: Ctrl+2, Ctrl+3"),
         ChoiceSetting{{{QStringLiteral("graph"), tr("Graph")},
                        {QStringLiteral("program"), tr("Program: kernels in order")}}},
         QStringLiteral("graph")},
        {QStringLiteral("view/volumes"), group, tr("Volumes on edges"),
         tr("Elements moved, as numbers at the edges of the graph"), FlagSetting{}, false},
        {QStringLiteral("view/minimap"), group, tr("Minimap"),
         tr("A small picture of the whole graph in a corner"), FlagSetting{}, true},
    };
}

std::vector<SettingSpec> fileSettings() {
    const auto group = tr("Files and window");
    return {
        {QStringLiteral("files/recent-count"), group, tr("Recent files"),
         tr("How many the start page and the menu remember"), NumberSetting{0, 50, {}}, 10},
        {QStringLiteral("files/autosave-ms"), group, tr("Autosave after"),
         tr("Time from a change to the copy on disk that a crash leaves"),
         NumberSetting{100, 30'000, QStringLiteral(" ms")}, 500},
        {QStringLiteral("window/remember-layout"), group, tr("Remember the layout"),
         tr("Panels and window come back where they stood"), FlagSetting{}, true},
        {QStringLiteral("log/lines"), group, tr("Lines of the log"), tr("Older ones are dropped"),
         NumberSetting{100, 1'000'000, {}}, 10'000},
    };
}

std::vector<SettingSpec> runSettings() {
    const auto group = tr("Running");
    return {
        {QStringLiteral("run/runner"), group, tr("Machine"),
         tr("Command that starts mw-runner on another machine, for example ssh host mw-runner"),
         TextSetting{tr("this machine"), problemOfRunner}, QString()},
        {QStringLiteral("run/grid"), group, tr("Grid"),
         tr("torus:NX,NY,LEVELS or another grid (docs/grids.md), or a scenario's .json file"),
         TextSetting{tr("usual for the device"), problemOfGrid}, QString()},
        {QStringLiteral("run/predict-for"), group, tr("Predict times for"),
         tr("The device that Advice, Optimise and the program view predict for (docs/devices.md)"),
         deviceChoice(), QString()},
        {QStringLiteral("run/repeats"), group, tr("Repeats"),
         tr("How often each variant is timed, interleaved"), NumberSetting{3, 10'000, {}}, 20},
        {QStringLiteral("run/tune-seconds"), group, tr("Time to tune in"),
         tr("How long Tune tries forms of a program; what decides in the end comes after it"),
         NumberSetting{1, 86'400, QStringLiteral(" s")}, 60},
        {QStringLiteral("run/cold-cache"), group, tr("Cold cache"),
         tr("The cache is flushed before every call"), FlagSetting{}, false},
    };
}

QString quotedList(const ChoiceSetting& setting) {
    QStringList values;
    for (const auto& choice : setting.choices)
        values << (choice.value.isEmpty() ? QStringLiteral("\"\"") : choice.value);
    const auto last = values.takeLast();
    return values.isEmpty() ? last : tr("%1 or %2").arg(values.join(QStringLiteral(", ")), last);
}

} // namespace

std::vector<SettingSpec> settingTable() {
    auto table = viewSettings();
    for (auto& more : {fileSettings(), runSettings()})
        table.insert(table.end(), more.begin(), more.end());
    return table;
}

QString settingRange(const SettingSpec& spec) {
    if (const auto* number = std::get_if<NumberSetting>(&spec.type))
        return tr("%1 to %2").arg(number->low).arg(number->high);
    if (const auto* choice = std::get_if<ChoiceSetting>(&spec.type))
        return quotedList(*choice);
    return std::holds_alternative<FlagSetting>(spec.type) ? tr("true or false") : tr("text");
}

QString settingText(const QVariant& value) {
    return value.toString();
}

ReadSetting readSetting(const SettingSpec& spec, const QString& text) {
    const auto no = [&] {
        return ReadSetting{spec.fallback,
                           tr("%1 takes %2, not \"%3\".").arg(spec.key, settingRange(spec), text)};
    };
    if (const auto* number = std::get_if<NumberSetting>(&spec.type)) {
        bool isNumber = false;
        const int value = text.trimmed().toInt(&isNumber);
        return isNumber && value >= number->low && value <= number->high ? ReadSetting{value, {}}
                                                                         : no();
    }
    if (std::holds_alternative<FlagSetting>(spec.type)) {
        for (const bool flag : {true, false})
            if (text == settingText(flag))
                return {flag, {}};
        return no();
    }
    if (const auto* choice = std::get_if<ChoiceSetting>(&spec.type)) {
        for (const auto& one : choice->choices)
            if (one.value == text)
                return {text, {}};
        return no();
    }
    const auto problem =
        text.isEmpty() ? QString() : std::get<TextSetting>(spec.type).problem(text);
    if (!problem.isEmpty())
        return {spec.fallback, tr("%1 is \"%2\": %3").arg(spec.key, text, problem)};
    return {text, {}};
}

} // namespace mw::app
