#pragma once

#include <QObject>
#include <QStringList>

class QMimeData;
class QWidget;

namespace mw::app {

/// The files of this machine among what is dropped.
QStringList localFiles(const QMimeData& data);

/// Files that are dropped anywhere on a window, its floating docks too: text fields and code views
/// would take their addresses as text, and are passed over. Other drops are theirs; dialogs and
/// other windows take what they want.
class FileDrops : public QObject {
    Q_OBJECT

public:
    explicit FileDrops(QWidget& window);

signals:
    void dropped(const QStringList& files);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    bool isInWindow(const QWidget& widget) const;

    QWidget& window_;
};

} // namespace mw::app
