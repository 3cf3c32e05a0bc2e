// The difference of two texts line by line, in linear space.
#include "core/support/line_diff.h"

#include <algorithm>
#include <cctype>
#include <map>
#include <vector>

namespace mw {

namespace {

using Words = std::vector<std::string_view>;
/// Lines or words by number: equal ones have the same.
using Numbers = std::vector<int>;
/// Equal places of both sequences, rising.
using Matches = std::vector<std::pair<std::size_t, std::size_t>>;

/// Myers, "An O(ND) Difference Algorithm and Its Variations", 1986, section 4b: the middle of a
/// shortest way from both ends, and then the same for what lies before and after it.
class Matcher {
public:
    Matcher(const Numbers& first, const Numbers& second)
        : first_(first), second_(second), forward_(2 * (first.size() + second.size()) + 3, 0),
          backward_(forward_.size(), 0) {}

    Matches match() {
        solve({0, first_.size(), 0, second_.size()});
        return std::move(matches_);
    }

private:
    using Offset = std::ptrdiff_t;
    struct Box {
        std::size_t left, right, top, bottom; ///< of the first, of the second; ends excluded
        Offset width() const { return static_cast<Offset>(right - left); }
        Offset height() const { return static_cast<Offset>(bottom - top); }
    };
    /// Equal elements that a shortest way goes through, maybe none.
    struct Snake {
        Offset beginX, beginY, endX, endY; ///< relative to the box
    };

    void solve(Box box) {
        while (box.left < box.right && box.top < box.bottom && first_[box.left] == second_[box.top])
            matches_.emplace_back(box.left++, box.top++);
        std::size_t after = 0;
        while (box.left < box.right && box.top < box.bottom &&
               first_[box.right - 1] == second_[box.bottom - 1]) {
            --box.right;
            --box.bottom;
            ++after;
        }
        if (box.left < box.right && box.top < box.bottom)
            solveParts(box, middle(box));
        for (std::size_t i = 0; i < after; ++i)
            matches_.emplace_back(box.right + i, box.bottom + i);
    }

    void solveParts(const Box& box, const Snake& snake) {
        const auto x = [&](Offset at) { return box.left + static_cast<std::size_t>(at); };
        const auto y = [&](Offset at) { return box.top + static_cast<std::size_t>(at); };
        solve({box.left, x(snake.beginX), box.top, y(snake.beginY)});
        for (Offset i = 0; i < snake.endX - snake.beginX; ++i)
            matches_.emplace_back(x(snake.beginX + i), y(snake.beginY + i));
        solve({x(snake.endX), box.right, y(snake.endY), box.bottom});
    }

    bool equal(const Box& box, Offset x, Offset y) const {
        return first_[box.left + static_cast<std::size_t>(x)] ==
               second_[box.top + static_cast<std::size_t>(y)];
    }

    /// Both ends of the box differ and neither side is empty, so that each part is smaller.
    Snake middle(const Box& box) {
        const Offset n = box.width();
        const Offset m = box.height();
        const Offset delta = n - m;
        const bool odd = delta % 2 != 0;
        const Offset most = (n + m + 1) / 2;
        forward(1) = 0;
        backward(1) = 0;
        for (Offset d = 0;; ++d) {
            for (Offset k = -d; k <= d; k += 2) {
                const Snake snake = extend(box, d, k);
                const bool meets = odd && k >= delta - (d - 1) && k <= delta + (d - 1);
                if (meets && snake.endX + backward(delta - k) >= n)
                    return snake;
            }
            for (Offset k = -d; k <= d; k += 2) {
                const Snake snake = extendBack(box, d, k);
                const bool meets = !odd && delta - k >= -d && delta - k <= d;
                if (meets && n - snake.beginX + forward(delta - k) >= n)
                    return snake;
            }
            if (d > most) // not reached: two ways of this length have met
                return {0, 0, 0, 0};
        }
    }

    Snake extend(const Box& box, Offset d, Offset k) {
        Offset x = k == -d || (k != d && forward(k - 1) < forward(k + 1)) ? forward(k + 1)
                                                                          : forward(k - 1) + 1;
        const Offset begin = x;
        while (x < box.width() && x - k < box.height() && equal(box, x, x - k))
            ++x;
        forward(k) = x;
        return {begin, begin - k, x, x - k};
    }

    /// Along diagonal k of the box seen from its other end.
    Snake extendBack(const Box& box, Offset d, Offset k) {
        const Offset n = box.width();
        const Offset m = box.height();
        Offset x = k == -d || (k != d && backward(k - 1) < backward(k + 1)) ? backward(k + 1)
                                                                            : backward(k - 1) + 1;
        const Offset begin = x;
        while (x < n && x - k < m && equal(box, n - 1 - x, m - 1 - (x - k)))
            ++x;
        backward(k) = x;
        return {n - x, m - (x - k), n - begin, m - (begin - k)};
    }

    Offset& forward(Offset k) { return forward_[index(k)]; }
    Offset& backward(Offset k) { return backward_[index(k)]; }
    std::size_t index(Offset k) const {
        return static_cast<std::size_t>(k + static_cast<Offset>(forward_.size() / 2));
    }

    const Numbers& first_;
    const Numbers& second_;
    std::vector<Offset> forward_, backward_; ///< by diagonal: how far a way leads
    Matches matches_;
};

Matches matchesOf(const Words& first, const Words& second) {
    std::map<std::string_view, int> known;
    const auto numbers = [&](const Words& words) {
        Numbers list;
        for (const auto word : words)
            list.push_back(known.emplace(word, static_cast<int>(known.size())).first->second);
        return list;
    };
    const Numbers a = numbers(first);
    const Numbers b = numbers(second);
    return Matcher(a, b).match();
}

bool isLetterOfWord(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
}

/// Names and numbers, and every other character by itself.
Words wordsOf(std::string_view line) {
    Words words;
    for (std::size_t at = 0; at < line.size();) {
        std::size_t end = at + 1;
        if (isLetterOfWord(line[at]))
            while (end < line.size() && isLetterOfWord(line[end]))
                ++end;
        words.push_back(line.substr(at, end - at));
        at = end;
    }
    return words;
}

std::string_view trimmed(std::string_view line) {
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.front())) != 0)
        line.remove_prefix(1);
    while (!line.empty() && std::isspace(static_cast<unsigned char>(line.back())) != 0)
        line.remove_suffix(1);
    return line;
}

/// 0 to 1: how much of two lines is the same words in the same order; spaces do not count.
double likeness(std::string_view first, std::string_view second) {
    const auto wordsOnly = [](std::string_view line) {
        auto words = wordsOf(line);
        std::erase_if(words, [](std::string_view w) { return trimmed(w).empty(); });
        return words;
    };
    const auto a = wordsOnly(first);
    const auto b = wordsOnly(second);
    if (a.empty() || b.empty())
        return 0;
    return 2.0 * static_cast<double>(matchesOf(a, b).size()) /
           static_cast<double>(a.size() + b.size());
}

/// What is not the same at both ends of the lines, in whole words.
void markParts(std::string_view first, std::string_view second, DiffLine& line) {
    const auto a = wordsOf(first);
    const auto b = wordsOf(second);
    const std::size_t shorter = std::min(a.size(), b.size());
    std::size_t before = 0;
    std::size_t begin = 0;
    for (; before < shorter && a[before] == b[before]; ++before)
        begin += a[before].size();
    std::size_t after = 0;
    std::size_t end = 0;
    for (; after + before < shorter && a[a.size() - 1 - after] == b[b.size() - 1 - after]; ++after)
        end += a[a.size() - 1 - after].size();
    line.firstPart = {begin, first.size() - end};
    line.secondPart = {begin, second.size() - end};
}

constexpr double kAlike = 0.5;
constexpr std::size_t kLongestPaired = 200; ///< lines of a place where every pair is looked at

/// What stands between two equal lines of both texts.
class Place {
public:
    Place(const Words& first, const Words& second, std::vector<DiffLine>& lines)
        : first_(first), second_(second), lines_(lines) {}

    void add(std::size_t a, std::size_t endA, std::size_t b, std::size_t endB) {
        for (const auto& [x, y] : pairsOf(a, endA, b, endB)) {
            addAlone(a, x, b, y);
            DiffLine line{DiffLine::Kind::changed, x, y, {}, {}};
            markParts(first_[x], second_[y], line);
            lines_.push_back(line);
            a = x + 1;
            b = y + 1;
        }
        addAlone(a, endA, b, endB);
    }

private:
    void addAlone(std::size_t a, std::size_t endA, std::size_t b, std::size_t endB) {
        for (; a < endA; ++a)
            lines_.push_back({DiffLine::Kind::removed, a, DiffLine::kNone, {}, {}});
        for (; b < endB; ++b)
            lines_.push_back({DiffLine::Kind::added, DiffLine::kNone, b, {}, {}});
    }

    /// Lines that resemble each other, in order, as alike in all as possible.
    Matches pairsOf(std::size_t a, std::size_t endA, std::size_t b, std::size_t endB) const {
        const std::size_t n = endA - a;
        const std::size_t m = endB - b;
        if (n == 0 || m == 0 || n > kLongestPaired || m > kLongestPaired)
            return {};
        // best[i][j]: of the lines from i and j on; the classical table, small here.
        std::vector<double> best((n + 1) * (m + 1), 0);
        std::vector<double> like(n * m, 0);
        const auto at = [m](std::size_t i, std::size_t j) { return i * (m + 1) + j; };
        for (std::size_t i = n; i-- > 0;)
            for (std::size_t j = m; j-- > 0;) {
                const double here = likeness(first_[a + i], second_[b + j]);
                like[i * m + j] = here >= kAlike ? here : 0;
                best[at(i, j)] = std::max(best[at(i + 1, j)], best[at(i, j + 1)]);
                if (like[i * m + j] > 0)
                    best[at(i, j)] =
                        std::max(best[at(i, j)], best[at(i + 1, j + 1)] + like[i * m + j]);
            }
        Matches pairs;
        for (std::size_t i = 0, j = 0; i < n && j < m;)
            if (like[i * m + j] > 0 && best[at(i, j)] == best[at(i + 1, j + 1)] + like[i * m + j])
                pairs.emplace_back(a + i++, b + j++);
            else if (best[at(i, j)] == best[at(i + 1, j)])
                ++i;
            else
                ++j;
        return pairs;
    }

    const Words& first_;
    const Words& second_;
    std::vector<DiffLine>& lines_;
};

} // namespace

std::vector<std::string_view> linesOf(std::string_view text) {
    Words lines;
    while (!text.empty()) {
        const auto end = std::min(text.find('\n'), text.size());
        lines.push_back(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

std::vector<DiffLine> diffLines(std::string_view first, std::string_view second) {
    const Words a = linesOf(first);
    const Words b = linesOf(second);
    std::vector<DiffLine> lines;
    Place place(a, b, lines);
    std::size_t x = 0;
    std::size_t y = 0;
    for (const auto& [matchX, matchY] : matchesOf(a, b)) {
        place.add(x, matchX, y, matchY);
        lines.push_back({DiffLine::Kind::same, matchX, matchY, {}, {}});
        x = matchX + 1;
        y = matchY + 1;
    }
    place.add(x, a.size(), y, b.size());
    return lines;
}

} // namespace mw
