#pragma once

#include "core/support/expected.h"

#include <QString>
#include <QStringList>

#include <array>
#include <map>
#include <optional>
#include <vector>

namespace mw::viewers {

/// The numbers that a line of the outline may have.
enum class Metric { bytes, operations, time };
inline constexpr std::array kMetrics = {Metric::bytes, Metric::operations, Metric::time};
/// As a filter has it: "bytes", "ops", "time".
QString filterName(Metric metric);

/// What words of a filter name: `range:K`.
enum class Attribute { range, storage, lifetime, schedule, type };
inline constexpr std::array kAttributes = {Attribute::range, Attribute::storage,
                                           Attribute::lifetime, Attribute::schedule,
                                           Attribute::type};
/// As a filter has it: "range", "storage", ...
QString filterName(Attribute attribute);

/// What a filter can ask about a line of the outline.
struct OutlineEntry {
    QString kind;  ///< one of outlineKinds()
    QString name;  ///< of a kernel, what it writes; else label or container
    QString label; ///< of a kernel; empty: it has no other name
    /// Of a map its dimensions ("K", "Edge") and schedule, of data its storage, lifetime and type.
    std::map<Attribute, QStringList> attributes = {};
    std::array<std::optional<double>, kMetrics.size()> metrics = {}; ///< bytes, operations, us

    std::optional<double> metric(Metric which) const {
        return metrics.at(static_cast<std::size_t>(which));
    }
};
const QStringList& outlineKinds();

/// The values that lines have, sorted.
using FilterValues = std::map<Attribute, QStringList>;

/// A filter line: words that all must hold. `kind:map`, `storage:GPU`, `lifetime:`, `schedule:` and
/// `type:` (the start of the value is enough), `range:K` (a map over that dimension), `bytes>1M`,
/// `ops<=2G`, `time>10us` (a line without the number does not match), anything else: a part of the
/// name, upper or lower case; `"map 1"` where it has spaces or signs. `-word` turns a word round.
class OutlineFilter {
public:
    /// The error says which word is not understood, and what there is instead.
    static Expected<OutlineFilter> parse(const QString& text);

    bool empty() const { return terms_.empty(); }
    bool matches(const OutlineEntry& entry) const;
    /// What the words ask for, for telling why nothing matches.
    bool asksFor(Metric metric) const;
    /// The first value that is asked for and that none of these is; nullopt: there is none.
    struct Unknown {
        Attribute attribute;
        QString value;
    };
    std::optional<Unknown> unknownIn(const FilterValues& values) const;

private:
    enum class Field { name, kind, attribute, metric };
    enum class Comparison { less, lessEqual, greater, greaterEqual };
    struct Term {
        Field field = Field::name;
        QString value;
        Attribute attribute = Attribute::range;
        Metric metric = Metric::bytes;
        Comparison comparison = Comparison::greater;
        double number = 0;
        bool negated = false;

        bool holds(const OutlineEntry& entry) const;
        bool compares(std::optional<double> found) const;
        /// Of what lines have.
        bool names(const QString& found) const;
    };
    static Expected<std::optional<Term>> parseWord(const QString& word);
    static Expected<std::optional<Term>> parseComparison(const QString& word, qsizetype at);
    std::vector<Term> terms_;
};

/// One that the user keeps under a name.
struct SavedFilter {
    QString name, filter;
    bool operator==(const SavedFilter&) const = default;
};

/// Where the last word of a line begins: behind the last space that is in no quotes.
qsizetype lastWordOf(const QString& text);
/// What may stand in place of a filter's last word as far as it is typed, completed; `values`: what
/// there is.
QStringList completions(const QString& word, const FilterValues& values);

} // namespace mw::viewers
