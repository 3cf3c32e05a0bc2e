#pragma once

#include "app/workbench/consent.h"
#include "app/workbench/export_program.h"

#include <QDialog>

#include <memory>

class QCheckBox;
class QComboBox;
class QFormLayout;
class QLabel;
class QLineEdit;
class QPlainTextEdit;
class QPushButton;

namespace mw::app {

class Workspace;

/// As what the current variant leaves, and under which name; afterwards what was written, and what
/// of the variant is lost on that way. Closes by itself where nothing is.
class ExportDialog : public QDialog {
    Q_OBJECT

public:
    /// `trustFile`: exec::TrustStore's.
    ExportDialog(Workspace& workspace, const QString& trustFile, QWidget* parent);

    /// The fields follow its ending.
    void setFile(const QString& file);

private:
    void build();
    void buildFields(QFormLayout& form);
    QWidget* buildFile();
    void browse();
    void fileChanged();
    void kindChanged();
    workbench::ExportKind kind() const;
    workbench::ExportRequest request() const;
    void start();
    void take(const workbench::Exported& done);
    void refuse(const Diagnostic& why);
    void askForConsent(const Diagnostic& why);
    void showText(const QString& text);

    Workspace& workspace_;
    exec::TrustStore trust_;
    std::shared_ptr<workbench::Consent> asked_; ///< by the export that runs
    QFormLayout* form_ = nullptr;
    QComboBox* kind_ = nullptr;
    QLineEdit* file_ = nullptr;
    QComboBox* dialect_ = nullptr;
    QComboBox* target_ = nullptr;
    QLineEdit* architecture_ = nullptr;
    QCheckBox* sizes_ = nullptr;
    QLabel* about_ = nullptr; ///< what goes along, and what does not
    QPlainTextEdit* result_ = nullptr;
    QPushButton* export_ = nullptr;
};

} // namespace mw::app
