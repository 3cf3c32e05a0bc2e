// What all parts of the reader share: errors with places, ids, origins.
#include "core/io/detail/reader.h"

#include <fmt/format.h>

#include <charconv>

namespace mw::io {

void Reader::fail(const Path& at, std::string code, const std::string& problem) {
    if (error_)
        return;
    const std::string where = at.where();
    std::string sentence = where.empty() ? problem : where + ": " + problem;
    error_ = Diagnostic{Severity::error, std::move(code), std::move(sentence), {}, {}};
    error_->location.path = at.pointer();
}

void Reader::failToDecode(const Path& attributes, std::string_view key) {
    if (error_)
        return;
    fail(attributes / key, "invalid-value", fmt::format("'{}' {}", key, decoder_.problem()));
    error_->location.path += decoder_.problemAt();
}

std::shared_ptr<ir::Origin> Reader::newOrigin() {
    auto origin = std::make_shared<ir::Origin>();
    origin->spelling = decoder_.spelling();
    return origin;
}

bool Reader::countElements(std::size_t more, const Path& at) {
    elements_ += more;
    if (elements_ <= limits_.maxElements)
        return true;
    fail(at, "too-many-elements",
         fmt::format("the graph has more than {} nodes, edges and blocks", limits_.maxElements));
    return false;
}

Json* Reader::list(Json& owner, const Path& at, const char* key) {
    Json* value = find(owner, key);
    if (!value) {
        fail(at, "missing-key", fmt::format("has no '{}'", key));
        return nullptr;
    }
    if (!value->is_array()) {
        fail(at / key, "wrong-type",
             fmt::format("'{}' should be a list, but is {}", key, describeType(*value)));
        return nullptr;
    }
    return value;
}

Json* Reader::attributesOf(Json& owner, const Path& at) {
    Json* value = find(owner, "attributes");
    if (!value) {
        fail(at, "missing-key", "has no 'attributes'");
        return nullptr;
    }
    if (!value->is_object()) {
        fail(at / "attributes", "wrong-type",
             fmt::format("'attributes' should be an object, but is {}", describeType(*value)));
        return nullptr;
    }
    return value;
}

std::optional<std::string> Reader::typeOf(const Json& json, const Path& at) {
    if (!json.is_object()) {
        fail(at, "wrong-type", fmt::format("should be an object, but is {}", describeType(json)));
        return std::nullopt;
    }
    const Json* type = find(json, "type");
    if (!type || !type->is_string()) {
        fail(at, type ? "wrong-type" : "missing-key",
             type ? "'type' should be a string" : "has no 'type'");
        return std::nullopt;
    }
    return type->get<std::string>();
}

/// Index of a sibling, written as text or number.
std::optional<std::size_t> Reader::position(const Json& owner, const Path& at, const char* key,
                                            std::size_t count, std::string_view what) {
    const Json* value = find(owner, key);
    if (!value) {
        fail(at, "missing-key", fmt::format("has no '{}'", key));
        return std::nullopt;
    }
    int index = 0;
    if (!decoder_.decode(*value, index)) {
        failToDecode(at, key);
        return std::nullopt;
    }
    if (index < 0 || static_cast<std::size_t>(index) >= count) {
        fail(at / key, fmt::format("edge-to-missing-{}", what),
             fmt::format("'{}' is {} {}, but there are only {}", key, what, index, count));
        return std::nullopt;
    }
    return static_cast<std::size_t>(index);
}

} // namespace mw::io
