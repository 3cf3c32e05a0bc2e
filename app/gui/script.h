#pragma once

#include <QObject>
#include <QString>
#include <QStringList>

class QTimer;

namespace mw::app {

class MainWindow;

/// Runs actions by id one after the other, each when the one before has come to rest, then takes a
/// picture of the window and ends the program: --screenshot and --do.
class Script : public QObject {
    Q_OBJECT

public:
    /// `picture` empty: none.
    Script(MainWindow& window, QStringList actions, QString picture);

    void start();

signals:
    /// `problem` is empty when all went well.
    void finished(const QString& problem);

private:
    void next();
    void end(const QString& problem);

    MainWindow& window_;
    QStringList actions_;
    QString picture_;
    QTimer* timeout_;
    bool done_ = false;
};

} // namespace mw::app
