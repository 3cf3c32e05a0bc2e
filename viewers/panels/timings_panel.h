#pragma once

#include "viewers/panels/panel.h"
#include "viewers/panels/timings_model.h"

class QComboBox;
class QLabel;
class QSplitter;
class QStackedWidget;
class QTableView;
class QToolButton;

namespace mw::viewers {

class DistributionTip;
class RooflineView;
class RunPanel;

/// The run strip, then kernels side by side with their roofline, then the conditions of the
/// numbers.
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
    /// The roofline stands beside the table where it is wanted.
    void setRooflineVisible(bool visible);
    bool isRooflineVisible() const;
    RooflineView& roofline() { return *roofline_; }
    /// The next of the measured variants is what the others are set against.
    void nextBaseline();
    void setNormalised(bool normalised);
    /// The samples behind the times of the current row, as a tip beside it.
    void showDistribution();
    DistributionTip& distribution() { return *distribution_; }

signals:
    void saveReportRequested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildTable();
    void afterReset();
    void showDistribution(int row, QPoint place);
    QWidget* buildFooter();
    void showConditions();
    void sizeColumns();
    /// The maps of the row's kernels, of all variants.
    std::vector<ElementId> mapsOf(int row) const;
    void selectRow(int row);

    RunPanel* run_;
    TimingsModel* model_;
    QStackedWidget* pages_;
    QTableView* table_;
    RooflineView* roofline_;
    QSplitter* split_;
    DistributionTip* distribution_;
    QToolButton* rooflineButton_ = nullptr;
    QToolButton* normaliseButton_ = nullptr;
    QComboBox* baseline_ = nullptr;
    QLabel* conditions_;
    QLabel* verdict_;
    QWidget* footer_;
    QString variant_; ///< whose elements are selected, by name
    ThemeKind theme_ = ThemeKind::light;
};

} // namespace mw::viewers
