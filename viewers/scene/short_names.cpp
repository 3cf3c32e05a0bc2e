// Cuts names so that what differs stays.
#include "viewers/scene/short_names.h"

#include <algorithm>
#include <map>

namespace mw::viewers {

namespace {

const QChar kEllipsis(0x2026);

struct Digits {
    qsizetype from = 0, to = 0;
};

/// A name taken apart: its words with a sign for each number, and where the numbers stand.
struct Parts {
    QString words;
    std::vector<Digits> digits;
};

Parts partsOf(const QString& name) {
    Parts parts;
    for (qsizetype i = 0; i < name.size(); ++i) {
        if (!name[i].isDigit()) {
            parts.words += name[i];
            continue;
        }
        const qsizetype from = i;
        while (i + 1 < name.size() && name[i + 1].isDigit())
            ++i;
        parts.digits.push_back({from, i + 1});
        parts.words += QLatin1Char('0');
    }
    return parts;
}

QString middleLeftOut(const QString& name, qsizetype most) {
    const qsizetype head = most / 2;
    return name.left(head) + kEllipsis + name.right(most - 1 - head);
}

bool isWord(QChar c) {
    return c.isLetterOrNumber();
}

/// Where the label in brackets behind a name begins, with the blank before it; the name's length:
/// there is none. What has blanks is no label: "(40 kernels)".
qsizetype labelOf(const QString& name) {
    const auto open = name.lastIndexOf(QStringLiteral(" ("));
    if (open <= 0 || !name.endsWith(QLatin1Char(')')) ||
        name.indexOf(QLatin1Char(' '), open + 1) > 0)
        return name.size();
    return open;
}

/// Of names that are equal but for their numbers, from the first number that differs to the last.
std::vector<TellingPart> tellingNumbers(const std::vector<QString>& names) {
    std::vector<Parts> parts;
    std::map<QString, std::vector<std::size_t>> alike;
    for (std::size_t i = 0; i < names.size(); ++i) {
        parts.push_back(partsOf(names[i]));
        alike[parts[i].words].push_back(i);
    }
    std::vector<TellingPart> telling(names.size());
    for (const auto& same : alike) {
        const auto& group = same.second;
        const auto number = [&](std::size_t name, std::size_t which) {
            const auto& digits = parts[name].digits[which];
            return QStringView(names[name]).mid(digits.from, digits.to - digits.from);
        };
        for (std::size_t which = 0; which < parts[group.front()].digits.size(); ++which) {
            const bool differ = std::ranges::any_of(group, [&](std::size_t name) {
                return number(name, which) != number(group.front(), which);
            });
            for (std::size_t i = 0; differ && i < group.size(); ++i) {
                auto& part = telling[group[i]];
                const auto& digits = parts[group[i]].digits[which];
                part = {part.to > 0 ? part.from : digits.from, digits.to};
            }
        }
    }
    return telling;
}

/// "v1" of "1": with a few letters right before it.
void takeLettersBefore(const QString& name, TellingPart& part) {
    constexpr qsizetype kMost = 2;
    qsizetype from = part.from;
    while (from > 0 && name[from - 1].isLetter())
        --from;
    if (part.to > 0 && part.from - from <= kMost)
        part.from = from;
}

/// What all names of a group begin with, and end with behind that: so many letters.
struct InCommon {
    qsizetype front = 0, back = 0;
};
InCommon inCommon(const std::vector<const QString*>& group) {
    const QString& first = *group.front();
    auto shortest = first.size();
    InCommon same{first.size(), first.size()};
    for (const QString* other : group) {
        shortest = std::min(shortest, other->size());
        qsizetype front = 0, back = 0;
        while (front < std::min(same.front, other->size()) && first[front] == (*other)[front])
            ++front;
        while (back < std::min(same.back, other->size()) &&
               first[first.size() - 1 - back] == (*other)[other->size() - 1 - back])
            ++back;
        same = {front, back};
    }
    same.back = std::min(same.back, shortest - same.front);
    return same;
}

/// The letters in which a name differs from its group, whole words of them.
TellingPart differingWords(const QString& name, const InCommon& same) {
    qsizetype begin = same.front, to = name.size() - same.back;
    while (begin > 0 && isWord(name[begin - 1]))
        --begin;
    while (to < name.size() && isWord(name[to]))
        ++to;
    return {begin, to};
}

/// Names that would be cut to the same where there is little room: what differs is told, too.
void tellFromThoseCutAlike(const std::vector<QString>& names, std::vector<TellingPart>& telling) {
    constexpr qsizetype kLittle = 12; // letters
    std::map<QString, std::vector<std::size_t>> cut;
    for (std::size_t i = 0; i < names.size(); ++i)
        cut[shortened(names[i], telling[i], kLittle)].push_back(i);
    for (const auto& same : cut) {
        std::vector<const QString*> group;
        for (const std::size_t i : same.second)
            group.push_back(&names[i]);
        if (std::ranges::all_of(group,
                                [&](const QString* name) { return *name == *group.front(); }))
            continue;
        const auto shared = inCommon(group);
        for (const std::size_t i : same.second) {
            const auto words = differingWords(names[i], shared);
            auto& part = telling[i];
            part = part.to > 0
                       ? TellingPart{std::min(part.from, words.from), std::max(part.to, words.to)}
                       : words;
        }
    }
}

/// So many letters that at least half of the names, and three, begin with: whole words.
void findShared(const std::vector<QString>& names, std::vector<TellingPart>& telling) {
    constexpr std::size_t kLeast = 3;
    std::map<QStringView, std::size_t> beginnings;
    const auto forEachBeginning = [](const QString& name, auto&& take) {
        const auto end = labelOf(name);
        for (qsizetype at = 1; at < end; ++at)
            if (!isWord(name[at - 1]) && isWord(name[at]))
                take(QStringView(name).left(at));
    };
    for (const QString& name : names)
        forEachBeginning(name, [&](QStringView begin) { ++beginnings[begin]; });
    for (std::size_t i = 0; i < names.size(); ++i)
        forEachBeginning(names[i], [&](QStringView begin) {
            const bool tells = telling[i].to > 0 && telling[i].from < begin.size();
            if (!tells && beginnings[begin] >= std::max(kLeast, (names.size() + 1) / 2))
                telling[i].shared = begin.size();
        });
}

/// The middle goes, and stays where it tells.
QString withoutMiddle(const QString& name, TellingPart telling, qsizetype most) {
    if (name.size() <= most)
        return name;
    if (most < 1)
        return {};
    const QString core = name.mid(telling.from, telling.to - telling.from);
    if (core.isEmpty())
        return middleLeftOut(name, most);
    if (telling.to + 1 <= most) // the whole beginning fits
        return name.left(telling.to) + kEllipsis + name.right(most - 1 - telling.to);
    const QString end = name.mid(telling.to);
    if (const auto room = most - 1 - core.size() - end.size(); room >= 0)
        return name.left(room) + kEllipsis + core + end;
    if (const auto room = most - 2 - core.size(); room >= 0)
        return name.left(room) + kEllipsis + core + kEllipsis;
    if (core.size() >= most && most <= 2)
        return core.right(most);
    return kEllipsis + core.right(most - 1);
}

/// What most names begin with goes, where that is enough or most of the name.
QString withoutShared(const QString& name, TellingPart telling, qsizetype most) {
    const auto shared = telling.shared;
    if (name.size() <= most || shared == 0)
        return withoutMiddle(name, telling, most);
    const auto rest = name.mid(shared);
    if (rest.size() + 1 <= most)
        return kEllipsis + rest;
    if (2 * shared < name.size() || most < 2)
        return withoutMiddle(name, telling, most);
    const auto inRest =
        telling.to > 0 ? TellingPart{telling.from - shared, telling.to - shared} : TellingPart{};
    const auto cut = withoutMiddle(rest, inRest, most - 1);
    return cut.startsWith(kEllipsis) ? cut : kEllipsis + cut;
}

} // namespace

std::vector<TellingPart> tellingParts(const std::vector<QString>& names) {
    auto telling = tellingNumbers(names);
    for (std::size_t i = 0; i < names.size(); ++i)
        takeLettersBefore(names[i], telling[i]);
    tellFromThoseCutAlike(names, telling);
    findShared(names, telling);
    return telling;
}

QString shortened(const QString& name, TellingPart telling, qsizetype most) {
    const auto label = labelOf(name);
    if (name.size() <= most || label == name.size())
        return withoutShared(name, telling, most);
    const auto inName = telling.from < label
                            ? TellingPart{telling.from, std::min(telling.to, label), telling.shared}
                            : TellingPart{0, 0, telling.shared};
    const auto array = name.left(label);
    if (telling.to <= label) // without the label they can be told apart
        return withoutShared(array, inName, most);
    const auto from = std::max(telling.from, label + 2);
    const QString behind =
        QStringLiteral(" (%1)").arg(name.mid(from, std::min(telling.to, name.size() - 1) - from));
    constexpr qsizetype kLeastName = 2; // letters of the array's name
    if (most - behind.size() >= std::min(kLeastName, array.size()))
        return withoutShared(array, inName, most - behind.size()) + behind;
    return withoutMiddle(name, telling, most);
}

QString shortenedTo(const QString& name, TellingPart telling,
                    const std::function<bool(const QString&)>& fits) {
    if (fits(name))
        return name;
    qsizetype low = 0, high = name.size() - 1; // the longest is in between
    while (low < high) {
        const auto middle = (low + high + 1) / 2;
        if (fits(shortened(name, telling, middle)))
            low = middle;
        else
            high = middle - 1;
    }
    return shortened(name, telling, low);
}

} // namespace mw::viewers
