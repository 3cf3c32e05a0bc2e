#pragma once

#include "core/support/id.h"
#include "viewers/theme/theme.h"

#include <QString>

#include <map>
#include <optional>
#include <vector>

namespace mw::viewers {

/// Colours that say something about elements, and what their legend says: a scale of numbers, or
/// kinds.
struct Colouring {
    struct Kind {
        QString name;   ///< "blocked over the levels"
        QString figure; ///< "12 maps, 3.4 MB"
    };

    QString title;                      ///< empty: there are no colours
    std::map<ElementId, double> values; ///< 0 ... 1 on the scale; of kinds: which one
    std::map<ElementId, QString> texts; ///< the number, or what is said, in words
    std::vector<Kind> kinds;            ///< empty: a scale
    QString low, middle, high;          ///< numbers at the scale
    QString note;                       ///< a sum; why there is nothing

    bool isEmpty() const { return title.isEmpty(); }
    std::optional<QColor> colourOf(ElementId id, const Theme& theme) const;
    /// Of a kind, or (without kinds) of a place on the scale.
    QColor colourAt(double value, const Theme& theme) const;
    QString textOf(ElementId id) const;
};

} // namespace mw::viewers
