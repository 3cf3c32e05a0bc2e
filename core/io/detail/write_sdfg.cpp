// Writes an SDFG.
#include "core/io/detail/constants.h"
#include "core/io/detail/fields.h"
#include "core/io/detail/layout.h"
#include "core/io/detail/opaque.h"
#include "core/io/detail/writer.h"

#include <algorithm>
#include <utility>

namespace mw::io {

using symbolic::Dialect;

Writer::Writer(const ir::Document& document, const Spelling& target, std::string daceVersion)
    : document_(document), encoder_(target), daceVersion_(std::move(daceVersion)) {}

Decoder& Writer::decoder(const Spelling& spelling) {
    const auto known = std::ranges::find(decoders_, spelling, &Decoder::spelling);
    return known != decoders_.end() ? *known : decoders_.emplace_back(spelling);
}

Json Writer::document() {
    const ir::Sdfg& root = *document_.root;
    const ir::Origin* origin = root.origin.get();
    keepsRegionNumbers_ = origin && origin->regionTree == regionTreeOf(root);
    if (origin)
        if (const Json* files = find(origin->json, "source_files"); files && files->is_array())
            for (const Json& file : *files)
                sourceFiles_.push_back(file.is_string() ? file.get<std::string>() : std::string());
    Json out = sdfg(root);
    rootKeys(out);
    return out;
}

/// Keys that only the root has.
void Writer::rootKeys(Json& out) {
    const ir::Origin* origin = document_.root->origin.get();
    if (origin && origin->spelling.dialect != encoder_.dialect()) {
        out.erase("source_files");
        if (encoder_.dialect() == Dialect::dollar)
            out["source_files"] = sourceFiles_;
    }
    if (!daceVersion_.empty())
        out["dace_version"] = daceVersion_;
}

bool Writer::converts(const ir::Origin* origin) const {
    return origin && origin->spelling != encoder_.spelling();
}

namespace {

/// A copy of an object, and of its attributes, to which keys can be added: an object of Json copies
/// all that it holds whenever it has to grow.
Json withRoom(const Json& object) {
    constexpr std::size_t kRoom = 12; // keys
    if (!object.is_object())
        return object;
    const auto& old = object.get_ref<const Json::object_t&>();
    Json::object_t members;
    members.reserve(old.size() + kRoom);
    for (const auto& [key, value] : old)
        members.emplace_back(key, key == "attributes" ? withRoom(value) : value);
    return Json(std::move(members));
}

} // namespace

Json Writer::start(const ir::Origin* origin, Json frame) {
    if (!origin) {
        markChanged();
        return withRoom(frame);
    }
    Json out = withRoom(origin->json);
    if (converts(origin)) {
        markChanged();
        OpaqueConverter(decoder(origin->spelling), decoder(encoder_.spelling()), encoder_,
                        sourceFiles_)
            .convert(out);
    }
    return out;
}

/// A position is written anew only where what stands there says something else.
void Writer::setPosition(Json& out, const char* key, std::optional<std::size_t> position,
                         bool asText) {
    if (const Json* old = find(std::as_const(out), key)) {
        int stated = 0;
        const bool holds = position ? decoder(encoder_.spelling()).decode(*old, stated) &&
                                          stated == static_cast<int>(*position)
                                    : old->is_null();
        if (holds)
            return;
    }
    markChanged();
    if (!position)
        out[key] = nullptr;
    else if (asText)
        out[key] = std::to_string(*position);
    else
        out[key] = *position;
}

Json Writer::sdfg(const ir::Sdfg& sdfg) {
    const ir::Origin* origin = sdfg.origin.get();
    const bool outerChanged = std::exchange(changed_, false);
    const auto* outerSdfg = std::exchange(sdfg_, &sdfg);
    const auto outerTypes =
        std::exchange(symbolTypes_, std::make_shared<const SymbolTypes>(declaredTypes(sdfg)));
    encoder_.setSymbolTypes(symbolTypes_);

    Json out = start(origin, Json{{"type", "SDFG"},
                                  {"attributes", Json::object()},
                                  {"nodes", nullptr},
                                  {"edges", nullptr},
                                  {"collapsed", false},
                                  {"label", ""},
                                  {"id", nullptr}});
    regionNumber(origin, out);
    attributeFields(origin, out, [&](auto& io) { describeSdfg(io, sdfg); });
    if (writeConstants(sdfg, out["attributes"]))
        markChanged();
    if (!origin || origin->json["attributes"].contains("_arrays") || !sdfg.arrays.empty())
        out["attributes"]["_arrays"] = arrays(sdfg);
    regionParts(sdfg.body, origin && origin->layout == layoutOf(sdfg), out);
    if (changed_) {
        // DaCe recomputes the hash; a stale one, or the report of an old error, would mislead.
        out["attributes"].erase("hash");
        out.erase("error");
    }
    changed_ |= outerChanged;
    sdfg_ = outerSdfg;
    symbolTypes_ = outerTypes;
    return out;
}

Json Writer::arrays(const ir::Sdfg& sdfg) {
    Json table = Json::object();
    auto& entries = table.get_ref<Json::object_t&>();
    entries.reserve(sdfg.arrays.size());
    for (const auto& [name, data] : sdfg.arrays)
        entries.emplace_back(name, descriptor(*data));
    return table;
}

Json Writer::descriptor(const ir::DataDescriptor& data) {
    const ir::Origin* origin = data.origin.get();
    Json out = start(origin, Json{{"type", data.typeName}, {"attributes", Json::object()}});
    const std::string old = origin ? find(origin->json, "type")->get<std::string>() : data.typeName;
    const bool isShort = "Array" + old == data.typeName; // as the version of the file had it
    if (old != data.typeName && !isShort)
        markChanged();
    if (!isShort || (converts(origin) && !encoder_.spelling().rules.shortTypeNames))
        out["type"] = data.typeName;
    attributeFields(origin, out, [&](auto& io) { describeData(io, data); });
    if (!data.members.empty()) {
        Json members = Json::array();
        for (const auto& [name, member] : data.members)
            members.push_back(Json::array({name, descriptor(*member)}));
        out["attributes"]["members"] = std::move(members);
    }
    return out;
}

} // namespace mw::io
