// Reads an SDFG: containers, symbols, constants.
#include "core/io/detail/constants.h"
#include "core/io/detail/fields.h"
#include "core/io/detail/layout.h"
#include "core/io/detail/reader.h"

#include <fmt/format.h>

#include <array>

namespace mw::io {

using ir::DataKind;

namespace {

DataKind dataKindOf(std::string_view type) {
    if (type == "Scalar")
        return DataKind::scalar;
    if (type == "Array" || type == "ContainerArray")
        return DataKind::array;
    if (type == "Stream")
        return DataKind::stream;
    if (type == "Structure")
        return DataKind::structure;
    if (type.ends_with("View"))
        return DataKind::view;
    if (type.ends_with("Reference"))
        return DataKind::reference;
    return DataKind::other;
}

/// `View` and `Reference`, as DaCe 0.13.3 calls them, by their names since.
std::string longTypeName(const std::string& type) {
    return type == "View" || type == "Reference" ? "Array" + type : type;
}

/// Members that the file leaves to be derived from the shape.
void deriveAddressing(ir::DataDescriptor& data) {
    const bool derived = data.kind == DataKind::scalar || data.kind == DataKind::stream ||
                         data.typeName.starts_with("Structure");
    if (!derived)
        return;
    data.strides = cOrderStrides(data.shape);
    data.totalSize = product(data.shape);
    if (data.offset.empty())
        data.offset.assign(data.shape.size(), Expr(0));
}

bool isStructure(const ir::DataDescriptor& data) {
    return data.kind == DataKind::structure || data.typeName == "StructureView";
}

/// [[name, descriptor], ...]; what is something else stays as it is in the file.
bool arePairs(const Json& members) {
    return members.is_array() && std::ranges::all_of(members, [](const Json& pair) {
               return pair.is_array() && pair.size() == 2 && pair[0].is_string() &&
                      pair[1].is_object();
           });
}

} // namespace

ir::SdfgPtr Reader::sdfg(Json& json, const Path& place) {
    const Path at = place.as(json);
    auto result = std::make_shared<ir::Sdfg>();
    result->id = newId<SdfgId>();
    const auto type = typeOf(json, at);
    if (type && *type != "SDFG")
        fail(at / "type", "wrong-type", fmt::format("should be an SDFG, but is a '{}'", *type));
    Json* attributes = failed() ? nullptr : attributesOf(json, at);
    if (!attributes)
        return result;
    const Path attributesAt = at / "attributes";
    FieldReader io(*this, *attributes, attributesAt);
    describeSdfg(io, *result);
    readConstants(*attributes, *result);
    arrays(*attributes, attributesAt, *result);
    if (failed())
        return result;
    const auto* outer = std::exchange(sdfg_, result.get());
    result->body = region(json, at);
    sdfg_ = outer;
    if (failed())
        return result;
    auto origin = newOrigin();
    origin->json = std::move(json);
    origin->layout = layoutOf(*result);
    if (!outer)
        origin->regionTree = regionTreeOf(*result);
    result->origin = std::move(origin);
    return result;
}

void Reader::arrays(Json& attributes, const Path& at, ir::Sdfg& sdfg) {
    Json* table = find(attributes, "_arrays");
    if (!table)
        return;
    const Path tableAt = at / "_arrays";
    if (!table->is_object()) {
        fail(tableAt, "wrong-type",
             fmt::format("'_arrays' should be an object, but is {}", describeType(*table)));
        return;
    }
    for (auto& [name, json] : table->get_ref<Json::object_t&>()) {
        sdfg.arrays.append(name, descriptor(json, tableAt / name));
        if (failed())
            return;
    }
    *table = nullptr;
}

ir::DataPtr Reader::descriptor(Json& json, const Path& place) {
    const Path at = place.as(json);
    auto data = std::make_shared<ir::DataDescriptor>();
    const auto type = typeOf(json, at);
    const Json* attributes = type ? attributesOf(json, at) : nullptr;
    if (!attributes)
        return data;
    data->typeName = longTypeName(*type);
    data->kind = dataKindOf(*type);
    const Path attributesAt = at / "attributes";
    FieldReader io(*this, *attributes, attributesAt);
    describeData(io, *data);
    if (failed())
        return data;
    deriveAddressing(*data);
    const std::size_t rank = data->shape.size();
    if (data->kind != DataKind::other &&
        (data->strides.size() != rank || data->offset.size() != rank)) {
        fail(attributesAt, "invalid-value",
             fmt::format("has {} dimensions, {} strides and {} offsets", rank, data->strides.size(),
                         data->offset.size()));
        return data;
    }
    readMembers(json["attributes"], attributesAt, *data);
    auto origin = newOrigin();
    origin->json = std::move(json);
    data->origin = std::move(origin);
    return data;
}

void Reader::readMembers(Json& attributes, const Path& at, ir::DataDescriptor& data) {
    Json* members = isStructure(data) ? find(attributes, "members") : nullptr;
    if (!members || !arePairs(*members))
        return;
    const Path membersAt = at / "members";
    for (std::size_t i = 0; i < members->size(); ++i) {
        Json& pair = (*members)[i];
        const Path pairAt = membersAt.at(i);
        data.members.emplace_back(pair[0].get<std::string>(), descriptor(pair[1], pairAt.at(1)));
        if (failed())
            return;
        pair[1] = nullptr;
    }
}

} // namespace mw::io
