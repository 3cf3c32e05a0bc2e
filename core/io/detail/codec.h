#pragma once

#include "core/io/detail/dace_text.h"
#include "core/io/detail/json.h"
#include "core/ir/sdfg.h"
#include "core/symbolic/subset.h"

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <unordered_map>
#include <vector>

namespace mw::io {

using SymbolMapping = std::map<std::string, symbolic::Expr, std::less<>>;
using CodeByFile = std::map<std::string, ir::CodeBlock, std::less<>>;
using Assignments = std::vector<std::pair<std::string, std::string>>;

/// An interstate condition that is always true ("1", the default) is the empty one.
ir::CodeBlock withoutTrivial(ir::CodeBlock condition);

/// JSON value -> value of the graph, for one text dialect. decode() returns false and leaves a
/// sentence in problem() where the JSON does not fit; `out` is then unspecified. Parsed expressions
/// are remembered by their text: a graph repeats a few hundred texts a hundred thousand times.
class Decoder {
public:
    explicit Decoder(const Spelling& spelling) : spelling_(spelling) {}

    bool decode(const Json& json, bool& out);
    bool decode(const Json& json, int& out);
    bool decode(const Json& json, std::string& out); ///< null: empty
    bool decode(const Json& json, std::optional<bool>& out);
    bool decode(const Json& json, ir::DType& out);
    bool decode(const Json& json, ir::Storage& out);
    bool decode(const Json& json, ir::Lifetime& out);
    bool decode(const Json& json, ir::Schedule& out);
    bool decode(const Json& json, ir::CodeBlock& out); ///< null: empty
    bool decode(const Json& json, symbolic::Expr& out);
    bool decode(const Json& json, symbolic::Subset& out);
    bool decode(const Json& json, std::optional<symbolic::Subset>& out);
    bool decode(const Json& json, ir::Connectors& out); ///< or the list form before 0.10
    bool decode(const Json& json, SymbolMapping& out);
    bool decode(const Json& json, CodeByFile& out);
    bool decode(const Json& json, Assignments& out);
    template <class T>
    bool decode(const Json& json, std::vector<T>& out) {
        out.clear();
        if (json.is_null())
            return true;
        if (!json.is_array())
            return expected("a list", json);
        out.resize(json.size());
        for (std::size_t i = 0; i < json.size(); ++i)
            if (!decode(json[i], out[i]))
                return inside(std::to_string(i));
        return true;
    }

    const Spelling& spelling() const { return spelling_; }
    const std::string& problem() const { return problem_; }
    /// Where below the decoded value the problem is, as a JSON pointer; empty: the value itself.
    const std::string& problemAt() const { return problemAt_; }

private:
    bool decodeRange(const Json& json, symbolic::Range& out);
    bool decodeNamed(const Json& object, const char* key, symbolic::Expr& out);
    bool parseText(const std::string& text, symbolic::Expr& out);
    bool problem(std::string sentence);
    bool expected(std::string_view what, const Json& got);
    bool inside(std::string_view step);

    Spelling spelling_;
    std::unordered_map<std::string, symbolic::Expr> cache_;
    std::string problem_;
    std::string problemAt_;
};

/// Types of symbols by name, for the dollar dialect's `symbol($i, dtype=dace.int64)`.
using SymbolTypes = std::map<std::string, ir::ScalarType, std::less<>>;

/// Value of the graph -> JSON, in the dialect that is written.
class Encoder {
public:
    explicit Encoder(const Spelling& spelling) : spelling_(spelling) {}

    Json encode(bool value) const { return value; }
    Json encode(int value) const { return value; }
    Json encode(const std::string& value) const { return value; }
    Json encode(const std::optional<bool>& value) const;
    Json encode(const ir::DType& value) const;
    Json encode(ir::Storage value) const { return ir::name(value); }
    Json encode(ir::Lifetime value) const { return ir::name(value); }
    Json encode(ir::Schedule value) const { return ir::name(value); }
    Json encode(const ir::CodeBlock& value) const;
    Json encode(const symbolic::Expr& value) const;
    Json encode(const symbolic::Subset& value) const;
    Json encode(const std::optional<symbolic::Subset>& value) const;
    Json encode(const ir::Connectors& value) const;
    Json encode(const SymbolMapping& value) const;
    Json encode(const CodeByFile& value) const;
    Json encode(const Assignments& value) const;
    template <class T>
    Json encode(const std::vector<T>& value) const {
        Json list = Json::array();
        for (const T& item : value)
            list.push_back(encode(item));
        return list;
    }

    symbolic::Dialect dialect() const { return spelling_.dialect; }
    const Spelling& spelling() const { return spelling_; }
    /// Types of the symbols that are visible where the next values stand (dollar dialect).
    void setSymbolTypes(std::shared_ptr<const SymbolTypes> types) { types_ = std::move(types); }

private:
    symbolic::Expr annotated(const symbolic::Expr& value) const;

    Spelling spelling_;
    std::shared_ptr<const SymbolTypes> types_;
};

/// Values whose text differs between spellings.
template <class T>
inline constexpr bool kDependsOnSpelling =
    std::is_same_v<T, ir::CodeBlock> || std::is_same_v<T, Assignments> ||
    std::is_same_v<T, ir::Storage> || std::is_same_v<T, symbolic::Expr> ||
    std::is_same_v<T, std::vector<symbolic::Expr>> || std::is_same_v<T, symbolic::Subset> ||
    std::is_same_v<T, std::optional<symbolic::Subset>> || std::is_same_v<T, SymbolMapping>;

} // namespace mw::io
