// Reads maps of the compact text form.
#include "core/ir/dump_parser.h"
#include "core/ir/dump_text.h"

#include <charconv>

namespace mw::ir {

namespace {

struct IntAttribute {
    const char* key;
    int Map::*value;
};
constexpr std::array<IntAttribute, 6> kIntAttributes{{
    {"collapse", &Map::collapse},
    {"maxregisters", &Map::gpuMaxRegisters},
    {"minwarps", &Map::gpuMinWarps},
    {"ompthreads", &Map::ompNumThreads},
    {"ompchunk", &Map::ompChunkSize},
    {"unrollfactor", &Map::unrollFactor},
}};

} // namespace

Expected<Schedule> DumpParser::schedule() {
    const DumpToken token = at_.peek();
    MW_TRY(const auto text, at_.expectName("a schedule"));
    const Schedule result = scheduleFromName(text);
    if (result == Schedule::other && text != name(Schedule::other))
        return DumpCursor::error("unknown schedule '" + text + "'", token);
    return result;
}

Expected<Node::Kind> DumpParser::map() {
    MapEntry entry;
    MW_TRY(entry.map.label, at_.expectName("the map's label"));
    MW_CHECK(mapRange(entry.map));
    while (at_.peek().kind == DumpToken::Kind::word && !at_.isWord("in") && !at_.isWord("out"))
        MW_CHECK(mapAttribute(entry.map));
    return entry;
}

Expected<void> DumpParser::mapRange(Map& map) {
    MW_TRY(const auto token, at_.expectBracket("the map's ranges"));
    for (const auto part : splitDumpList(token.text)) {
        const auto equals = part.find('=');
        if (equals == std::string_view::npos)
            return DumpCursor::error(
                "expected 'parameter = range', found '" + std::string(part) + "'", token);
        map.params.emplace_back(trimmed(part.substr(0, equals)));
        MW_TRY(auto range, subset(token, trimmed(part.substr(equals + 1))));
        if (range.rank() != 1)
            return DumpCursor::error("expected one range for '" + map.params.back() + "'", token);
        map.range.dims.push_back(std::move(range.dims.front()));
    }
    return {};
}

Expected<void> DumpParser::mapAttribute(Map& map) {
    const DumpToken place = at_.peek();
    MW_TRY(const auto key, at_.expectName("an attribute"));
    for (const auto& known : kIntAttributes) {
        if (key == known.key) {
            MW_TRY(map.*known.value, at_.expectInt("a number"));
            return {};
        }
    }
    if (key == "schedule") {
        MW_TRY(map.schedule, schedule());
    } else if (key == "block") {
        MW_TRY(const auto token, at_.expectBracket("the block size"));
        for (const auto part : splitDumpList(token.text)) {
            int size = 0;
            const char* const end = part.data() + part.size();
            if (const auto r = std::from_chars(part.data(), end, size);
                r.ec != std::errc{} || r.ptr != end)
                return DumpCursor::error("'" + std::string(part) + "' is no block size", token);
            map.gpuBlockSize.push_back(size);
        }
    } else if (key == "unroll") {
        map.unroll = true;
        MW_TRY(map.unrollFactor, at_.expectInt("the unroll factor"));
    } else if (key == "launchbounds") {
        MW_TRY(map.gpuLaunchBounds, at_.expectName("the launch bounds"));
    } else if (key == "syncthreads") {
        map.gpuForceSyncthreads = true;
    } else if (key == "ompschedule") {
        MW_TRY(map.ompSchedule, at_.expectName("the OpenMP schedule"));
    } else {
        return DumpCursor::error("unknown attribute '" + key + "' of a map", place);
    }
    return {};
}

} // namespace mw::ir
