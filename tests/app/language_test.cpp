// The window in another language: every text of it, from the catalogue that lies in the program.
#include "app/gui/language.h"
#include "tests/app/window_fixture.h"

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
