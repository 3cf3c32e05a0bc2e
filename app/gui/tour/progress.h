#pragma once

#include <QString>
#include <QStringList>

namespace mw::app {

/// How far somebody is: what settings keep.
struct TourProgress {
    QString step;              ///< id; empty: not begun
    QStringList done, skipped; ///< ids

    bool operator==(const TourProgress&) const = default;
};

} // namespace mw::app
