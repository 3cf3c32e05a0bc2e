#pragma once

#include "core/support/expected.h"

#include <QString>
#include <QStringList>

#include <array>
#include <optional>
#include <vector>

namespace mw::viewers {

/// The numbers that a line of the outline may have.
enum class Metric { bytes, operations, time };
inline constexpr std::array kMetrics = {Metric::bytes, Metric::operations, Metric::time};
/// As a filter has it: "bytes", "ops", "time".
QString filterName(Metric metric);

/// What a filter can ask about a line of the outline.
struct OutlineEntry {
    QString kind;            ///< one of outlineKinds()
    QString name;            ///< label or container
    QStringList ranges = {}; ///< dimensions of a map: "K", "Edge"
    std::array<std::optional<double>, kMetrics.size()> metrics = {}; ///< bytes, operations, us

    std::optional<double> metric(Metric which) const {
        return metrics.at(static_cast<std::size_t>(which));
    }
};
const QStringList& outlineKinds();

/// A filter line: words that all must hold. `kind:map` (the start of the kind is enough), `range:K`
/// (a map over that dimension), `bytes>1M`, `ops<=2G`, `time>10us` (a line without the number does
/// not match), anything else: a part of the name, upper or lower case. `-word` turns a word round.
class OutlineFilter {
public:
    /// The error says which word is not understood, and what there is instead.
    static Expected<OutlineFilter> parse(const QString& text);

    bool empty() const { return terms_.empty(); }
    bool matches(const OutlineEntry& entry) const;
    /// What the words ask for, for telling why nothing matches.
    bool asksFor(Metric metric) const;
    QStringList ranges() const;

private:
    enum class Field { name, kind, range, metric };
    enum class Comparison { less, lessEqual, greater, greaterEqual };
    struct Term {
        Field field = Field::name;
        QString value;
        Metric metric = Metric::bytes;
        Comparison comparison = Comparison::greater;
        double number = 0;
        bool negated = false;

        bool holds(const OutlineEntry& entry) const;
        bool compares(std::optional<double> found) const;
    };
    static Expected<std::optional<Term>> parseWord(const QString& word);
    static Expected<std::optional<Term>> parseComparison(const QString& word, qsizetype at);
    std::vector<Term> terms_;
};

/// What may stand in place of a filter's last word as far as it is typed, completed; `ranges`: the
/// dimensions that there are.
QStringList completions(const QString& word, const QStringList& ranges);

} // namespace mw::viewers
