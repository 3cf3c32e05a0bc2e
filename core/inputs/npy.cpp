// Arrays in NumPy's .npy format.
#include "core/inputs/npy.h"

#include "core/support/memory.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cstring>

namespace mw::inputs {

namespace {

// https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 62U;

struct TypeCode {
    std::string_view code;
    ir::ScalarType type;
};
constexpr std::array<TypeCode, 14> kTypes = {{
    {"|b1", ir::ScalarType::boolean},
    {"|i1", ir::ScalarType::int8},
    {"<i2", ir::ScalarType::int16},
    {"<i4", ir::ScalarType::int32},
    {"<i8", ir::ScalarType::int64},
    {"|u1", ir::ScalarType::uint8},
    {"<u2", ir::ScalarType::uint16},
    {"<u4", ir::ScalarType::uint32},
    {"<u8", ir::ScalarType::uint64},
    {"<f2", ir::ScalarType::float16},
    {"<f4", ir::ScalarType::float32},
    {"<f8", ir::ScalarType::float64},
    {"<c8", ir::ScalarType::complex64},
    {"<c16", ir::ScalarType::complex128},
}};

struct Header {
    ir::ScalarType type = ir::ScalarType::none;
    bool fortranOrder = false;
    std::vector<std::int64_t> shape;
    std::size_t dataOffset = 0;
};

Unexpected bad(std::string_view why) {
    return fail("bad-npy", fmt::format("not a readable .npy array: {}", why));
}

/// Text after `'key':` of the header's dictionary, without leading blanks.
std::optional<std::string_view> entry(std::string_view dictionary, std::string_view key) {
    const auto at = dictionary.find(fmt::format("'{}':", key));
    if (at == std::string_view::npos)
        return std::nullopt;
    std::string_view rest = dictionary.substr(at + key.size() + 3);
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    return rest;
}

Expected<std::vector<std::int64_t>> parseShape(std::string_view text) {
    const auto close = text.find(')');
    if (!text.starts_with('(') || close == std::string_view::npos)
        return bad("the header has no shape");
    text = text.substr(1, close - 1);
    std::vector<std::int64_t> shape;
    while (!text.empty()) {
        if (text.front() == ' ' || text.front() == ',') {
            text.remove_prefix(1);
            continue;
        }
        std::int64_t n = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
        if (error != std::errc{} || n < 0 || shape.size() >= 32)
            return bad("the shape is not a tuple of sizes");
        shape.push_back(n);
        text.remove_prefix(static_cast<std::size_t>(end - text.data()));
    }
    return shape;
}

Expected<ir::ScalarType> parseType(std::string_view text) {
    const auto close = text.find('\'', 1);
    if (!text.starts_with('\'') || close == std::string_view::npos)
        return bad("structured element types are not supported");
    const std::string_view code = text.substr(1, close - 1);
    for (const TypeCode& known : kTypes)
        if (known.code == code)
            return known.type;
    return bad(fmt::format("the element type '{}' is not supported", code));
}

/// Offset and length of the header's dictionary.
Expected<std::pair<std::size_t, std::size_t>> headerExtent(std::string_view bytes) {
    if (bytes.size() < 12 || !bytes.starts_with(kMagic))
        return bad("the magic bytes are missing");
    const auto byte = [&](std::size_t i) {
        return static_cast<std::size_t>(static_cast<unsigned char>(bytes[i]));
    };
    const std::size_t version = byte(6);
    if (version < 1 || version > 3)
        return bad(fmt::format("format version {} is unknown", version));
    const bool isShort = version == 1;
    const std::size_t length =
        byte(8) | (byte(9) << 8U) | (isShort ? 0 : (byte(10) << 16U) | (byte(11) << 24U));
    const std::size_t start = isShort ? 10 : 12;
    if (length > bytes.size() - start)
        return bad("the header is cut off");
    return std::pair{start, length};
}

Expected<Header> parseHeader(std::string_view bytes) {
    MW_TRY(const auto place, headerExtent(bytes));
    const std::string_view dictionary = bytes.substr(place.first, place.second);
    const auto descr = entry(dictionary, "descr");
    const auto order = entry(dictionary, "fortran_order");
    const auto shape = entry(dictionary, "shape");
    if (!descr || !order || !shape)
        return bad("the header lacks descr, fortran_order or shape");
    Header header;
    MW_TRY(header.type, parseType(*descr));
    MW_TRY(header.shape, parseShape(*shape));
    header.fortranOrder = order->starts_with("True");
    header.dataOffset = place.first + place.second;
    return header;
}

/// Row-major elements to first-dimension-fastest ones.
void transposeFromRowMajor(const std::byte* in, HostArray& out, std::size_t elementSize) {
    const std::size_t rank = out.shape.size();
    std::vector<std::size_t> stride(rank, 1);
    for (std::size_t d = 1; d < rank; ++d)
        stride[d] = stride[d - 1] * static_cast<std::size_t>(out.shape[d - 1]);
    std::vector<std::int64_t> at(rank, 0);
    const auto total = static_cast<std::size_t>(out.elements());
    std::size_t target = 0;
    for (std::size_t i = 0; i < total; ++i) {
        std::memcpy(out.bytes.data() + target * elementSize, in + i * elementSize, elementSize);
        for (std::size_t d = rank; d-- > 0;) {
            target += stride[d];
            if (++at[d] < out.shape[d])
                break;
            target -= stride[d] * static_cast<std::size_t>(out.shape[d]);
            at[d] = 0;
        }
    }
}

} // namespace

namespace {

/// "bad-npy" beyond 64 bits.
Expected<std::uint64_t> dataSize(const Header& header) {
    auto size = checkedProduct(header.shape, ir::sizeOf(header.type));
    if (!size || *size > kMostBytes)
        return bad("its shape has more elements than memory can hold");
    return *size;
}

} // namespace

Expected<std::uint64_t> npySize(std::string_view bytes) {
    MW_TRY(const Header header, parseHeader(bytes));
    MW_TRY(const auto size, dataSize(header));
    return header.dataOffset + size;
}

Expected<HostArray> readNpy(std::string_view bytes) {
    MW_TRY(const Header header, parseHeader(bytes));
    HostArray array{header.type, header.shape, {}};
    const auto elementSize = static_cast<std::size_t>(ir::sizeOf(header.type));
    MW_TRY(const auto needed, dataSize(header));
    if (needed > bytes.size() - header.dataOffset)
        return bad("the data is cut off");
    const auto* data = reinterpret_cast<const std::byte*>(bytes.data()) + header.dataOffset;
    array.bytes.resize(needed);
    if (needed == 0)
        return array;
    if (header.fortranOrder || header.shape.size() <= 1)
        std::memcpy(array.bytes.data(), data, needed);
    else
        transposeFromRowMajor(data, array, elementSize);
    return array;
}

Expected<std::string> toNpy(const HostArray& array) {
    std::string_view code;
    for (const TypeCode& known : kTypes)
        if (known.type == array.type)
            code = known.code;
    if (code.empty())
        return fail("bad-type",
                    fmt::format("numpy files have no element type {}", ir::name(array.type)));
    std::string shape;
    for (const std::int64_t n : array.shape)
        shape += fmt::format("{}, ", n);
    if (array.shape.size() > 1)
        shape.resize(shape.size() - 2);
    else if (!shape.empty())
        shape.pop_back();
    std::string header =
        fmt::format("{{'descr': '{}', 'fortran_order': True, 'shape': ({}), }}", code, shape);
    const std::size_t prefix = kMagic.size() + 4;
    header.append(63 - (prefix + header.size()) % 64, ' ');
    header += '\n';
    std::string bytes(kMagic);
    bytes += '\x01';
    bytes += '\0';
    bytes += static_cast<char>(header.size() & 0xffU);
    bytes += static_cast<char>(header.size() >> 8U);
    bytes += header;
    bytes.append(reinterpret_cast<const char*>(array.bytes.data()), array.bytes.size());
    return bytes;
}

} // namespace mw::inputs
