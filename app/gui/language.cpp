// The catalogues of the window's texts: our own, made from languages/*.ts (the window's
// texts, and those of the transformations' descriptors), and Qt's.
#include "app/gui/language.h"

#include <QLibraryInfo>
#include <QLocale>
#include <QTranslator>

namespace mw::app {

namespace {

/// English where the desktop asks for none of ours.
QString desktopLanguage() {
    const auto known = languages();
    for (const QString& wanted : QLocale::system().uiLanguages())
        for (const auto& language : known)
            if (wanted.section(QLatin1Char('-'), 0, 0) == language.code)
                return language.code;
    return known.front().code;
}

} // namespace

std::vector<Language> languages() {
    return {{QStringLiteral("en"), QStringLiteral("English")},
            {QStringLiteral("de"), QStringLiteral("Deutsch")}};
}

std::vector<std::unique_ptr<QTranslator>> cataloguesOf(const QString& code) {
    const auto language = code.isEmpty() ? desktopLanguage() : code;
    std::vector<std::unique_ptr<QTranslator>> catalogues;
    const auto add = [&](const QString& name, const QString& folder) {
        auto catalogue = std::make_unique<QTranslator>();
        if (catalogue->load(name + language, folder))
            catalogues.push_back(std::move(catalogue));
    };
    if (language == languages().front().code)
        return catalogues;
    // Buttons of Qt's own dialogs, where its catalogues are installed.
    add(QStringLiteral("qtbase_"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    add(QStringLiteral("transformations_"), QStringLiteral(":/languages"));
    add(QStringLiteral("mapwright_"), QStringLiteral(":/languages"));
    return catalogues;
}

} // namespace mw::app
