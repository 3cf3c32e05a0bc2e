#pragma once

#include "viewers/panels/timings_model.h"
#include "viewers/theme/theme.h"

#include <QWidget>

class QLabel;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace mw::viewers {

class RunPanel;

/// The run strip, then kernels side by side, then the conditions of the numbers.
class TimingsPanel : public QWidget {
    Q_OBJECT

public:
    explicit TimingsPanel(QWidget* parent = nullptr);

    RunPanel& runPanel() { return *run_; }
    TimingsModel& model() { return *model_; }
    void setResult(std::optional<exec::BenchResult> result);
    /// The variant whose elements are selected from now on, by name.
    void setVariant(const QString& name) { variant_ = name; }
    void setSelection(const std::vector<ElementId>& selection);
    void setTheme(ThemeKind kind);

    void copyMarkdown() const;
    void copyCsv() const;

signals:
    /// The maps of a row's kernels, of all variants.
    void selectRequested(const std::vector<mw::ElementId>& ids);
    void saveReportRequested();

private:
    QWidget* buildFooter();
    void showConditions();
    void sizeColumns();

    RunPanel* run_;
    TimingsModel* model_;
    QStackedWidget* pages_;
    QTableView* table_;
    QLabel* conditions_;
    QLabel* verdict_;
    QWidget* footer_;
    QString variant_;
    ThemeKind theme_ = ThemeKind::light;
};

} // namespace mw::viewers
