#pragma once

#include "viewers/theme/theme.h"

#include <QScrollArea>
#include <QStringList>

#include <vector>

class QLabel;
class QLayout;
class QPushButton;
class QVBoxLayout;

namespace mw::app {

class Tour;

/// What stands in the window while nothing is open: samples, recent projects and files, the last
/// session, what is new. It scrolls where the window is small.
class StartPage : public QScrollArea {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    /// Projects and inputs, newest first.
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
    QLayout* begin();
    QLayout* columns();
    static void addList(QVBoxLayout& column, const QString& title, QVBoxLayout* list);
    void fillNews();
    void fillRecent(QVBoxLayout* list, const QStringList& files);
    void fillSamples();

    QLabel* title_;
    QLabel* subtitle_;
    QLabel* about_;
    QVBoxLayout* samples_;
    QVBoxLayout* projects_;
    QVBoxLayout* recent_;
    QVBoxLayout* news_;
    QPushButton* restore_;
    QLabel* session_;
    QPushButton* tour_;
    QLabel* tourText_;
    std::vector<QLabel*> muted_;
};

} // namespace mw::app
