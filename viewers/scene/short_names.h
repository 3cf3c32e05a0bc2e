#pragma once

#include <QString>

#include <functional>
#include <vector>

// Names cut to what there is room for, such that they can still be told apart.

namespace mw::viewers {

/// What of a name tells it from those around it.
struct TellingPart {
    qsizetype from = 0,
              to = 0;     ///< from the first to the last letter that differs; empty: there is none
    qsizetype shared = 0; ///< so many letters at its beginning are those of most of the others, too

    bool operator==(const TellingPart&) const = default;
};
/// Of each name: the numbers in which it differs from those that are equal but for them ("v1" with
/// the letters before it), or else the words in which it differs from names that would be cut to
/// the same.
std::vector<TellingPart> tellingParts(const std::vector<QString>& names);

/// At most so many characters. What is left out is, in this order: a label in brackets behind the
/// name ("vn (map_3_fieldop)"; "vn (3)" where the label is what tells), words at its beginning that
/// most names have, the middle. What tells stays as long as there is room for it alone.
QString shortened(const QString& name, TellingPart telling, qsizetype most);
/// The longest of these that is said to fit; empty: none does.
QString shortenedTo(const QString& name, TellingPart telling,
                    const std::function<bool(const QString&)>& fits);

} // namespace mw::viewers
