#pragma once

#include "viewers/theme/theme.h"

#include <QDockWidget>

class QComboBox;
class QLabel;
class QPushButton;
class QToolButton;

namespace mw::app {

class ActionTable;
class TourGuide;

/// The tour beside the panes: the open step, what it asks for, what came of it, and the buttons
/// that lead on. Its buttons are actions of the table; closing it ends the tour, whose progress
/// stays.
class TourDock : public QDockWidget {
    Q_OBJECT

public:
    TourDock(TourGuide& guide, const ActionTable& actions, QWidget* parent);

    void setTheme(viewers::ThemeKind kind);
    /// In front of the tabs of its area, with the focus on what leads on.
    void bringUp();
    /// What is read on it, without links and marks of text.
    QString text() const;

signals:
    void actionRequested(const QString& id);
    /// Becomes visible though it was hidden: whoever has the docks gives it a place.
    void placeNeeded();

protected:
    void closeEvent(QCloseEvent* event) override;

private:
    void buildPage();
    QWidget* buildTask();
    QLayout* buildButtons();
    QPushButton* button(const QString& action, const QString& text);
    void refresh();
    void showList();
    void showTask();
    void colour();

    TourGuide& guide_;
    const ActionTable& actions_;
    QComboBox* list_;
    QLabel* title_;
    QLabel* text_;
    QWidget* task_;
    QLabel* mark_;
    QLabel* taskText_;
    QLabel* said_;
    QPushButton *back_, *again_, *skip_, *next_;
    viewers::ThemeKind theme_ = viewers::ThemeKind::light;
};

} // namespace mw::app
