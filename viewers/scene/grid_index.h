#pragma once

#include <QRectF>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace mw::viewers {

/// Finds rectangles by place: a uniform grid over the scene, filled once. Rectangles that cover
/// many cells are kept in a list of their own.
class GridIndex {
public:
    GridIndex() = default;
    explicit GridIndex(std::vector<QRectF> rects);

    /// Indices of the rectangles that meet `area` (borders included), ascending.
    std::vector<int> query(const QRectF& area) const;
    /// Whether it is so of one of them, which are asked in no order, and maybe twice.
    template <class IsSo>
    bool any(const QRectF& area, const IsSo& isSo) const;

private:
    struct Cells {
        int left, top, right, bottom;
    };
    Cells cellsOf(const QRectF& rect) const;
    static bool meets(const QRectF& a, const QRectF& b);

    std::vector<QRectF> rects_;
    std::vector<int> large_;
    std::vector<std::uint32_t> starts_; ///< per cell: first place in items_
    std::vector<int> items_;
    QRectF bounds_;
    double cell_ = 1;
    int columns_ = 1;
    int rows_ = 1;
};

template <class IsSo>
bool GridIndex::any(const QRectF& area, const IsSo& isSo) const {
    if (rects_.empty() || !meets(area, bounds_))
        return false;
    const auto asked = [&](int i) {
        return meets(rects_[static_cast<std::size_t>(i)], area) && isSo(i);
    };
    if (std::ranges::any_of(large_, asked))
        return true;
    const Cells c = cellsOf(area);
    for (int y = c.top; y <= c.bottom; ++y) {
        // The cells of a row stand side by side.
        const auto row = static_cast<std::size_t>(y) * static_cast<std::size_t>(columns_);
        const auto first = starts_[row + static_cast<std::size_t>(c.left)];
        const auto end = starts_[row + static_cast<std::size_t>(c.right) + 1];
        if (std::any_of(items_.begin() + first, items_.begin() + end, asked))
            return true;
    }
    return false;
}

} // namespace mw::viewers
