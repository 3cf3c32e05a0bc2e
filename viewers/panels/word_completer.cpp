// Completion of the last word of a line.
#include "viewers/panels/word_completer.h"

#include <QAbstractItemView>
#include <QCompleter>
#include <QLineEdit>
#include <QStringListModel>

#include <utility>

namespace mw::viewers {

WordCompleter::WordCompleter(QLineEdit* line, std::function<QStringList(const QString&)> complete,
                             std::function<qsizetype(const QString&)> lastWord)
    : QObject(line), line_(line), complete_(std::move(complete)), begin_(std::move(lastWord)),
      words_(new QStringListModel(this)), completer_(new QCompleter(words_, this)) {
    completer_->setWidget(line);
    completer_->setCompletionMode(QCompleter::UnfilteredPopupCompletion);
    connect(line, &QLineEdit::textEdited, this, &WordCompleter::offer);
    connect(completer_, qOverload<const QString&>(&QCompleter::activated), this,
            &WordCompleter::take);
}

QString WordCompleter::lastWord() const {
    return line_->text().mid(begin_(line_->text()));
}

QStringList WordCompleter::offered() const {
    return words_->stringList();
}

/// Only at the end of the line: in the middle nobody begins a word.
void WordCompleter::offer(const QString& text) {
    const auto words =
        line_->cursorPosition() == text.size() ? complete_(lastWord()) : QStringList();
    words_->setStringList(words);
    if (words.isEmpty())
        return completer_->popup()->hide();
    completer_->complete();
}

/// A word that asks for more (`kind:`, `bytes>`) is gone on with.
void WordCompleter::take(const QString& whole) {
    auto text = line_->text();
    text.chop(lastWord().size());
    text += whole;
    const bool goesOn = whole.endsWith(QLatin1Char(':')) || whole.endsWith(QLatin1Char('>'));
    line_->setText(goesOn ? text : text + QLatin1Char(' '));
    if (goesOn)
        QMetaObject::invokeMethod(
            this, [this] { offer(line_->text()); }, Qt::QueuedConnection);
}

} // namespace mw::viewers
