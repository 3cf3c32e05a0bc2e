#pragma once

#include <QObject>
#include <QStringList>

#include <functional>

class QCompleter;
class QLineEdit;
class QStringListModel;

namespace mw::viewers {

/// Offers to complete the last word of a line while it is typed; Return or a click takes an offer.
class WordCompleter : public QObject {
    Q_OBJECT

public:
    /// `complete`: what the word may become.
    /// `lastWord`: where the last word of a text begins.
    WordCompleter(QLineEdit* line, std::function<QStringList(const QString&)> complete,
                  std::function<qsizetype(const QString&)> lastWord);

    QStringList offered() const; ///< now; for tests
    void take(const QString& whole);

private:
    void offer(const QString& text);

    QString lastWord() const;

    QLineEdit* line_;
    std::function<QStringList(const QString&)> complete_;
    std::function<qsizetype(const QString&)> begin_;
    QStringListModel* words_;
    QCompleter* completer_;
};

} // namespace mw::viewers
