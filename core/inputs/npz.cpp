// Archives of arrays (.npz): ZIP with stored or deflated members.
#include "core/inputs/npy.h"
#include "core/io/file.h"
#include "core/support/memory.h"
#include "core/support/printable.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <optional>

namespace mw::inputs {

namespace {

// PKWARE APPNOTE 6.3.9: the parts of the zip format that numpy writes (stored and deflated members,
// zip64 sizes and offsets).
constexpr std::uint32_t kLocalHeader = 0x04034b50;
constexpr std::uint32_t kCentralHeader = 0x02014b50;
constexpr std::uint32_t kEndRecord = 0x06054b50;
constexpr std::uint32_t kEndRecord64 = 0x06064b50;
constexpr std::uint32_t kEndLocator64 = 0x07064b50;
constexpr std::uint64_t kUse64 = 0xffffffff;
constexpr std::size_t kMaxMemberBytes = std::size_t{1} << 36U;

Unexpected badArchive(std::string_view why) {
    return fail("bad-npz", fmt::format("not a readable .npz file: {}", why));
}

/// Little-endian reads that never leave the buffer (0 beyond its end).
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : bytes_(bytes) {}

    std::uint64_t number(std::uint64_t at, int width) const {
        std::uint64_t value = 0;
        for (int i = width; i-- > 0;) {
            const std::uint64_t place = at + static_cast<std::uint64_t>(i);
            value = (value << 8U) |
                    (place < bytes_.size() ? static_cast<unsigned char>(bytes_[place]) : 0U);
        }
        return value;
    }
    std::uint64_t u16(std::uint64_t at) const { return number(at, 2); }
    std::uint64_t u32(std::uint64_t at) const { return number(at, 4); }
    std::uint64_t u64(std::uint64_t at) const { return number(at, 8); }
    std::uint64_t size() const { return bytes_.size(); }
    std::optional<std::string_view> part(std::uint64_t at, std::uint64_t count) const {
        if (at > bytes_.size() || count > bytes_.size() - at)
            return std::nullopt;
        return bytes_.substr(at, count);
    }

private:
    std::string_view bytes_;
};

/// A name that every tool unpacks to one file of the folder it was told, on every system.
bool isMemberName(std::string_view name) {
    constexpr std::size_t kLongestFileName = 250;
    return !name.empty() && name.size() <= kLongestFileName && name.front() != '.' &&
           name == printable(name) && name.find_first_of("/\\:") == std::string_view::npos;
}

struct Directory {
    std::uint64_t offset = 0, entries = 0;
    std::uint64_t end = 0; ///< offset of the end record
};

Expected<Directory> findDirectory(const ByteReader& file) {
    constexpr std::uint64_t recordSize = 22;
    if (file.size() < recordSize)
        return badArchive("it is too short");
    const std::uint64_t last = file.size() - recordSize;
    const std::uint64_t first = last > 0xffff ? last - 0xffff : 0;
    for (std::uint64_t at = last + 1; at-- > first;) {
        if (file.u32(at) != kEndRecord)
            continue;
        Directory directory{file.u32(at + 16), file.u16(at + 10), at};
        if (at >= 20 && file.u32(at - 20) == kEndLocator64) {
            const std::uint64_t record = file.u64(at - 12);
            if (file.u32(record) == kEndRecord64)
                directory = {file.u64(record + 48), file.u64(record + 32), at};
        }
        return directory;
    }
    return badArchive("the end of the archive is missing");
}

struct Member {
    std::string name;
    std::uint64_t method = 0, crc = 0, packed = 0, size = 0, offset = 0;
};

/// The zip64 extra field holds, in this order, those of size, packed size and offset that did not
/// fit into the entry itself.
void readZip64(const ByteReader& file, std::uint64_t at, std::uint64_t end, Member& member) {
    while (at + 4 <= end) {
        const std::uint64_t id = file.u16(at);
        const std::uint64_t length = file.u16(at + 2);
        std::uint64_t field = at + 4;
        if (id == 1) {
            for (std::uint64_t* value : {&member.size, &member.packed, &member.offset}) {
                if (*value != kUse64)
                    continue;
                *value = file.u64(field);
                field += 8;
            }
        }
        at += 4 + length;
    }
}

Expected<std::vector<Member>> readDirectory(const ByteReader& file) {
    MW_TRY(const Directory directory, findDirectory(file));
    std::vector<Member> members;
    std::uint64_t at = directory.offset;
    for (std::uint64_t i = 0; i < directory.entries; ++i) {
        if (file.u32(at) != kCentralHeader)
            return badArchive("its directory is damaged");
        const std::uint64_t nameLength = file.u16(at + 28);
        const std::uint64_t extraLength = file.u16(at + 30);
        const auto name = file.part(at + 46, nameLength);
        if (!name)
            return badArchive("its directory is cut off");
        Member member{std::string(*name), file.u16(at + 10), file.u32(at + 16),
                      file.u32(at + 20),  file.u32(at + 24), file.u32(at + 42)};
        const std::uint64_t extra = at + 46 + nameLength;
        readZip64(file, extra, extra + extraLength, member);
        at = extra + extraLength + file.u16(at + 32);
        members.push_back(std::move(member));
    }
    return members;
}

class Inflater {
public:
    explicit Inflater(std::string_view packed) : packed_(packed) {
        isStarted_ = inflateInit2(&stream_, -MAX_WBITS) == Z_OK;
    }
    ~Inflater() {
        if (isStarted_)
            inflateEnd(&stream_);
    }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    /// The text grows to the size, or by less where the packed bytes are over.
    void growTo(std::uint64_t size, std::string& out) {
        constexpr std::size_t chunk = std::size_t{1} << 30U; // zlib counts in 32 bits
        std::size_t produced = out.size();
        out.resize(size);
        while (isStarted_ && status_ == Z_OK && produced < size) {
            stream_.next_in =
                reinterpret_cast<Bytef*>(const_cast<char*>(packed_.data())) + consumed_;
            stream_.avail_in = static_cast<uInt>(std::min(chunk, packed_.size() - consumed_));
            stream_.next_out = reinterpret_cast<Bytef*>(out.data()) + produced;
            stream_.avail_out = static_cast<uInt>(std::min(chunk, out.size() - produced));
            const uInt in = stream_.avail_in;
            const uInt room = stream_.avail_out;
            status_ = inflate(&stream_, Z_NO_FLUSH);
            consumed_ += in - stream_.avail_in;
            produced += room - stream_.avail_out;
        }
        out.resize(produced);
    }

private:
    std::string_view packed_;
    z_stream stream_{};
    bool isStarted_ = false;
    int status_ = Z_OK;
    std::size_t consumed_ = 0;
};

/// Of a member that says how large it is. What its array does not need is not inflated, so that
/// little packed memory cannot become much.
Expected<std::string> inflateArray(std::string_view packed, std::uint64_t size,
                                   const std::string& name) {
    constexpr std::uint64_t header = 0x10100;
    Inflater inflater(packed);
    std::string out;
    inflater.growTo(std::min(size, header), out);
    MW_TRY(const auto needed, npySize(out));
    if (size > needed)
        return badArchive(
            fmt::format("the member '{}' has {} bytes, and its array {}", name, size, needed));
    MW_CHECK(requireMemory(needed, fmt::format("the array '{}'", name)));
    inflater.growTo(size, out);
    if (out.size() != size)
        return badArchive(fmt::format("the member '{}' is damaged", name));
    return out;
}

std::uint64_t checksum(std::string_view bytes) {
    return crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size());
}

Expected<std::string> memberBytes(const ByteReader& file, const Member& member) {
    if (file.u32(member.offset) != kLocalHeader)
        return badArchive(
            fmt::format("the member '{}' is not where the directory says", member.name));
    const std::uint64_t start =
        member.offset + 30 + file.u16(member.offset + 26) + file.u16(member.offset + 28);
    const auto packed = file.part(start, member.packed);
    // Deflate reaches a factor of 1032 at best: a larger claim is a damaged or hostile file.
    if (!packed || member.size > kMaxMemberBytes || member.size / 1100 > member.packed + 1)
        return badArchive(fmt::format("the member '{}' is cut off", member.name));
    std::string bytes;
    if (member.method == 0)
        bytes = std::string(*packed);
    else if (member.method == Z_DEFLATED) {
        MW_TRY(bytes, inflateArray(*packed, member.size, member.name));
    } else
        return badArchive(fmt::format("the member '{}' is packed in an unknown way", member.name));
    if (checksum(bytes) != member.crc)
        return badArchive(fmt::format("the checksum of the member '{}' is wrong", member.name));
    return bytes;
}

void append(std::string& out, std::uint64_t value, int width) {
    for (int i = 0; i < width; ++i)
        out += static_cast<char>((value >> (8U * static_cast<unsigned>(i))) & 0xffU);
}

/// Fields that local and central headers share, from "version needed" to the extra's length. Sizes
/// always stand in the zip64 extra: one form for all sizes.
void appendCommon(std::string& out, const Member& member, std::size_t extraLength) {
    append(out, 45, 2); // version: zip64
    append(out, 0, 2);  // flags
    append(out, 0, 2);  // stored
    append(out, 0, 2);  // time: always the same, so that equal arrays give equal files
    append(out, 0x21, 2);
    append(out, member.crc, 4);
    append(out, kUse64, 4);
    append(out, kUse64, 4);
    append(out, member.name.size(), 2);
    append(out, extraLength, 2);
}

void appendLocal(std::string& out, const Member& member, std::string_view bytes) {
    append(out, kLocalHeader, 4);
    appendCommon(out, member, 20);
    out += member.name;
    append(out, 1, 2);
    append(out, 16, 2);
    append(out, member.size, 8);
    append(out, member.size, 8);
    out += bytes;
}

void appendCentral(std::string& out, const Member& member) {
    append(out, kCentralHeader, 4);
    append(out, 45, 2);
    appendCommon(out, member, 28);
    append(out, 0, 2); // comment
    append(out, 0, 2); // disk
    append(out, 0, 2); // internal attributes
    append(out, 0644U << 16U, 4);
    append(out, kUse64, 4);
    out += member.name;
    append(out, 1, 2);
    append(out, 24, 2);
    append(out, member.size, 8);
    append(out, member.size, 8);
    append(out, member.offset, 8);
}

void appendEnd(std::string& out, std::uint64_t entries, std::uint64_t directory,
               const std::string& comment) {
    if (entries == 0) { // by these four bytes, first in the file, NumPy knows an empty one
        append(out, kEndRecord, 4);
        out.append(16, '\0');
        append(out, comment.size(), 2);
        out += comment;
        return;
    }
    const std::uint64_t record = out.size();
    append(out, kEndRecord64, 4);
    append(out, 44, 8);
    append(out, 45, 2);
    append(out, 45, 2);
    append(out, 0, 8); // disks
    append(out, entries, 8);
    append(out, entries, 8);
    append(out, record - directory, 8);
    append(out, directory, 8);
    append(out, kEndLocator64, 4);
    append(out, 0, 4);
    append(out, record, 8);
    append(out, 1, 4);
    append(out, kEndRecord, 4);
    append(out, 0, 4);
    append(out, 0xffff, 2);
    append(out, 0xffff, 2);
    append(out, kUse64, 4);
    append(out, kUse64, 4);
    append(out, comment.size(), 2);
    out += comment;
}

} // namespace

Expected<Archive> readArchive(const std::filesystem::path& path) {
    MW_TRY(const std::string bytes, io::readFile(path, std::numeric_limits<std::size_t>::max()));
    const auto read = [&]() -> Expected<Archive> {
        const ByteReader file(bytes);
        MW_TRY(const std::vector<Member> members, readDirectory(file));
        Archive archive;
        HostArrays& arrays = archive.arrays;
        for (const Member& member : members) {
            if (!member.name.ends_with(".npy"))
                continue;
            const std::string name = member.name.substr(0, member.name.size() - 4);
            if (!isMemberName(name))
                return badArchive(fmt::format("the member '{}' has no name that an array can have",
                                              printable(member.name, 80)));
            if (arrays.contains(name))
                return badArchive(fmt::format("it has the member '{}' twice", member.name));
            MW_TRY(const std::string npy, memberBytes(file, member));
            MW_TRY(arrays[name], readNpy(npy));
        }
        if (arrays.empty())
            return badArchive("it holds no array");
        MW_TRY(const auto directory, findDirectory(file));
        const auto comment = file.part(directory.end + 22, file.u16(directory.end + 20));
        archive.comment = comment.value_or(std::string_view());
        return archive;
    };
    auto archive = read();
    if (!archive && archive.error().location.file.empty())
        archive.error().location.file = path.string();
    return archive;
}

Expected<HostArrays> readNpz(const std::filesystem::path& path) {
    MW_TRY(auto archive, readArchive(path));
    return std::move(archive.arrays);
}

Expected<void> writeNpz(const HostArrays& arrays, const std::filesystem::path& path) {
    return writeArchive(arrays, "", path);
}

Expected<void> writeArchive(const HostArrays& arrays, const std::string& comment,
                            const std::filesystem::path& path) {
    if (comment.size() > kLongestComment)
        return fail("long-comment", fmt::format("the comment of a .npz file has at most {} bytes, "
                                                "not {}",
                                                kLongestComment, comment.size()));
    std::string out;
    std::vector<Member> members;
    for (const auto& [name, array] : arrays) {
        if (!isMemberName(name))
            return fail("bad-array-name",
                        fmt::format("the array '{}' cannot be written to a .npz file: its name is "
                                    "no name of a file",
                                    printable(name, 80)));
        MW_TRY(const std::string npy, toNpy(array));
        Member member{name + ".npy", 0, checksum(npy), npy.size(), npy.size(), out.size()};
        appendLocal(out, member, npy);
        members.push_back(std::move(member));
    }
    const std::uint64_t directory = out.size();
    for (const Member& member : members)
        appendCentral(out, member);
    appendEnd(out, members.size(), directory, comment);
    return io::writeFileAtomically(path, out);
}

} // namespace mw::inputs
