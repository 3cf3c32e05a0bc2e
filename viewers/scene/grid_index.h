#pragma once

#include <QRectF>

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

private:
    struct Cells {
        int left, top, right, bottom;
    };
    Cells cellsOf(const QRectF& rect) const;

    std::vector<QRectF> rects_;
    std::vector<int> large_;
    std::vector<std::uint32_t> starts_; ///< per cell: first place in items_
    std::vector<int> items_;
    QRectF bounds_;
    double cell_ = 1;
    int columns_ = 1;
    int rows_ = 1;
};

} // namespace mw::viewers
