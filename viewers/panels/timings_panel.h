#pragma once

#include "viewers/panels/panel.h"
#include "viewers/panels/timings_model.h"

#include <optional>

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
class TimingsColumns;

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
    /// Times of a run that goes on, of its first rounds: they stand here until the run ends, which
    /// showResults() or endFirstTimes() says.
    void showFirstTimes(bench::BenchResult result);
    void endFirstTimes();
    void setTheme(ThemeKind kind) override;
    QByteArray state() const override;
    void setState(const QByteArray& state) override;

    void copyMarkdown() const;
    void copyCsv() const;
    /// The roofline stands beside the table where it is wanted.
    void setRooflineVisible(bool visible);
    bool isRooflineVisible() const;
    RooflineView& roofline() { return *roofline_; }
    TimingsColumns& columns() { return *columns_; }
    void showColumnsMenu();
    /// The conditions of the numbers below the table in full, rather than as much of them as fits
    /// into a line. Unless the user says so it depends on the height.
    void setConditionsOpen(bool open);
    bool areConditionsOpen() const;
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
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void buildTable();
    void afterReset();
    void showDistribution(int row, QPoint place);
    QWidget* buildFooter();
    QToolButton* footerButton(const QString& text, const QString& tip);
    void addExportMenu(QToolButton* button);
    void setBaseline(int measured);
    void showConditions();
    void showFold();
    void sizeRows();
    /// The maps of the row's kernels, of all variants.
    std::vector<ElementId> mapsOf(int row) const;
    void selectRow(int row);

    RunPanel* run_;
    TimingsModel* model_;
    QStackedWidget* pages_;
    QTableView* table_;
    TimingsColumns* columns_ = nullptr;
    RooflineView* roofline_;
    QSplitter* split_;
    DistributionTip* distribution_;
    QToolButton* rooflineButton_ = nullptr;
    QToolButton* normaliseButton_ = nullptr;
    QToolButton* columnsButton_ = nullptr;
    QToolButton* fold_ = nullptr;
    QComboBox* baseline_ = nullptr;
    QLabel* conditions_; ///< as much as fits
    QLabel* inFull_ = nullptr;
    std::optional<bool> open_; ///< see setConditionsOpen(); none: the user did not say
    QLabel* verdict_;
    QWidget* footer_;
    /// While first times are shown: what stood here before, and which of it was the baseline.
    struct Before {
        std::optional<bench::BenchResult> result;
        int baseline = 0;
    };
    std::optional<Before> before_;
    QString variant_; ///< whose elements are selected, by name
    ThemeKind theme_ = ThemeKind::light;
};

} // namespace mw::viewers
