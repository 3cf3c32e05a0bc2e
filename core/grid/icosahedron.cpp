// The subdivided icosahedron.
#include "core/grid/make.h"
#include "core/grid/triangles.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

namespace mw::grid {

namespace {

/// (0, +-1, +-golden ratio) and its rotations.
std::vector<Point> corners() {
    const double golden = (1 + std::sqrt(5.0)) / 2;
    std::vector<Point> points;
    for (const double a : {-1.0, 1.0})
        for (const double b : {-golden, golden}) {
            points.push_back({0, a, b});
            points.push_back({a, b, 0});
            points.push_back({b, 0, a});
        }
    return points;
}

/// Its twenty faces: three corners that are nearest to each other, counter-clockwise from outside.
std::vector<Triangle> faces(const std::vector<Point>& points) {
    const auto near = [&](std::size_t a, std::size_t b) {
        const Point apart = points[a] - points[b];
        return dot(apart, apart) < 5; // edges have length 2, the next distance is 2 golden
    };
    std::vector<Triangle> found;
    for (std::size_t a = 0; a < points.size(); ++a)
        for (std::size_t b = a + 1; b < points.size(); ++b)
            for (std::size_t c = b + 1; c < points.size(); ++c) {
                if (!near(a, b) || !near(b, c) || !near(a, c))
                    continue;
                Triangle face{static_cast<std::int32_t>(a), static_cast<std::int32_t>(b),
                              static_cast<std::int32_t>(c)};
                const Point normal = cross(points[b] - points[a], points[c] - points[a]);
                if (dot(normal, points[a]) < 0)
                    std::swap(face[1], face[2]);
                found.push_back(face);
            }
    return found;
}

/// Cuts faces into small triangles, whose points neighbouring faces share.
class Subdivision {
public:
    explicit Subdivision(int parts) : parts_(parts), corners_(corners()) {
        for (const Point& corner : corners_)
            points_.push_back(normalised(corner));
    }

    Mesh run() {
        for (const Triangle& face : faces(corners_))
            cut(face);
        return meshOf(points_, triangles_);
    }

private:
    /// Rows of points from the first corner to the side opposite to it.
    void cut(const Triangle& face) {
        std::vector<std::vector<std::int32_t>> rows;
        for (int row = 0; row <= parts_; ++row) {
            auto& places = rows.emplace_back();
            for (int i = 0; i <= row; ++i)
                places.push_back(
                    point({{{face[0], parts_ - row}, {face[1], row - i}, {face[2], i}}}));
        }
        for (std::size_t row = 0; row + 1 < rows.size(); ++row)
            for (std::size_t i = 0; i <= row; ++i) {
                triangles_.push_back({rows[row][i], rows[row + 1][i], rows[row + 1][i + 1]});
                if (i < row)
                    triangles_.push_back({rows[row][i], rows[row + 1][i + 1], rows[row][i + 1]});
            }
    }

    /// A point by the weights of its face's corners, which add up to the number of parts. Those
    /// with two corners or one lie on an edge or corner, and are the same point in other faces.
    using Weights = std::array<std::pair<std::int32_t, int>, 3>;
    std::int32_t point(Weights weights) {
        const auto inside =
            std::ranges::count_if(weights, [](const auto& w) { return w.second > 0; });
        if (inside == 1)
            return std::ranges::max_element(weights, {}, &Weights::value_type::second)->first;
        if (inside == 3)
            return add(weights);
        std::ranges::sort(weights, [](const auto& a, const auto& b) {
            return std::pair(a.second == 0, a.first) < std::pair(b.second == 0, b.first);
        });
        const auto [known, fresh] =
            onEdges_.try_emplace({weights[0].first, weights[1].first, weights[0].second});
        if (fresh)
            known->second = add(weights);
        return known->second;
    }

    std::int32_t add(const Weights& weights) {
        Point sum;
        for (const auto& [corner, weight] : weights)
            sum = sum + static_cast<double>(weight) * corners_[static_cast<std::size_t>(corner)];
        points_.push_back(normalised(sum));
        return static_cast<std::int32_t>(points_.size() - 1);
    }

    int parts_;
    std::vector<Point> corners_;
    std::vector<Point> points_;
    std::vector<Triangle> triangles_;
    std::map<std::array<int, 3>, std::int32_t> onEdges_; ///< by ends and weight of the first
};

} // namespace

Mesh icosahedral(int parts) {
    return Subdivision(parts).run();
}

} // namespace mw::grid
