#pragma once

#include "viewers/panels/history_alignment.h"
#include "viewers/panels/history_model.h"
#include "viewers/panels/panel.h"

#include <QTimer>

#include <optional>

class QCheckBox;
class QComboBox;
class QHBoxLayout;
class QLabel;
class QSlider;
class QStackedWidget;
class QTreeView;

namespace mw::viewers {

class ElidedLabel;

/// The tree of variants: a click goes to one, the box in the last column pins it, F2 renames it, or
/// edits its note where that is current. A slider walks along the line of the current variant;
/// below the tree stands what its step changed. In place of the tree: its steps beside those of
/// another variant.
class HistoryPanel : public Panel {
    Q_OBJECT

public:
    explicit HistoryPanel(JobQueue& jobs, QWidget* parent = nullptr);

    void showHistory(const PanelContext& context) override;
    void showResults(const PanelContext& context) override;
    void showFigures(const PanelContext& context) override;
    void setTheme(ThemeKind kind) override;
    /// Opens the note of the current variant.
    void editNote();
    /// The slider takes the keys.
    void focusSlider();
    bool hidesUnchanged() const;
    void setHidesUnchanged(bool hides);
    /// Beside what another pane shows, else the first pinned variant, else the original.
    bool isComparing() const { return compared_.has_value(); }
    void setComparing(bool comparing);
    HistoryModel& model() { return *model_; }
    AlignmentModel& alignment() { return *alignment_; }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildTree();
    void buildAlignment();
    QWidget* buildBar();
    void fillBar(QHBoxLayout& layout);
    void sizeColumns();
    void takeProgram(const history::History& history);
    void fillRows(const PanelContext& context);
    void fillSlider(const history::History& history);
    void fillChoices(const PanelContext& context);
    void showDetail();
    void scrub();
    void compare(const PanelContext& context);
    void toggleRun(const QModelIndex& index);

    JobQueue& jobs_;
    HistoryModel* model_;
    AlignmentModel* alignment_;
    QTreeView* view_;
    QTreeView* aligned_;
    QStackedWidget* pages_;
    QSlider* slider_ = nullptr;
    QLabel* place_ = nullptr;
    QCheckBox* hide_ = nullptr;
    QComboBox* beside_ = nullptr;
    ElidedLabel* detail_;
    QTimer scrub_;             ///< of several moves in a moment the last one counts
    ir::DocumentPtr original_; ///< of the program whose variants are shown
    std::vector<history::VariantId> line_;
    std::set<history::VariantId> unfolded_;
    /// What the steps are held against; 0: what the other pane shows. None: the tree is shown.
    std::optional<history::VariantId> compared_;
};

} // namespace mw::viewers
