// Reads the filter line of the outline.
#include "viewers/panels/outline_filter.h"

#include <algorithm>

namespace mw::viewers {

Expected<OutlineFilter> OutlineFilter::parse(const QString& text) {
    OutlineFilter filter;
    for (auto word : text.split(QLatin1Char(' '), Qt::SkipEmptyParts)) {
        Term term;
        if (word.size() > 1 && word.startsWith(QLatin1Char('-'))) {
            term.negated = true;
            word.remove(0, 1);
        }
        const auto colon = word.indexOf(QLatin1Char(':'));
        const auto field = colon < 0 ? QString() : word.left(colon);
        if (field == QLatin1String("kind"))
            term.field = Field::kind;
        else if (field == QLatin1String("range"))
            term.field = Field::range;
        else if (colon >= 0)
            return fail("unknown-filter-word", "There is no filter word \"" + field.toStdString() +
                                                   ":\"; there are kind: and range:.");
        term.value = colon < 0 ? word : word.mid(colon + 1);
        if (term.value.isEmpty())
            continue; // still being typed
        filter.terms_.push_back(std::move(term));
    }
    return filter;
}

bool OutlineFilter::matches(const OutlineEntry& entry) const {
    return std::ranges::all_of(terms_, [&](const Term& term) {
        bool holds = false;
        switch (term.field) {
        case Field::name:
            holds = entry.name.contains(term.value, Qt::CaseInsensitive);
            break;
        case Field::kind:
            holds = entry.kind.startsWith(term.value, Qt::CaseInsensitive);
            break;
        case Field::range:
            holds = std::ranges::any_of(entry.ranges, [&](const QString& dimension) {
                return dimension.compare(term.value, Qt::CaseInsensitive) == 0;
            });
        }
        return holds != term.negated;
    });
}

} // namespace mw::viewers
