#include "core/support/real_text.h"

#include <clocale>
#include <cstdlib>

namespace mw {

double realFromText(const char* text, char** end) {
    static const locale_t kPlain = newlocale(LC_ALL_MASK, "C", nullptr);
    return strtod_l(text, end, kPlain);
}

} // namespace mw
