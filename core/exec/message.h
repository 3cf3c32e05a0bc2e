#pragma once

#include "core/inputs/scenario.h"
#include "core/support/expected.h"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace mw::exec {

/// Bytes of one array, shared: the same input goes to several programs.
using SharedBytes = std::shared_ptr<const std::vector<std::byte>>;

/// What client and runner exchange: a JSON object and binary frames. On the wire: the length of the
/// JSON text (32 bit, little-endian), the text (its member "frames" lists the sizes), the frames.
struct Message {
    std::string header; ///< compact JSON, without "frames"
    std::vector<SharedBytes> frames;
};

/// Of requests and replies; both sides must have the same.
constexpr int kProtocolVersion = 7;

/// Headers beyond this are a sign that something else than the runner is talking.
constexpr std::size_t kMaxHeaderBytes = std::size_t{1} << 28U;

/// Length prefix and header as they go over the wire; the frames follow as they are.
std::string wirePrefix(const Message& message);

/// Takes bytes as they arrive and gives whole messages.
class MessageReader {
public:
    /// Space to receive into: at least one byte. Call `received` with how many came.
    std::byte* space(std::size_t& size);
    Expected<void> received(std::size_t count);
    /// A complete message, once; nullopt while more bytes are needed.
    std::optional<Message> take();
    /// The bytes of an incomplete message as printable text, for the error about what sent them.
    std::string unfinished() const;

private:
    enum class Part : std::uint8_t { length, header, frames, complete };

    Expected<void> finishPart();
    Expected<void> startFrames();
    void nextFrame();

    Part part_ = Part::length;
    std::vector<std::byte> buffer_ = std::vector<std::byte>(4);
    std::size_t filled_ = 0;
    std::array<std::byte, 4> length_{}; ///< as it came
    std::vector<std::size_t> frameSizes_;
    Message message_;
};

} // namespace mw::exec
