#pragma once

#include "viewers/panels/timings_cell.h"

#include <QJsonObject>
#include <QObject>

#include <array>
#include <set>

class QMenu;
class QTableView;

namespace mw::viewers {

class FrozenColumn;
class TimingsModel;

/// Which columns the table of times shows, and how wide. There are two choices: for the table by
/// itself and beside the roofline, where times and ratios are all that there is room for. Columns
/// in which nothing is known take no room.
class TimingsColumns : public QObject {
    Q_OBJECT

public:
    using Field = TimingsCell::Field;

    /// The table has its model, header and delegate.
    TimingsColumns(QTableView* table, TimingsModel& model);

    /// One entry per column, with a tick where it is shown.
    QMenu* menu() { return menu_; }
    QTableView* names() const; ///< over the table's left edge
    bool isWanted(Field field) const { return !hidden().contains(field); }
    void setWanted(Field field, bool wanted);
    void setBesideRoofline(bool beside);
    void reset(); ///< the choice of now, to what it was at first
    /// After another measurement, or with another font.
    void fit();

    QJsonObject state() const;
    void setState(const QJsonObject& state);

private:
    using Hidden = std::set<Field>;
    const Hidden& hidden() const { return hidden_[beside_ ? 1 : 0]; }
    Hidden& hidden() { return hidden_[beside_ ? 1 : 0]; }
    void fillMenu();
    void fitNames();

    QTableView* table_;
    TimingsModel& model_;
    FrozenColumn* names_;
    QMenu* menu_;
    bool beside_ = false;
    std::array<Hidden, 2> hidden_; ///< by itself, beside the roofline
};

} // namespace mw::viewers
