#pragma once

#include "viewers/theme/theme.h"

#include <QString>
#include <QWidget>

class QLabel;
class QPushButton;
class QsciScintilla;

namespace mw::viewers {

/// The function of one kernel as text that can be changed, with what is wrong about it.
class KernelEditor : public QWidget {
    Q_OBJECT

public:
    explicit KernelEditor(QWidget* parent = nullptr);

    /// `title` says which kernel it is, and for what it is compiled.
    void open(const QString& title, const QString& text);
    QString text() const;
    void setText(const QString& text); ///< as if it was typed
    /// What goes on; while something does, nothing can be kept.
    void showProgress(const QString& what);
    /// Why it cannot be kept; `line`: of the text, from 1, 0 where it is none of its lines.
    void showProblem(const QString& why, int line);
    QString message() const;
    int problemLine() const { return problemLine_; }
    void setTheme(const Theme& theme);

signals:
    void keepRequested();
    void closeRequested();

private:
    void clearProblem();

    QLabel* title_;
    QLabel* message_;
    QPushButton* keep_;
    QsciScintilla* editor_;
    int problemLine_ = 0;
};

} // namespace mw::viewers
