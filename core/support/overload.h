#pragma once

namespace mw {

/// Visitor from lambdas: `std::visit(Overload{[](int) {}, [](const std::string&) {}}, value)`.
template <class... Fs>
struct Overload : Fs... {
    using Fs::operator()...;
};
template <class... Fs>
Overload(Fs...) -> Overload<Fs...>;

} // namespace mw
