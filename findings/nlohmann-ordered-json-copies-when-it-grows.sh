#!/usr/bin/env bash
# nlohmann JSON 3.11.2 (Debian 12, nlohmann-json3-dev 3.11.2-2) with g++ 12, seen 2026-11-29.
# Expected: a member added to an ordered_json object costs that member; where the object grows, those that are there are moved.
# Seen: whenever the object's memory grows, every member that is there is copied with all that it holds. ordered_map is a
#   vector of pairs with a const key, and such a pair cannot be moved without possibly throwing, so that the vector copies.
#   Twenty small members added behind an array of 100,000 numbers allocate the array's size ten times more; with the usual
#   json, or with the large member put in last, they allocate nothing of it.
# Bitten: files of graphs are objects with a large list among small members, and need ordered_json to keep their order. Building
#   them in the order of the file costs time and peak memory for each doubling, at every level.
source "$(dirname "$0")/lib.sh"
command -v g++ >/dev/null && command -v apt-get >/dev/null || { echo "skipped: no g++ or apt-get"; exit 77; }
cd "$work"
if ! apt-get download nlohmann-json3-dev=3.11.2-2 >apt.log 2>&1; then
    tail -n 2 apt.log
    echo "skipped: cannot have nlohmann-json3-dev 3.11.2-2"
    exit 77
fi
dpkg-deb -x ./*.deb package
cat >seen.cpp <<'EOF'
#include <nlohmann/json.hpp>

#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>

static std::size_t allocated = 0;
void* operator new(std::size_t size) {
    allocated += size;
    if (void* p = std::malloc(size))
        return p;
    throw std::bad_alloc();
}
void operator delete(void* p) noexcept { std::free(p); }
void operator delete(void* p, std::size_t) noexcept { std::free(p); }

template <class Json> double built(bool largeFirst) {
    Json large = Json::array();
    for (int i = 0; i < 100000; ++i)
        large.push_back(i);
    const double one = 100000.0 * sizeof(Json);
    const auto before = allocated;
    Json object = Json::object();
    if (largeFirst)
        object["nodes"] = std::move(large);
    for (int i = 0; i < 20; ++i)
        object["k" + std::to_string(i)] = i;
    if (!largeFirst)
        object["nodes"] = std::move(large);
    return static_cast<double>(allocated - before) / one;
}

int main() {
    const double ordered = built<nlohmann::ordered_json>(true), last = built<nlohmann::ordered_json>(false),
                 sorted = built<nlohmann::json>(true);
    std::printf("allocated, in sizes of the large member:\nordered_json, large member first: %.2f\n"
                "ordered_json, large member last: %.2f\njson, large member first: %.2f\n",
                ordered, last, sorted);
    return ordered > 3 && last < 0.1 && sorted < 0.1 ? 0 : 1;
}
EOF
g++ -std=c++17 -O1 -I package/usr/include seen.cpp -o seen
./seen
