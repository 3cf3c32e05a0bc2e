// Shows a graph's own C++ and asks whether it may be compiled.
#include "app/gui/consent_dialog.h"

#include "viewers/panels/element_text.h"

#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace mw::app {

ConsentDialog::ConsentDialog(const Diagnostic& why, const QString& file, QWidget* parent)
    : QDialog(parent) {
    setObjectName(QStringLiteral("consent"));
    setWindowTitle(tr("C++ in the graph"));
    auto* text = new QLabel(
        tr("%1 carries C++ of its own, which can do on this machine whatever you can do. It is "
           "compiled and run only when you agree, now and whenever this file carries the same "
           "code.")
            .arg(file));
    text->setWordWrap(true);
    auto* code = new QPlainTextEdit;
    code->setObjectName(QStringLiteral("consent-code"));
    code->setReadOnly(true);
    code->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    code->setLineWrapMode(QPlainTextEdit::NoWrap);
    QStringList lines;
    for (const auto& note : why.notes)
        lines << viewers::qs(note);
    code->setPlainText(lines.join(QLatin1Char('\n')));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    auto* trust = buttons->addButton(tr("Trust this file"), QDialogButtonBox::AcceptRole);
    trust->setObjectName(QStringLiteral("consent-trust"));
    trust->setAutoDefault(false);
    buttons->button(QDialogButtonBox::Cancel)->setDefault(true);
    auto* layout = new QVBoxLayout(this);
    layout->addWidget(text);
    layout->addWidget(code, 1);
    layout->addWidget(buttons);
    resize(640, 420);
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

} // namespace mw::app
