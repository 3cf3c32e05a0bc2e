// Buffers and symbols of one running SDFG.
#include "core/interp/frame.h"

#include "core/support/memory.h"

#include <fmt/format.h>

#include <algorithm>
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

Expected<std::optional<symbolic::Bindings>> Frame::withElements(const Expr& e) {
    std::optional<symbolic::Bindings> known;
    for (const auto& name : symbolic::freeSymbols(e)) {
        const auto* data = symbols.contains(name) ? nullptr : sdfg->data(name);
        if (!data || !data->isSingleElement())
            continue;
        MW_TRY(const View* at, view(name));
        MW_TRY(const std::byte* element,
               address(*at, std::vector<std::int64_t>(at->shape.size(), 0), name));
        known = known ? std::move(known) : symbols;
        known->insert_or_assign(name, loadElement(element, at->type).toValue());
    }
    return known;
}

std::optional<std::int64_t> Frame::sum(const Expr& e) {
    const NameNumbers::Sum& known = numbers->sum(e);
    if (!known.isSum)
        return std::nullopt;
    if (symbolAt_.size() < numbers->count())
        symbolAt_.resize(numbers->count());
    std::int64_t total = known.constant;
    for (const auto& [factor, number] : known.terms) {
        const symbolic::Value*& value = symbolAt_[number];
        if (!value) {
            const auto found = symbols.find(numbers->name(number));
            if (found == symbols.end())
                return std::nullopt;
            value = &found->second;
        }
        std::int64_t product = 0;
        if (value->isReal || __builtin_mul_overflow(factor, value->i, &product) ||
            __builtin_add_overflow(total, product, &total))
            return std::nullopt;
    }
    return total;
}

Expected<std::int64_t> Frame::evaluate(const Expr& e) {
    if (const auto constant = e.asInteger())
        return *constant;
    if (numbers)
        if (const auto total = sum(e))
            return *total;
    auto result = symbolic::evaluateInteger(e, symbols);
    if (result)
        return result;
    MW_TRY(const auto known, withElements(e));
    return known ? symbolic::evaluateInteger(e, *known) : result;
}

Expected<symbolic::Value> Frame::value(const Expr& e) {
    auto result = symbolic::evaluate(e, symbols);
    if (result)
        return result;
    MW_TRY(const auto known, withElements(e));
    return known ? symbolic::evaluate(e, *known) : result;
}

std::optional<ir::ScalarType> Frame::typeOf(std::string_view symbol) const {
    if (const auto declared = sdfg->symbols.find(symbol); declared != sdfg->symbols.end())
        return declared->second.scalar;
    if (facts)
        if (const auto assigned = facts->types.find(symbol); assigned != facts->types.end())
            return assigned->second;
    return std::nullopt;
}

Scalar Frame::symbol(std::string_view name) const {
    const symbolic::Value& value = symbols.find(name)->second;
    const Scalar plain = value.isReal ? Scalar::real(value.d) : Scalar::integer(value.i);
    if (const auto type = typeOf(name))
        return plain.as(*type);
    const Scalar narrow = plain.as(ir::ScalarType::int32);
    return !value.isReal && narrow.i == value.i ? narrow : plain;
}

void Frame::setSymbol(const std::string& name, const Scalar& value) {
    const auto type = typeOf(name);
    symbols.insert_or_assign(name, (type ? value.as(*type) : value).toValue());
    if (!facts)
        return;
    if (const auto found = facts->laidOutBy.find(name); found != facts->laidOutBy.end())
        stale.insert(found->second.begin(), found->second.end());
}

void Frame::forget(const std::string& symbol) {
    symbols.erase(symbol);
    if (const auto number = numbers->of(symbol); number < symbolAt_.size())
        symbolAt_[number] = nullptr;
}

void Frame::bindSymbol(const std::string& name, const symbolic::Value& value) {
    setSymbol(name, value.isReal ? Scalar::real(value.d) : Scalar::integer(value.i));
}

Expected<Span> Frame::evaluate(const symbolic::Range& range) {
    MW_TRY(const auto begin, evaluate(range.begin));
    auto end = begin;
    if (!(range.begin == range.end)) {
        MW_TRY(end, evaluate(range.end));
    }
    MW_TRY(const auto step, evaluate(range.step));
    if (step <= 0)
        return fail("bad-step", fmt::format("a subset has the step {}", step));
    return Span{begin, end, step};
}

Expected<Box> Frame::evaluate(const symbolic::Subset& subset) {
    Box box;
    box.reserve(subset.dims.size());
    for (const auto& dim : subset.dims) {
        MW_TRY(const auto span, evaluate(dim));
        box.push_back(span);
    }
    return box;
}

Expected<std::byte*> Frame::first(const View& view, const symbolic::Subset& subset,
                                  const std::string& name) {
    index_.clear();
    for (const auto& dim : subset.dims) {
        MW_TRY(const auto span, evaluate(dim));
        index_.push_back(span.begin);
    }
    return address(view, index_, name);
}

Expected<View> Frame::layout(const ir::DataDescriptor& data, Buffer* buffer, std::int64_t base) {
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
    if (const auto found = views.find(name); found != views.end()) {
        if (stale.erase(name) > 0)
            MW_CHECK(layOutAgain(name, found->second));
        return &found->second;
    }
    const auto* data = sdfg->data(name);
    if (!data && std::ranges::find(sdfg->constantArrays, name) != sdfg->constantArrays.end())
        return fail("missing-container",
                    fmt::format("the constant '{}' is an array, and constants that are arrays "
                                "cannot be computed with",
                                name));
    if (!data)
        return fail("missing-container",
                    fmt::format("the SDFG '{}' has no container '{}'", sdfg->name, name));
    if (!data->transient)
        return fail("missing-argument", fmt::format("the argument '{}' was not given", name));
    if (data->kind == ir::DataKind::view)
        return fail("ambiguous-view", fmt::format("nothing says what the view '{}' shows", name));
    if (ir::sizeOf(data->dtype.scalar) == 0)
        return fail("unsupported-type", fmt::format("the type of '{}' cannot be executed", name));
    MW_TRY(View view, allocate(name, *data));
    stale.erase(name);
    return &(views[name] = std::move(view));
}

Expected<View*> Frame::view(const std::string& name, std::uint32_t number) {
    if (viewAt_.size() <= number)
        viewAt_.resize(numbers->count());
    View*& known = viewAt_[number];
    if (!known || !stale.empty()) {
        MW_TRY(known, view(name));
    }
    return known;
}

Expected<View> Frame::allocate(const std::string& name, const ir::DataDescriptor& data) {
    MW_TRY(const auto elements, evaluate(data.totalSize));
    MW_TRY(const auto start, evaluate(data.startOffset));
    auto buffer = std::make_unique<Buffer>();
    buffer->type = data.dtype.scalar;
    const auto width = static_cast<std::size_t>(ir::sizeOf(buffer->type));
    const auto count = static_cast<std::size_t>(std::max<std::int64_t>(elements, 0));
    MW_CHECK(requireMemory(
        checkedProduct(std::array{static_cast<std::int64_t>(count)}, ir::sizeOf(buffer->type)),
        fmt::format("the elements of the temporary '{}'", name)));
    buffer->bytes.resize(count * width);
    if (!facts || !facts->zeroed.contains(name))
        for (std::size_t i = 0; i < count; ++i)
            storeElement(&buffer->bytes[i * width], buffer->type, poison(buffer->type));
    owned.push_back(std::move(buffer));
    return layout(data, owned.back().get(), start);
}

Expected<void> Frame::hold(const std::string& name, const ir::DataDescriptor& data,
                           const symbolic::Value& value) {
    MW_TRY(View held, allocate(name, data));
    MW_TRY(std::byte * element,
           address(held, std::vector<std::int64_t>(held.shape.size(), 0), name));
    storeElement(element, held.type,
                 value.isReal ? Scalar::real(value.d) : Scalar::integer(value.i));
    views.insert_or_assign(name, std::move(held));
    return {};
}

/// A symbol of its layout has changed: the same memory in the new layout, or new memory where it
/// has become too small.
Expected<void> Frame::layOutAgain(const std::string& name, View& view) {
    const ir::DataDescriptor& data = *sdfg->data(name);
    if (data.transient) {
        MW_TRY(const auto elements, evaluate(data.totalSize));
        if (elements > view.buffer->elements()) {
            MW_TRY(view, allocate(name, data));
            return {};
        }
    }
    MW_TRY(view, layout(data, view.buffer, view.base));
    return {};
}

Expected<void> Frame::zero(const SdfgFacts::NameSet& names) {
    for (const std::string& name : names) {
        MW_TRY(View* const found, view(name));
        std::ranges::fill(found->buffer->bytes, std::byte{0});
    }
    return {};
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
    const auto width = ir::sizeOf(view.buffer->type);
    const auto size = static_cast<std::int64_t>(view.buffer->bytes.size());
    if (at < 0 || at >= view.buffer->elements() || at * width + ir::sizeOf(view.type) > size)
        return outside();
    return &view.buffer->bytes[static_cast<std::size_t>(at * width)];
}

} // namespace mw::interp
