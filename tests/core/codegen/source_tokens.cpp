// Generated C++ as tokens, and whether two texts differ in identifiers alone.
#include "tests/core/codegen/source_tokens.h"

#include <algorithm>
#include <map>
#include <set>

namespace mw::test {

namespace {

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
    std::string out;
    for (std::size_t at = 0; at < text.size();) {
        const bool here = text.substr(at).starts_with(from);
        out += here ? to : text.substr(at, 1);
        at += here ? from.size() : 1;
    }
    return out;
}

bool isWord(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           static_cast<unsigned char>(c) >= 0x80;
}

std::string spliced(std::string text) {
    text = replaced(text, "\r\n", "\n");
    text = replaced(text, "\r", "\n");
    text = replaced(text, "\v", "\n");
    text = replaced(text, "\f", "\n");
    text = replaced(text, "?\?/", "\\");
    std::string out;
    for (std::size_t at = 0; at < text.size(); ++at) {
        if (text[at] == '\\') {
            const auto next = text.find_first_not_of(" \t", at + 1);
            if (next != std::string::npos && text[next] == '\n') {
                at = next;
                continue;
            }
        }
        out += text[at];
    }
    return out;
}

class Scanner {
public:
    explicit Scanner(std::string text) : text_(std::move(text)) {}

    std::vector<Token> run() {
        while (at_ < text_.size())
            one();
        return std::move(tokens_);
    }

private:
    bool starts(std::string_view what) const {
        return std::string_view(text_).substr(at_).starts_with(what);
    }
    void add(bool identifier, std::size_t end) {
        tokens_.push_back({identifier, text_.substr(at_, end - at_)});
        at_ = end;
        lineBegins_ = false;
    }
    std::size_t endOfQuoted(char quote) const {
        std::size_t end = at_ + 1;
        while (end < text_.size() && text_[end] != quote && text_[end] != '\n')
            end += text_[end] == '\\' ? 2 : 1;
        return std::min(end + 1, text_.size());
    }
    void newline() {
        if (directive_)
            tokens_.push_back({false, "\n"});
        directive_ = false;
        lineBegins_ = true;
        ++at_;
    }
    void one() {
        const char c = text_[at_];
        if (c == '\n')
            return newline();
        if (c == ' ' || c == '\t') {
            ++at_;
            return;
        }
        if (starts("//")) {
            at_ = std::min(text_.find('\n', at_), text_.size());
            return;
        }
        if (starts("/*")) {
            const auto end = text_.find("*/", at_ + 2);
            at_ = end == std::string::npos ? text_.size() : end + 2;
            return;
        }
        if (c == '#' && lineBegins_)
            directive_ = true;
        if (c == '"' || c == '\'')
            return add(false, endOfQuoted(c));
        if (!isWord(c))
            return add(false, at_ + 1);
        std::size_t end = at_;
        while (end < text_.size() && isWord(text_[end]))
            ++end;
        add(c < '0' || c > '9', end);
    }

    std::string text_;
    std::size_t at_ = 0;
    bool lineBegins_ = true, directive_ = false;
    std::vector<Token> tokens_;
};

} // namespace

std::vector<Token> tokens(std::string text) {
    return Scanner(spliced(std::move(text))).run();
}

std::string difference(const std::vector<Token>& a, const std::vector<Token>& b,
                       const std::vector<Token>& fixed) {
    std::set<std::string> known;
    for (const Token& token : fixed)
        if (token.identifier)
            known.insert(token.text);
    std::map<std::string, std::string> forth, back;
    for (std::size_t i = 0; i < std::max(a.size(), b.size()); ++i) {
        if (i >= a.size() || i >= b.size())
            return "one ends, the other goes on with '" + (i < a.size() ? a : b)[i].text + "'";
        const std::string both = "'" + a[i].text + "' and '" + b[i].text + "'";
        if (a[i].identifier != b[i].identifier)
            return both;
        if (!a[i].identifier || known.contains(a[i].text) || known.contains(b[i].text)) {
            if (a[i].text != b[i].text)
                return both;
            continue;
        }
        const auto there = forth.emplace(a[i].text, b[i].text).first;
        const auto here = back.emplace(b[i].text, a[i].text).first;
        if (there->second != b[i].text || here->second != a[i].text)
            return both + ", which have other partners before";
    }
    return {};
}

} // namespace mw::test
