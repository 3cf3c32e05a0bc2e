// mapwright: the desktop app. See --help.

#include "app/gui/action_table.h"
#include "app/gui/app_style.h"
#include "app/gui/canvas_bench.h"
#include "app/gui/file_keeper.h"
#include "app/gui/identity.h"
#include "app/gui/language.h"
#include "app/gui/main_window.h"
#include "app/gui/run_controller.h"
#include "app/gui/script.h"
#include "app/gui/settings.h"
#include "app/gui/workspace.h"
#include "core/io/standard_streams.h"
#include "viewers/canvas/bench.h"
#include "viewers/theme/theme.h"

#include <QApplication>
#include <QCommandLineParser>
#include <QTemporaryDir>
#include <QTimer>
#include <QTranslator>

#include <algorithm>
#include <array>
#include <cstdio>
#include <span>
#include <string_view>

namespace {

// As mw: 0 done, 2 usage, 3 unreadable file, 4 the machine lacks something, 5 the run failed.
constexpr int kUsage = 2;
constexpr int kLacking = 4;
constexpr int kFailed = 5;

struct Options {
    QStringList files;
    QString screenshot, settings;
    QSize size{1600, 1000};
    QStringList actions;
    std::vector<std::pair<QString, QString>> set; ///< settings of this start alone
    bool bench = false, json = false, listActions = false, listSettings = false, safe = false;
    bool untilShown = false;
    int repeats = 15;
};

bool readSize(const QString& text, QSize& size) {
    const auto parts = text.split(QLatin1Char('x'));
    if (parts.size() == 2)
        size = {parts[0].toInt(), parts[1].toInt()};
    return parts.size() == 2 && size.width() > 0 && size.height() > 0;
}

/// Without a display Qt aborts: what shows no window does without one, the rest says so and ends.
void chooseDisplay(std::span<char* const> arguments) {
#if defined(Q_OS_UNIX) && !defined(Q_OS_MACOS)
    for (const char* name : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"})
        if (!qEnvironmentVariableIsEmpty(name))
            return;
    const auto says = [&](std::string_view option) {
        return std::ranges::any_of(arguments, [&](std::string_view argument) {
            return argument == option ||
                   (argument.starts_with(option) && argument.substr(option.size())[0] == '=');
        });
    };
    if (says("-platform"))
        return;
    constexpr std::array kWindowless = {"-h",
                                        "--help",
                                        "--help-all",
                                        "-v",
                                        "--version",
                                        "--screenshot",
                                        "--list-actions",
                                        "--bench",
                                        "--list-settings",
                                        "--until-shown"};
    if (!std::ranges::any_of(kWindowless, says)) {
        std::fputs("mapwright: there is no display to show a window on. mw does the same in the "
                   "terminal; mapwright --screenshot PNG FILE writes a picture.\n",
                   stderr);
        std::exit(kLacking);
    }
    qputenv("QT_QPA_PLATFORM", "offscreen");
#endif
}

/// Ends the program on --help, --version and wrong usage.
Options readOptions(const QCoreApplication& app) {
    QCommandLineParser parser;
    parser.setApplicationDescription(QCoreApplication::translate(
        "main", "See an SDFG, rewrite it step by step, compile it, and time the variants side by "
                "side."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument(
        QStringLiteral("file"),
        QCoreApplication::translate("main", "Graphs (.sdfg, .sdfgz), which join one project, or a "
                                            ".mapwright project; the last one is shown."),
        QStringLiteral("[FILE ...]"));
    parser.addOptions({
        {QStringLiteral("bench"),
         QCoreApplication::translate("main", "Time what one waits for with FILE, or with a "
                                             "generated graph: state:NODES, "
                                             "program:KERNELSxARRAYS, stencil:STEPS.")},
        {QStringLiteral("json"),
         QCoreApplication::translate("main", "The times of --bench as JSON.")},
        {QStringLiteral("repeats"),
         QCoreApplication::translate("main", "Repeats of --bench (default 15)."),
         QStringLiteral("N")},
        {QStringLiteral("screenshot"),
         QCoreApplication::translate("main", "Write a picture of the window to PNG, and end."),
         QStringLiteral("PNG")},
        {QStringLiteral("size"),
         QCoreApplication::translate("main", "Size of the window (default 1600x1000)."),
         QStringLiteral("WxH")},
        {QStringLiteral("do"),
         QCoreApplication::translate("main",
                                     "Run an action by its id first; may be given several times."),
         QStringLiteral("ACTION")},
        {QStringLiteral("list-actions"),
         QCoreApplication::translate("main", "Print the ids of all actions, and end.")},
        {QStringLiteral("settings"),
         QCoreApplication::translate("main", "Keep settings and session in this ini file."),
         QStringLiteral("FILE")},
        {QStringLiteral("set"),
         QCoreApplication::translate("main", "Take this setting for this start; may be given "
                                             "several times."),
         QStringLiteral("NAME=VALUE")},
        {QStringLiteral("list-settings"),
         QCoreApplication::translate("main", "Print all settings with what they take, and end.")},
        {QStringLiteral("safe-mode"),
         QCoreApplication::translate("main", "Start with default settings and layout, and restore "
                                             "nothing.")},
        {QStringLiteral("until-shown"),
         QCoreApplication::translate("main", "End when FILE is on the screen (for --bench).")},
    });
    parser.process(app);
    Options options;
    options.files = parser.positionalArguments();
    options.screenshot = parser.value(QStringLiteral("screenshot"));
    options.settings = parser.value(QStringLiteral("settings"));
    options.actions = parser.values(QStringLiteral("do"));
    options.bench = parser.isSet(QStringLiteral("bench"));
    options.json = parser.isSet(QStringLiteral("json"));
    options.listActions = parser.isSet(QStringLiteral("list-actions"));
    if (parser.isSet(QStringLiteral("repeats")))
        options.repeats = std::max(1, parser.value(QStringLiteral("repeats")).toInt());
    options.listSettings = parser.isSet(QStringLiteral("list-settings"));
    options.safe = parser.isSet(QStringLiteral("safe-mode"));
    options.untilShown = parser.isSet(QStringLiteral("until-shown"));
    QString usage;
    for (const auto& one : parser.values(QStringLiteral("set"))) {
        options.set.emplace_back(one.section(QLatin1Char('='), 0, 0),
                                 one.section(QLatin1Char('='), 1));
        if (!one.contains(QLatin1Char('=')))
            usage = QCoreApplication::translate("main", "--set is NAME=VALUE, as theme=dark.");
    }
    if (options.safe && !options.settings.isEmpty())
        usage = QCoreApplication::translate("main", "--safe-mode reads no --settings.");
    else if (options.bench && options.files.size() != 1)
        usage = QCoreApplication::translate("main", "--bench needs one FILE.");
    else if (parser.isSet(QStringLiteral("size")) &&
             !readSize(parser.value(QStringLiteral("size")), options.size))
        usage = QCoreApplication::translate("main", "--size is WIDTHxHEIGHT, as 1600x1000.");
    if (!usage.isEmpty()) {
        std::fprintf(stderr, "mapwright: %s\n", qUtf8Printable(usage));
        std::exit(kUsage);
    }
    return options;
}

void listActions(mw::app::MainWindow& window) {
    for (const auto& spec : window.parts().actions.specs()) {
        std::printf("%-34s %-16s %s\n", qUtf8Printable(spec.id),
                    qUtf8Printable(spec.shortcut.toString()),
                    qUtf8Printable(mw::app::withoutKey(spec.text)));
    }
}

/// Settings of --set. Ends the program where one can't be taken.
void takeSettings(mw::app::Settings& settings, const Options& options) {
    for (const auto& [key, text] : options.set)
        if (const auto problem = settings.setForNow(key, text); !problem.isEmpty()) {
            std::fprintf(stderr, "mapwright: %s\n", qUtf8Printable(problem));
            std::exit(kUsage);
        }
}

void listSettings(const mw::app::Settings& settings) {
    for (const auto& spec : mw::app::settingTable())
        std::printf("%-24s %-12s %-28s %s\n", qUtf8Printable(spec.key),
                    qUtf8Printable(mw::app::settingText(settings.value(spec.key))),
                    qUtf8Printable(mw::app::settingRange(spec)), qUtf8Printable(spec.title));
}

/// Where the settings of this start are: a scripted window starts from defaults in `fresh` and
/// leaves the user's alone; a safe one begins a folder of its own, where its sessions stay.
QString settingsFile(const Options& options, const QTemporaryDir& fresh) {
    const bool scripted =
        !options.screenshot.isEmpty() || !options.actions.isEmpty() || options.untilShown;
    if (!options.settings.isEmpty())
        return options.settings;
    if (scripted)
        return fresh.filePath(QStringLiteral("mapwright.ini"));
    return options.safe ? mw::app::freshSettingsFile() : QString();
}

int runWindow(QApplication& app, const Options& options) {
    const bool scripted = !options.screenshot.isEmpty() || !options.actions.isEmpty();
    QTemporaryDir fresh;
    mw::app::Settings settings(settingsFile(options, fresh));
    takeSettings(settings, options);
    const auto catalogues = mw::app::cataloguesOf(settings.language());
    for (const auto& catalogue : catalogues)
        QCoreApplication::installTranslator(catalogue.get());
    mw::app::MainWindow window(settings);
    if (options.listActions) {
        listActions(window);
        return 0;
    }
    if (options.listSettings) {
        listSettings(settings);
        return 0;
    }
    if (scripted)
        window.resize(options.size);
    window.parts().files.open(options.files); // first: the start page would only flash
    window.show();
    if (options.safe)
        window.saySafe();
    if (options.untilShown)
        window.whenShown([&window] {
            std::printf("shown %.1f\n", mw::viewers::residentMegabytes());
            std::fflush(stdout);
            QCoreApplication::exit(window.parts().workspace.isOpen() ? 0 : kFailed);
        });
    QTimer::singleShot(0, &window, [&window] { window.parts().run.findDevices(); });
    int result = 0;
    mw::app::Script script(window, options.actions, options.screenshot);
    QObject::connect(&script, &mw::app::Script::finished, &app, [&](const QString& problem) {
        if (!problem.isEmpty()) {
            std::fprintf(stderr, "mapwright: %s\n", qUtf8Printable(problem));
            result = kFailed;
        }
        if (!options.screenshot.isEmpty() || !problem.isEmpty())
            QCoreApplication::exit(0); // not through the window, which might ask
    });
    if (scripted)
        QTimer::singleShot(0, &script, &mw::app::Script::start);
    const int code = QApplication::exec();
    return result != 0 ? result : code;
}

} // namespace

int main(int argc, char** argv) {
    mw::io::guardStandardStreams();
    chooseDisplay({argv, static_cast<std::size_t>(argc)});
    QApplication app(argc, argv);
    mw::app::identifyApplication();
    QCoreApplication::setApplicationVersion(QStringLiteral(MW_VERSION));
    QApplication::setStyle(new mw::app::AppStyle); // owned by the application
    const auto options = readOptions(app);
    if (options.bench)
        return mw::app::printCanvasBench(options.files.front(), options.repeats, options.json);
    return runWindow(app, options);
}
