#pragma once

#include "app/gui/program.h"
#include "viewers/panels/variant_figures.h"

#include <QObject>

#include <memory>
#include <string>
#include <vector>

namespace mw::viewers {
class JobQueue;
}

namespace mw::app {

class Workspace;

/// The variants of the programs that panes show in numbers, for the sizes that these are run with.
/// Jobs count those that nobody counted yet, a few at a time; what was counted is kept.
class VariantNumbers : public QObject {
    Q_OBJECT

public:
    VariantNumbers(Workspace& workspace, viewers::JobQueue& jobs, QObject* parent);

    /// Null: none yet, or no pane shows the program.
    const viewers::FiguresByVariant* of(const ProgramPtr& program) const;

signals:
    void changed(); ///< of a program that a pane shows

private:
    struct Counted {
        std::weak_ptr<workbench::Program> program;
        std::string inputs; ///< that it is run with
        viewers::FiguresByVariant figures;
    };
    void look();
    Counted& countedOf(const ProgramPtr& program);
    bool start(const ProgramPtr& program);

    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    std::vector<Counted> counted_;
    bool running_ = false;
};

} // namespace mw::app
