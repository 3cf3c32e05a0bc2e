// Reads containers of the compact text form.
#include "core/ir/dump_parser.h"
#include "core/ir/dump_text.h"

#include <algorithm>
#include <array>

namespace mw::ir {

using symbolic::Dialect;
using symbolic::Expr;

namespace {

struct DataWord {
    const char* word;
    DataKind kind;
    const char* typeName;
};
constexpr std::array<DataWord, 7> kDataWords{{
    {"array", DataKind::array, "Array"},
    {"scalar", DataKind::scalar, "Scalar"},
    {"stream", DataKind::stream, "Stream"},
    {"structure", DataKind::structure, "Structure"},
    {"view", DataKind::view, "ArrayView"},
    {"reference", DataKind::reference, "ArrayReference"},
    {"data", DataKind::other, ""},
}};

/// The structure with one more member; `path`: its name, after those of structures around it.
DataPtr withMember(const DataDescriptor& structure, std::string_view path, DataPtr member) {
    auto changed = std::make_shared<DataDescriptor>(structure);
    const auto dot = path.find('.');
    const auto outer = std::ranges::find(changed->members, path.substr(0, dot),
                                         [](const auto& m) { return std::string_view(m.first); });
    if (dot != std::string_view::npos && outer != changed->members.end())
        outer->second = withMember(*outer->second, path.substr(dot + 1), std::move(member));
    else
        changed->members.emplace_back(path, std::move(member));
    return changed;
}

} // namespace

Expected<bool> DumpParser::dataStatement(Sdfg& sdfg) {
    for (const auto& known : kDataWords) {
        if (!at_.acceptWord(known.word))
            continue;
        const DumpToken place = at_.peek();
        MW_TRY(auto name, at_.expectName("a container's name"));
        if (sdfg.arrays.contains(name))
            return DumpCursor::error("a second container '" + name + "'", place);
        MW_TRY(DType element, type());
        auto data = DataDescriptor::scalar(element.scalar, false);
        if (at_.peek().kind == DumpToken::Kind::bracket) {
            MW_TRY(auto shape, exprs("the shape"));
            data = DataDescriptor::array(element.scalar, std::move(shape), false);
        } else if (known.kind != DataKind::scalar) {
            return at_.errorExpected("the shape in []");
        }
        data.dtype = std::move(element);
        data.kind = known.kind;
        data.typeName = known.typeName;
        while (!at_.atStatementEnd())
            MW_CHECK(dataAttribute(data));
        auto done = std::make_shared<const DataDescriptor>(std::move(data));
        const auto dot = name.find('.');
        const DataDescriptor* structure = sdfg.data(std::string_view(name).substr(0, dot));
        if (structure && dot != std::string::npos)
            done = withMember(*structure, std::string_view(name).substr(dot + 1), std::move(done));
        sdfg.arrays.set(structure ? name.substr(0, dot) : name, std::move(done));
        return true;
    }
    return false;
}

Expected<void> DumpParser::dataAttribute(DataDescriptor& data) {
    const DumpToken place = at_.peek();
    MW_TRY(const auto key, at_.expectName("an attribute"));
    if (key == "strides") {
        MW_TRY(data.strides, exprs("the strides"));
    } else if (key == "offset") {
        MW_TRY(data.offset, exprs("the offsets"));
    } else if (key == "total") {
        MW_TRY(data.totalSize, bracketExpr("the total size"));
    } else if (key == "start") {
        MW_TRY(data.startOffset, bracketExpr("the start offset"));
    } else if (key == "transient") {
        data.transient = true;
    } else if (key == "alias") {
        data.mayAlias = true;
    } else if (key == "conflicts") {
        data.allowConflicts = true;
    } else if (key == "pool") {
        data.pool = true;
    } else if (key == "as") {
        MW_TRY(data.typeName, at_.expectName("the JSON type"));
    } else if (key == "storage") {
        MW_TRY(const auto storage, at_.expectName("a storage"));
        data.storage = storageFromName(storage);
        if (data.storage == Storage::other && storage != name(Storage::other))
            return DumpCursor::error("unknown storage '" + storage + "'", place);
    } else if (key == "lifetime") {
        MW_TRY(const auto lifetime, at_.expectName("a lifetime"));
        data.lifetime = lifetimeFromName(lifetime);
        if (data.lifetime == Lifetime::other && lifetime != name(Lifetime::other))
            return DumpCursor::error("unknown lifetime '" + lifetime + "'", place);
    } else if (key == "alignment") {
        MW_TRY(data.alignment, at_.expectInt("the alignment in bytes"));
    } else {
        return DumpCursor::error("unknown attribute '" + key + "' of a container", place);
    }
    return {};
}

Expected<DType> DumpParser::type() {
    const DumpToken token = at_.peek();
    MW_TRY(auto text, at_.expectName("a type"));
    if (token.kind == DumpToken::Kind::string)
        return DType{ScalarType::other, std::move(text)};
    if (text == name(ScalarType::none))
        return DType{ScalarType::none, {}};
    const auto scalar = scalarTypeFromName(text);
    if (!scalar)
        return DumpCursor::error("unknown type '" + text + "'", token);
    return DType{*scalar, {}};
}

Expected<Expr> DumpParser::expr(std::string_view text, const DumpToken& token) const {
    auto parsed = symbolic::parse(text, Dialect::plain);
    if (!parsed)
        return DumpCursor::error("'" + std::string(text) + "': " + parsed.error().sentence, token);
    return *std::move(parsed);
}

Expected<symbolic::Subset> DumpParser::subset(const DumpToken& token, std::string_view text) const {
    auto parsed = symbolic::parseSubset(text, Dialect::plain);
    if (!parsed)
        return DumpCursor::error("'" + std::string(text) + "': " + parsed.error().sentence, token);
    return *std::move(parsed);
}

Expected<std::vector<Expr>> DumpParser::exprs(const char* what) {
    MW_TRY(const auto token, at_.expectBracket(what));
    std::vector<Expr> result;
    for (const auto part : splitDumpList(token.text)) {
        MW_TRY(auto item, expr(part, token));
        result.push_back(std::move(item));
    }
    return result;
}

Expected<Expr> DumpParser::bracketExpr(const char* what) {
    MW_TRY(const auto token, at_.expectBracket(what));
    return expr(token.text, token);
}

} // namespace mw::ir
