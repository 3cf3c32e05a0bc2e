// The window in another language: every text of it, from the catalogue that lies in the program.
#include "app/gui/language.h"
#include "tests/app/window_fixture.h"
#include "transforms/framework/transformation.h"
#include "viewers/panels/number_text.h"
#include "viewers/panels/transformation_panel.h"
#include "viewers/panels/transformation_text.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QCoreApplication>
#include <QDockWidget>
#include <QFile>
#include <QHeaderView>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QRegularExpression>
#include <QTranslator>
#include <QXmlStreamReader>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

namespace language_test {

using namespace mw;

namespace {

/// Translations by source; both without the mnemonics' marks.
struct Catalogue {
    std::map<QString, QStringList> texts;

    Catalogue() {
        QFile file(
            QString::fromStdString(test::sourceFile("app/gui/languages/mapwright_de.ts").string()));
        REQUIRE(file.open(QIODevice::ReadOnly));
        QXmlStreamReader xml(&file);
        QString source;
        while (!xml.atEnd()) {
            xml.readNext();
            if (!xml.isStartElement())
                continue;
            if (xml.name() == QLatin1String("source"))
                source = xml.readElementText();
            else if (xml.name() == QLatin1String("numerusform"))
                texts[source] << xml.readElementText();
            else if (xml.name() == QLatin1String("translation"))
                if (const auto text =
                        xml.readElementText(QXmlStreamReader::IncludeChildElements).trimmed();
                    !text.isEmpty() && !texts.contains(source))
                    texts[source] << text;
        }
        REQUIRE_FALSE(xml.hasError());
    }
};

QString plain(QString text) {
    return text.remove(QLatin1Char('&'));
}

std::set<QString> placeholders(const QString& text) {
    static const QRegularExpression kPlace(QStringLiteral("%(n|[0-9])"));
    std::set<QString> found;
    for (auto at = kPlace.globalMatch(text); at.hasNext();)
        found.insert(at.next().captured());
    return found;
}

/// Speaks German as long as it lives; before the window is made.
struct German {
    std::vector<std::unique_ptr<QTranslator>> catalogues = app::cataloguesOf("de");
    German() {
        for (const auto& catalogue : catalogues)
            QCoreApplication::installTranslator(catalogue.get());
    }
};
struct GermanWindow : German, test::WindowFixture {};

/// What a user can read of the window's parts.
std::set<QString> shownTexts(const QWidget& window) {
    std::set<QString> texts;
    for (const auto* action : window.findChildren<QAction*>())
        texts.insert({plain(action->text()), action->toolTip(), action->statusTip()});
    for (const auto* label : window.findChildren<QLabel*>())
        texts.insert(label->text());
    for (const auto* button : window.findChildren<QAbstractButton*>())
        texts.insert(plain(button->text()));
    for (const auto* dock : window.findChildren<QDockWidget*>())
        texts.insert(dock->windowTitle());
    for (const auto* menu : window.findChildren<QMenu*>())
        texts.insert(plain(menu->title()));
    for (const auto* box : window.findChildren<QComboBox*>())
        for (int i = 0; i < box->count(); ++i)
            texts.insert(box->itemText(i));
    for (const auto* header : window.findChildren<QHeaderView*>())
        for (int i = 0; header->model() && i < header->count(); ++i)
            texts.insert(header->model()->headerData(i, header->orientation()).toString());
    for (const auto* widget : window.findChildren<QWidget*>())
        texts.insert({widget->toolTip(), widget->accessibleName()});
    return texts;
}

} // namespace

TEST_CASE("translations keep the places of what is filled in, and the mark of what asks more") {
    const Catalogue catalogue;
    CHECK(catalogue.texts.size() > 400);
    for (const auto& [source, forms] : catalogue.texts)
        for (const QString& text : forms) {
            INFO(source.toStdString() << " -> " << text.toStdString());
            CHECK(placeholders(text) == placeholders(source));
            CHECK(text.endsWith(QStringLiteral(" …")) == source.endsWith(QStringLiteral(" …")));
            CHECK(text.contains(QLatin1Char('&')) == source.contains(QLatin1Char('&')));
        }
}

TEST_CASE_METHOD(GermanWindow, "in German nothing of the window is left in English") {
    open(sample("nabla4"));
    act("apply-first-map-fusion-vertical");
    const Catalogue catalogue;
    auto texts = shownTexts(window);
    for (const auto& variant : work().history()->variants()) // names are the user's own
        texts.erase(QString::fromStdString(variant.name));
    CHECK(texts.contains("Datei"));
    CHECK(texts.contains("Verlauf"));
    CHECK(texts.contains("Voraussetzen und anwenden"));
    for (const auto& [source, forms] : catalogue.texts)
        if (!source.contains(QLatin1Char('%')) && plain(source) != plain(forms.front())) {
            INFO(source.toStdString() << " -> " << forms.front().toStdString());
            CHECK_FALSE(texts.contains(plain(source)));
        }
}

TEST_CASE("every transformation and its parameters have a German name") {
    const German german;
    const auto has = [&](const QString& text) {
        return std::ranges::any_of(german.catalogues, [&](const auto& catalogue) {
            return !catalogue->translate("mw::transforms", text.toUtf8().constData()).isEmpty();
        });
    };
    REQUIRE_FALSE(has("a title of no transformation"));
    const auto qs = [](const std::string& text) { return QString::fromStdString(text); };
    for (const auto* each : transforms::registry()) {
        CAPTURE(each->name);
        CHECK(has(qs(each->title)));
        CHECK(has(qs(each->summary)));
        CHECK(has(qs(std::string(transforms::title(each->category)))));
        CHECK(has(qs(each->title).section(' ', 0, 0) + " %1")); // what is done, in names of steps
        CHECK(viewers::titleOf(*each) != qs(each->title));
        CHECK(viewers::bothNames(*each).endsWith("(" + qs(each->name) + ")"));
        CHECK(viewers::deedOf(*each).contains("%1"));
        for (const auto& param : each->params) {
            CAPTURE(param.name, param.help);
            CHECK(has(qs(param.name).replace('-', ' ')));
            CHECK(has(qs(param.help)));
            CHECK_FALSE(viewers::nameOf(param).isEmpty());
        }
    }
}

TEST_CASE_METHOD(GermanWindow, "titles of transformations are German in menus and panels") {
    window.show();
    open(sample("nabla4"));
    act("show-all-transformations");
    const auto texts = shownTexts(window);
    QStringList lines;
    const auto& model = docks().panel<viewers::TransformationPanel>().model();
    for (int row = 0; row < model.rowCount(); ++row)
        lines << model.index(row, 0).data().toString();
    for (const auto& text : texts)
        lines << text;
    REQUIRE(lines.join('\n').contains("Maps entlang des Datenflusses verschmelzen"));
    for (const auto* each : transforms::registry())
        for (const auto& line : lines) {
            INFO(line.toStdString());
            CHECK_FALSE(line.contains(QString::fromStdString(each->title)));
        }
}

TEST_CASE("numbers have a decimal comma in German, and digits in groups in all languages") {
    CHECK(viewers::bytesText(1.5e6) == "1.50 MB");
    CHECK(viewers::groupedDigits("213870182400") ==
          QString::fromUtf8("213\u202f870\u202f182\u202f400"));
    const German german;
    CHECK(viewers::bytesText(1.5e6) == "1,50 MB");
    CHECK(viewers::ratioText(0.5) == QString::fromUtf8("0,50 ×"));
    CHECK(viewers::microseconds(12.34) == QString::fromUtf8("12,3 µs"));
    CHECK(viewers::percentText(0.125) == "12,5 %");
    CHECK(viewers::wholeNumber(213870182400.0) ==
          QString::fromUtf8("213\u202f870\u202f182\u202f400"));
}

namespace {

/// Text of all sources of the window, by file.
std::map<std::string, QString> sourcesOfWindow() {
    std::map<std::string, QString> sources;
    for (const char* folder : {"app/gui", "viewers"})
        for (const auto& entry :
             std::filesystem::recursive_directory_iterator(test::sourceFile(folder))) {
            const auto ending = entry.path().extension();
            if (ending != ".cpp" && ending != ".h")
                continue;
            QFile file(QString::fromStdString(entry.path().string()));
            REQUIRE(file.open(QIODevice::ReadOnly));
            sources[entry.path().filename().string()] += QString::fromUtf8(file.readAll());
        }
    return sources;
}

} // namespace

TEST_CASE("decimals are written in one place") {
    static const QRegularExpression kDecimals("'[fge]'\\s*[,)]");
    int seen = 0;
    for (const auto& [name, text] : sourcesOfWindow()) {
        CAPTURE(name);
        const bool isPlace = name == "number_text.cpp";
        seen += isPlace;
        CHECK(text.contains(kDecimals) == isPlace);
    }
    CHECK(seen == 1);
}

TEST_CASE("texts are filed where they are looked for") {
    // What is translated in a class is looked for under its name, in a free function under what
    // that says: a catalogue has no other contexts.
    QFile file(
        QString::fromStdString(test::sourceFile("app/gui/languages/mapwright_de.ts").string()));
    REQUIRE(file.open(QIODevice::ReadOnly));
    const auto catalogue = QString::fromUtf8(file.readAll());
    QString all;
    for (const auto& [name, text] : sourcesOfWindow())
        all += text;
    static const QRegularExpression kContext("<name>([^<]+)</name>");
    int contexts = 0;
    for (auto at = kContext.globalMatch(catalogue); at.hasNext(); ++contexts) {
        const auto context = at.next().captured(1);
        INFO(context.toStdString());
        const QRegularExpression isObject("class " + context.section("::", -1) +
                                          "\\b[^;{]*\\{\\s*Q_OBJECT");
        CHECK((all.contains('"' + context + '"') ||
               all.contains("Q_DECLARE_TR_FUNCTIONS(" + context + ")") || all.contains(isObject)));
    }
    CHECK(contexts > 50);
}

TEST_CASE_METHOD(GermanWindow, "the tour speaks German, texts with actions in them too") {
    act("tour");
    const auto says = [&](const char* words) {
        return std::ranges::any_of(shownTexts(window), [&](const QString& text) {
            return text.contains(QString::fromUtf8(words));
        });
    };
    CHECK(says("Was Sie sehen"));
    CHECK(says("Gelesen wird er von oben nach unten"));
    CHECK(says("Ansicht › Alles einpassen"));
}

TEMPLATE_TEST_CASE("the keys of a menu are its own in every language", "", GermanWindow,
                   test::WindowFixture) {
    TestType shown;
    for (const auto* menu : shown.window.template findChildren<QMenu*>()) {
        std::set<QChar> keys;
        for (const auto* action : menu->actions()) {
            const auto text = action->text();
            const auto mark = text.indexOf(QLatin1Char('&'));
            if (mark < 0)
                continue;
            INFO(menu->title().toStdString() << ": " << text.toStdString());
            CHECK(keys.insert(text[mark + 1].toLower()).second);
        }
    }
}

TEST_CASE("a language is for the next start, and English needs no catalogue") {
    QTemporaryDir folder;
    const auto file = folder.filePath("settings.ini");
    {
        app::Settings settings(file);
        CHECK(settings.language().isEmpty());
        settings.setLanguage("de");
    }
    CHECK(app::Settings(file).language() == "de");
    CHECK(app::cataloguesOf("en").empty());
    const auto german = app::cataloguesOf("de");
    REQUIRE_FALSE(german.empty());
    CHECK(german.back()->translate("mw::app", "&File") == "&Datei");
}

TEST_CASE_METHOD(test::WindowFixture, "the window says which language it will speak") {
    act("language-de");
    CHECK(settings.language() == "de");
    CHECK(window.parts().actions.action("language-de")->isChecked());
    CHECK_FALSE(window.parts().actions.action("language-desktop")->isChecked());
    act("language-desktop");
    CHECK(settings.language().isEmpty());
}

} // namespace language_test
