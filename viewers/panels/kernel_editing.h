#pragma once

#include "core/codegen/codegen.h"
#include "core/support/expected.h"
#include "viewers/panels/kernel_code.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <functional>
#include <map>
#include <memory>
#include <string>

namespace mw::viewers {

class JobContext;
class JobQueue;
class KernelEditor;

/// Kernels that are written by hand: from the generated text to choices of a variant that has
/// another one in its place. What was written and not kept stays until the program ends.
class KernelEditing : public QObject {
    Q_OBJECT

public:
    KernelEditing(JobQueue& jobs, KernelEditor& editor, QObject* parent);

    /// Compiles the kernels of a variant, of which one is written by hand for this target; run by a
    /// job of the device lane. The error says what is wrong, with the line of that text as
    /// "line:column" in its location's path; that it cannot be compiled here is none.
    using Check =
        std::function<Expected<void>(const CodeSubject& subject, const std::string& kernel,
                                     codegen::Target target, const JobContext& job)>;
    /// Gives one that does so with what is set now. Without, nothing is compiled.
    void setCheck(std::function<Check()> make) { makeCheck_ = std::move(make); }

    /// A kernel of this code, made of that subject by `generateRunCode` for the target.
    void open(const CodeSubject& subject, const KernelCode& code, int kernel,
              codegen::Target target);
    bool isOpen() const { return plan_ != nullptr; }
    /// Compiles what is written, then asks for the variant; says in the editor why not.
    void keep();
    void close();
    /// What was written and is kept nowhere, by the names of the kernels.
    QStringList unkept() const;
    /// Forgets what was written where a variant has it now.
    void forgetKept(const codegen::Choices& choices);

signals:
    void kept(const mw::codegen::Choices& choices); ///< all that hold for the variant from then on
    void closed();

private:
    const codegen::Kernel& kernel() const;
    void take(const codegen::Choices& choices, const Expected<void>& compiled);
    void showProblem(const Diagnostic& problem);

    JobQueue& jobs_;
    KernelEditor& editor_;
    std::function<Check()> makeCheck_;
    CodeSubject subject_;
    std::shared_ptr<const codegen::Plan> plan_; ///< null: none is open
    std::size_t index_ = 0;
    codegen::HandText start_; ///< what it stands for, and what was opened
    struct Draft {
        std::string kernel;
        QString text;
    };
    std::map<std::string, Draft> drafts_; ///< by what the text began as, and what it is for
};

} // namespace mw::viewers
