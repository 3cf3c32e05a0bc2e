#include "core/exec/message.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cctype>

namespace mw::exec {

namespace {

std::string printable(const std::vector<std::byte>& bytes) {
    std::string text;
    for (const std::byte b : bytes) {
        const auto c = std::to_integer<unsigned char>(b);
        text += std::isprint(c) != 0 ? static_cast<char>(c) : '.';
    }
    return text;
}

} // namespace

std::string wirePrefix(const Message& message) {
    nlohmann::json header = nlohmann::json::parse(message.header, nullptr, false);
    auto sizes = nlohmann::json::array();
    for (const Frame& frame : message.frames)
        sizes.push_back(frame->size());
    header["frames"] = std::move(sizes);
    const std::string text = header.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    std::string wire;
    for (unsigned shift = 0; shift < 32; shift += 8)
        wire += static_cast<char>((text.size() >> shift) & 0xffU);
    return wire + text;
}

std::byte* MessageReader::space(std::size_t& size) {
    size = buffer_.size() - filled_;
    return buffer_.data() + filled_;
}

Expected<void> MessageReader::received(std::size_t count) {
    filled_ += count;
    while (part_ != Part::complete && filled_ == buffer_.size())
        MW_CHECK(finishPart());
    return {};
}

Expected<void> MessageReader::finishPart() {
    filled_ = 0;
    if (part_ == Part::length) {
        std::size_t length = 0;
        for (std::size_t i = 4; i-- > 0;)
            length = (length << 8U) | std::to_integer<std::size_t>(buffer_[i]);
        if (length == 0 || length > kMaxHeaderBytes)
            return fail("not-a-runner", fmt::format("what answers is not mw-runner: it starts with "
                                                    "'{}'",
                                                    printable(buffer_)));
        buffer_.assign(length, std::byte{});
        part_ = Part::header;
        return {};
    }
    if (part_ == Part::header)
        return startFrames();
    message_.frames.push_back(std::make_shared<const std::vector<std::byte>>(std::move(buffer_)));
    nextFrame();
    return {};
}

Expected<void> MessageReader::startFrames() {
    message_.header.assign(reinterpret_cast<const char*>(buffer_.data()), buffer_.size());
    const auto json = nlohmann::json::parse(message_.header, nullptr, false);
    const bool isMessage = json.is_object() && json.contains("frames") && json["frames"].is_array();
    if (!isMessage)
        return fail("bad-message", "a message of the runner's protocol is damaged");
    for (const auto& size : json["frames"]) {
        if (!size.is_number_unsigned())
            return fail("bad-message", "a message of the runner's protocol is damaged");
        frameSizes_.push_back(size.get<std::size_t>());
    }
    nextFrame();
    return {};
}

void MessageReader::nextFrame() {
    const std::size_t done = message_.frames.size();
    part_ = done < frameSizes_.size() ? Part::frames : Part::complete;
    buffer_ = std::vector<std::byte>(part_ == Part::frames ? frameSizes_[done] : 0);
}

std::optional<Message> MessageReader::take() {
    if (part_ != Part::complete)
        return std::nullopt;
    Message message = std::move(message_);
    *this = MessageReader();
    return message;
}

} // namespace mw::exec
