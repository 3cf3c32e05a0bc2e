#pragma once

#include <QFrame>

class QLineEdit;
class QListWidget;

namespace mw::app {

class ActionTable;

/// All actions by name: type a few letters, Return runs the first. Stands over the window's top
/// edge and goes away with Escape.
class CommandPalette : public QFrame {
    Q_OBJECT

public:
    CommandPalette(ActionTable& actions, QWidget* window);

    void open();
    /// Ids that the text finds, best first.
    QStringList matching(const QString& text) const;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fill(const QString& text);
    void run();

    ActionTable& actions_;
    QLineEdit* input_;
    QListWidget* list_;
};

} // namespace mw::app
