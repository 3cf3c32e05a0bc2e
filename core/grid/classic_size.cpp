// The head of classic NetCDF files ("NetCDF Classic Format Specification", Unidata).
#include "core/grid/classic_size.h"

#include <algorithm>
#include <vector>

namespace mw::grid {

namespace {

using Number = std::uint64_t;

/// Reads big-endian numbers; beyond the end all is 0, and `good` says so.
class Head {
public:
    explicit Head(std::span<const std::byte> file) : file_(file) {
        const auto byte = [&](std::size_t at) {
            return at < file.size() ? static_cast<char>(file[at]) : '\0';
        };
        const char version = byte(3);
        good_ = byte(0) == 'C' && byte(1) == 'D' && byte(2) == 'F' &&
                (version == 1 || version == 2 || version == 5);
        countBytes_ = version == 5 ? 8 : 4;
        offsetBytes_ = version == 1 ? 4 : 8;
        at_ = 4;
    }

    bool good() const { return good_; }
    Number word() { return number(4); }
    Number count() { return number(countBytes_); }
    Number offset() { return number(offsetBytes_); }
    /// Past bytes that are filled up to words.
    void skip(Number bytes) {
        if (bytes > file_.size())
            good_ = false;
        else
            at_ += (bytes + 3) / 4 * 4;
    }

private:
    Number number(std::size_t bytes) {
        good_ = good_ && at_ + bytes <= file_.size();
        Number value = 0;
        for (std::size_t i = 0; good_ && i < bytes; ++i)
            value = value << 8U | std::to_integer<Number>(file_[at_ + i]);
        at_ += bytes;
        return value;
    }

    std::span<const std::byte> file_;
    bool good_ = false;
    std::size_t countBytes_ = 4, offsetBytes_ = 4, at_ = 0;
};

/// Of nc_byte, nc_char, ... in the order of their numbers from 1.
Number bytesOf(Number type) {
    constexpr Number kBytes[] = {1, 1, 2, 4, 4, 8, 1, 2, 4, 8, 8};
    return type >= 1 && type <= std::size(kBytes) ? kBytes[type - 1] : 0;
}

/// A list is its tag, how many there are, and those.
template <class Read>
void list(Head& head, const Read& read) {
    head.word();
    const Number count = head.count();
    for (Number i = 0; i < count && head.good(); ++i)
        read();
}

void skipAttributes(Head& head) {
    list(head, [&] {
        head.skip(head.count());
        const Number type = head.word();
        head.skip(head.count() * bytesOf(type));
    });
}

} // namespace

std::optional<std::uint64_t> classicSize(std::span<const std::byte> file) {
    Head head(file);
    head.count(); // records
    std::vector<Number> lengths;
    list(head, [&] {
        head.skip(head.count());
        lengths.push_back(head.count());
    });
    skipAttributes(head);
    Number size = 0;
    list(head, [&] {
        head.skip(head.count());
        Number values = 1;
        const Number dimensions = head.count();
        for (Number i = 0; i < dimensions && head.good(); ++i) {
            const Number dimension = head.count();
            // Records, whose length is 0 here, may be none.
            values *= dimension < lengths.size() ? lengths[dimension] : 0;
        }
        skipAttributes(head);
        const Number type = head.word();
        head.count(); // its own idea of its size, which is too small a number for large ones
        const Number begin = head.offset();
        size = std::max(size, begin + values * bytesOf(type));
    });
    return head.good() ? std::optional(size) : std::nullopt;
}

} // namespace mw::grid
