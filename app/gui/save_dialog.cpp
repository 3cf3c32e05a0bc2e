// Where files are written to, and what they are called.
#include "app/gui/save_dialog.h"

#include "app/gui/samples.h"
#include "app/gui/workspace.h"

#include <QDir>
#include <QFileDialog>
#include <QRegularExpression>

namespace mw::app {

namespace {

/// "SVG (*.svg)" -> svg; empty: any.
QString suffixOf(const QString& filter) {
    static const QRegularExpression kPattern(QStringLiteral("\\*\\.(\\w+)"));
    return kPattern.match(filter).captured(1);
}

} // namespace

QFileInfo suggestedFile(const Workspace& workspace, const QString& name) {
    for (const auto& beside : {toQString(workspace.project().file), workspace.path()}) {
        const QFileInfo folder(QFileInfo(beside).absolutePath());
        // Not among the program's own, where nobody looks for a user's files.
        if (!beside.isEmpty() && !isSample(beside) && folder.isDir() && folder.isWritable())
            return QFileInfo(QDir(folder.filePath()), name);
    }
    return QFileInfo(QDir::home(), name);
}

QString openFolder(const Workspace& workspace) {
    for (const auto& beside :
         {workspace.isOpen() ? workspace.path() : QString(), toQString(workspace.project().file)})
        if (const QFileInfo file(beside); !beside.isEmpty() && file.absoluteDir().exists())
            return file.absolutePath();
    return QDir::homePath();
}

QFileDialog* saveDialog(QWidget* window, const char* name, const QString& title,
                        const QFileInfo& suggestion, const QString& filters) {
    auto* dialog = new QFileDialog(window, title, suggestion.absolutePath(), filters);
    dialog->setObjectName(QString::fromLatin1(name));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suggestion.suffix());
    dialog->selectFile(suggestion.fileName());
    QObject::connect(dialog, &QFileDialog::filterSelected, dialog, [dialog](const QString& filter) {
        if (const auto suffix = suffixOf(filter); !suffix.isEmpty())
            dialog->setDefaultSuffix(suffix);
    });
    return dialog;
}

} // namespace mw::app
