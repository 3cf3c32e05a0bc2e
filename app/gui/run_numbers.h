#pragma once

#include "core/inputs/local_access.h"
#include "core/ir/sdfg.h"
#include "viewers/panels/element_numbers.h"

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
    /// What the program is run with; null: not there yet, or there is nothing.
    std::shared_ptr<inputs::IndexTables> tables() const { return numbers_ ? tables_ : nullptr; }

signals:
    void changed();

private:
    void look();
    void start();

    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    QTimer pause_;
    ir::DocumentPtr document_; ///< whose numbers are there or asked for
    std::string inputs_;       ///< and for which runs
    std::optional<viewers::ElementNumbers> numbers_;
    std::shared_ptr<inputs::IndexTables>
        tables_; ///< kept where other variants are run with the same
};

} // namespace mw::app
