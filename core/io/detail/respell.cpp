// Text of expressions in the other dialect with its terms left as they stand.
#include "core/io/detail/respell.h"

#include "core/support/identifiers.h"

#include <algorithm>
#include <array>

namespace mw::io {

using symbolic::Dialect;
using symbolic::Expr;
using symbolic::Subset;

namespace {

/// Written and read alike in both dialects.
bool isSharedFunction(std::string_view name) {
    static constexpr std::array<std::string_view, 13> kFunctions{
        "Min",     "Max",  "int_floor", "int_ceil", "Mod", "Abs",   "floor",
        "ceiling", "sqrt", "Eq",        "Ne",       "AND", "IfExpr"};
    return std::ranges::find(kFunctions, name) != kFunctions.end();
}

bool isDigit(char c) {
    return c >= '0' && c <= '9';
}

/// Copies a text and rewrites its symbols.
class Respeller {
public:
    Respeller(std::string_view text, const Encoder& to) : text_(text), to_(to) {}

    std::optional<std::string> run() {
        if (text_.find("//") != std::string_view::npos)
            return std::nullopt; // means two different functions
        while (at_ < text_.size()) {
            const char c = text_[at_];
            bool known = true;
            if (isDigit(c))
                known = number();
            else if (c == '$' || isWordCharacter(c))
                known = word();
            else if (std::string_view(" +-*/(),<>=").find(c) != std::string_view::npos)
                out_ += text_[at_++];
            else
                known = false;
            if (!known)
                return std::nullopt;
        }
        return std::move(out_);
    }

private:
    std::string_view name() {
        const std::size_t start = at_;
        while (at_ < text_.size() && isWordCharacter(text_[at_]))
            ++at_;
        return text_.substr(start, at_ - start);
    }
    bool number() {
        const std::size_t start = at_;
        while (at_ < text_.size() && isDigit(text_[at_]))
            ++at_;
        out_ += text_.substr(start, at_ - start);
        // No suffixes, fractions or exponents.
        return at_ == text_.size() || (!isWordCharacter(text_[at_]) && text_[at_] != '.');
    }
    bool word() {
        const bool marked = text_[at_] == '$';
        at_ += marked ? 1 : 0;
        const std::string_view word = name();
        if (word.empty())
            return false;
        if (marked)
            return symbol(word);
        if (at_ < text_.size() && text_[at_] == '(') {
            if (word == "symbol")
                return annotatedSymbol();
            out_ += word;
            return isSharedFunction(word);
        }
        static constexpr std::array<std::string_view, 10> kReserved{
            "and", "or", "not", "if", "else", "is", "in", "None", "True", "False"};
        return to_.dialect() == Dialect::dollar &&
               std::ranges::find(kReserved, word) == kReserved.end() && symbol(word);
    }
    bool symbol(std::string_view name) {
        out_ += to_.encode(Expr::symbol(std::string(name))).get_ref<const std::string&>();
        return true;
    }
    /// `symbol($i, dtype=dace.int64)`
    bool annotatedSymbol() {
        const std::size_t end = text_.find(')', at_);
        if (end == std::string_view::npos || text_.substr(at_, 2) != "($")
            return false;
        at_ += 2;
        const bool known = symbol(name());
        at_ = end + 1;
        return known;
    }

    std::string_view text_;
    const Encoder& to_;
    std::size_t at_ = 0;
    std::string out_;
};

} // namespace

std::optional<std::string> respell(std::string_view text, const Encoder& to) {
    return Respeller(text, to).run();
}

namespace {

/// As it stands where that is the same in the other spelling.
template <class T>
Json convertCode(const Json& old, const T& value, const Encoder& to, Decoder& check) {
    T same;
    return check.decode(old, same) && same == value ? old : to.encode(value);
}

} // namespace

Json convertValue(const Json& old, ir::Storage value, const Encoder& to, Decoder& /*check*/) {
    return to.spelling().rules.storageParameters ? old : to.encode(value);
}

Json convertValue(const Json& old, const ir::CodeBlock& value, const Encoder& to, Decoder& check) {
    return convertCode(old, value, to, check);
}

Json convertValue(const Json& old, const Assignments& value, const Encoder& to, Decoder& check) {
    return convertCode(old, value, to, check);
}

Json convertValue(const Json& old, const Expr& value, const Encoder& to, Decoder& check) {
    if (old.is_string()) {
        Expr same;
        const auto text = respell(old.get_ref<const std::string&>(), to);
        if (text && check.decode(Json(*text), same) && same == value)
            return *text;
    }
    return to.encode(value);
}

Json convertValue(const Json& old, const std::vector<Expr>& value, const Encoder& to,
                  Decoder& check) {
    Json list = Json::array();
    for (std::size_t i = 0; i < value.size(); ++i)
        list.push_back(old.is_array() && i < old.size() ? convertValue(old[i], value[i], to, check)
                                                        : to.encode(value[i]));
    return list;
}

Json convertValue(const Json& old, const Subset& value, const Encoder& to, Decoder& check) {
    Json out = to.encode(value);
    const Json* ranges = find(old, "ranges");
    if (!ranges || !ranges->is_array() || ranges->size() != value.rank())
        return out;
    for (std::size_t i = 0; i < value.rank(); ++i) {
        const symbolic::Range& dim = value.dims[i];
        const auto put = [&](const char* key, const Expr& bound) {
            if (const Json* stated = find((*ranges)[i], key))
                out["ranges"][i][key] = convertValue(*stated, bound, to, check);
        };
        put("start", dim.begin);
        put("end", dim.end);
        put("step", dim.step);
        put("tile", dim.tile);
    }
    return out;
}

Json convertValue(const Json& old, const std::optional<Subset>& value, const Encoder& to,
                  Decoder& check) {
    return value ? convertValue(old, *value, to, check) : Json(nullptr);
}

Json convertValue(const Json& old, const SymbolMapping& value, const Encoder& to, Decoder& check) {
    Json out = to.encode(value);
    for (const auto& [name, expression] : value)
        if (const Json* stated = find(old, name.c_str()))
            out[name] = convertValue(*stated, expression, to, check);
    return out;
}

} // namespace mw::io
