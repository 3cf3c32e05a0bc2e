// Settings: one table from which file, dialog, command line and these tests are made.
#include "app/gui/pane_area.h"
#include "app/gui/pane_frame.h"
#include "app/gui/run_controller.h"
#include "app/gui/settings_dialog.h"
#include "app/gui/start_page.h"
#include "app/gui/theme_switch.h"
#include "tests/app/window_fixture.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/panels/run_panel.h"
#include "viewers/panels/timings_panel.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>
#include <QToolButton>
#include <QTreeView>

#include <set>

namespace settings_test {

using namespace mw;
using app::SettingSpec;
using test::WindowFixture;

namespace {

/// Another value than the default, as text.
QString otherText(const SettingSpec& spec) {
    if (const auto* number = std::get_if<app::NumberSetting>(&spec.type))
        return app::settingText(number->high);
    if (const auto* choice = std::get_if<app::ChoiceSetting>(&spec.type))
        return choice->choices.back().value;
    if (std::holds_alternative<app::FlagSetting>(spec.type))
        return app::settingText(!spec.fallback.toBool());
    return spec.key == "run/grid" ? "torus:8,6,10" : "ssh host mw-runner";
}

/// What no setting of its type takes.
QString wrongText(const SettingSpec& spec) {
    if (const auto* number = std::get_if<app::NumberSetting>(&spec.type))
        return app::settingText(number->high + 1);
    return spec.key == "run/grid" ? "torus:" : "'not closed";
}

struct File {
    QTemporaryDir folder;
    QString path = folder.filePath("settings.ini");
    void write(const QByteArray& text) const {
        QFile file(path);
        REQUIRE(file.open(QIODevice::WriteOnly));
        file.write(text);
    }
};

struct SettingsWindow : WindowFixture {
    SettingsWindow() { window.show(); }
    ~SettingsWindow() { settings.resetAll(); } // the font is the whole program's
    app::SettingsDialog& dialog() {
        auto& made = app::SettingsDialog::of(window, settings);
        made.bringUp();
        return made;
    }
    template <class Field>
    Field& field(const char* key) {
        auto* found = dialog().findChild<Field*>(QString::fromLatin1(key));
        REQUIRE(found);
        return *found;
    }
};

} // namespace

TEST_CASE("every setting has a key of its own, texts, and a default that it takes") {
    std::set<QString> keys;
    for (const auto& spec : app::settingTable()) {
        INFO(spec.key.toStdString());
        CHECK(keys.insert(spec.key).second);
        for (const auto& text : {spec.group, spec.title, spec.help, app::settingRange(spec)})
            CHECK_FALSE(text.isEmpty());
        const auto read = app::readSetting(spec, app::settingText(spec.fallback));
        CHECK(read.problem.toStdString() == "");
        CHECK(read.value == spec.fallback);
        CHECK(read.value.typeId() == spec.fallback.typeId());
    }
}

TEST_CASE("what is set is in the file at the next start, and the default is in none") {
    for (const auto& spec : app::settingTable()) {
        INFO(spec.key.toStdString());
        const File file;
        {
            app::Settings settings(file.path);
            CHECK(settings.isDefault(spec.key));
            CHECK(settings.set(spec.key, otherText(spec)).toStdString() == "");
            CHECK_FALSE(settings.isDefault(spec.key));
        }
        {
            app::Settings settings(file.path);
            CHECK(app::settingText(settings.value(spec.key)) == otherText(spec));
            CHECK(settings.problems().isEmpty());
            settings.reset(spec.key);
        }
        CHECK(app::Settings(file.path).isDefault(spec.key));
        CHECK_FALSE(QSettings(file.path, QSettings::IniFormat).contains(spec.key));
    }
}

TEST_CASE("what can't be taken is said and changes nothing, from a field and from the file") {
    for (const auto& spec : app::settingTable()) {
        INFO(spec.key.toStdString());
        const File file;
        app::Settings settings(file.path);
        settings.set(spec.key, otherText(spec));
        const auto problem = settings.set(spec.key, wrongText(spec));
        CHECK(problem.contains(spec.key));
        CHECK(problem.contains(wrongText(spec)));
        CHECK(app::settingText(settings.value(spec.key)) == otherText(spec));

        const File damaged;
        {
            QSettings raw(damaged.path, QSettings::IniFormat);
            raw.setValue(spec.key, wrongText(spec));
        }
        const app::Settings read(damaged.path);
        CHECK(read.isDefault(spec.key));
        CHECK(read.problems() == QStringList{problem});
    }
}

TEST_CASE("a list without quotes in the file is the text that it was meant as") {
    const File file;
    file.write("[run]\ngrid=torus:8,6,10\n");
    CHECK(app::Settings(file.path).text("run/grid") == "torus:8,6,10");
}

TEST_CASE("a setting for one start alone is not kept") {
    const File file;
    {
        app::Settings settings(file.path);
        CHECK(settings.setForNow("theme", "dark").isEmpty());
        CHECK(settings.theme() == viewers::ThemeKind::dark);
        CHECK(settings.setForNow("theme", "pink") ==
              "theme takes \"\", light, dark or high-contrast, not \"pink\".");
        CHECK(settings.setForNow("colour", "dark").startsWith("There is no setting \"colour\""));
    }
    CHECK_FALSE(app::Settings(file.path).theme());
}

TEST_CASE("a window says what of its settings' file it could not take") {
    const File file;
    file.write("theme=pink\n[run]\nrepeats=0\n");
    app::Settings settings(file.path);
    app::MainWindow window(settings);
    CHECK(window.parts().messageBar.text().contains("The default is taken"));
    CHECK(settings.problems().size() == 2);
    CHECK_FALSE(settings.theme());
    // It stays there for whoever wrote it, until something else is chosen.
    CHECK(QSettings(file.path, QSettings::IniFormat).value("theme") == "pink");
}

TEST_CASE_METHOD(SettingsWindow, "the dialog has a field with a name for every setting") {
    auto& shown = dialog();
    for (const auto& spec : app::settingTable()) {
        INFO(spec.key.toStdString());
        const auto* made = shown.findChild<QWidget*>(spec.key);
        REQUIRE(made);
        CHECK(made->accessibleName() == spec.title);
        CHECK(made->accessibleDescription() == spec.help);
        const auto* reset = shown.findChild<QToolButton*>("reset-" + spec.key);
        REQUIRE(reset);
        CHECK_FALSE(reset->isEnabled());
        CHECK(settings.set(spec.key, otherText(spec)).isEmpty());
        CHECK(reset->isEnabled());
    }
    shown.findChild<QPushButton*>("settings-reset-all")->click();
    for (const auto& spec : app::settingTable())
        CHECK(settings.isDefault(spec.key));
    if (const auto kept = qEnvironmentVariable("MAPWRIGHT_PICTURES"); !kept.isEmpty())
        shown.grab().save(kept + "/settings.png");
}

TEST_CASE_METHOD(SettingsWindow, "what is chosen in the dialog holds at once") {
    open(sample("laplacian"));
    auto& canvas = window.parts().panes.canvas();
    SECTION("colours") {
        auto& colours = field<QComboBox>("theme");
        colours.setCurrentIndex(colours.findData("dark"));
        emit colours.activated(colours.currentIndex());
        CHECK(window.parts().theme.kind() == viewers::ThemeKind::dark);
        CHECK(canvas.theme() == viewers::ThemeKind::dark);
        CHECK(window.parts().actions.action("theme-dark")->isChecked());
        settings.reset("theme");
        CHECK_FALSE(settings.theme());
        CHECK(window.parts().theme.kind() == viewers::ThemeKind::light);
    }
    SECTION("size of texts") {
        const auto before = QApplication::font().pointSizeF();
        const auto panel = docks().panel<viewers::TimingsPanel>().font().pointSizeF();
        field<QSpinBox>("view/text-size").setValue(150);
        settle();
        CHECK(QApplication::font().pointSizeF() == Approx(1.5 * before));
        CHECK(docks().panel<viewers::TimingsPanel>().font().pointSizeF() == Approx(1.5 * panel));
        CHECK(viewers::Theme::of(viewers::ThemeKind::light).ui.pointSizeF() ==
              Approx(1.5 * before));
        // As Qt tells widgets of itself while the application runs, which a test's does not.
        QEvent told(QEvent::ApplicationFontChange);
        for (auto* widget : QApplication::allWidgets())
            QCoreApplication::sendEvent(widget, &told);
        settle();
        for (const auto* list : window.findChildren<QTreeView*>())
            for (int column = 0; column < list->header()->count(); ++column) {
                INFO(list->accessibleName().toStdString() << ", column " << column);
                if (!list->isHeaderHidden() && !list->isColumnHidden(column) &&
                    list->header()->sectionResizeMode(column) == QHeaderView::Interactive)
                    CHECK(list->columnWidth(column) >= list->header()->sectionSizeHint(column));
            }
        field<QSpinBox>("view/text-size").setValue(100);
        CHECK(QApplication::font().pointSizeF() == Approx(before));
    }
    SECTION("details of the picture") {
        field<QCheckBox>("view/volumes").setChecked(true);
        CHECK(canvas.areVolumesVisible());
        field<QCheckBox>("view/minimap").setChecked(false);
        CHECK_FALSE(canvas.isMinimapVisible());
    }
    SECTION("runs") {
        field<QSpinBox>("run/repeats").setValue(33);
        field<QCheckBox>("run/cold-cache").setChecked(true);
        auto& grid = field<QLineEdit>("run/grid");
        grid.setText("torus:8,6,10");
        emit grid.editingFinished();
        const auto choice = docks().panel<viewers::TimingsPanel>().runPanel().choice();
        CHECK(choice.repeats == 33);
        CHECK(choice.coldCache);
        CHECK(choice.grid == "torus:8,6,10");
        CHECK(work().project().settings.repeats == 33);
    }
    SECTION("recent files") {
        CHECK(settings.recentFiles().size() == 1);
        field<QSpinBox>("files/recent-count").setValue(0);
        CHECK(settings.recentFiles().isEmpty());
    }
}

TEST_CASE_METHOD(SettingsWindow, "a program opens in the view that is chosen") {
    auto& first = field<QComboBox>("view/first");
    first.setCurrentIndex(first.findData("program"));
    emit first.activated(first.currentIndex());
    open(sample("laplacian"));
    CHECK(window.parts().panes.view() == app::PaneView::program);
}

TEST_CASE_METHOD(SettingsWindow, "what a field can't take is said in its line") {
    auto& grid = field<QLineEdit>("run/grid");
    grid.setText("torus:");
    emit grid.editingFinished();
    bool said = false;
    for (const auto* label : dialog().findChildren<QLabel*>())
        said = said || label->text().startsWith(QStringLiteral("⚠ run/grid is \"torus:\""));
    CHECK(said == false); // bringUp() shows what holds again
    grid.setText("torus:");
    emit grid.editingFinished();
    for (const auto* label : app::SettingsDialog::of(window, settings).findChildren<QLabel*>())
        said = said || label->text().startsWith(QStringLiteral("⚠ run/grid is \"torus:\""));
    CHECK(said);
    CHECK(settings.isDefault("run/grid"));
}

TEST_CASE_METHOD(SettingsWindow, "a word finds the settings that it is about") {
    auto& shown = dialog();
    shown.findChild<QLineEdit*>("settings-filter")->setText("cold cache");
    CHECK(shown.findChild<QWidget*>("run/cold-cache")->isVisible());
    CHECK_FALSE(shown.findChild<QWidget*>("theme")->isVisible());
}

TEST_CASE_METHOD(WindowFixture, "a layout that is not to be remembered is not written") {
    window.show();
    settings.set("window/remember-layout", "false");
    open(sample("laplacian"));
    window.close();
    CHECK(settings.windowState().isEmpty());
}

TEST_CASE("a safe start has a folder that no start has used") {
    const auto first = app::freshSettingsFile();
    CHECK(first.contains("/safe-mode/"));
    app::Settings settings(first);
    settings.setTheme(viewers::ThemeKind::dark);
    app::MainWindow window(settings);
    window.saySafe();
    CHECK(window.parts().messageBar.text().contains("Safe mode"));
    CHECK(window.parts().files.lastSession().isEmpty());
    QDir().mkpath(settings.sessionFolder());
    CHECK(app::freshSettingsFile() != first);
    QDir(QFileInfo(first).absolutePath()).removeRecursively();
}

} // namespace settings_test
