#pragma once

#include "core/bench/source_difference.h"
#include "viewers/theme/theme.h"

#include <QString>
#include <QWidget>

#include <functional>
#include <vector>

class QSplitter;
class QsciScintilla;

namespace mw::viewers {

/// One text, or two line by line: what only the left one has, what only the right one has, what
/// changed, each with a sign beside its number and a colour that all kinds of colour vision tell
/// apart. Both scroll as one.
class CodeSides : public QWidget {
    Q_OBJECT

public:
    explicit CodeSides(QWidget* parent = nullptr);

    void showOne(const QString& text);
    /// `left` and `right`: the texts that the difference is of.
    void showTwo(const QString& left, const QString& right, bench::SourceDifference difference);
    bool showsTwo() const { return two_; }
    void setTheme(const Theme& theme);

    QString text() const;      ///< of the right side, or the one
    QString otherText() const; ///< of the left side
    const bench::SourceDifference& difference() const { return difference_; }

    /// To a line of the right text, counted from 1, near the top.
    void goToLine(int line);
    /// Marks lines of the right text, both included; 0: none.
    void markLines(int first, int last);
    /// Marks these lines of the right text, sorted, as what the selection became: stronger.
    void markElements(const std::vector<int>& lines);
    std::vector<int> markedElements() const { return elementLines_; }
    /// The line of the right text in which the cursor stands; 0: it has none there.
    int currentLine() const;
    /// To the next place that differs, or the one before; false where there is none.
    bool goToChange(int direction);
    /// The row of both sides in which the cursor stands.
    int currentRow() const;

signals:
    /// By the user: the line of the right text, 0 where it has none there, and the pair.
    void lineVisited(int line, int pair);

private:
    QsciScintilla* makeEditor(const QString& name);
    void linkScrolling();
    void fill(QsciScintilla& editor, const QString& text, bool left);
    void visited(const QsciScintilla& editor, int row);
    void goToRow(int row, int above);
    int rowOf(int line) const;

    QSplitter* split_;
    QsciScintilla* left_;
    QsciScintilla* right_;
    bench::SourceDifference difference_;
    std::vector<int> elementLines_;
    bool two_ = false;
    bool moving_ = false; ///< by the program, not the user
};

} // namespace mw::viewers
