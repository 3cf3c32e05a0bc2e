#pragma once

#include "app/gui/prediction_device.h"
#include "app/workbench/run_setup.h"
#include "core/codegen/kernel_memo.h"
#include "core/inputs/local_access.h"
#include "core/ir/sdfg.h"
#include "viewers/panels/element_numbers.h"
#include "viewers/panels/step_predictor.h"

#include <QObject>
#include <QString>
#include <QTimer>

#include <memory>
#include <optional>
#include <string>

namespace mw::viewers {
class JobQueue;
}

namespace mw::app {

class Workspace;

/// Numbers of the active pane's elements for the sizes that the project's programs are run with:
/// made by a job, a moment after the variant was turned to, so that walking through a history
/// counts nothing that nobody looks at.
class RunNumbers : public QObject {
    Q_OBJECT

public:
    RunNumbers(Workspace& workspace, viewers::JobQueue& jobs, QObject* parent);

    /// Of the variant that is shown; null: not there yet.
    const viewers::ElementNumbers* numbers() const { return numbers_ ? &*numbers_ : nullptr; }
    /// They are asked for in a moment.
    bool isWaiting() const { return pause_.isActive(); }
    /// What the program is run with; null: not there yet, or there is nothing.
    std::shared_ptr<inputs::IndexTables> tables() const { return numbers_ ? tables_ : nullptr; }
    /// What steps of the variant are worth; null: not there yet.
    std::shared_ptr<viewers::StepPredictor> forecast() const {
        return numbers_ ? forecast_ : nullptr;
    }

signals:
    void changed();

private:
    void look();
    void start();

    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    QTimer pause_;
    ir::DocumentPtr document_;              ///< whose numbers are there or asked for
    workbench::InputChoice inputs_;         ///< and for which runs
    std::optional<codegen::Target> device_; ///< whose usual grid it is
    PredictionDevice predicted_;
    codegen::Choices choices_; ///< launches of the variant
    std::optional<viewers::ElementNumbers> numbers_;
    std::shared_ptr<inputs::IndexTables>
        tables_; ///< kept where other variants are run with the same
    std::shared_ptr<viewers::StepPredictor> forecast_;
    std::shared_ptr<codegen::KernelMemo> memo_ = std::make_shared<codegen::KernelMemo>();
};

} // namespace mw::app
