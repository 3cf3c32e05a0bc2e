#pragma once

#include "core/history/history.h"
#include "core/support/id.h"
#include "viewers/panels/variant_figures.h"

#include <QAbstractTableModel>

#include <optional>
#include <set>
#include <vector>

namespace mw::viewers {

/// One variant as the history shows it. `lane`: its column in the drawn tree; a first child stays
/// in its parent's lane, every further child opens one of its own.
struct HistoryRow {
    history::VariantId id;
    int parent = -1; ///< row
    int lane = 0;
    QString name;
    QString change; ///< what its step did to the numbers: "−51 MB"; empty: nothing, or not known
    QString step;   ///< what made it from its parent
    bool pinned = false;
    bool current = false;
    bool differs = false;           ///< its results are not those of what it was made of
    bool differsByEdit = false;     ///< they are others, as an edit of the user's may make them
    QString assumes;                ///< what its step took for granted: "N >= 3"
    QString note;                   ///< of the user's; empty: none
    QString agreement;              ///< what comparing them said; empty: not compared
    double microseconds = -1;       ///< measured on the device; negative: not measured
    double microsecondsBefore = -1; ///< of what it was made of
    double ratio = -1;              ///< against the baseline, of the same sizes
    QString grid;                   ///< that the time is of where its sizes are not those shown
    std::optional<VariantFigures> figures, before; ///< of it, and of what it was made of
    /// Of a run of steps that one action made, its last one has these: the variant that the run is
    /// known by, and how many of its steps are folded under this row.
    history::VariantId run = {};
    int folded = 0;
};

/// How a history is looked at.
struct HistoryView {
    const FiguresByVariant* figures = nullptr; ///< null: not there yet
    history::VariantId baseline = {};          ///< 0: the first that was measured
    bool hidesUnchanged = false; ///< steps that changed neither kernels nor bytes nor times
    std::set<history::VariantId> unfolded = {}; ///< runs whose steps are all shown
    OtherSizesByVariant otherTimes = {};        ///< times of other sizes than those shown
};

/// In order of creation, parents before children. A long run of steps that one action made is its
/// last one; what is current, pinned, noted, measured or branched from is always there.
std::vector<HistoryRow> historyRows(const history::History& history, const HistoryView& view = {});

/// "40 → 39 kernels · 812 MB → 761 MB (−51 MB) · ...": a step's before and after.
QString beforeAndAfter(const HistoryRow& row);

/// The tree of variants as a table; the tree itself is drawn by HistoryDelegate.
class HistoryModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role {
        DiffersRole = Qt::UserRole, ///< bool, of any column
        FoldRole                    ///< bool: the row's run is folded; none: it ends no run
    };
    enum Column {
        NameColumn,
        StepColumn,
        KernelsColumn,
        BytesColumn,
        TemporariesColumn,
        TimeColumn,
        RatioColumn,
        NoteColumn,
        PinColumn,
        kColumns
    };

    using QAbstractTableModel::QAbstractTableModel;

    /// Rows of the same variants as before are brought up to date in their places.
    void setRows(std::vector<HistoryRow> rows);
    const std::vector<HistoryRow>& rows() const { return rows_; }
    int lanes() const { return lanes_; }
    int rowOf(history::VariantId id) const; ///< -1: not there

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;

signals:
    void renameRequested(mw::history::VariantId id, const QString& name);
    void pinRequested(mw::history::VariantId id, bool pinned);
    void noteRequested(mw::history::VariantId id, const QString& note);

private:
    QString cellText(const HistoryRow& row, int column) const;

    std::vector<HistoryRow> rows_;
    int lanes_ = 1;
};

} // namespace mw::viewers
