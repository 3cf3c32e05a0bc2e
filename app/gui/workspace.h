#pragma once

#include "app/gui/selection.h"
#include "app/gui/steps.h"
#include "core/exec/bench.h"
#include "core/history/history.h"
#include "core/ir/index.h"
#include "core/support/expected.h"
#include "transforms/transformation.h"

#include <QObject>
#include <QString>

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace mw::viewers {
class JobQueue;
}

namespace mw::app {

/// What is open: the history of one program, its file, the selection, and the last measurement.
/// Long steps (reading, applying) are jobs; a failure changes nothing and says why.
class Workspace : public QObject {
    Q_OBJECT

public:
    explicit Workspace(viewers::JobQueue& jobs, QObject* parent = nullptr);

    bool isOpen() const { return history_ != nullptr; }
    const history::History* history() const { return history_.get(); }
    const history::Variant& current() const { return history_->current(); }
    /// Index of the current variant; null when nothing is open.
    std::shared_ptr<const ir::DocumentIndex> index() const { return index_; }
    Selection& selection() { return selection_; }
    const QString& path() const { return path_; }
    QString programName() const;
    bool isModified() const; ///< the current variant is not what is on disk

    void open(const QString& path);
    /// Takes a history that was made elsewhere (a restored session).
    void adopt(std::unique_ptr<history::History> history, const QString& path);
    void close();
    Expected<void> save(const QString& path);
    /// The same as a job; the file appears whole or not at all.
    void startSave(const QString& path);

    void apply(const QString& transformation, const transforms::Match& match,
               const transforms::Params& params);
    void applyAll(const QString& transformation, const transforms::Params& params);
    /// The first place where it applies, in the order of `find`.
    void applyFirst(const QString& transformation, const transforms::Params& params = {});

    /// Repairs findings of the current variant, one step each.
    void repair(const std::vector<Diagnostic>& findings);

    void undo();
    void redo();
    void goTo(history::VariantId id);
    void rename(history::VariantId id, const QString& name);
    void setPinned(history::VariantId id, bool pinned);
    /// The pinned variants; the current one when none is pinned.
    std::vector<history::VariantId> variantsToRun() const;

    void setBenchResult(exec::BenchResult result, const std::vector<history::VariantId>& variants);
    const std::optional<exec::BenchResult>& benchResult() const { return bench_; }

signals:
    void opened();         ///< another program
    void variantChanged(); ///< another current variant (also after opened)
    void historyChanged(); ///< variants, names, pins, times
    void benchChanged();
    void failed(const mw::Diagnostic& why, const QString& what);
    void said(const QString& sentence); ///< for the status line and the log

private:
    using Edit =
        std::function<Expected<std::vector<Step>>(const ir::DocumentPtr&, const std::stop_token&)>;
    void startEdit(const QString& title, Edit edit);
    void saved(const QString& path, history::VariantId variant);
    void moveTo(history::VariantId from);
    void refreshIndex();

    viewers::JobQueue& jobs_;
    std::unique_ptr<history::History> history_;
    std::shared_ptr<const ir::DocumentIndex> index_;
    Selection selection_;
    QString path_;
    history::VariantId saved_;
    std::optional<exec::BenchResult> bench_;
};

} // namespace mw::app
