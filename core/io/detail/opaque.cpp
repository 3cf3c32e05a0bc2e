// Converts between the dialects what the model does not understand.
#include "core/io/detail/opaque.h"

#include "core/io/detail/respell.h"

#include <algorithm>
#include <array>

namespace mw::io {

namespace {

bool isSymbolicKey(std::string_view key) {
    static constexpr std::array<std::string_view, 7> kKeys{
        "executions", "buffer_size", "num_accesses", "shape", "strides", "total_size", "offset"};
    return std::ranges::find(kKeys, key) != kKeys.end();
}

int integerOr(const Json& object, const char* key, int otherwise) {
    const Json* value = find(object, key);
    return value && value->is_number_integer() ? value->get<int>() : otherwise;
}

} // namespace

void OpaqueConverter::convert(Json& json) {
    if (json.is_array()) {
        for (Json& item : json)
            convert(item);
        return;
    }
    if (!json.is_object())
        return;
    const Json* type = find(json, "type");
    if (type && *type == "DebugInfo") {
        if (from_.spelling().dialect != to_.dialect())
            convertDebugInfo(json);
        return;
    }
    if (type && (*type == "Range" || *type == "Indices")) {
        symbolic::Subset subset;
        if (from_.decode(json, subset))
            json = convertValue(json, subset, to_, check_);
        return;
    }
    json.erase("orig_sdfg");
    json.erase("transformation_hist");
    for (auto& [key, value] : json.get_ref<Json::object_t&>()) {
        if (isSymbolicKey(key) && !value.is_object())
            convertSymbolic(value);
        else
            convert(value);
    }
}

void OpaqueConverter::convertSymbolic(Json& json) {
    if (json.is_array()) {
        for (Json& item : json)
            convertSymbolic(item);
        return;
    }
    symbolic::Expr value;
    if (json.is_string() && from_.decode(json, value))
        json = convertValue(json, value, to_, check_);
}

void OpaqueConverter::convertDebugInfo(Json& json) {
    const int startLine = integerOr(json, "start_line", 0);
    const int endLine = integerOr(json, "end_line", startLine);
    const int startColumn = integerOr(json, "start_column", 0);
    const int endColumn = integerOr(json, "end_column", 0);
    Json out{{"type", "DebugInfo"}, {"start_line", startLine}};
    if (to_.dialect() == symbolic::Dialect::dollar) {
        if (endLine != startLine)
            out["end_line"] = endLine;
        if (startColumn != 0)
            out["start_column"] = startColumn;
        if (endColumn != 0)
            out["end_column"] = endColumn;
        if (const Json* name = find(json, "filename"); name && name->is_string()) {
            const auto& file = name->get_ref<const std::string&>();
            const auto known = std::ranges::find(sourceFiles_, file);
            out["file_index"] = known - sourceFiles_.begin();
            if (known == sourceFiles_.end())
                sourceFiles_.push_back(file);
        }
    } else {
        out["end_line"] = endLine;
        out["start_column"] = startColumn;
        out["end_column"] = endColumn;
        const int index = integerOr(json, "file_index", -1);
        const bool known = index >= 0 && static_cast<std::size_t>(index) < sourceFiles_.size();
        out["filename"] = known ? Json(sourceFiles_[static_cast<std::size_t>(index)]) : Json();
    }
    json = std::move(out);
}

} // namespace mw::io
