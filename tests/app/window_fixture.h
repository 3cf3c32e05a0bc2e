#pragma once

#include "app/gui/action_table.h"
#include "app/gui/docks.h"
#include "app/gui/file_keeper.h"
#include "app/gui/main_window.h"
#include "app/gui/message_bar.h"
#include "app/gui/rewrite_watch.h"
#include "app/gui/settings.h"
#include "app/gui/workspace.h"
#include "tests/support/catch.h"
#include "tests/support/corpus.h"
#include "viewers/panels/run_panel.h"
#include "viewers/panels/timings_panel.h"
#include "viewers/panels/transformation_panel.h"

#include <QDragEnterEvent>
#include <QElapsedTimer>
#include <QLineEdit>
#include <QMimeData>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUrl>

namespace mw::test {

/// A window with settings of its own. Actions run by id, as a user's would.
struct WindowFixture {
    QTemporaryDir folder;
    app::Settings settings{folder.filePath("settings.ini")};
    app::MainWindow window{settings};

    static QString sample(const char* name) {
        return QString::fromStdString(
            sourceFile(std::string("samples/") + name + ".sdfg").string());
    }

    /// Advice takes most of the time of most actions: only where it is looked at.
    bool withAdvice = false;
    /// So does comparing what every step made with what it was made of.
    bool withRewriteChecks = false;

    void settle() {
        for (int twice = 0; twice < 2; ++twice) {
            REQUIRE(QTest::qWaitFor([this] { return isSettled(); }, 240'000));
            QCoreApplication::processEvents();
        }
    }
    bool isSettled() {
        if (!withAdvice)
            window.parts().jobs.discard(viewers::TransformationPanel::adviceSlot());
        if (!withRewriteChecks)
            window.parts().jobs.discard(app::RewriteWatch::kSlot);
        return window.isIdle();
    }
    void act(const char* id) {
        const auto problem = window.parts().actions.trigger(QString::fromLatin1(id));
        INFO(problem.toStdString());
        REQUIRE(problem.isEmpty());
        settle();
    }
    void open(const QString& path) {
        window.parts().files.open({path});
        settle();
    }
    /// As a file manager does.
    void drop(const QStringList& paths) {
        QMimeData data;
        QList<QUrl> urls;
        for (const auto& path : paths)
            urls << QUrl::fromLocalFile(path);
        data.setUrls(urls);
        QDragEnterEvent enter({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &enter);
        REQUIRE(enter.isAccepted());
        QDropEvent event({100, 100}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(&window, &event);
        settle();
    }
    /// As if it were typed: where no time is asked about, the usual grid only takes long.
    void runOn(const QString& grid) {
        auto* field = docks().panel<viewers::TimingsPanel>().runPanel().findChild<QLineEdit*>(
            QStringLiteral("run-grid"));
        REQUIRE(field);
        field->setText(grid);
        emit field->textEdited(grid);
        settle();
    }
    app::Workspace& work() { return window.parts().workspace; }
    app::Docks& docks() { return window.parts().docks; }
    QString message() { return window.parts().messageBar.text(); }
};

} // namespace mw::test
