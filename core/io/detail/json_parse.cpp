#include "core/io/detail/json.h"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace mw::io {

namespace {

/// Builds the value from the parser's events. nlohmann's own builder would look up every key while
/// it inserts (quadratic in an object's size) and has no bound on the depth.
class Builder {
public:
    explicit Builder(int maxDepth) : maxDepth_(static_cast<std::size_t>(maxDepth)) {}

    // Names and signatures: nlohmann's SAX interface.
    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(Json::number_integer_t value) { return add(value); }
    bool number_unsigned(Json::number_unsigned_t value) { return add(value); }
    bool number_float(Json::number_float_t value, const std::string& /*text*/) {
        return add(value);
    }
    bool string(std::string& value) { return add(std::move(value)); }
    bool binary(Json::binary_t& /*value*/) { return false; }
    bool key(std::string& name) {
        stack_.back()->get_ref<Json::object_t&>().emplace_back(std::move(name), nullptr);
        return true;
    }
    bool start_object(std::size_t /*size*/) { return open(Json::object()); }
    bool start_array(std::size_t /*size*/) { return open(Json::array()); }
    bool end_object() {
        keepLastOfEachKey(stack_.back()->get_ref<Json::object_t&>());
        stack_.pop_back();
        return true;
    }
    bool end_array() {
        stack_.pop_back();
        return true;
    }
    template <class Exception>
    bool parse_error(std::size_t position, const std::string& /*token*/, const Exception& error) {
        position_ = position;
        message_ = error.what();
        return false;
    }

    Json take() { return std::move(root_); }
    bool tooDeep() const { return tooDeep_; }
    std::size_t position() const { return position_; }
    const std::string& message() const { return message_; }
    /// JSON pointer of the value that is being built.
    std::string pointer() const {
        std::string text;
        for (const Json* container : stack_) {
            if (container->is_array())
                text += fmt::format("/{}", container->empty() ? 0 : container->size() - 1);
            else if (!container->empty())
                text += '/' + container->get_ref<const Json::object_t&>().back().first;
        }
        return text;
    }

private:
    template <class T>
    Json* place(T&& value) {
        if (stack_.empty()) {
            root_ = std::forward<T>(value);
            return &root_;
        }
        Json& parent = *stack_.back();
        if (parent.is_array()) {
            parent.get_ref<Json::array_t&>().emplace_back(std::forward<T>(value));
            return &parent.back();
        }
        Json& slot = parent.get_ref<Json::object_t&>().back().second;
        slot = std::forward<T>(value);
        return &slot;
    }
    template <class T>
    bool add(T&& value) {
        place(std::forward<T>(value));
        return true;
    }
    bool open(Json&& container) {
        Json* placed = place(std::move(container));
        stack_.push_back(placed);
        tooDeep_ = stack_.size() > maxDepth_;
        return !tooDeep_;
    }

    static bool hasDuplicates(const Json::object_t& object) {
        std::vector<std::string_view> names;
        names.reserve(object.size());
        for (const auto& [name, value] : object)
            names.emplace_back(name);
        std::ranges::sort(names);
        return std::ranges::adjacent_find(names) != names.end();
    }
    static void keepLastOfEachKey(Json::object_t& object) {
        if (object.size() < 2 || !hasDuplicates(object))
            return;
        std::unordered_map<std::string, std::size_t> places;
        Json::object_t unique;
        for (auto& [name, value] : object) {
            const auto [at, isNew] = places.emplace(name, unique.size());
            if (isNew)
                unique.emplace_back(name, std::move(value));
            else
                (unique.begin() + static_cast<std::ptrdiff_t>(at->second))->second =
                    std::move(value);
        }
        object = std::move(unique);
    }

    std::size_t maxDepth_;
    Json root_;
    // Only the innermost container grows, so pointers to the outer ones stay valid.
    std::vector<Json*> stack_;
    bool tooDeep_ = false;
    std::size_t position_ = 0;
    std::string message_;
};

std::string lineAndColumn(std::string_view text, std::size_t position) {
    const std::string_view before = text.substr(0, std::min(position, text.size()));
    const auto line = 1 + std::ranges::count(before, '\n');
    const std::size_t start = before.rfind('\n');
    const std::size_t column = start == std::string_view::npos ? position : position - start - 1;
    return fmt::format("line {}, column {}", line, std::max<std::size_t>(column, 1));
}

/// The reason without nlohmann's own prefix and positions.
std::string reason(const std::string& message) {
    const std::size_t colon = message.find("column ");
    const std::size_t start = colon == std::string::npos ? colon : message.find(": ", colon);
    std::string text = start == std::string::npos ? message : message.substr(start + 2);
    std::ranges::replace(text, '\n', ' ');
    return text.substr(0, 200);
}

Unexpected syntaxError(std::string_view text, const Builder& builder) {
    const std::size_t at = builder.position();
    const std::string place = lineAndColumn(text, at);
    const Location where{{}, builder.pointer(), {}};
    const std::size_t last = text.find_last_not_of(" \t\r\n");
    if (last == std::string_view::npos || at > last + 1)
        return fail(
            "truncated-json",
            fmt::format("the JSON text ends too early, at {}: the file is truncated", place),
            where);
    const std::string_view token = text.substr(at > 2 ? at - 2 : 0, 4);
    if (token.find('N') != std::string_view::npos || token.find('I') != std::string_view::npos)
        return fail("invalid-json", fmt::format("{}: NaN and Infinity are not JSON numbers", place),
                    where);
    return fail("invalid-json",
                fmt::format("not valid JSON at {}: {}", place, reason(builder.message())), where);
}

} // namespace

Expected<Json> parseJson(std::string_view text, int maxDepth) {
    Builder builder(maxDepth);
    if (Json::sax_parse(text.begin(), text.end(), &builder))
        return builder.take();
    if (builder.tooDeep())
        return fail("too-deep", fmt::format("values are nested deeper than {} levels", maxDepth),
                    {{}, builder.pointer().substr(0, 500), {}});
    return syntaxError(text, builder);
}

std::string_view describeType(const Json& value) {
    switch (value.type()) {
    case Json::value_t::null:
        return "null";
    case Json::value_t::object:
        return "an object";
    case Json::value_t::array:
        return "a list";
    case Json::value_t::string:
        return "a string";
    case Json::value_t::boolean:
        return "true or false";
    case Json::value_t::number_integer:
    case Json::value_t::number_unsigned:
    case Json::value_t::number_float:
        return "a number";
    default:
        return "unknown";
    }
}

} // namespace mw::io
