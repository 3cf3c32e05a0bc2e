// What the client puts into its messages.
#include "core/exec/session_messages.h"

#include "core/support/hash.h"

#include <fmt/format.h>

namespace mw::exec {

SharedBytes bytesOf(const std::string& text) {
    const auto* bytes = reinterpret_cast<const std::byte*>(text.data());
    return std::make_shared<const std::vector<std::byte>>(bytes, bytes + text.size());
}

std::uint64_t contentKey(const inputs::HostArray& array) {
    std::uint64_t lanes[4] = {1, 2, 3, 4};
    const std::size_t words = array.bytes.size() / 8;
    for (std::size_t i = 0; i < words; ++i) {
        std::uint64_t word = 0;
        std::copy_n(array.bytes.data() + 8 * i, 8, reinterpret_cast<std::byte*>(&word));
        std::uint64_t& lane = lanes[i % 4];
        lane = (lane ^ word) * 0x9fb21c651e98df25ULL;
        lane ^= lane >> 29U;
    }
    std::uint64_t key = array.bytes.size();
    for (const std::uint64_t lane : lanes)
        key = hashCombine(key, lane);
    for (std::size_t i = 8 * words; i < array.bytes.size(); ++i)
        key = hashCombine(key, std::to_integer<std::uint64_t>(array.bytes[i]));
    return key;
}

Unexpected whileRunning(const std::vector<codegen::GlobalCode>& code, std::string_view kind,
                        Diagnostic error) {
    if (code.empty() || error.code == "cancelled")
        return Unexpected(std::move(error));
    const std::string name =
        code.size() == 1 ? "the " + code.front().where
                         : fmt::format("the graph's {} code ({} pieces)", kind, code.size());
    const bool ended = error.code == "runner-died" || error.code == "timeout";
    error.sentence = fmt::format("{} {}: {}", name, ended ? "did not come to its end" : "failed",
                                 error.sentence);
    for (const codegen::GlobalCode& one : code)
        error.location.elements.push_back(one.element);
    return Unexpected(std::move(error));
}

} // namespace mw::exec
