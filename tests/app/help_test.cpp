// The documentation in the window, and what the start page says to newcomers.
#include "app/gui/help/made_pages.h"
#include "app/gui/help/window.h"
#include "app/gui/samples.h"
#include "app/gui/start_page.h"
#include "tests/app/window_fixture.h"
#include "transforms/framework/transformation.h"

#include <QAbstractButton>
#include <QDir>
#include <QLabel>
#include <QRegularExpression>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTreeWidget>

namespace help_test {

using namespace mw;
using test::WindowFixture;

namespace {

struct HelpFixture : WindowFixture {
    HelpFixture() {
        window.resize(1200, 800);
        window.show();
    }
    app::HelpWindow& help() {
        auto* found = window.findChild<app::HelpWindow*>("help");
        REQUIRE(found);
        return *found;
    }
    QStringList listed() {
        QStringList lines;
        for (int i = 0; i < help().list().topLevelItemCount(); ++i)
            lines << help().list().topLevelItem(i)->text(0);
        return lines;
    }
    QString shown() { return help().text().toPlainText(); }
};

QDir docs() {
    return QDir(QString::fromStdString(test::sourceFile("docs").string()));
}

} // namespace

TEST_CASE_METHOD(HelpFixture, "every page of the documentation is in the window") {
    act("help");
    CHECK(help().isVisible());
    CHECK(help().page() == "getting-started.md"); // for who is new
    for (const auto& file : docs().entryList({"*.md"}, QDir::Files)) {
        INFO(file.toStdString());
        REQUIRE(help().openPage(file));
        CHECK(help().page() == file);
        CHECK(shown().size() > 200);
        CHECK_FALSE(shown().contains("\n: ")); // lists of terms are read
    }
    CHECK(listed().size() == docs().entryList({"*.md"}, QDir::Files).size() + 3);
    // Terms and what they mean stand apart.
    REQUIRE(help().openPage("concepts.md"));
    CHECK(shown().contains("Memlet\nWhat moves along an edge"));
}

TEST_CASE_METHOD(HelpFixture, "links lead from page to page, to headings, and back") {
    act("help");
    static const QRegularExpression link("\\]\\(([a-z-]+\\.md(#[^)]*)?|#[^)]*)\\)");
    for (const auto& file : docs().entryList({"*.md"}, QDir::Files)) {
        QFile page(docs().filePath(file));
        REQUIRE(page.open(QIODevice::ReadOnly));
        auto links = link.globalMatch(QString::fromUtf8(page.readAll()));
        while (links.hasNext()) {
            const auto to = links.next().captured(1);
            INFO(file.toStdString() << ": " << to.toStdString());
            CHECK(help().openPage(to.startsWith('#') ? file + to : to));
        }
    }
    CHECK_FALSE(help().openPage("nowhere.md"));
    help().openPage("window.md");
    emit help().text().anchorClicked(QUrl("formats.md#recipe"));
    CHECK(help().page() == "formats.md");
    CHECK(help().text().textCursor().block().text().contains("recipe", Qt::CaseInsensitive));
    emit help().text().anchorClicked(QUrl("transformations/index.md"));
    CHECK(help().page() == app::kNamesPage);
    QTest::keySequence(&help(), QKeySequence::Back);
    CHECK(help().page() == "formats.md");
}

TEST_CASE_METHOD(HelpFixture, "a search finds words in all pages, and shows where they stand") {
    act("help");
    const auto all = listed();
    help().search("write-conflict RESOLUTION");
    REQUIRE_FALSE(listed().isEmpty());
    CHECK(listed() != all);
    for (const auto& line : listed())
        CHECK(line.contains(": "));
    help().list().setCurrentItem(help().list().topLevelItem(0));
    CHECK(help().text().textCursor().selectedText().compare("write-conflict",
                                                            Qt::CaseInsensitive) == 0);
    // Headings come first.
    help().search("scenario");
    CHECK(listed().front().section(": ", 1).contains("scenario", Qt::CaseInsensitive));
    help().search("nothing-is-called-so");
    CHECK(listed() == QStringList{"Nothing has all these words"});
    help().search({});
    CHECK(listed() == all);
}

TEST_CASE_METHOD(HelpFixture, "keys, names and licences are made of what the program is") {
    act("help-keys");
    CHECK(help().page() == app::kKeysPage);
    for (const auto& spec : window.parts().actions.specs())
        if (!spec.shortcut.isEmpty()) {
            INFO(spec.id.toStdString());
            CHECK(shown().contains(app::withoutKey(spec.text)));
            CHECK(shown().contains(spec.shortcut.toString(QKeySequence::NativeText)));
        }
    act("help-names");
    for (const auto* one : transforms::registry()) {
        INFO(one->name);
        CHECK(shown().contains(QString::fromStdString(one->name)));
        CHECK(shown().contains(QString::fromStdString(one->title)));
    }
    act("help-glossary");
    CHECK(help().page() == "concepts.md");
    act("help-about");
    CHECK(shown().contains("Mapwright " + QCoreApplication::applicationVersion()));
    CHECK(shown().contains(qVersion()));
    CHECK(shown().contains("BSD-3-Clause"));
    CHECK(shown().contains("GPL"));
    CHECK(help().windowTitle() == "About Mapwright - Help");
}

TEST_CASE_METHOD(HelpFixture, "the start page says what an SDFG is, and a line about each sample") {
    const auto& start = window.parts().start;
    const auto about = start.findChild<QLabel*>("start-about")->text();
    CHECK(about.startsWith("An SDFG is "));
    CHECK(about.count(". ") + about.endsWith('.') == 2); // sentences
    REQUIRE(app::samples().size() > 10);
    std::set<QString> lines;
    for (const auto& sample : app::samples()) {
        INFO(sample.name.toStdString());
        CHECK_FALSE(sample.about.isEmpty());
        CHECK(lines.insert(sample.about).second);
        const auto rows = start.findChildren<QAbstractButton*>();
        const auto row =
            std::ranges::find_if(rows, [&](const auto* one) { return one->text() == sample.name; });
        REQUIRE(row != rows.end());
        // Neither the name nor the line is cut.
        CHECK((*row)->width() >= (*row)->sizeHint().width() - 40 + 26);
    }
}

} // namespace help_test
