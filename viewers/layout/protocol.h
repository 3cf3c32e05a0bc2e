#pragma once

#include "viewers/layout/scope_graph.h"

#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// The protocol of the layout helper on standard input and output: messages of a 32-bit length and
/// that many bytes, host byte order (both ends are one build on one machine). A request holds many
/// graphs, the answer one list of middles for each.
namespace mw::layout::protocol {

constexpr std::uint32_t kMaxMessage = 64U << 20U;

class Writer {
public:
    template <class T>
    void put(T value) {
        const auto old = bytes_.size();
        bytes_.resize(old + sizeof value);
        std::memcpy(bytes_.data() + old, &value, sizeof value);
    }
    /// The message with its length in front.
    std::string message() const {
        const auto size = static_cast<std::uint32_t>(bytes_.size());
        std::string result(sizeof size, '\0');
        std::memcpy(result.data(), &size, sizeof size);
        return result + bytes_;
    }

private:
    std::string bytes_;
};

/// Reading past the end gives zeros and clears ok().
class Reader {
public:
    explicit Reader(std::string_view bytes) : bytes_(bytes) {}
    template <class T>
    T get() {
        T value{};
        if (bytes_.size() < sizeof value) {
            ok_ = false;
            bytes_ = {};
            return value;
        }
        std::memcpy(&value, bytes_.data(), sizeof value);
        bytes_.remove_prefix(sizeof value);
        return value;
    }
    bool ok() const { return ok_; }
    std::size_t left() const { return bytes_.size(); }

private:
    std::string_view bytes_;
    bool ok_ = true;
};

using Answer = std::vector<std::optional<std::vector<double>>>;

std::string encodeRequest(const std::vector<const RankedGraph*>& graphs);
std::optional<std::vector<RankedGraph>> decodeRequest(std::string_view bytes);
std::string encodeAnswer(const Answer& answer);
std::optional<Answer> decodeAnswer(std::string_view bytes);

} // namespace mw::layout::protocol
