// Two texts line by line.
#include "core/support/line_diff.h"
#include "tests/support/catch.h"

#include <random>
#include <string>

namespace line_diff_test {

using namespace mw;

namespace {

std::string marked(std::string_view line, std::pair<std::size_t, std::size_t> part) {
    std::string text(line.substr(0, part.first));
    text += "[" + std::string(line.substr(part.first, part.second - part.first)) + "]";
    return text + std::string(line.substr(part.second));
}

/// "  same", "- removed", "+ added", "~ first | second" with what differs in brackets.
std::string diff(std::string_view first, std::string_view second) {
    const auto a = linesOf(first);
    const auto b = linesOf(second);
    std::string text;
    for (const auto& line : diffLines(first, second))
        switch (line.kind) {
        case DiffLine::Kind::same:
            text += "  " + std::string(a[line.first]) + "\n";
            break;
        case DiffLine::Kind::removed:
            text += "- " + std::string(a[line.first]) + "\n";
            break;
        case DiffLine::Kind::added:
            text += "+ " + std::string(b[line.second]) + "\n";
            break;
        case DiffLine::Kind::changed:
            text += "~ " + marked(a[line.first], line.firstPart) + " | " +
                    marked(b[line.second], line.secondPart) + "\n";
            break;
        }
    return text;
}

} // namespace

TEST_CASE("line diff: what is added, removed and kept") {
    CHECK(diff("a\nb\nc\n", "a\nc\nd\n") == "  a\n- b\n  c\n+ d\n");
    CHECK(diff("", "a\n") == "+ a\n");
    CHECK(diff("a\n", "") == "- a\n");
    CHECK(diff("", "").empty());
    CHECK(diff("a\nb", "a\nb\n") == "  a\n  b\n"); // the last line's end is no line
    CHECK(diff("a\n\nb\n", "a\nb\n") == "  a\n- \n  b\n");
}

TEST_CASE("line diff: lines that resemble each other stand side by side, with what differs") {
    CHECK(diff("double x = a[i] * 2.0;\n", "double x = a[i + 1] * 2.0;\n") ==
          "~ double x = a[i[]] * 2.0; | double x = a[i[ + 1]] * 2.0;\n");
    CHECK(diff("const int i = 0;\n", "return;\n") == "- const int i = 0;\n+ return;\n");
    // The one that is alike, not the first one.
    CHECK(diff("z = f(x, y);\n", "int q;\nz = f(x, w);\n") ==
          "+ int q;\n~ z = f(x, [y]); | z = f(x, [w]);\n");
    // Of names, whole words.
    CHECK(diff("a = temp_10 + b;\n", "a = temp_12 + b;\n") ==
          "~ a = [temp_10] + b; | a = [temp_12] + b;\n");
}

TEST_CASE("line diff: random texts are put together again, by as few lines as the table says") {
    std::mt19937 random(17);
    for (int round = 0; round < 400; ++round) {
        const auto text = [&](std::size_t lines, int kinds) {
            std::string made;
            for (std::size_t i = 0; i < lines; ++i)
                made += std::string(1, static_cast<char>('a' + random() % unsigned(kinds))) + "\n";
            return made;
        };
        const int kinds = 2 + static_cast<int>(random() % 6);
        const auto first = text(random() % 30, kinds);
        const auto second = text(random() % 30, kinds);
        const auto a = linesOf(first);
        const auto b = linesOf(second);
        std::string gotFirst;
        std::string gotSecond;
        std::size_t same = 0;
        for (const auto& line : diffLines(first, second)) {
            if (line.first != DiffLine::kNone)
                gotFirst += std::string(a[line.first]) + "\n";
            if (line.second != DiffLine::kNone)
                gotSecond += std::string(b[line.second]) + "\n";
            if (line.kind == DiffLine::Kind::same) {
                CHECK(a[line.first] == b[line.second]);
                ++same;
            }
        }
        CHECK(gotFirst == first);
        CHECK(gotSecond == second);
        std::vector<std::size_t> longest((a.size() + 1) * (b.size() + 1), 0);
        const auto at = [&](std::size_t i, std::size_t j) -> auto& {
            return longest[i * (b.size() + 1) + j];
        };
        for (std::size_t i = a.size(); i-- > 0;)
            for (std::size_t j = b.size(); j-- > 0;)
                at(i, j) =
                    a[i] == b[j] ? at(i + 1, j + 1) + 1 : std::max(at(i + 1, j), at(i, j + 1));
        CHECK(same == at(0, 0));
    }
}

TEST_CASE("line diff: long texts that have nothing in common take no table of all pairs") {
    std::string first;
    std::string second;
    for (int i = 0; i < 5000; ++i) {
        first += "x" + std::to_string(i) + "\n";
        second += "y" + std::to_string(i) + "\n";
    }
    CHECK(diffLines(first, second).size() == 10000);
}

} // namespace line_diff_test
