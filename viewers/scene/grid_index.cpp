// Finds rectangles by place.
#include "viewers/scene/grid_index.h"

#include <algorithm>
#include <cmath>

namespace mw::viewers {

namespace {

constexpr int kManyCells = 16;

} // namespace

bool GridIndex::meets(const QRectF& a, const QRectF& b) {
    // QRectF::intersects is false for empty ones
    return a.left() <= b.right() && b.left() <= a.right() && a.top() <= b.bottom() &&
           b.top() <= a.bottom();
}

GridIndex::GridIndex(std::vector<QRectF> rects) : rects_(std::move(rects)) {
    for (const auto& r : rects_)
        bounds_ = bounds_.isNull() ? r : bounds_.united(r);
    const double area = std::max(bounds_.width() * bounds_.height(), 1.0);
    cell_ = std::max(
        64.0, std::sqrt(area / static_cast<double>(std::max<std::size_t>(rects_.size(), 1))));
    columns_ = static_cast<int>(bounds_.width() / cell_) + 1;
    rows_ = static_cast<int>(bounds_.height() / cell_) + 1;
    starts_.assign(static_cast<std::size_t>(columns_) * static_cast<std::size_t>(rows_) + 1, 0);
    const auto forCells = [this](const Cells& c, auto&& visit) {
        for (int y = c.top; y <= c.bottom; ++y)
            for (int x = c.left; x <= c.right; ++x)
                visit(static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_) +
                      static_cast<std::size_t>(x));
    };
    std::vector<char> isLarge(rects_.size(), 0);
    for (std::size_t i = 0; i < rects_.size(); ++i) {
        const Cells c = cellsOf(rects_[i]);
        isLarge[i] = (c.right - c.left + 1) * (c.bottom - c.top + 1) > kManyCells;
        if (isLarge[i])
            large_.push_back(static_cast<int>(i));
        else
            forCells(c, [this](std::size_t cell) { ++starts_[cell + 1]; });
    }
    for (std::size_t i = 1; i < starts_.size(); ++i)
        starts_[i] += starts_[i - 1];
    items_.resize(starts_.back());
    auto next = starts_;
    for (std::size_t i = 0; i < rects_.size(); ++i)
        if (!isLarge[i])
            forCells(cellsOf(rects_[i]),
                     [&](std::size_t cell) { items_[next[cell]++] = static_cast<int>(i); });
}

GridIndex::Cells GridIndex::cellsOf(const QRectF& rect) const {
    const auto column = [this](double x) {
        return std::clamp(static_cast<int>(std::floor((x - bounds_.left()) / cell_)), 0,
                          columns_ - 1);
    };
    const auto row = [this](double y) {
        return std::clamp(static_cast<int>(std::floor((y - bounds_.top()) / cell_)), 0, rows_ - 1);
    };
    return {column(rect.left()), row(rect.top()), column(rect.right()), row(rect.bottom())};
}

std::vector<int> GridIndex::query(const QRectF& area) const {
    std::vector<int> found;
    any(area, [&](int i) {
        found.push_back(i);
        return false;
    });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

} // namespace mw::viewers
