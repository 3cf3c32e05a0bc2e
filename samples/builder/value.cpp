// Containers of fields: descriptors and subsets as text.
#include "samples/builder/value.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace mw::samples {

namespace {

bool isPlain(const Range& range) {
    return range.start.find('(') == std::string::npos && range.end.find('(') == std::string::npos;
}

std::string localRange(const Axis& axis, std::optional<int> which) {
    return which ? std::to_string(*which) : fmt::format("0:{}", axis.neighbours);
}

} // namespace

std::string extentOf(const Names& names, const Range& range) {
    return names.extent(range.start, range.end, isPlain(range));
}

Value argumentValue(const Names& names, const Argument& argument) {
    Value value{argument.name, argument.type, argument.axes, {}, {}, {}};
    for (std::size_t n = 0; n < argument.axes.size(); ++n) {
        const Axis& axis = argument.axes[n];
        value.strides.push_back(names.stride(argument.name, n, axis.name));
        if (axis.neighbours > 0) {
            value.origins.emplace_back("0");
            value.extents.push_back(std::to_string(axis.neighbours));
            continue;
        }
        value.origins.push_back(Names::first(argument.name, axis.name));
        value.extents.push_back(
            fmt::format("{} - {}", Names::end(argument.name, axis.name), value.origins.back()));
    }
    return value;
}

Value tableValue(const Names& names, const Table& table) {
    return {Names::table(table.name),
            ir::ScalarType::int32,
            {table.source, table},
            {"0", "0"},
            {names.tableSize(table.name), std::to_string(table.neighbours)},
            {names.tableStride(table.name, 0), names.tableStride(table.name, 1)}};
}

Value temporaryValue(const Names& names, std::string container, ir::ScalarType type,
                     const std::vector<Axis>& axes, const Domain& domain) {
    Value value{std::move(container), type, axes, {}, {}, std::vector<std::string>(axes.size())};
    for (const Axis& axis : axes) {
        const bool local = axis.neighbours > 0;
        value.origins.push_back(local ? "0" : domain.of(axis).start);
        value.extents.push_back(local ? std::to_string(axis.neighbours)
                                      : extentOf(names, domain.of(axis)));
    }
    std::string stride = "1";
    for (std::size_t n = axes.size(); n-- > 0;) {
        value.strides[n] = stride;
        stride = stride == "1" ? fmt::format("({})", value.extents[n])
                               : fmt::format("{} * ({})", stride, value.extents[n]);
    }
    return value;
}

std::string declaration(const std::string& kind, const Value& value, bool transient) {
    auto text = fmt::format("  {} {} {}", value.isScalar() ? "scalar" : kind, value.container,
                            ir::name(value.type));
    if (!value.isScalar()) {
        std::string total = "1";
        for (std::size_t n = 0; n < value.axes.size(); ++n)
            total += fmt::format(" + ({}) * ({} - 1)", value.strides[n], value.extents[n]);
        text += fmt::format(" [{}] strides [{}]", fmt::join(value.extents, ", "),
                            fmt::join(value.strides, ", "));
        if (!transient || kind == "view")
            text += fmt::format(" total [{}]", total);
    }
    return text + (transient ? " transient\n" : "\n");
}

template <class Text>
std::string SubsetText::joined(const Text& text) const {
    if (value_.isScalar())
        return "0";
    std::string all;
    for (std::size_t n = 0; n < value_.axes.size(); ++n)
        all += (n ? ", " : "") + text(value_.axes[n], value_.origins[n], n);
    return all;
}

std::string SubsetText::atParameters(std::optional<int> which) const {
    return joined([&](const Axis& axis, const std::string& origin, std::size_t) {
        return axis.neighbours > 0 ? localRange(axis, which)
                                   : fmt::format("{} - ({})", Names::parameter(axis.name), origin);
    });
}

std::string SubsetText::over(const Domain& domain, std::optional<int> which) const {
    return joined([&](const Axis& axis, const std::string& origin, std::size_t) {
        return axis.neighbours > 0 ? localRange(axis, which)
                                   : fmt::format("{0} - ({2}):{1} - ({2})", domain.of(axis).start,
                                                 domain.of(axis).end, origin);
    });
}

std::string SubsetText::filling(const Names& names, const Domain& domain) const {
    return joined([&](const Axis& axis, const std::string& origin, std::size_t) {
        const Range& range = domain.of(axis);
        return fmt::format("{0} - ({1}):{0} - ({1}) + {2}", range.start, origin,
                           extentOf(names, range));
    });
}

std::string SubsetText::wholeAlong(const Axis& along, const Domain& domain) const {
    return joined([&](const Axis& axis, const std::string& origin, std::size_t n) {
        return axis == along ? fmt::format("0:{}", value_.extents[n])
                             : fmt::format("{0} - ({2}):{1} - ({2})", domain.of(axis).start,
                                           domain.of(axis).end, origin);
    });
}

std::string SubsetText::wholeAlongAtParameters(const Axis& along) const {
    return joined([&](const Axis& axis, const std::string& origin, std::size_t n) {
        return axis == along ? fmt::format("0:{}", value_.extents[n])
                             : fmt::format("{} - ({})", Names::parameter(axis.name), origin);
    });
}

std::string SubsetText::whole() const {
    return joined([&](const Axis&, const std::string&, std::size_t n) {
        return fmt::format("0:{}", value_.extents[n]);
    });
}

} // namespace mw::samples
