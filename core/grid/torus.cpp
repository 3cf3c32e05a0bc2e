// The triangulated torus and its neighbour tables in closed form.
#include "core/grid/make.h"
#include "core/grid/tables.h"

#include <initializer_list>

namespace mw::grid {

namespace {

/// Elements of the torus by the (i, j) of their vertex, both taken modulo the grid: vertex
/// v = i + nx*j; its edges H = 3v (to i+1, j), D = 3v+1 (to i+1, j+1), Q = 3v+2 (to i, j+1); cells
/// A = 2*nx*j + i with corners v(i,j), v(i+1,j), v(i+1,j+1) and B = A + nx with corners v(i,j),
/// v(i+1,j+1), v(i,j+1).
class Torus {
public:
    Torus(int nx, int ny) : nx_(nx), ny_(ny) {
        const std::int64_t vertices = std::int64_t{nx} * ny;
        mesh_.planar = true;
        mesh_.counts = {2 * vertices, 3 * vertices, vertices};
        for (const TableInfo& table : storedTables())
            mesh_.tables[static_cast<std::size_t>(&table - storedTables().data())] =
                NeighbourTable(mesh_.count(table.source), table.columns);
        for (const Element element : kElements)
            mesh_.centres[static_cast<std::size_t>(element)].resize(
                static_cast<std::size_t>(mesh_.count(element)));
    }

    Mesh run() {
        for (int j = 0; j < ny_; ++j)
            for (int i = 0; i < nx_; ++i) {
                cells(i, j);
                edges(i, j);
                vertex(i, j);
            }
        return std::move(mesh_);
    }

private:
    static int wrap(int value, int size) { return ((value % size) + size) % size; }
    int v(int i, int j) const { return wrap(i, nx_) + nx_ * wrap(j, ny_); }
    int h(int i, int j) const { return 3 * v(i, j); }
    int d(int i, int j) const { return 3 * v(i, j) + 1; }
    int q(int i, int j) const { return 3 * v(i, j) + 2; }
    int a(int i, int j) const { return 2 * nx_ * wrap(j, ny_) + wrap(i, nx_); }
    int b(int i, int j) const { return a(i, j) + nx_; }

    void row(Stored table, int element, std::initializer_list<int> neighbours) {
        std::int64_t column = 0;
        for (const int neighbour : neighbours)
            mesh_[table].at(element, column++) = neighbour;
    }
    void place(Element kind, int element, double x, double y) {
        mesh_.centres[static_cast<std::size_t>(kind)][static_cast<std::size_t>(element)] = {x, y,
                                                                                            0};
    }

    void cells(int i, int j) {
        row(Stored::c2e, a(i, j), {h(i, j), d(i, j), q(i + 1, j)});
        row(Stored::c2e, b(i, j), {d(i, j), q(i, j), h(i, j + 1)});
        row(Stored::c2v, a(i, j), {v(i, j), v(i + 1, j), v(i + 1, j + 1)});
        row(Stored::c2v, b(i, j), {v(i, j), v(i + 1, j + 1), v(i, j + 1)});
        row(Stored::c2e2c, a(i, j), {b(i, j - 1), b(i, j), b(i + 1, j)});
        row(Stored::c2e2c, b(i, j), {a(i, j), a(i - 1, j), a(i, j + 1)});
        place(Element::cell, a(i, j), i + 2.0 / 3, j + 1.0 / 3);
        place(Element::cell, b(i, j), i + 1.0 / 3, j + 2.0 / 3);
    }

    void edges(int i, int j) {
        row(Stored::e2c, h(i, j), {a(i, j), b(i, j - 1)});
        row(Stored::e2c, d(i, j), {a(i, j), b(i, j)});
        row(Stored::e2c, q(i, j), {b(i, j), a(i - 1, j)});
        row(Stored::e2v, h(i, j), {v(i, j), v(i + 1, j)});
        row(Stored::e2v, d(i, j), {v(i, j), v(i + 1, j + 1)});
        row(Stored::e2v, q(i, j), {v(i, j), v(i, j + 1)});
        place(Element::edge, h(i, j), i + 0.5, j);
        place(Element::edge, d(i, j), i + 0.5, j + 0.5);
        place(Element::edge, q(i, j), i, j + 0.5);
    }

    void vertex(int i, int j) {
        row(Stored::v2e, v(i, j),
            {h(i, j), d(i, j), q(i, j), h(i - 1, j), d(i - 1, j - 1), q(i, j - 1)});
        row(Stored::v2c, v(i, j),
            {a(i, j), b(i, j), a(i - 1, j), b(i, j - 1), a(i - 1, j - 1), b(i - 1, j - 1)});
        row(Stored::v2e2v, v(i, j),
            {v(i + 1, j), v(i + 1, j + 1), v(i, j + 1), v(i - 1, j), v(i - 1, j - 1), v(i, j - 1)});
        place(Element::vertex, v(i, j), i, j);
    }

    int nx_, ny_;
    Mesh mesh_;
};

} // namespace

Mesh torus(int nx, int ny) {
    return Torus(nx, ny).run();
}

} // namespace mw::grid
