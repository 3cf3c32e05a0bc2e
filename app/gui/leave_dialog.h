#pragma once

#include <QDialog>

namespace mw::app {

/// Asked before something would be lost for good, and only then: what it is stands in the lines.
/// Cancel is the default button.
class LeaveDialog : public QDialog {
    Q_OBJECT

public:
    /// `canSave`: there is something that saving the project would keep.
    LeaveDialog(const QStringList& lines, bool canSave, QWidget* parent = nullptr);

signals:
    void saveChosen();
    void discardChosen();
};

} // namespace mw::app
