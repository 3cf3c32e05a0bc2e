// Parts of the picture: moves them, and puts a box around them.
#include "viewers/layout/piece.h"

#include "viewers/layout/labels.h"

#include <algorithm>
#include <cmath>

namespace mw::layout {

std::optional<Rect> Context::placeBefore(ElementId box) const {
    if (!before)
        return std::nullopt;
    const auto found = before->boxes.find(box);
    return found == before->boxes.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::pair<double, double>> Context::endsBefore(ElementId line) const {
    if (!before)
        return std::nullopt;
    const auto found = before->ends.find(line);
    return found == before->ends.end() ? std::nullopt : std::optional(found->second);
}

double Context::width(std::string_view text) const {
    return static_cast<double>(columns(text)) * options.advance;
}

double Context::width(const std::vector<std::string>& lines) const {
    double widest = 0;
    for (const auto& line : lines)
        widest = std::max(widest, width(line));
    return widest;
}

int insert(Piece& parent, Piece child, Point offset, int parentBox) {
    const int base = static_cast<int>(parent.boxes.size());
    for (auto& box : child.boxes) {
        box.rect = box.rect.moved(offset);
        box.parent = box.parent < 0 ? parentBox : box.parent + base;
        box.end += base;
        parent.boxes.push_back(std::move(box));
    }
    for (auto& line : child.lines) {
        for (auto& p : line.curve)
            p = p + offset;
        line.labelAt = line.labelAt + offset;
        line.container = line.container < 0 ? parentBox : line.container + base;
        parent.lines.push_back(std::move(line));
    }
    for (auto& port : child.ports)
        parent.ports.push_back({port.at + offset, port.box + base, port.inside});
    parent.standIns.merge(child.standIns);
    return base;
}

Piece leaf(Box box, Size size) {
    Piece piece;
    piece.size = size;
    box.rect = {0, 0, size.w, size.h};
    box.end = 1;
    piece.boxes.push_back(std::move(box));
    return piece;
}

double headerWidth(const Context& context, const Box& box) {
    const double sign = box.expandable ? kSignWidth : 0;
    const double tag = box.tag.empty() ? 0 : context.width(box.tag) + 2 * kTextMargin;
    const double title = context.width(box.title);
    if (!box.flatHeader)
        return std::max(sign + title + tag, sign + context.width(box.lines)) + 2 * kTextMargin;
    double lines = 0;
    for (const auto& line : box.lines)
        lines += context.width(line) + kFlatGap;
    return sign + title + lines + tag + 2 * kTextMargin;
}

double headerHeight(const Context& context, const Box& box) {
    const auto lines = static_cast<double>(box.flatHeader ? 1 : 1 + box.lines.size());
    return lines * context.options.lineHeight + 2 * kHeaderMargin;
}

Piece enclosed(const Context& context, Enclosure around, Piece content) {
    Box& box = around.box;
    const double inner = content.size.w + 2 * kPadding;
    if (around.mayFlatten && !box.lines.empty()) {
        box.flatHeader = true;
        box.flatHeader = headerWidth(context, box) <= inner;
    }
    const double header = headerHeight(context, box);
    box.header = header;
    const double width = std::ceil(std::max(inner, headerWidth(context, box)));
    const double above = header + (content.upper.empty() ? kPadding : 0);
    const double below = around.footer + (content.lower.empty() ? kPadding : 0);
    Piece piece = leaf(std::move(box), {width, std::ceil(above + content.size.h + below)});
    const double left = std::floor((width - content.size.w) / 2);
    for (const auto& [name, x] : content.upper)
        piece.upper[name] = x + left;
    for (const auto& [name, x] : content.lower)
        piece.lower[name] = x + left;
    insert(piece, std::move(content), {left, above}, 0);
    piece.boxes[0].end = static_cast<int>(piece.boxes.size());
    return piece;
}

} // namespace mw::layout
