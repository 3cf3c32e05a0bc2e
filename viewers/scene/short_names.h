#pragma once

#include <QString>

#include <vector>

// Names cut to what there is room for, such that they can still be told apart.

namespace mw::viewers {

/// A part of a name: from the first to the last digits in which it differs from its like.
struct TellingPart {
    qsizetype from = 0, to = 0; ///< empty: there is none

    bool operator==(const TellingPart&) const = default;
};
/// Of each name, among those that are equal but for their digits.
std::vector<TellingPart> tellingParts(const std::vector<QString>& names);

/// At most so many characters: what is left out is in the middle, and not what tells.
QString shortened(const QString& name, TellingPart telling, qsizetype most);

} // namespace mw::viewers
