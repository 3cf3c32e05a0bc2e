// Reads the filter line of the outline.
#include "viewers/panels/outline_filter.h"

#include <algorithm>

namespace mw::viewers {

namespace {

struct Unit {
    QLatin1String name;
    double factor;
};
/// Powers of ten, as bandwidths count, and of two.
constexpr Unit kSizes[] = {
    {QLatin1String("K"), 1e3},           {QLatin1String("M"), 1e6},
    {QLatin1String("G"), 1e9},           {QLatin1String("T"), 1e12},
    {QLatin1String("Ki"), 1024.0},       {QLatin1String("Mi"), 1024.0 * 1024},
    {QLatin1String("Gi"), 1073741824.0}, {QLatin1String(""), 1},
};
constexpr Unit kTimes[] = {
    {QLatin1String("ns"), 1e-3}, {QLatin1String("us"), 1}, {QLatin1String("ms"), 1e3},
    {QLatin1String("s"), 1e6},   {QLatin1String(""), 1},
};

template <std::size_t n>
const Unit* unitNamed(const Unit (&units)[n], const QString& name) {
    const auto* found = std::ranges::find_if(
        units, [&](const Unit& unit) { return name.compare(unit.name, Qt::CaseInsensitive) == 0; });
    return found == std::end(units) ? nullptr : found;
}

/// `1.5M`, `200us`: in the unit that the metric is kept in; nullopt: it is no number.
std::optional<double> readNumber(const QString& text, Metric metric) {
    auto digits = qsizetype{0};
    while (digits < text.size() && (text[digits].isDigit() || text[digits] == QLatin1Char('.')))
        ++digits;
    auto unit = text.mid(digits);
    unit.replace(QChar(0xb5), QLatin1Char('u')); // the two signs for micro
    unit.replace(QChar(0x3bc), QLatin1Char('u'));
    if (metric == Metric::bytes && unit.endsWith(QLatin1Char('B'), Qt::CaseInsensitive))
        unit.chop(1);
    const auto* found = metric == Metric::time ? unitNamed(kTimes, unit) : unitNamed(kSizes, unit);
    bool isNumber = false;
    const double number = text.left(digits).toDouble(&isNumber);
    return found && isNumber ? std::optional(number * found->factor) : std::nullopt;
}

std::string text(const QString& q) {
    return q.toStdString();
}

const QChar kQuote = QLatin1Char('"');

/// Words of a filter, quotes and all. Quotes that are still open reach to the end.
QStringList wordsOf(const QString& line) {
    QStringList words{QString()};
    bool quoted = false;
    for (const QChar c : line) {
        quoted = quoted != (c == kQuote);
        if (c == QLatin1Char(' ') && !quoted)
            words << QString();
        else
            words.last() += c;
    }
    words.removeAll(QString());
    return words;
}

std::optional<Attribute> attributeNamed(const QString& name) {
    for (const auto attribute : kAttributes)
        if (filterName(attribute) == name)
            return attribute;
    return std::nullopt;
}

/// "kind:, range:, ..., bytes>, ops> and time>".
QString wordList() {
    QStringList words{QStringLiteral("kind:")};
    for (const auto attribute : kAttributes)
        words << filterName(attribute) + QLatin1Char(':');
    return words.join(QStringLiteral(", ")) + QStringLiteral(", bytes>, ops> and time>");
}

} // namespace

QString filterName(Metric metric) {
    switch (metric) {
    case Metric::bytes:
        return QStringLiteral("bytes");
    case Metric::operations:
        return QStringLiteral("ops");
    case Metric::time:
        return QStringLiteral("time");
    }
    return {};
}

QString filterName(Attribute attribute) {
    switch (attribute) {
    case Attribute::range:
        return QStringLiteral("range");
    case Attribute::storage:
        return QStringLiteral("storage");
    case Attribute::lifetime:
        return QStringLiteral("lifetime");
    case Attribute::schedule:
        return QStringLiteral("schedule");
    case Attribute::type:
        return QStringLiteral("type");
    }
    return {};
}

const QStringList& outlineKinds() {
    static const QStringList kinds = {
        QStringLiteral("state"),   QStringLiteral("loop"),    QStringLiteral("conditional"),
        QStringLiteral("region"),  QStringLiteral("jump"),    QStringLiteral("block"),
        QStringLiteral("map"),     QStringLiteral("consume"), QStringLiteral("nested"),
        QStringLiteral("tasklet"), QStringLiteral("library"), QStringLiteral("data"),
        QStringLiteral("unknown"),
    };
    return kinds;
}

Expected<std::optional<OutlineFilter::Term>> OutlineFilter::parseComparison(const QString& word,
                                                                            qsizetype at) {
    Term term;
    term.field = Field::metric;
    const auto name = word.left(at);
    const auto* metric = std::ranges::find_if(kMetrics, [&](Metric one) {
        return filterName(one).compare(name, Qt::CaseInsensitive) == 0;
    });
    if (metric == kMetrics.end())
        return fail("unknown-filter-metric", "There is no number \"" + text(name) +
                                                 "\" to compare; there are bytes, ops and time.");
    term.metric = *metric;
    const bool less = word[at] == QLatin1Char('<');
    const bool equal = word.mid(at + 1).startsWith(QLatin1Char('='));
    term.comparison = less ? (equal ? Comparison::lessEqual : Comparison::less)
                           : (equal ? Comparison::greaterEqual : Comparison::greater);
    const auto number = word.mid(at + (equal ? 2 : 1));
    if (number.isEmpty())
        return std::optional<Term>(); // still being typed
    const auto value = readNumber(number, term.metric);
    if (!value)
        return fail("bad-filter-number",
                    "\"" + text(number) + "\" is no number for " + text(name) + "; it is like " +
                        (term.metric == Metric::time ? "10us or 1.5ms." : "200K, 1.5M or 2Gi."));
    term.number = *value;
    return std::optional(term);
}

Expected<std::optional<OutlineFilter::Term>> OutlineFilter::parseWord(const QString& word) {
    Term term;
    if (word.startsWith(kQuote)) {
        term.value = QString(word).remove(kQuote);
        return term.value.isEmpty() ? std::optional<Term>() : std::optional(term);
    }
    const auto colon = word.indexOf(QLatin1Char(':'));
    const auto comparison =
        std::ranges::find_if(
            word, [](QChar c) { return c == QLatin1Char('<') || c == QLatin1Char('>'); }) -
        word.begin();
    if (colon < 0 && comparison < word.size())
        return parseComparison(word, comparison);
    if (colon < 0 && word.contains(QLatin1Char('=')))
        return fail(
            "unknown-filter-word",
            "\"" + text(word) +
                "\" is not understood: numbers are compared by <, <=, > "
                "and >=, as in bytes>1M, and the rest is named with a colon, as in kind:map.");
    const auto field = colon < 0 ? QString() : word.left(colon).toLower();
    const auto attribute = attributeNamed(field);
    term.value = word.mid(colon + 1).remove(kQuote);
    if (field == QLatin1String("kind")) {
        term.field = Field::kind;
    } else if (attribute) {
        term.field = Field::attribute;
        term.attribute = *attribute;
    } else if (colon >= 0) {
        return fail("unknown-filter-word", "There is no filter word \"" + text(field) +
                                               ":\"; there are " + text(wordList()) + ".");
    }
    if (term.value.isEmpty())
        return std::optional<Term>(); // still being typed
    const bool known = std::ranges::any_of(outlineKinds(), [&](const QString& kind) {
        return kind.startsWith(term.value, Qt::CaseInsensitive);
    });
    if (term.field == Field::kind && !known)
        return fail("unknown-filter-kind",
                    "There is no kind \"" + text(term.value) + "\"; there are " +
                        text(outlineKinds().join(QStringLiteral(", "))) + ".");
    return std::optional(term);
}

Expected<OutlineFilter> OutlineFilter::parse(const QString& text) {
    OutlineFilter filter;
    for (const auto& word : wordsOf(text)) {
        const bool negated = word.size() > 1 && word.startsWith(QLatin1Char('-'));
        MW_TRY(auto term, parseWord(negated ? word.mid(1) : word));
        if (!term)
            continue;
        term->negated = negated;
        filter.terms_.push_back(std::move(*term));
    }
    return filter;
}

bool OutlineFilter::Term::compares(std::optional<double> found) const {
    if (!found)
        return false;
    switch (comparison) {
    case Comparison::less:
        return *found < number;
    case Comparison::lessEqual:
        return *found <= number;
    case Comparison::greater:
        return *found > number;
    case Comparison::greaterEqual:
        return *found >= number;
    }
    return false;
}

/// Dimensions have short names, of which one often begins another.
bool OutlineFilter::Term::names(const QString& found) const {
    return attribute == Attribute::range ? found.compare(value, Qt::CaseInsensitive) == 0
                                         : found.startsWith(value, Qt::CaseInsensitive);
}

bool OutlineFilter::Term::holds(const OutlineEntry& entry) const {
    switch (field) {
    case Field::name:
        return entry.name.contains(value, Qt::CaseInsensitive) ||
               entry.label.contains(value, Qt::CaseInsensitive);
    case Field::kind:
        return entry.kind.startsWith(value, Qt::CaseInsensitive);
    case Field::attribute: {
        const auto found = entry.attributes.find(attribute);
        return found != entry.attributes.end() &&
               std::ranges::any_of(found->second,
                                   [this](const QString& one) { return names(one); });
    }
    case Field::metric:
        return compares(entry.metric(metric));
    }
    return false;
}

bool OutlineFilter::matches(const OutlineEntry& entry) const {
    return std::ranges::all_of(terms_, [&](const Term& term) {
        // A line without the number is neither above nor below.
        if (term.field == Field::metric && !entry.metric(term.metric))
            return false;
        return term.holds(entry) != term.negated;
    });
}

bool OutlineFilter::asksFor(Metric metric) const {
    return std::ranges::any_of(terms_, [&](const Term& term) {
        return term.field == Field::metric && term.metric == metric;
    });
}

std::optional<OutlineFilter::Unknown> OutlineFilter::unknownIn(const FilterValues& values) const {
    for (const auto& term : terms_) {
        if (term.field != Field::attribute)
            continue;
        const auto known = values.find(term.attribute);
        if (known == values.end() ||
            std::ranges::none_of(known->second, [&](const auto& one) { return term.names(one); }))
            return Unknown{term.attribute, term.value};
    }
    return std::nullopt;
}

qsizetype lastWordOf(const QString& text) {
    qsizetype begin = 0;
    bool quoted = false;
    for (qsizetype i = 0; i < text.size(); ++i) {
        quoted = quoted != (text[i] == kQuote);
        if (text[i] == QLatin1Char(' ') && !quoted)
            begin = i + 1;
    }
    return begin;
}

QStringList completions(const QString& typed, const FilterValues& values) {
    QStringList all;
    const bool negated = typed.startsWith(QLatin1Char('-'));
    const auto word = negated ? typed.mid(1) : typed;
    if (word.isEmpty())
        return all;
    const auto offer = [&](const QString& whole) {
        if (whole.startsWith(word, Qt::CaseInsensitive) && whole.size() > word.size())
            all << (negated ? QLatin1Char('-') + whole : whole);
    };
    if (word.contains(QLatin1Char(':'))) {
        for (const auto& kind : outlineKinds())
            offer(QStringLiteral("kind:") + kind);
        for (const auto& [attribute, known] : values)
            for (const auto& value : known)
                offer(filterName(attribute) + QLatin1Char(':') +
                      (value.contains(QLatin1Char(' ')) ? kQuote + value + kQuote : value));
        return all;
    }
    offer(QStringLiteral("kind:"));
    for (const auto attribute : kAttributes)
        offer(filterName(attribute) + QLatin1Char(':'));
    for (const auto metric : kMetrics)
        offer(filterName(metric) + QLatin1Char('>'));
    return all;
}

} // namespace mw::viewers
