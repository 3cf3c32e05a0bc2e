// The compiled kernels of an exported library.
#include "core/codegen/library/images.h"

#include "core/codegen/library/host_text.h"
#include "core/support/text_writer.h"

#include <fmt/format.h>

namespace mw::codegen {

std::string printImages(const std::vector<std::string>& files,
                        const std::vector<std::size_t>& imageOf) {
    TextWriter out;
    out.line("// The compiled kernels.");
    for (std::size_t i = 0; i < files.size(); ++i) {
        // The assembler reads literals as C does.
        const std::string section = fmt::format(
            ".section .rodata\n.balign 4096\n.globl mw_image_{0}\n.hidden mw_image_{0}\n"
            "mw_image_{0}:\n.incbin {1}\n.byte 0\n.previous\n",
            i, stringLiteral(files[i]));
        out.line(fmt::format("__asm__({});", stringLiteral(section)));
    }
    out.line("extern \"C\" {");
    for (std::size_t i = 0; i < files.size(); ++i)
        out.line(fmt::format("extern const char mw_image_{}[];", i));
    out.line("extern const void* const mw_images[];");
    out.line("extern const int mw_image_count;");
    out.line("extern const int mw_image_of[];");
    std::string images;
    for (std::size_t i = 0; i < files.size(); ++i)
        images += fmt::format("mw_image_{}, ", i);
    out.line(fmt::format("const void* const mw_images[] = {{{}nullptr}};", images));
    out.line(fmt::format("const int mw_image_count = {};", files.size()));
    out.line(fmt::format("const int mw_image_of[] = {{{}{}0}};", fmt::join(imageOf, ", "),
                         imageOf.empty() ? "" : ", "));
    out.line("}");
    return out.take();
}

} // namespace mw::codegen
