#pragma once

#include "core/codegen/kernel_memo.h"
#include "core/inputs/local_access.h"
#include "viewers/panels/panel.h"

#include <QPointer>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QSpinBox;
class QStackedWidget;
class QToolButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace mw::viewers {

class AccessLegend;
class AccessStrip;
class ColumnWidths;

/// What one iteration of the selected map touches (or of the map around what is selected): elements
/// of each container, the entries of tables that they come from, steps in memory, and the sectors
/// of a warp. Made by jobs, while the panel can be seen.
class AccessPanel : public Panel {
    Q_OBJECT

public:
    explicit AccessPanel(JobQueue& jobs, QWidget* parent = nullptr);

    void showVariant(const PanelContext& context) override;
    void showSelection(const PanelContext& context) override;
    void showNumbers(const PanelContext& context) override;
    void setTheme(ThemeKind kind) override;

    /// Goes to another iteration of the map that is shown; values by parameter.
    void goTo(const inputs::Iteration& iteration);
    /// Null while nothing is shown.
    const std::shared_ptr<const inputs::LocalView>& view() const { return view_; }
    /// The rows, a line each, and the sentence where there are none.
    QString text() const;

protected:
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Result;
    void look(const PanelContext& context);
    void lookAgain();
    void compute();
    void take(Result result);
    void say(const QString& sentence);
    void buildParameters();
    void showParameters();
    void fill();
    QTreeWidgetItem* rowOf(const inputs::LocalAccess& local, QTreeWidgetItem* parent) const;

    JobQueue& jobs_;
    std::shared_ptr<const ir::DocumentIndex> index_;
    std::shared_ptr<inputs::IndexTables> tables_;
    QString why_; ///< there are none
    std::vector<ElementId> selection_;
    NodeId map_; ///< that is shown or asked for

    /// Of the map: what is evaluated. `wanted_`: the iteration and warp to show; empty: the middle.
    std::shared_ptr<const inputs::LocalAccesses> local_;
    std::shared_ptr<const inputs::LocalView> view_;
    inputs::Iteration wanted_;
    std::optional<std::size_t> warp_;
    std::shared_ptr<codegen::KernelMemo> memo_ = std::make_shared<codegen::KernelMemo>();
    bool stale_ = true; ///< something changed while nobody looked

    QStackedWidget* pages_;
    QLabel* nothing_;
    QLabel* title_;
    QToolButton* all_;
    QWidget* parameters_;
    std::vector<QSpinBox*> boxes_;
    QComboBox* warpBox_;
    QTreeWidget* rows_;
    ColumnWidths* widths_;
    AccessStrip* strip_;
    AccessLegend* legend_;
    bool filling_ = false;
};

} // namespace mw::viewers
