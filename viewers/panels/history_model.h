#pragma once

#include "core/history/history.h"
#include "core/support/id.h"

#include <QAbstractTableModel>

#include <vector>

namespace mw::viewers {

/// One variant as the history shows it. `lane`: its column in the drawn tree; a first child stays
/// in its parent's lane, every further child opens one of its own.
struct HistoryRow {
    history::VariantId id;
    int parent = -1; ///< row
    int lane = 0;
    QString name;
    QString step; ///< what made it from its parent
    bool pinned = false;
    bool current = false;
    bool differs = false;       ///< its results are not those of what it was made of
    bool differsByEdit = false; ///< they are others, as an edit of the user's may make them
    QString assumes;            ///< what its step took for granted: "N >= 3"
    QString note;               ///< of the user's; empty: none
    QString agreement;          ///< what comparing them said; empty: not compared
    double microseconds = -1;   ///< measured on the device; negative: not measured
    double ratio = -1;          ///< against the first measured variant on the way from the root
};

/// In order of creation, parents before children.
std::vector<HistoryRow> historyRows(const history::History& history);

/// The tree of variants as a table; the tree itself is drawn by HistoryDelegate.
class HistoryModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Role { DiffersRole = Qt::UserRole }; ///< bool, of any column
    enum Column {
        NameColumn,
        StepColumn,
        NoteColumn,
        TimeColumn,
        RatioColumn,
        PinColumn,
        kColumns
    };

    using QAbstractTableModel::QAbstractTableModel;

    void setRows(std::vector<HistoryRow> rows);
    const std::vector<HistoryRow>& rows() const { return rows_; }
    int lanes() const;
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
    std::vector<HistoryRow> rows_;
};

} // namespace mw::viewers
