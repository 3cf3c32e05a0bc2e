// Parses JSON with the place of every value, so that an error can name it.
#include "core/io/detail/json.h"
#include "core/io/detail/raw_numbers.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

namespace mw::io {

namespace {

/// Builds the value from the parser's events. nlohmann's own builder would look up every key while
/// it inserts (quadratic in an object's size), copies the members of a growing ordered object, and
/// has no bound on the depth. Here values wait on one stack until their container is complete.
class Builder {
public:
    explicit Builder(int maxDepth) : maxDepth_(static_cast<std::size_t>(maxDepth)) {}

    // Names and signatures: nlohmann's SAX interface.
    bool null() { return add(nullptr); }
    bool boolean(bool value) { return add(value); }
    bool number_integer(Json::number_integer_t value) { return add(value); }
    bool number_unsigned(Json::number_unsigned_t value) { return add(value); }
    bool number_float(Json::number_float_t value, const std::string& text) {
        hugeInteger_ = hugeInteger_ || text.find_first_of(".eE") == std::string::npos;
        return add(value);
    }
    bool string(std::string& value) { return add(std::move(value)); }
    bool binary(Json::binary_t& /*value*/) { return false; }
    bool key(std::string& name) {
        key_ = std::move(name);
        return true;
    }
    bool start_object(std::size_t /*size*/) { return open(); }
    bool start_array(std::size_t /*size*/) { return open(); }
    bool end_object() {
        Json object = Json::object();
        const auto members = closing();
        if (hasDuplicates(members))
            fillKeepingLast(object.get_ref<Json::object_t&>(), members);
        else
            fill(object.get_ref<Json::object_t&>(), members);
        return close(std::move(object));
    }
    bool end_array() {
        Json array = Json::array();
        const auto items = closing();
        array.get_ref<Json::array_t&>().reserve(items.size());
        for (Member& item : items)
            array.get_ref<Json::array_t&>().push_back(std::move(item.value));
        return close(std::move(array));
    }
    template <class Exception>
    bool parse_error(std::size_t position, const std::string& /*token*/, const Exception& error) {
        position_ = position;
        message_ = error.what();
        return false;
    }

    Json take() { return std::move(pending_.front().value); }
    bool tooDeep() const { return tooDeep_; }
    /// An integer did not fit and lost digits.
    bool hugeInteger() const { return hugeInteger_; }
    std::size_t position() const { return position_; }
    const std::string& message() const { return message_; }
    /// JSON pointer of the value that is being built.
    std::string pointer() const {
        std::string text;
        for (std::size_t i = 0; i < open_.size(); ++i) {
            const bool innermost = i + 1 == open_.size();
            const std::string& name = innermost ? key_ : open_[i + 1].key;
            const std::size_t end = innermost ? pending_.size() : open_[i + 1].start;
            text += '/' + (name.empty() ? std::to_string(end - open_[i].start) : name);
        }
        return text;
    }

private:
    struct Member {
        std::string key; ///< empty in an array
        Json value;
    };
    struct Container {
        std::string key;   ///< its own, in the container around it
        std::size_t start; ///< of its members in `pending_`
    };

    template <class T>
    bool add(T&& value) {
        pending_.push_back({std::exchange(key_, {}), Json(std::forward<T>(value))});
        return true;
    }
    bool open() {
        open_.push_back({std::exchange(key_, {}), pending_.size()});
        tooDeep_ = open_.size() > maxDepth_;
        return !tooDeep_;
    }
    std::span<Member> closing() { return std::span(pending_).subspan(open_.back().start); }
    bool close(Json container) {
        pending_.erase(pending_.begin() + static_cast<std::ptrdiff_t>(open_.back().start),
                       pending_.end());
        pending_.push_back({std::move(open_.back().key), std::move(container)});
        open_.pop_back();
        return true;
    }

    bool hasDuplicates(std::span<const Member> members) {
        constexpr std::size_t kFew = 12;
        if (members.size() <= kFew) {
            for (std::size_t i = 1; i < members.size(); ++i)
                for (std::size_t j = 0; j < i; ++j)
                    if (members[i].key == members[j].key)
                        return true;
            return false;
        }
        names_.assign(members.size(), {});
        std::ranges::transform(members, names_.begin(), &Member::key);
        std::ranges::sort(names_);
        return std::ranges::adjacent_find(names_) != names_.end();
    }
    static void fill(Json::object_t& object, std::span<Member> members) {
        object.reserve(members.size());
        for (Member& member : members)
            object.emplace_back(std::move(member.key), std::move(member.value));
    }
    static void fillKeepingLast(Json::object_t& object, std::span<Member> members) {
        std::unordered_map<std::string, std::size_t> places;
        std::vector<Member> unique;
        for (Member& member : members) {
            const auto [at, isNew] = places.emplace(member.key, unique.size());
            if (isNew)
                unique.push_back(std::move(member));
            else
                unique[at->second].value = std::move(member.value);
        }
        fill(object, unique);
    }

    std::size_t maxDepth_;
    std::string key_; ///< read, its value not yet
    std::vector<Member> pending_;
    std::vector<Container> open_;
    std::vector<std::string_view> names_; ///< scratch
    bool tooDeep_ = false;
    bool hugeInteger_ = false;
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
    return fail("invalid-json",
                fmt::format("not valid JSON at {}: {}", place, reason(builder.message())), where);
}

} // namespace

Expected<Json> parseJson(std::string_view text, int maxDepth) {
    Builder builder(maxDepth);
    const bool parsed = Json::sax_parse(text.begin(), text.end(), &builder);
    if (parsed && !builder.hugeInteger())
        return builder.take();
    if (!builder.tooDeep())
        if (const auto marked = markRawNumbers(text))
            return parseJson(*marked, maxDepth);
    if (parsed)
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
