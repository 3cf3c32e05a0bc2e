#pragma once

#include "app/gui/program.h"
#include "app/gui/selection.h"
#include "core/ir/index.h"

#include <QObject>

#include <memory>

namespace mw::app {

/// What a pane shows: a variant of a program, and what is selected in it. Its picture is a
/// PaneFrame. The workspace has one pane or more, of which one is active.
class Pane : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

    bool isOpen() const { return program_ != nullptr; }
    /// Null when nothing is open.
    const ProgramPtr& program() const { return program_; }
    QString programName() const;
    history::VariantId variantId() const { return variant_; }
    const history::Variant& variant() const { return *program_->history->find(variant_); }
    /// Of the variant; null when nothing is open.
    const std::shared_ptr<const ir::DocumentIndex>& index() const { return index_; }
    Selection& selection() { return selection_; }

    /// Shows the current variant of this program (null: none), with nothing selected.
    void open(ProgramPtr program);
    /// Shows what is current in its program's history now. The selection follows its elements.
    void goToCurrent();

signals:
    void opened();         ///< another program, or none
    void variantChanged(); ///< another variant (also after opened)

private:
    void takeCurrent();

    ProgramPtr program_;
    history::VariantId variant_;
    std::shared_ptr<const ir::DocumentIndex> index_;
    Selection selection_;
};

} // namespace mw::app
