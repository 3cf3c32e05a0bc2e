#pragma once

#include "app/workbench/link_offer.h"

#include <QDialog>

#include <memory>
#include <string>
#include <vector>

class QLabel;
class QListWidget;
class QPushButton;
class QTreeWidget;

namespace mw::viewers {
class JobQueue;
} // namespace mw::viewers

namespace mw::app {

class Workspace;

/// Programs of the project that run one after the other, or a sequence's file, become one: the
/// calls in their order, the arrays that they share, and which of these nobody else reads. What
/// cannot be linked is said in a sentence.
class LinkDialog : public QDialog {
    Q_OBJECT

public:
    LinkDialog(Workspace& workspace, viewers::JobQueue& jobs, QWidget* parent);

    /// In place of the project's programs.
    void setSequence(const QString& file);
    /// Links what is chosen, and writes graph and inputs.
    void linkTo(const QString& file);

signals:
    void linked(const QString& file); ///< of the graph

private:
    struct Offer {
        inputs::SequenceInput sequence;
        std::vector<workbench::LinkField> fields;
        std::vector<std::string> read; ///< files that must not be written over
    };

    void build();
    QWidget* buildCalls();
    void fillCalls();
    void move(int by);
    void askForSequence();
    void askForFile();
    std::vector<std::string> chosen() const;
    std::vector<std::string> internal() const;
    void look();
    void showCalls(const inputs::SequenceInput& sequence);
    void take(const Expected<Offer>& offer);
    void say(const QString& sentence, bool isError);

    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    QListWidget* calls_ = nullptr;
    QTreeWidget* fields_ = nullptr;
    QLabel* message_ = nullptr;
    QPushButton *up_ = nullptr, *down_ = nullptr, *link_ = nullptr;
    QString sequence_; ///< file; empty: the project's programs
    std::shared_ptr<const Offer> offer_;
};

} // namespace mw::app
