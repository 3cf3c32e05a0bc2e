#pragma once

#include "viewers/theme/theme.h"

#include <QFrame>

#include <functional>
#include <memory>
#include <vector>

class QToolButton;
class QVBoxLayout;

namespace mw::app {

/// What a line of the bar says, and what its button, if there is one, does about it.
struct MessageLine {
    QString sentence = {};
    QString button = {}; ///< empty: none
    std::function<void()> accept = {};
    bool warning = false; ///< something went wrong
    bool stays = false;   ///< until it is closed or accepted, whatever comes after it
    bool keeps = false;   ///< its button can be used again: the line stays when it is accepted
    /// What it is about, a program for instance: it is shown with that alone. Null: always.
    std::weak_ptr<const void> about = {};
};

/// Lines at the top of the window for what the user must know: files that could not be opened, a
/// run that failed. They stay until they are closed or something newer takes their place. Where
/// there are many, the first ones are shown, and all of them on demand.
class MessageBar : public QFrame {
    Q_OBJECT

public:
    explicit MessageBar(QWidget* parent = nullptr);

    /// In place of what is shown and does not stay.
    void replace(MessageLine line);
    /// Below what is there.
    void add(MessageLine line);
    void warn(const QString& sentence);
    void offer(const QString& sentence, const QString& button, std::function<void()> accept);
    /// Takes away what does not stay and is about nothing: lines about a program are its own.
    void clear();
    /// Shows the lines about this and about nothing, and hides the others meanwhile.
    void showAbout(std::shared_ptr<const void> shown);
    /// Takes this line away, where it is there.
    void withdraw(const QString& sentence);
    void setTheme(viewers::ThemeKind kind);
    QString text() const; ///< of all lines, those that are not shown included

private:
    struct Row {
        MessageLine line;
        QWidget* widget;
        QWidget* mark;
    };
    void addRow(MessageLine line);
    void remove(const QWidget* row);
    void take(Row& row);
    /// Of those that do not stay.
    void take(const std::function<bool(const MessageLine&)>& which);
    void accept(const QWidget* row);
    void arrange();
    void colourMark(const Row& row);

    bool isShown(const MessageLine& line) const;

    std::vector<Row> rows_;
    std::shared_ptr<const void> shown_;
    QVBoxLayout* layout_;
    QToolButton* more_; ///< shows all lines
    bool all_ = false;
    viewers::ThemeKind theme_ = viewers::ThemeKind::light;
};

} // namespace mw::app
