#pragma once

#include "viewers/theme/theme.h"

#include <QStringList>
#include <QWidget>

class QLabel;
class QLayout;
class QPushButton;
class QVBoxLayout;

namespace mw::app {

class Tour;

/// What stands in the window while nothing is open: samples, recent files, the last session.
class StartPage : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    void setRecent(const QStringList& files);
    /// One line about the session that can be restored; empty: none.
    void setSession(const QString& sentence);
    /// Begin, go on, or once more.
    void setTour(const Tour& tour);
    void setTheme(viewers::ThemeKind kind);

signals:
    void openRequested(const QString& path); ///< empty: ask for a file
    void restoreRequested();
    void tourRequested();

private:
    QLayout* openLine();
    QLayout* tourLine();
    QLayout* columns();
    void fillSessionBox();
    void fillSamples();

    QLabel* title_;
    QLabel* subtitle_;
    QVBoxLayout* samples_;
    QVBoxLayout* recent_;
    QWidget* sessionBox_;
    QLabel* session_;
    QPushButton* tour_;
    QLabel* tourText_;
    std::vector<QLabel*> muted_;
};

} // namespace mw::app
