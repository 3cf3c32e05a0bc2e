#pragma once

#include "app/gui/overlays.h"
#include "app/gui/program_brackets.h"
#include "app/workbench/run_setup.h"
#include "core/codegen/kernel_memo.h"
#include "core/history/history.h"

#include <QObject>

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace mw::viewers {
class JobQueue;
class ProgramView;
} // namespace mw::viewers

namespace mw::app {

class Pane;
class Workspace;

/// The values of the program's symbols in the runs of a project; what is wrong with them in `note`.
symbolic::Bindings valuesFor(const ir::Sdfg& program, const workbench::InputChoice& inputs,
                             const std::string& grid, QString& note);

/// What two panes show, to be compared with the sizes of one scenario.
struct ComparedPanes {
    workbench::ComparedProgram first, second; ///< without values
    /// Both are variants of one program, told from one another by where elements came from.
    bool related = false;
    workbench::InputChoice inputs;                     ///< of the project
    std::array<std::function<std::string()>, 2> grids; ///< Workspace::grid() of both

    /// Gives both sides their values, in a job: workbench::commonSizes(). A sentence for people
    /// that says where they are from, or why bytes are left open.
    QString takeSizes();
};
ComparedPanes comparedPanes(const Workspace& workspace, const Pane& first, const Pane& second);

/// Why there are no numbers.
QString withoutNumbers(const Diagnostic& why);

/// Keeps the program view of a pane true: rows and brackets are made by jobs, for the sizes that
/// the project's programs are run with, and only while the view is in sight.
class ProgramPane : public QObject {
    Q_OBJECT

public:
    ProgramPane(Pane& pane, Workspace& workspace, viewers::JobQueue& jobs,
                viewers::ProgramView& view);

    /// Whether the view can be seen: nothing is made for it else.
    void setShown(bool shown);
    void showTimes();
    void showBookmarks();
    void showColours(const viewers::Colouring& colouring);
    /// The view has the rows of the pane's variant.
    bool isCurrent() const;

signals:
    void rowsChanged();
    void actionRequested(const QString& id);   ///< what stands in the window's table of actions
    void openRequested(mw::ElementId element); ///< its inside, on the canvas

private:
    /// What is shown, and the values that it is shown with.
    struct Content {
        std::shared_ptr<const viewers::ProgramSheet> sheet;
        symbolic::Bindings values;
        QString note; ///< why there are none
    };

    void refresh();
    void take(Content content);
    void lookForBrackets();
    void keepBrackets();
    void showBrackets(ProgramAdvice found);
    void modelKernels(); ///< what they ask of the cache, and how they are launched
    void showSelection();
    void chooseLane(std::size_t lane);
    void paintColours();
    void chooseBracket(std::optional<std::size_t> bracket);
    void showStep(); ///< its bracket becomes the current one
    void preview();
    void showBlocking(std::optional<std::size_t> bracket);
    QString slot(const char* what) const;

    Pane& pane_;
    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    viewers::ProgramView& view_;
    history::VariantId modelled_; ///< whose launches are shown, or asked for
    ir::DocumentPtr shown_;       ///< whose rows are asked for or there
    viewers::Colouring colouring_;
    Content content_; ///< of it; no sheet: not there yet
    enum class Brackets { none, askedFor, there } brackets_ = Brackets::none;
    ProgramAdvice advice_; ///< what the brackets are
    /// Of the variant before, until its brackets are made anew.
    struct Before {
        Content content;
        ProgramAdvice advice;
        ir::DocumentPtr document;
    };
    std::optional<Before> before_;
    std::vector<ElementId> changed_; ///< rows that an edit just made, for which brackets are due
    std::shared_ptr<codegen::KernelMemo> memo_ = std::make_shared<codegen::KernelMemo>();
    bool visible_ = false;
    bool choosing_ = false; ///< the selection is being set from here
};

} // namespace mw::app
