#pragma once

#include "app/workbench/run_values.h"

#include <QDialog>

#include <map>
#include <string>
#include <vector>

class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;
class QTimer;
class QTreeWidget;

namespace mw::viewers {
class JobQueue;
} // namespace mw::viewers

namespace mw::app {

class Workspace;

/// The symbols and scalars that the active pane's program is run with: a line for each, with the
/// value that it usually has and a field for another one. What is typed is checked in a job; what
/// fits is set for the project's runs when its field is left. Follows the active pane.
class ValuesDialog : public QDialog {
    Q_OBJECT

public:
    ValuesDialog(Workspace& workspace, viewers::JobQueue& jobs, QWidget* parent);

signals:
    /// All that the project sets from now on, NAME=VALUE.
    void setRequested(const std::vector<std::string>& set);

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    void look();
    void take(const workbench::RunValues& found);
    void fitColumns();
    void fill(const std::vector<workbench::RunValue>& values);
    void fillFields();
    void showIn(QLineEdit& field, const workbench::RunValue& value);
    QLineEdit* makeField(const workbench::RunValue& value);
    void typed(const std::string& name);
    void leave(const std::string& name);
    void resetAll();
    void find(const QString& text);
    /// What the project would set with this value of the program's symbol; empty: with none.
    std::vector<std::string> setWith(const std::string& name, const std::string& value) const;
    void say(const QString& sentence, bool isError);
    void mark(QLineEdit& field, bool isWrong);

    Workspace& workspace_;
    viewers::JobQueue& jobs_;
    QLineEdit* find_;
    QTreeWidget* list_;
    QLabel* message_;
    QPlainTextEdit* notes_;
    QPushButton* reset_;
    QTimer* filling_;                          ///< lines that have no field yet
    std::vector<workbench::RunValue> values_;  ///< that have a line
    std::map<std::string, QLineEdit*> fields_; ///< of the first lines, while it fills
};

} // namespace mw::app
