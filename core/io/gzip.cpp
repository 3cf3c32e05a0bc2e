// Compressed graphs (.sdfgz), with a limit on what they unpack to.
#include "core/io/file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>

namespace mw::io {

namespace {

constexpr int kGzip = 15 + 16; // window of 32 KiB, gzip framing
constexpr std::size_t kChunk = std::size_t{1} << 20U;

::Bytef* input(std::string_view bytes) {
    // zlib reads through a pointer that older versions did not declare const.
    return reinterpret_cast<::Bytef*>(const_cast<char*>(bytes.data())); // NOLINT
}

::uInt atMost(std::size_t size) {
    return static_cast<::uInt>(std::min<std::size_t>(size, std::numeric_limits<::uInt>::max()));
}

/// Inflates one or several gzip members one after the other.
class Inflater {
public:
    explicit Inflater(std::string_view bytes) : rest_(bytes) {
        ok_ = ::inflateInit2(&stream_, kGzip) == Z_OK;
    }
    ~Inflater() { ::inflateEnd(&stream_); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    Expected<std::string> run(std::size_t maxBytes) {
        std::string out;
        out.reserve(std::min(maxBytes, rest_.size() * 8));
        while (ok_) {
            const int status = step(out);
            if (out.size() > maxBytes)
                return fail("too-big", fmt::format("the decompressed file is larger than the limit "
                                                   "of {} bytes",
                                                   maxBytes));
            if (status == Z_STREAM_END) {
                // Anything but another member after the end is padding, as gzip(1) has it.
                if (!isGzip(rest_))
                    return out;
                ok_ = ::inflateReset(&stream_) == Z_OK;
            } else if (status == Z_BUF_ERROR || (status == Z_OK && rest_.empty() && !more_)) {
                return fail("truncated-gzip", "the compressed file is truncated");
            } else if (status != Z_OK) {
                return fail("corrupt-gzip", fmt::format("the compressed file is damaged: {}",
                                                        stream_.msg ? stream_.msg : "bad data"));
            }
        }
        return fail("out-of-memory", "there is not enough memory to decompress the file");
    }

private:
    int step(std::string& out) {
        const std::size_t before = out.size();
        out.resize(before + kChunk);
        stream_.next_in = input(rest_);
        stream_.avail_in = atMost(rest_.size());
        stream_.next_out = reinterpret_cast<::Bytef*>(out.data() + before); // NOLINT
        stream_.avail_out = static_cast<::uInt>(kChunk);
        const ::uInt offered = stream_.avail_in;
        const int status = ::inflate(&stream_, Z_NO_FLUSH);
        rest_.remove_prefix(offered - stream_.avail_in);
        more_ = stream_.avail_out == 0; // output may be waiting inside zlib
        out.resize(before + kChunk - stream_.avail_out);
        return status;
    }

    std::string_view rest_;
    ::z_stream stream_{};
    bool ok_ = false;
    bool more_ = false;
};

} // namespace

bool isGzip(std::string_view bytes) {
    return bytes.starts_with("\x1f\x8b");
}

Expected<std::string> gunzip(std::string_view bytes, std::size_t maxBytes) {
    return Inflater(bytes).run(maxBytes);
}

Expected<std::string> gzip(std::string_view bytes) {
    ::z_stream stream{};
    constexpr int kMemoryLevel = 8;
    if (::deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzip, kMemoryLevel,
                       Z_DEFAULT_STRATEGY) != Z_OK)
        return fail("out-of-memory", "there is not enough memory to compress the file");
    std::string out;
    int status = Z_OK;
    while (status == Z_OK) {
        const std::size_t before = out.size();
        out.resize(before + kChunk);
        stream.next_in = input(bytes);
        stream.avail_in = atMost(bytes.size());
        stream.next_out = reinterpret_cast<::Bytef*>(out.data() + before); // NOLINT
        stream.avail_out = static_cast<::uInt>(kChunk);
        const ::uInt offered = stream.avail_in;
        status = ::deflate(&stream, offered == bytes.size() ? Z_FINISH : Z_NO_FLUSH);
        bytes.remove_prefix(offered - stream.avail_in);
        out.resize(before + kChunk - stream.avail_out);
    }
    ::deflateEnd(&stream);
    if (status != Z_STREAM_END)
        return fail("gzip-failed", "the file could not be compressed");
    return out;
}

} // namespace mw::io
