#pragma once

#include "viewers/panels/panel.h"
#include "viewers/panels/timings_model.h"

class QLabel;
class QStackedWidget;
class QTableView;

namespace mw::viewers {

class RunPanel;

/// The run strip, then kernels side by side, then the conditions of the numbers.
class TimingsPanel : public Panel {
    Q_OBJECT

public:
    explicit TimingsPanel(QWidget* parent = nullptr);

    RunPanel& runPanel() { return *run_; }
    TimingsModel& model() { return *model_; }
    void showVariant(const PanelContext& context) override;
    void showSelection(const PanelContext& context) override;
    void showResults(const PanelContext& context) override;
    void setTheme(ThemeKind kind) override;

    void copyMarkdown() const;
    void copyCsv() const;

signals:
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
    QString variant_; ///< whose elements are selected, by name
    ThemeKind theme_ = ThemeKind::light;
};

} // namespace mw::viewers
