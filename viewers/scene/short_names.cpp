// Cuts names so that the digits that differ stay.
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

} // namespace

std::vector<TellingPart> tellingParts(const std::vector<QString>& names) {
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

QString shortened(const QString& name, TellingPart telling, qsizetype most) {
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
    return core.size() < most ? kEllipsis + core : core.right(most);
}

} // namespace mw::viewers
