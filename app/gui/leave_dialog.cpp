// Asks before something is lost for good.
#include "app/gui/leave_dialog.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

namespace mw::app {

LeaveDialog::LeaveDialog(const QStringList& lines, bool canSave, QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("leave"));
    setWindowTitle(tr("Something would be lost"));
    auto* text = new QLabel(lines.join(QStringLiteral("\n\n")));
    text->setObjectName(QStringLiteral("leave-text"));
    text->setTextFormat(Qt::PlainText);
    text->setWordWrap(true);
    text->setMinimumWidth(420);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    const auto button = [&](const QString& label, const char* name,
                            QDialogButtonBox::ButtonRole role, auto chosen) {
        auto* made = buttons->addButton(label, role);
        made->setObjectName(QString::fromLatin1(name));
        made->setAutoDefault(false);
        connect(made, &QPushButton::clicked, this, [this, chosen] {
            emit(this->*chosen)();
            accept();
        });
        return made;
    };
    if (canSave)
        button(tr("Save the project"), "leave-save", QDialogButtonBox::ActionRole,
               &LeaveDialog::saveChosen)
            ->setToolTip(tr("Writes all programs with their variants and times to one file"));
    button(tr("Discard"), "leave-discard", QDialogButtonBox::DestructiveRole,
           &LeaveDialog::discardChosen);
    buttons->button(QDialogButtonBox::Cancel)->setDefault(true);
    buttons->button(QDialogButtonBox::Cancel)->setObjectName(QStringLiteral("leave-cancel"));
    auto* layout = new QVBoxLayout(this);
    layout->setSpacing(14);
    layout->addWidget(text);
    layout->addWidget(buttons);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

} // namespace mw::app
