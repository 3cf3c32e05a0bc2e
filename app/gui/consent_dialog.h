#pragma once

#include "core/support/diagnostic.h"

#include <QDialog>

namespace mw::app {

/// Shows the C++ that a graph carries itself and asks whether it may be compiled. Nothing is
/// trusted by pressing Return: Cancel is the default button.
class ConsentDialog : public QDialog {
    Q_OBJECT

public:
    /// `why`: analysis::untrustedCode.
    ConsentDialog(const Diagnostic& why, const QString& file, QWidget* parent = nullptr);
};

} // namespace mw::app
