// Splits a command line into words as a shell does, without running one, and texts into lines.
#include "core/support/words.h"

namespace mw {

namespace {

class Splitter {
public:
    explicit Splitter(std::string_view text) : rest_(text) {}

    Expected<std::vector<std::string>> run() {
        while (!rest_.empty()) {
            const char c = take();
            if (std::string_view(" \t\n\r").find(c) != std::string_view::npos) {
                finishWord();
                continue;
            }
            if (c == '\\' && rest_.starts_with('\n')) { // a line that goes on
                take();
                continue;
            }
            inWord_ = true;
            if (c == '\'')
                MW_CHECK(singleQuoted());
            else if (c == '"')
                MW_CHECK(doubleQuoted());
            else if (c != '\\')
                word_ += c;
            else if (rest_.empty())
                return bad("it ends with a backslash");
            else
                word_ += take();
        }
        finishWord();
        return std::move(words_);
    }

private:
    char take() {
        const char c = rest_.front();
        rest_.remove_prefix(1);
        return c;
    }

    Expected<void> singleQuoted() {
        const auto end = rest_.find('\'');
        if (end == std::string_view::npos)
            return bad("a single quote is not closed");
        word_ += rest_.substr(0, end);
        rest_.remove_prefix(end + 1);
        return {};
    }

    Expected<void> doubleQuoted() {
        while (!rest_.empty()) {
            const char c = take();
            if (c == '"')
                return {};
            const bool escapes =
                c == '\\' && !rest_.empty() &&
                std::string_view("\"\\$`").find(rest_.front()) != std::string_view::npos;
            word_ += escapes ? take() : c;
        }
        return bad("a double quote is not closed");
    }

    void finishWord() {
        if (inWord_)
            words_.push_back(std::move(word_));
        word_.clear();
        inWord_ = false;
    }

    static Unexpected bad(const std::string& why) {
        return fail("bad-command", "the command line cannot be split into words: " + why);
    }

    std::string_view rest_;
    std::string word_;
    bool inWord_ = false; ///< also of an empty one: ''
    std::vector<std::string> words_;
};

} // namespace

Expected<std::vector<std::string>> splitWords(std::string_view text) {
    return Splitter(text).run();
}

std::string shellWord(std::string_view text) {
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                        "0123456789_-+=./:,@%";
    if (!text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos)
        return std::string(text);
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' ? "'\\''" : std::string(1, c);
    return quoted + "'";
}

std::vector<std::string_view> splitLines(std::string_view text) {
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const auto end = text.find('\n');
        lines.push_back(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
    return lines;
}

} // namespace mw
