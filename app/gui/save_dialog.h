#pragma once

#include <QFileInfo>
#include <QString>

class QFileDialog;
class QWidget;

namespace mw::app {

class Workspace;

/// A file of this name where exports are looked for: beside the project, else beside the input,
/// else in the user's own folder.
QFileInfo suggestedFile(const Workspace& workspace, const QString& name);

/// Where dialogs that open files begin: beside the program that is shown, else beside the project,
/// else in the user's own folder.
QString openFolder(const Workspace& workspace);

/// Asks for a name to write to, beginning with this one. A name without an ending gets that of the
/// chosen filter. The caller connects fileSelected() and opens it.
QFileDialog* saveDialog(QWidget* window, const char* name, const QString& title,
                        const QFileInfo& suggestion, const QString& filters);

} // namespace mw::app
