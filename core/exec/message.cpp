// Messages between client and runner as bytes.
#include "core/exec/message.h"

#include "core/support/memory.h"
#include "core/support/printable.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <span>

namespace mw::exec {

namespace {

constexpr std::size_t kShown = 200;

std::string asText(std::span<const std::byte> bytes) {
    return printable({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, kShown);
}

Unexpected notARunner(const std::string& said) {
    return fail("not-a-runner",
                fmt::format("what answers is not mw-runner: it starts with '{}'", said));
}

} // namespace

std::string wirePrefix(const Message& message) {
    nlohmann::json header = nlohmann::json::parse(message.header, nullptr, false);
    auto sizes = nlohmann::json::array();
    for (const SharedBytes& frame : message.frames)
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
    // Text that happens to begin like a length would be waited for until it ends.
    if (part_ == Part::header && filled_ > 0 && buffer_.front() != std::byte{'{'})
        return notARunner(unfinished());
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
            return notARunner(asText(buffer_));
        std::ranges::copy(buffer_, length_.begin());
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
    std::optional<std::uint64_t> all = 0;
    for (const auto& size : json["frames"]) {
        if (!size.is_number_unsigned())
            return fail("bad-message", "a message of the runner's protocol is damaged");
        frameSizes_.push_back(size.get<std::size_t>());
        all = checkedSum(all, frameSizes_.back());
    }
    MW_CHECK(requireMemory(all, "the arrays of a message"));
    nextFrame();
    return {};
}

void MessageReader::nextFrame() {
    const std::size_t done = message_.frames.size();
    part_ = done < frameSizes_.size() ? Part::frames : Part::complete;
    buffer_ = std::vector<std::byte>(part_ == Part::frames ? frameSizes_[done] : 0);
}

std::string MessageReader::unfinished() const {
    const auto part = asText(std::span(buffer_).first(std::min(filled_, kShown)));
    return part_ == Part::header ? asText(length_) + part : part;
}

std::optional<Message> MessageReader::take() {
    if (part_ != Part::complete)
        return std::nullopt;
    Message message = std::move(message_);
    *this = MessageReader();
    return message;
}

} // namespace mw::exec
