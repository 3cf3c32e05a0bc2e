#pragma once

#include "core/support/expected.h"

#include <QString>
#include <QStringList>

#include <vector>

namespace mw::viewers {

/// What a filter can ask about a line of the outline.
struct OutlineEntry {
    QString kind;       ///< "state", "map", "nested", "tasklet", "library", "data", ...
    QString name;       ///< label or container
    QStringList ranges; ///< dimensions of a map: "K", "Edge"
};

/// A filter line: words that all must hold. `kind:map` (the start of the kind is enough), `range:K`
/// (a map over that dimension), anything else: a part of the name, upper or lower case. `-word`
/// turns a word round.
class OutlineFilter {
public:
    static Expected<OutlineFilter> parse(const QString& text);

    bool empty() const { return terms_.empty(); }
    bool matches(const OutlineEntry& entry) const;

private:
    enum class Field { name, kind, range };
    struct Term {
        Field field = Field::name;
        QString value;
        bool negated = false;
    };
    std::vector<Term> terms_;
};

} // namespace mw::viewers
