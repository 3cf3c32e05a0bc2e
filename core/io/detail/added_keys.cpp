// Keys that an edit adds to what was read.

#include "core/io/detail/added_keys.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace mw::io {

namespace {

using Keys = std::vector<std::string>;

/// Those of the object in their order, without the added ones.
Keys readKeys(const Json& object, const std::vector<DescribedKey>& described) {
    Keys keys;
    for (const auto& item : object.items())
        if (std::ranges::none_of(described, [&](const DescribedKey& key) {
                return key.added && item.key() == key.name;
            }))
            keys.push_back(item.key());
    return keys;
}

Keys withAdded(Keys keys, const std::vector<DescribedKey>& described) {
    Keys leading; // no described key before them is there
    auto place = keys.end();
    const auto behind = [&](Keys::iterator last) { place = std::next(last); };
    bool anyBefore = false;
    for (const DescribedKey& key : described) {
        if (key.added && !anyBefore) {
            leading.emplace_back(key.name);
            continue;
        }
        if (key.added) {
            behind(keys.insert(place, key.name));
            continue;
        }
        const auto found = std::ranges::find(keys, key.name);
        if (found == keys.end())
            continue;
        const auto first = keys.insert(found, leading.begin(), leading.end());
        behind(std::next(first, static_cast<std::ptrdiff_t>(leading.size())));
        leading.clear();
        anyBefore = true;
    }
    keys.insert(keys.end(), leading.begin(), leading.end());
    return keys;
}

} // namespace

void placeAdded(Json& object, const std::vector<DescribedKey>& described) {
    if (std::ranges::none_of(described, &DescribedKey::added))
        return;
    Json placed = Json::object();
    for (const std::string& key : withAdded(readKeys(object, described), described))
        placed[key] = std::move(object[key]);
    object = std::move(placed);
}

} // namespace mw::io
