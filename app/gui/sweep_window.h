#pragma once

#include "app/gui/sweep_model.h"
#include "core/support/diagnostic.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QProgressBar;
class QPushButton;
class QTableView;

namespace mw::app {

/// Asks what to sweep over, shows how far it is, and then the heat map. A cell that was measured
/// can be kept: the launch becomes a variant below the one that was swept.
class SweepWindow : public QDialog {
    Q_OBJECT

public:
    /// The one of this window; made when it is first asked for.
    static SweepWindow& of(QWidget& window);

    /// For kernels of this device. What was typed for it before stays.
    void openFor(codegen::Target target, const QString& program);
    void setParams(const QString& params);
    void start();
    void setProgress(bool running, const QString& what, int done, int total);
    void showResult(const workbench::SweepResult& result, history::VariantId variant);
    void refuse(const Diagnostic& why);
    SweepModel& model() { return *model_; }
    QTableView& table() { return *table_; }
    QString message() const;
    void keep(const QModelIndex& cell);

signals:
    void sweepRequested(const mw::workbench::SweepSpace& space);
    void cancelRequested();
    /// `cell` is what to keep of the model; the choices that hold for the variant are not known
    /// here.
    void keepRequested(mw::history::VariantId variant, const QModelIndex& cell);

protected:
    void changeEvent(QEvent* event) override;

private:
    explicit SweepWindow(QWidget& window);
    void build();
    void say(const QString& sentence);
    void showCell();
    void growToRows();
    void showIntroduction();

    codegen::Target target_ = codegen::Target::cpu;
    history::VariantId variant_; ///< that was swept
    SweepModel* model_;
    QLineEdit* params_;
    QPushButton* start_;
    QPushButton* cancel_;
    QPushButton* keep_;
    QProgressBar* progress_;
    QLabel* introduction_; ///< in the place of the table, until there is one
    QLabel* message_;
    QLabel* cell_;
    QTableView* table_;
};

} // namespace mw::app
