// Two code views that scroll as one, with marks where they differ.
#include "viewers/panels/code_sides.h"

#include "viewers/panels/code_lexer.h"

#include <QHBoxLayout>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSplitter>
#include <Qsci/qsciscintilla.h>

#include <algorithm>
#include <array>

namespace mw::viewers {

namespace {

// Of markers that colour a line, the highest number wins.
constexpr int kKernelMarker = 1;
constexpr int kElementMarker = 2;
constexpr int kFillerMarker = 3;
constexpr int kChangedMarker = 4;
constexpr int kAloneMarker = 5;
constexpr int kPartIndicator = 9;
constexpr int kNumberStyle = QsciScintilla::STYLE_LINENUMBER;
constexpr int kContext = 3; ///< lines above a change that is gone to

using Kind = DiffLine::Kind;

QString signOf(Kind kind, bool left) {
    switch (kind) {
    case Kind::same:
        break;
    case Kind::removed:
        return left ? QStringLiteral("−") : QString();
    case Kind::added:
        return left ? QString() : QStringLiteral("+");
    case Kind::changed:
        return QStringLiteral("~");
    }
    return QStringLiteral(" ");
}

/// Bytes of UTF-8 as characters of the line.
int characters(const QByteArray& line, std::size_t bytes) {
    return static_cast<int>(QString::fromUtf8(line.left(static_cast<qsizetype>(bytes))).size());
}

} // namespace

CodeSides::CodeSides(QWidget* parent)
    : QWidget(parent), split_(new QSplitter(this)),
      left_(makeEditor(tr("The other variant's source"))),
      right_(makeEditor(tr("Generated source"))) {
    split_->setChildrenCollapsible(false);
    split_->setHandleWidth(3);
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(split_);
    left_->hide();
    linkScrolling();
}

QsciScintilla* CodeSides::makeEditor(const QString& name) {
    auto* editor = new QsciScintilla(split_);
    editor->setReadOnly(true);
    editor->setUtf8(true);
    editor->setFrameShape(QFrame::NoFrame);
    editor->setScrollWidthTracking(true);
    editor->setAccessibleName(name);
    for (const int marker :
         {kKernelMarker, kElementMarker, kFillerMarker, kChangedMarker, kAloneMarker})
        editor->markerDefine(QsciScintilla::Background, marker);
    editor->indicatorDefine(QsciScintilla::FullBoxIndicator, kPartIndicator);
    editor->setIndicatorDrawUnder(true, kPartIndicator);
    split_->addWidget(editor);
    connect(editor, &QsciScintilla::cursorPositionChanged, this,
            [this, editor](int row, int) { visited(*editor, row); });
    return editor;
}

void CodeSides::linkScrolling() {
    const auto link = [this](QScrollBar* from, QScrollBar* to) {
        connect(from, &QScrollBar::valueChanged, this, [this, to](int value) {
            if (two_)
                to->setValue(value);
        });
    };
    for (const auto& [a, b] : {std::pair(left_, right_), std::pair(right_, left_)}) {
        link(a->verticalScrollBar(), b->verticalScrollBar());
        link(a->horizontalScrollBar(), b->horizontalScrollBar());
    }
}

void CodeSides::showOne(const QString& text) {
    const QScopedValueRollback guard(moving_, true);
    two_ = false;
    difference_ = {};
    left_->hide();
    left_->clear();
    right_->clearMarginText();
    right_->markerDeleteAll();
    right_->setMarginType(0, QsciScintilla::NumberMargin);
    right_->setScrollWidth(1); // as wide as its lines: it grows with them
    right_->setText(text);
    right_->setMarginWidth(0, QString::number(right_->lines()) + QStringLiteral("00"));
}

void CodeSides::showTwo(const QString& left, const QString& right,
                        bench::SourceDifference difference) {
    const QScopedValueRollback guard(moving_, true);
    two_ = true;
    difference_ = std::move(difference);
    fill(*left_, left, true);
    fill(*right_, right, false);
    left_->show();
    split_->setSizes({width() / 2, width() / 2});
}

void CodeSides::fill(QsciScintilla& editor, const QString& text, bool left) {
    const auto lines = text.toUtf8().split('\n');
    const auto numberOf = [&](const bench::SourceLine& line) {
        return left ? line.first : line.second;
    };
    QByteArray shown;
    for (const auto& line : difference_.lines) {
        if (const int number = numberOf(line); number > 0)
            shown += lines[number - 1];
        shown += '\n';
    }
    editor.clearMarginText();
    editor.markerDeleteAll();
    editor.setScrollWidth(1);
    editor.setText(QString::fromUtf8(shown));
    editor.setMarginType(0, QsciScintilla::TextMarginRightJustified);
    editor.setMarginWidth(0, QString::number(lines.size()) + QStringLiteral(" ~00"));
    for (int row = 0; row < static_cast<int>(difference_.lines.size()); ++row) {
        const auto& line = difference_.lines[static_cast<std::size_t>(row)];
        const int number = numberOf(line);
        if (number > 0)
            editor.setMarginText(row,
                                 QStringLiteral("%1 %2 ").arg(number).arg(signOf(line.kind, left)),
                                 kNumberStyle);
        if (line.kind == Kind::changed)
            editor.markerAdd(row, kChangedMarker);
        else if (line.kind != Kind::same)
            editor.markerAdd(row, number > 0 ? kAloneMarker : kFillerMarker);
        if (line.kind != Kind::changed)
            continue;
        const auto& part = left ? line.firstPart : line.secondPart;
        const auto& bytes = lines[number - 1];
        editor.fillIndicatorRange(row, characters(bytes, part.first), row,
                                  characters(bytes, part.second), kPartIndicator);
    }
}

void CodeSides::setTheme(const Theme& theme) {
    const QColor added = theme.accents.empty() ? theme.accent : theme.accents[0];
    const QColor removed = theme.accents.size() < 2 ? theme.warning : theme.accents[1];
    const bool bright = theme.kind == ThemeKind::highContrast;
    for (auto* editor : {left_, right_}) {
        applyCodeTheme(*editor, theme);
        QColor colour = editor == left_ ? removed : added;
        editor->setMarkerBackgroundColor(mix(theme.base, theme.selection, 0.10), kKernelMarker);
        editor->setMarkerBackgroundColor(mix(theme.base, theme.selection, bright ? 0.5 : 0.24),
                                         kElementMarker);
        editor->setMarkerBackgroundColor(mix(theme.base, theme.mutedText, 0.10), kFillerMarker);
        editor->setMarkerBackgroundColor(mix(theme.base, colour, bright ? 0.2 : 0.12),
                                         kChangedMarker);
        editor->setMarkerBackgroundColor(mix(theme.base, colour, bright ? 0.4 : 0.28),
                                         kAloneMarker);
        colour.setAlpha(bright ? 140 : 100);
        editor->setIndicatorForegroundColor(colour, kPartIndicator);
    }
}

QString CodeSides::text() const {
    return right_->text();
}

QString CodeSides::otherText() const {
    return two_ ? left_->text() : QString();
}

int CodeSides::rowOf(int line) const {
    if (!two_)
        return line - 1;
    const auto& lines = difference_.lines;
    const auto found = std::ranges::find(lines, line, &bench::SourceLine::second);
    return found == lines.end() || line == 0 ? -1 : static_cast<int>(found - lines.begin());
}

void CodeSides::goToRow(int row, int above) {
    if (row < 0)
        return;
    const QScopedValueRollback guard(moving_, true);
    for (auto* editor : {left_, right_}) {
        if (editor == left_ && !two_)
            continue;
        editor->setCursorPosition(row, 0);
        editor->setFirstVisibleLine(std::max(0, row - above));
    }
}

void CodeSides::goToLine(int line) {
    goToRow(rowOf(line), 1);
}

void CodeSides::markLines(int first, int last) {
    for (auto* editor : {left_, right_})
        editor->markerDeleteAll(kKernelMarker);
    for (int line = first; line <= last && line > 0; ++line)
        if (const int row = rowOf(line); row >= 0)
            right_->markerAdd(row, kKernelMarker);
}

void CodeSides::markElements(const std::vector<int>& lines) {
    right_->markerDeleteAll(kElementMarker);
    elementLines_ = lines;
    if (!two_)
        for (const int line : lines)
            right_->markerAdd(line - 1, kElementMarker);
    for (std::size_t row = 0; row < difference_.lines.size() && !lines.empty(); ++row)
        if (std::ranges::binary_search(lines, difference_.lines[row].second))
            right_->markerAdd(static_cast<int>(row), kElementMarker);
}

int CodeSides::currentLine() const {
    const int row = currentRow();
    if (!two_)
        return row + 1;
    return row < static_cast<int>(difference_.lines.size())
               ? difference_.lines[static_cast<std::size_t>(row)].second
               : 0;
}

bool CodeSides::goToChange(int direction) {
    const auto here = static_cast<std::size_t>(std::max(0, currentRow()));
    const auto row = direction > 0 ? difference_.changeAfter(here) : difference_.changeBefore(here);
    if (row == bench::SourceDifference::npos)
        return false;
    goToRow(static_cast<int>(row), kContext);
    const auto& line = difference_.lines[row];
    emit lineVisited(line.second, line.pair);
    return true;
}

int CodeSides::currentRow() const {
    int row = 0;
    int column = 0;
    (two_ && left_->hasFocus() ? left_ : right_)->getCursorPosition(&row, &column);
    return row;
}

void CodeSides::visited(const QsciScintilla& editor, int row) {
    if (moving_ || row < 0)
        return;
    if (!two_) {
        if (&editor == right_)
            emit lineVisited(row + 1, -1);
        return;
    }
    if (row >= static_cast<int>(difference_.lines.size()))
        return;
    const auto& line = difference_.lines[static_cast<std::size_t>(row)];
    emit lineVisited(line.second, line.pair);
}

} // namespace mw::viewers
