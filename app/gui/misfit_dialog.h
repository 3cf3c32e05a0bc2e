#pragma once

#include "app/gui/program.h"
#include "app/workbench/near_places.h"

#include <QDialog>

#include <vector>

class QLabel;
class QPushButton;
class QTreeWidget;

namespace mw::viewers {
class JobQueue;
}

namespace mw::app {

class Workspace;

/// The steps of a recipe that were left out, side by side with the places of this program that are
/// most like theirs by what is computed there: the user says which was meant. Choosing a place
/// selects it in every view.
class MisfitDialog : public QDialog {
    Q_OBJECT

public:
    MisfitDialog(Workspace& workspace, viewers::JobQueue& jobs, ProgramPtr program,
                 std::vector<workbench::ReplayedStep> steps, QWidget* parent);

private:
    void look();
    void take(std::vector<workbench::Misfit> misfits);
    void chosen();
    void apply();
    /// The place of the current line; null: it has none.
    const workbench::NearPlace* place() const;
    bool isShown() const; ///< its program is the one that is shown

    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    ProgramPtr program_;
    std::vector<workbench::ReplayedStep> steps_; ///< left out, and not done since
    std::vector<workbench::Misfit> misfits_;
    QTreeWidget* list_;
    QLabel* note_;
    QPushButton* apply_;
};

} // namespace mw::app
