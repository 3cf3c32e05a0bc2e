#pragma once

#include "app/gui/current_step.h"
#include "app/gui/program.h"
#include "app/gui/selection.h"
#include "core/ir/index.h"

#include <QObject>

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace mw::app {

enum class PaneView {
    canvas,  ///< the graph
    program, ///< kernels in order
};

/// A program that a pane has open, as it is seen there.
struct PaneTab {
    ProgramPtr program;
    history::VariantId variant;
    std::vector<ElementId> selection; ///< of the variant, while another tab is shown
    /// In which it was shown last; none: as the pane shows others.
    std::optional<PaneView> view = {};
};

/// What a pane shows: a variant of a program, and what is selected in it. The programs that it has
/// open are its tabs, each program one. Its picture is a PaneFrame. The workspace has one pane or
/// two, of which one is active.
class Pane : public QObject {
    Q_OBJECT

public:
    explicit Pane(QObject* parent = nullptr);

    bool isOpen() const { return !tabs_.empty(); }
    /// Null when nothing is open.
    const ProgramPtr& program() const;
    QString programName() const;
    history::VariantId variantId() const { return isOpen() ? tabs_[at_].variant : VariantId{}; }
    const history::Variant& variant() const { return *program()->history->find(variantId()); }
    const std::vector<PaneTab>& tabs() const { return tabs_; }
    /// Of the tab that is shown.
    std::size_t at() const { return at_; }
    /// nullopt: it has none.
    std::optional<std::size_t> tabOf(const ProgramPtr& program) const;
    PaneView view() const { return view_; }
    void setView(PaneView view);
    /// Of the variant; null when nothing is open.
    const std::shared_ptr<const ir::DocumentIndex>& index() const { return index_; }
    Selection& selection() { return selection_; }
    /// Goes with the variant, and when something else is selected.
    CurrentStep& step() { return step_; }
    /// Its elements are the selection from now on. One of another document is dropped.
    void chooseStep(viewers::Step step);
    /// What advice proposes, where nobody has chosen a step.
    void proposeStep(viewers::Step step);

    /// Shows the current variant of this program, in its tab or in a new one.
    void open(const ProgramPtr& program);
    /// Lets go of the program; the tab beside it is shown.
    void close(const ProgramPtr& program);
    /// A tab that is not shown yet, where it has none of the program.
    void add(const PaneTab& tab);
    void moveTab(std::size_t from, std::size_t to);
    /// These tabs in place of all.
    void restore(std::vector<PaneTab> tabs, std::size_t at);
    /// Where the program's tab is not shown and stands at `from`, it is taken along.
    void follow(const ProgramPtr& program, history::VariantId from, history::VariantId to);
    /// Shows what is current in its program's history now. The selection follows its elements.
    void goToCurrent();

signals:
    void opened();         ///< another program, or none
    void variantChanged(); ///< another variant (also after opened)
    void tabsChanged();    ///< which there are, or which one is shown
    void viewChanged();

private:
    using VariantId = history::VariantId;
    void show();

    std::vector<PaneTab> tabs_;
    std::size_t at_ = 0;
    PaneView view_ = PaneView::canvas;
    std::shared_ptr<const ir::DocumentIndex> index_;
    Selection selection_;
    CurrentStep step_;
    bool choosing_ = false; ///< the selection is being set to what the step is about
};

} // namespace mw::app
