#pragma once

#include "core/bench/bench.h"
#include "core/history/history.h"
#include "core/ir/index.h"
#include "core/support/diagnostic.h"
#include "transforms/framework/edit.h"
#include "transforms/framework/transformation.h"
#include "viewers/panels/step.h"
#include "viewers/panels/variant_figures.h"
#include "viewers/theme/theme.h"

#include <QByteArray>
#include <QKeySequence>
#include <QString>
#include <QWidget>

#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace mw::inputs {
class IndexTables;
}

namespace mw::viewers {

class JobQueue;
class StepPredictor;
struct ElementNumbers;

/// What another pane shows: a variant of the same program, or of another one.
struct PaneBeside {
    const history::History* history = nullptr;
    history::VariantId variant;
    QString program;                           ///< its name
    const FiguresByVariant* figures = nullptr; ///< null: not there yet
};

/// The active pane's variant, selection and times. The pointers hold during a call only.
struct PanelContext {
    std::shared_ptr<const ir::DocumentIndex> index = {}; ///< of the variant; null: nothing is open
    const history::History* history = nullptr;           ///< its current variant is the one shown
    std::vector<ElementId> selection = {};
    const bench::BenchResult* results = nullptr; ///< of the program's last measurement; null: none
    const ElementNumbers* numbers = nullptr;     ///< of the variant; null: not there yet
    /// What the program is run with; null: not there yet, or there is nothing.
    std::shared_ptr<inputs::IndexTables> tables = {};
    std::shared_ptr<StepPredictor> predictor = {}; ///< of the variant; null: not there yet
    std::vector<ElementId> sight = {};             ///< what the pane shows of it
    bool compilesValues = true;                    ///< runs compile their symbols' values in
    const FiguresByVariant* figures = nullptr;     ///< of the history; null: not there yet
    /// What times are set against, in every view; 0: the first variant that was measured.
    history::VariantId baseline = {};
    int measuredBaseline = 0;              ///< its place in the results
    std::optional<PaneBeside> beside = {}; ///< none: there is one pane
    const Step* step = nullptr;            ///< that the user chose, anywhere; null: none
    /// The results are of other sizes than numbers are counted for, and are not set against these.
    bool otherSizes = false;
    OtherSizesByVariant otherTimes = {}; ///< variants whose times in the history are of other sizes
};

/// One dock beside the panes. It is told what there is to show, and asks for what the user wants by
/// its signals; it knows neither the window nor other panels.
class Panel : public QWidget {
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Another variant, or another pane: whatever the panel showed is past.
    virtual void showVariant(const PanelContext& /*context*/) {}
    virtual void showSelection(const PanelContext& /*context*/) {}
    /// Another step is the current one.
    virtual void showStep(const PanelContext& /*context*/) {}
    /// The pane shows another part of the variant.
    virtual void showSight(const PanelContext& /*context*/) {}
    /// Variants, their names, pins or times changed.
    virtual void showHistory(const PanelContext& /*context*/) {}
    virtual void showResults(const PanelContext& /*context*/) {}
    /// The variant's numbers for the sizes of a run are there, or are others.
    virtual void showNumbers(const PanelContext& /*context*/) {}
    /// The numbers of variants are there, or are others.
    virtual void showFigures(const PanelContext& /*context*/) {}
    virtual void setTheme(ThemeKind /*kind*/) {}
    /// What the user arranged in it, to be remembered between starts; empty: nothing.
    virtual QByteArray state() const { return {}; }
    virtual void setState(const QByteArray& /*state*/) {}

signals:
    void selectRequested(const std::vector<mw::ElementId>& ids);
    /// Marks elements besides the selection.
    void highlightRequested(const std::vector<mw::ElementId>& ids);
    void frameRequested(const std::vector<mw::ElementId>& ids); ///< brings them into view
    /// Becomes the current step, and what it is about the selection.
    void stepChosen(const mw::viewers::Step& step);
    /// Is the current step until the user chooses one; without a transformation: nothing is.
    void stepProposed(const mw::viewers::Step& step);
    void applyAllRequested(const QString& transformation, const mw::transforms::Params& params);
    void editRequested(const mw::transforms::Edit& edit);
    void choicesRequested(const mw::codegen::Choices& choices); ///< all of the next variant
    void repairRequested(const std::vector<mw::Diagnostic>& findings);
    void goToRequested(mw::history::VariantId id);
    void renameRequested(mw::history::VariantId id, const QString& name);
    void pinRequested(mw::history::VariantId id, bool pinned);
    void baselineRequested(int measured);    ///< place in the results
    void historyRequested();                 ///< asks for showHistory(), now
    void actionRequested(const QString& id); ///< what stands in the window's table of actions
    void noteRequested(mw::history::VariantId id, const QString& note);
    // Of bookmarks, by their places in the history's list.
    void bookmarkChosen(int bookmark);
    void bookmarkNoteRequested(int bookmark, const QString& note);
    void bookmarkRemoveRequested(int bookmark);
    void titleChanged(const QString& title); ///< of its tab: the title with a number
};

/// A panel before it is made: all that docks, menus, palette and saved layouts need.
struct PanelInfo {
    QString id;    ///< kebab-case: its dock is dock-ID, its action show-ID
    QString title; ///< with the mnemonic of its menu
    QKeySequence shortcut;
    Qt::DockWidgetArea area = Qt::BottomDockWidgetArea;
    std::function<Panel*(JobQueue&)> make;
};

/// Every panel, in the order of menus and tabs: the list stands in CMakeLists.txt.
std::vector<PanelInfo> panelList();

} // namespace mw::viewers
