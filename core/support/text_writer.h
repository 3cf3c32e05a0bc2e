#pragma once

#include <string>
#include <string_view>

namespace mw {

/// Line-based text with indentation: what printers of code and dumps write into.
class TextWriter {
public:
    explicit TextWriter(int indentWidth = 4) : width_(indentWidth) {}

    /// Appends one line at the current indentation; an empty text gives an empty line.
    void line(std::string_view text = {});
    /// Every line of a text; one line break at its end adds none.
    void lines(std::string_view text);
    void indent() { ++level_; }
    void dedent() { --level_; }
    /// Number (1-based) of the line that the next call of line() writes.
    int nextLine() const { return lines_ + 1; }

    const std::string& text() const { return text_; }
    std::string take() { return std::move(text_); }

    /// Indents for its lifetime.
    class Block {
    public:
        explicit Block(TextWriter& writer) : writer_(writer) { writer_.indent(); }
        ~Block() { writer_.dedent(); }
        Block(const Block&) = delete;
        Block& operator=(const Block&) = delete;

    private:
        TextWriter& writer_;
    };

private:
    std::string text_;
    int width_;
    int level_ = 0;
    int lines_ = 0;
};

} // namespace mw
