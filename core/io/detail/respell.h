#pragma once

#include "core/io/detail/codec.h"

#include <optional>
#include <string>
#include <string_view>

namespace mw::io {

/// The expression text in the encoder's dialect with the terms left as they stand, so that DaCe
/// sees the very same expression (the canonical print may turn signs or order). nullopt where the
/// two grammars differ in more than how a symbol is written.
std::optional<std::string> respell(std::string_view text, const Encoder& to);

/// Conversion of a value that the file states as `old`: respelled where that reads as the same
/// value (`check` reads the target dialect), else printed anew.
Json convertValue(const Json& old, ir::Storage value, const Encoder& to, Decoder& check);
Json convertValue(const Json& old, const ir::CodeBlock& value, const Encoder& to, Decoder& check);
Json convertValue(const Json& old, const Assignments& value, const Encoder& to, Decoder& check);
Json convertValue(const Json& old, const symbolic::Expr& value, const Encoder& to, Decoder& check);
Json convertValue(const Json& old, const std::vector<symbolic::Expr>& value, const Encoder& to,
                  Decoder& check);
Json convertValue(const Json& old, const symbolic::Subset& value, const Encoder& to,
                  Decoder& check);
Json convertValue(const Json& old, const std::optional<symbolic::Subset>& value, const Encoder& to,
                  Decoder& check);
Json convertValue(const Json& old, const SymbolMapping& value, const Encoder& to, Decoder& check);

} // namespace mw::io
