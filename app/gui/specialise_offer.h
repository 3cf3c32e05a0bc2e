#pragma once

#include <QObject>
#include <QString>

namespace mw::app {

class MessageBar;
class Notices;
class Workspace;

/// Offers to specialise a program that was opened with sizes and bounds as arguments: once, before
/// anything is done to it, until another variant is shown, and only where nothing more important
/// stands in the message bar.
class SpecialiseOffer : public QObject {
    Q_OBJECT

public:
    SpecialiseOffer(Workspace& workspace, MessageBar& bar, Notices& notices, QObject* parent);

    /// While something else leads the user, nothing is offered, and what was is taken back.
    void setQuiet(bool quiet);

private:
    void offer();
    void withdraw();

    Workspace& workspace_;
    MessageBar& bar_;
    Notices& notices_;
    QString offered_; ///< what stands in the bar, if it still does
    bool quiet_ = false;
};

} // namespace mw::app
