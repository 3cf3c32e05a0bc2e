#pragma once

#include "app/gui/tour/dock.h"
#include "app/gui/tour/guide.h"
#include "app/gui/tour/text.h"
#include "tests/app/tutorial.h"
#include "tests/app/window_fixture.h"
#include "viewers/panels/run_panel.h"
#include "viewers/panels/timings_panel.h"
#include "viewers/panels/transformation_panel.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPointer>
#include <QPushButton>

namespace mw::test {

/// A window with the tour, used as a user would.
struct TourFixture : WindowFixture {
    TourFixture() {
        withRewriteChecks = true;
        window.show();
    }

    app::TourGuide& guide() { return window.parts().tour; }
    app::TourDock& dock() { return window.parts().tourDock; }
    const app::Tour& tour() { return guide().tour(); }
    std::string step() { return tour().step().id; }
    bool isDone() { return tour().isDone(tour().at()); }
    std::string said() { return tour().verdict().said.toStdString(); }
    void turnTo(const char* id) {
        const auto steps = app::tourSteps();
        for (std::size_t i = 0; i < steps.size(); ++i)
            if (std::string_view(steps[i].id) == id)
                guide().goTo(i);
        settle();
        REQUIRE(step() == id);
    }
    /// A link in the text of the step, as a click on it or Enter does.
    void follow(const char* id) {
        INFO(id);
        const auto link = QString(app::kTourLink) + id;
        for (const char* name : {"tour-text", "tour-task"}) {
            auto* label = dock().findChild<QLabel*>(name);
            if (!label->text().contains("\"" + link + "\""))
                continue;
            emit label->linkActivated(link);
            return settle();
        }
        FAIL("the step has no such link");
    }
    void press(const char* button) {
        auto* found = dock().findChild<QPushButton*>(button);
        REQUIRE(found);
        REQUIRE(found->isVisible());
        REQUIRE(found->isEnabled());
        found->click();
        settle();
    }
    /// To the next step, and what the page of the tutorial has of this one. `said`: what the task
    /// came to is the same on every machine.
    enum class Said { varies, alwaysSo };
    void next(Said said = Said::varies) {
        const auto at = tour().at();
        const auto result = said == Said::alwaysSo ? tour().verdict().said : QString();
        sections << Tutorial::section(at, guide().scene(), window.parts().actions, result);
        if (isWalk)
            Tutorial::keepPicture(window, at);
        press("tour-next-button");
    }
    QStringList sections;
    bool isWalk = false; ///< that the tutorial is made of
    /// The task is there, and not done without doing it.
    void expectTask(const char* id) {
        INFO(id);
        REQUIRE(step() == id);
        CHECK_FALSE(isDone());
        CHECK_FALSE(dock().findChild<QPushButton*>("tour-next-button")->isEnabled());
        act("select-none");
        CHECK_FALSE(isDone());
    }
    void expectDone(const char* id) {
        INFO(id << ": " << said());
        REQUIRE(step() == id);
        REQUIRE(isDone());
        CHECK_FALSE(said().empty());
        CHECK(dock().text().toStdString().find(said()) != std::string::npos);
    }
    /// In the panel, with its form, as the text of the step says.
    void block() {
        follow("show-transformations");
        auto& panel = docks().panel<viewers::TransformationPanel>();
        REQUIRE(panel.shown() == "loop-blocking"); // the tour turned to it
        auto* box = panel.findChild<QCheckBox*>("promote-independent-memlets");
        REQUIRE(box);
        box->click();
        settle();
        for (auto* button : panel.findChildren<QPushButton*>())
            if (button->text().startsWith("Apply") && !button->text().contains("everywhere") &&
                button->isEnabled())
                button->click();
        settle();
    }
    bool canRun() { return docks().panel<viewers::TimingsPanel>().runPanel().lacking().isEmpty(); }
    void exportTo(const QString& file) {
        const QPointer<QDialog> dialog = window.findChild<QDialog*>("export");
        REQUIRE(dialog);
        dialog->findChild<QLineEdit*>("export-file")->setText(file);
        dialog->findChild<QPushButton*>("export-start")->click();
        settle();
        if (dialog) // it stays where something is lost
            dialog->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
};

} // namespace mw::test
