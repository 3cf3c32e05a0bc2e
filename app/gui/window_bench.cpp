// Times the whole window: starting, lists of transformations, undo, redo, going to a variant.
#include "app/gui/window_bench.h"

#include "app/gui/docks.h"
#include "app/gui/file_keeper.h"
#include "app/gui/main_window.h"
#include "app/gui/pane_area.h"
#include "app/gui/settings.h"
#include "app/gui/workspace.h"
#include "viewers/canvas/graph_canvas.h"
#include "viewers/panels/transformation_panel.h"

#include <QCoreApplication>
#include <QElapsedTimer>
#include <QEvent>
#include <QProcess>
#include <QTemporaryDir>
#include <QThread>

#include <array>
#include <functional>
#include <optional>

namespace mw::app {

namespace {

constexpr int kLongest = 600'000; // ms, of anything

/// Counts what is really painted.
class PaintCounter : public QObject {
public:
    explicit PaintCounter(QObject& watched) { watched.installEventFilter(this); }
    int paints = 0;

protected:
    bool eventFilter(QObject*, QEvent* event) override {
        if (event->type() == QEvent::Paint)
            ++paints;
        return false;
    }
};

double milliseconds(const QElapsedTimer& timer) {
    return static_cast<double>(timer.nsecsElapsed()) / 1e6;
}

/// Handles events until it is so.
void until(const std::function<bool()>& so) {
    const QElapsedTimer timer = [] {
        QElapsedTimer started;
        started.start();
        return started;
    }();
    while (!so() && !timer.hasExpired(kLongest))
        QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents | QEventLoop::AllEvents);
}

class Bench {
public:
    Bench(const QString& file, int repeats)
        : settings_(folder_.filePath(QStringLiteral("mapwright.ini"))), window_(settings_),
          repeats_(repeats) {
        window_.resize(1600, 1000);
        window_.parts().files.open({file});
        window_.show();
        rest();
    }

    bool isOpen() { return work().isOpen(); }

    /// Of maps one after the other, around the program.
    std::vector<double> matches() {
        std::vector<ElementId> maps;
        for (const auto state : work().index()->states())
            for (const auto& node : work().index()->find(state)->block->as<ir::State>()->nodes)
                if (node->as<ir::MapEntry>())
                    maps.push_back(node->id);
        if (maps.empty())
            return {};
        auto& panel = window_.parts().docks.panel<viewers::TransformationPanel>();
        std::vector<double> samples;
        for (int i = 0; i <= repeats_; ++i) {
            const auto map = maps[(static_cast<std::size_t>(i) * 7 + 1) % maps.size()];
            bool listed = false;
            QElapsedTimer timer;
            const auto there = QObject::connect(&panel.model(), &QAbstractItemModel::modelReset,
                                                [&listed] { listed = true; });
            timer.start();
            work().selection().set({});
            work().selection().set({map});
            until([&] { return listed; });
            if (i > 0)
                samples.push_back(milliseconds(timer));
            QObject::disconnect(there);
            pause();
        }
        work().selection().set({});
        pause();
        return samples;
    }

    /// Makes a variant; the transformation that made it, empty where none applies.
    QString step() {
        for (const auto* name :
             {"map-fusion-vertical", "map-fusion-horizontal", "map-collapse", "map-expansion",
              "map-tiling", "strip-mining", "state-fusion", "inline-nested-sdfg"}) {
            work().applyFirst(QString::fromLatin1(name));
            rest();
            if (work().history()->variants().size() > 1)
                return QString::fromLatin1(name);
        }
        return {};
    }

    void steps(WindowBench& result) {
        const auto original = work().history()->root().id;
        const auto changed = work().current().id;
        for (int i = 0; i <= repeats_; ++i) {
            const double undo = presented([&] { work().undo(); });
            const double redo = presented([&] { work().redo(); });
            const double there = presented([&] { work().goTo(original); });
            const double back = presented([&] { work().goTo(changed); });
            if (i == 0)
                continue; // warm-up
            result.undo.push_back(undo);
            result.redo.push_back(redo);
            result.goTo.insert(result.goTo.end(), {there, back});
        }
    }

private:
    Workspace& work() { return window_.parts().workspace; }

    void rest(qint64 atMost = kLongest) {
        QElapsedTimer timer;
        timer.start();
        do {
            QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
            QThread::msleep(1); // jobs need the processor
        } while (!window_.isIdle() && !timer.hasExpired(atMost));
        QCoreApplication::processEvents();
    }
    /// As users do who go on before the window has said all that it could.
    void pause() { rest(500); } // ms: advice alone may take seconds

    /// Until the new layout is there and painted.
    double presented(const std::function<void()>& act) {
        auto& panes = window_.parts().panes;
        PaintCounter counter(panes.canvas());
        std::optional<int> before; // paints, when the layout came
        const auto laidOut =
            QObject::connect(&panes, &PaneArea::layoutFinished, [&] { before = counter.paints; });
        QElapsedTimer timer;
        timer.start();
        act();
        until([&] { return before && counter.paints > *before; });
        const double time = milliseconds(timer);
        QObject::disconnect(laidOut);
        pause();
        return time;
    }

    QTemporaryDir folder_;
    Settings settings_;
    MainWindow window_;
    int repeats_;
};

/// Starts this program on the file as a user does, until it is shown.
void benchStart(const QString& file, int repeats, WindowBench& result) {
    for (int i = 0; i <= repeats; ++i) {
        QProcess program;
        program.setProcessChannelMode(QProcess::SeparateChannels);
        QElapsedTimer timer;
        timer.start();
        program.start(QCoreApplication::applicationFilePath(),
                      {QStringLiteral("--until-shown"), file});
        if (!program.waitForReadyRead(kLongest))
            return; // it ended without a word
        const double time = milliseconds(timer);
        program.waitForFinished(kLongest);
        if (program.exitCode() != 0)
            return;
        if (i == 0)
            continue; // warm-up: the disk's cache
        result.coldStart.push_back(time);
        result.residentMegabytes =
            program.readAllStandardOutput().split(' ').value(1).trimmed().toDouble();
    }
}

} // namespace

WindowBench benchWindow(const QString& file, int repeats) {
    WindowBench result;
    benchStart(file, repeats, result);
    Bench bench(file, repeats);
    if (!bench.isOpen())
        return result;
    result.matches = bench.matches();
    result.step = bench.step();
    if (!result.step.isEmpty())
        bench.steps(result);
    return result;
}

} // namespace mw::app
