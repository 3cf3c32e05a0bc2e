#include "core/interp/frame.h"

#include "core/support/memory.h"

#include <fmt/format.h>

#include <array>

namespace mw::interp {

using symbolic::Expr;

std::int64_t Buffer::elements() const {
    return static_cast<std::int64_t>(bytes.size()) / ir::sizeOf(type);
}

std::int64_t volume(const Box& box) {
    std::int64_t product = 1;
    for (const Span& span : box)
        product *= span.size();
    return product;
}

Box wholeOf(const View& view) {
    Box box;
    for (const auto extent : view.shape)
        box.push_back({0, extent - 1, 1});
    return box;
}

std::string indexText(const std::vector<std::int64_t>& index) {
    return fmt::format("[{}]", fmt::join(index, ", "));
}

Expected<std::int64_t> Frame::evaluate(const Expr& e) const {
    if (const auto constant = e.asInteger())
        return *constant;
    return symbolic::evaluateInteger(e, symbols);
}

Scalar Frame::symbol(std::string_view name) const {
    const symbolic::Value& value = symbols.find(name)->second;
    const Scalar plain = value.isReal ? Scalar::real(value.d) : Scalar::integer(value.i);
    if (const auto declared = sdfg->symbols.find(name); declared != sdfg->symbols.end())
        return plain.as(declared->second.scalar);
    const Scalar narrow = plain.as(ir::ScalarType::int32);
    return !value.isReal && narrow.i == value.i ? narrow : plain;
}

void Frame::setSymbol(const std::string& name, const Scalar& value) {
    const auto declared = sdfg->symbols.find(name);
    const Scalar typed =
        declared == sdfg->symbols.end() ? value : value.as(declared->second.scalar);
    symbols.insert_or_assign(name, typed.toValue());
    if (!temporaries)
        return;
    if (const auto sized = temporaries->sizedBy.find(name); sized != temporaries->sizedBy.end())
        for (const auto& temporary : sized->second) // laid out anew when they are used next
            views.erase(temporary);
}

Expected<Box> Frame::evaluate(const symbolic::Subset& subset) const {
    Box box;
    for (const auto& dim : subset.dims) {
        MW_TRY(const auto begin, evaluate(dim.begin));
        MW_TRY(const auto end, evaluate(dim.end));
        MW_TRY(const auto step, evaluate(dim.step));
        if (step <= 0)
            return fail("bad-step", fmt::format("a subset has the step {}", step));
        box.push_back({begin, end, step});
    }
    return box;
}

Expected<View> Frame::layout(const ir::DataDescriptor& data, Buffer* buffer,
                             std::int64_t base) const {
    View view{buffer, base, {}, {}, {}, data.dtype.scalar};
    const auto evaluateAll = [&](const std::vector<Expr>& from,
                                 std::vector<std::int64_t>& into) -> Expected<void> {
        for (const Expr& e : from) {
            MW_TRY(const auto value, evaluate(e));
            into.push_back(value);
        }
        return {};
    };
    MW_CHECK(evaluateAll(data.shape, view.shape));
    MW_CHECK(evaluateAll(data.strides, view.strides));
    MW_CHECK(evaluateAll(data.offset, view.offset));
    view.strides.resize(view.shape.size(), 1); // a Scalar has no strides
    view.offset.resize(view.shape.size(), 0);
    return view;
}

Expected<View*> Frame::view(const std::string& name) {
    if (const auto found = views.find(name); found != views.end())
        return &found->second;
    const auto* data = sdfg->data(name);
    if (!data)
        return fail("missing-container",
                    fmt::format("the SDFG '{}' has no container '{}'", sdfg->name, name));
    if (!data->transient)
        return fail("missing-argument", fmt::format("the argument '{}' was not given", name));
    if (data->kind == ir::DataKind::view)
        return fail("ambiguous-view", fmt::format("nothing says what the view '{}' shows", name));
    if (ir::sizeOf(data->dtype.scalar) == 0)
        return fail("unsupported-type", fmt::format("the type of '{}' cannot be executed", name));
    MW_TRY(const auto elements, evaluate(data->totalSize));
    MW_TRY(const auto start, evaluate(data->startOffset));
    auto buffer = std::make_unique<Buffer>();
    buffer->type = data->dtype.scalar;
    const auto width = static_cast<std::size_t>(ir::sizeOf(buffer->type));
    const auto count = static_cast<std::size_t>(std::max<std::int64_t>(elements, 0));
    MW_CHECK(requireMemory(
        checkedProduct(std::array{static_cast<std::int64_t>(count)}, ir::sizeOf(buffer->type)),
        fmt::format("the elements of the temporary '{}'", name)));
    buffer->bytes.resize(count * width);
    if (!temporaries || !temporaries->zeroed.contains(name))
        for (std::size_t i = 0; i < count; ++i)
            storeElement(&buffer->bytes[i * width], buffer->type, poison(buffer->type));
    MW_TRY(View view, layout(*data, buffer.get(), start));
    owned.push_back(std::move(buffer));
    return &(views[name] = std::move(view));
}

Expected<std::byte*> address(const View& view, const std::vector<std::int64_t>& index,
                             const std::string& name) {
    const auto outside = [&] {
        return fail("out-of-bounds", fmt::format("an access to {}{} is outside its shape {}", name,
                                                 indexText(index), indexText(view.shape)));
    };
    if (index.size() != view.shape.size())
        return fail("bad-rank", fmt::format("{} has {} dimensions, the access {} has {}", name,
                                            view.shape.size(), indexText(index), index.size()));
    std::int64_t at = view.base;
    for (std::size_t d = 0; d < index.size(); ++d) {
        const std::int64_t i = index[d] + view.offset[d];
        if (i < 0 || i >= view.shape[d])
            return outside();
        at += i * view.strides[d];
    }
    if (at < 0 || at >= view.buffer->elements())
        return outside();
    return &view.buffer->bytes[static_cast<std::size_t>(at * ir::sizeOf(view.buffer->type))];
}

} // namespace mw::interp
