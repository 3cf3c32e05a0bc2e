// Kernels that somebody wrote: whether a text is for the kernel that it should stand for.
#include "core/codegen/codegen.h"
#include "core/support/sha256.h"

#include <fmt/format.h>

#include <cctype>

namespace mw::codegen {

namespace {

/// From the entry point's `extern "C"` to its `{`, with one blank for each run of them.
std::string headOf(std::string_view text) {
    const std::size_t begin = text.find("extern \"C\"");
    const std::size_t end = text.find('{', begin);
    if (end == std::string_view::npos)
        return {};
    std::string head;
    for (const char c : text.substr(begin, end - begin))
        if (std::isspace(static_cast<unsigned char>(c)) == 0)
            head += c;
        else if (!head.ends_with(' '))
            head += ' ';
    while (head.ends_with(' '))
        head.pop_back();
    return head;
}

Unexpected cannotStand(const Kernel& kernel, std::string_view why) {
    return fail("bad-choices",
                fmt::format("the kernel '{}' cannot be the text that was written by hand: {}",
                            kernel.name, why),
                {{}, {}, {kernel.map}});
}

} // namespace

std::string textWithPurpose(const HandText& hand) {
    return fmt::format("{} {}\n{}", name(hand.target), hand.generatedHash, hand.text);
}

std::string whereByHand(const Kernel& kernel) {
    return fmt::format("kernel '{}', written by hand", kernel.name);
}

HandText handText(const Kernel& kernel, Target target, std::string text) {
    return {target, sha256(generatedText(kernel, target)), std::move(text)};
}

Expected<void> checkHandText(const Kernel& kernel, const HandText& hand) {
    const std::string generated = generatedText(kernel, hand.target);
    if (sha256(generated) != hand.generatedHash)
        return cannotStand(kernel, "it is generated otherwise than when that was written, since "
                                   "the graph or the launch is another one");
    if (headOf(hand.text) != headOf(generated))
        return cannotStand(kernel, "what stands from 'extern \"C\"' to the first '{' must stay as "
                                   "it is generated, since the launch relies on it");
    return {};
}

} // namespace mw::codegen
