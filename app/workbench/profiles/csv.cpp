// Comma-separated values.
#include "app/workbench/profiles/csv.h"

#include <utility>

namespace mw::workbench {

namespace {

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t");
    return first == std::string::npos
               ? std::string()
               : text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

class CsvReader {
public:
    explicit CsvReader(char separator) : separator_(separator) {}

    std::vector<CsvRecord> run(std::string_view text) {
        for (std::size_t i = 0; i < text.size(); ++i) {
            line_ += text[i] == '\n' ? 1 : 0;
            if (quoted_)
                inside(text, i);
            else
                outside(text[i]);
        }
        endRecord();
        return std::move(records_);
    }

private:
    void inside(std::string_view text, std::size_t& i) {
        if (text[i] != '"')
            field_ += text[i];
        else if (i + 1 < text.size() && text[i + 1] == '"')
            field_ += text[i++];
        else
            quoted_ = false;
    }
    void outside(char c) {
        if (c == '"' && trimmed(field_).empty())
            quoted_ = true;
        else if (c == separator_)
            endField();
        else if (c == '\n')
            endRecord();
        else if (c != '\r')
            field_ += c;
    }
    void endField() {
        record_.push_back(trimmed(field_));
        field_.clear();
    }
    void endRecord() {
        const auto begin = std::exchange(begin_, line_);
        if (record_.empty() && trimmed(field_).empty())
            return field_.clear();
        endField();
        records_.push_back({begin, std::exchange(record_, {})});
    }

    char separator_;
    std::size_t line_ = 1, begin_ = 1; ///< here, and where the record began
    std::vector<CsvRecord> records_;
    std::vector<std::string> record_;
    std::string field_;
    bool quoted_ = false;
};

} // namespace

std::vector<CsvRecord> parseCsv(std::string_view text, char separator) {
    return CsvReader(separator).run(text);
}

std::string csvField(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == std::string_view::npos)
        return std::string(text);
    std::string field = "\"";
    for (const char c : text) {
        if (c == '"')
            field += '"';
        field += c;
    }
    return field + '"';
}

} // namespace mw::workbench
