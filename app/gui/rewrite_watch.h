#pragma once

#include "app/gui/program.h"
#include "app/workbench/check_rewrite.h"
#include "core/history/history.h"

#include <QObject>
#include <QString>

#include <memory>

namespace mw::viewers {
class JobQueue;
}

namespace mw::app {

class Notices;
class Workspace;

/// Runs what a transformation or an edit made beside what it was made of, on small inputs, as a job
/// in the background: each variant once, when it becomes the current one. Where the results differ
/// the variant is marked, and undoing is offered; where an edit was to change them, that is said.
class RewriteWatch : public QObject {
    Q_OBJECT

public:
    RewriteWatch(Workspace& workspace, viewers::JobQueue& jobs, Notices& notices, QObject* parent);

    static inline const QString kSlot = QStringLiteral("check-rewrite");

private:
    struct Base;
    void look();
    void start(const ProgramPtr& program, const history::Variant& variant);
    void tell(const ProgramPtr& program, history::VariantId id,
              const workbench::RewriteCheck& check);
    std::shared_ptr<Base> baseOf(const ProgramPtr& program, const history::Variant& variant);

    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    Notices& notices_;
    std::shared_ptr<Base> base_; ///< of the last check: its results serve the next one
};

} // namespace mw::app
