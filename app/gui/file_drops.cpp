// Sees drops before the widgets below them do.
#include "app/gui/file_drops.h"

#include <QApplication>
#include <QDockWidget>
#include <QDropEvent>
#include <QMimeData>
#include <QUrl>

namespace mw::app {

QStringList localFiles(const QMimeData& data) {
    QStringList files;
    for (const auto& url : data.urls())
        if (url.isLocalFile())
            files << url.toLocalFile();
    return files;
}

FileDrops::FileDrops(QWidget& window) : QObject(&window), window_(window) {
    window.setAcceptDrops(true);
    for (auto* dock : window.findChildren<QDockWidget*>()) // while they float
        dock->setAcceptDrops(true);
    qApp->installEventFilter(this);
}

bool FileDrops::isInWindow(const QWidget& widget) const {
    const QWidget* window = widget.window();
    return window == &window_ ||
           (qobject_cast<const QDockWidget*>(window) && window->parentWidget() == &window_);
}

bool FileDrops::eventFilter(QObject* watched, QEvent* event) {
    const auto type = event->type();
    if (type != QEvent::DragEnter && type != QEvent::DragMove && type != QEvent::Drop)
        return false;
    const auto* widget = qobject_cast<QWidget*>(watched);
    if (!widget || !isInWindow(*widget))
        return false;
    auto& drop = static_cast<QDropEvent&>(*event);
    const auto files = localFiles(*drop.mimeData());
    if (files.isEmpty())
        return false;
    drop.setDropAction(Qt::CopyAction); // the file stays where it is
    drop.accept();
    if (type == QEvent::Drop)
        emit dropped(files);
    return true;
}

} // namespace mw::app
