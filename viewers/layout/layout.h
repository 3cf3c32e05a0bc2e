#pragma once

#include "core/ir/sdfg.h"
#include "core/support/id.h"
#include "viewers/layout/geometry.h"

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace mw::layout {

enum class BoxKind : std::uint8_t {
    state,
    region,
    loop,
    conditional,
    branch,
    jump,
    unknownBlock,
    map,
    consume,
    nested,
    argument,  ///< access node: non-transient
    temporary, ///< access node: transient
    scalar,    ///< access node: a single element
    table,     ///< access node: neighbour table (gt_conn_*)
    tasklet,
    library,
    unknown,
};
bool isContainer(BoxKind kind);
bool isAccess(BoxKind kind);

struct Box {
    ElementId id; ///< of a map: its entry; branches of a conditional: their region
    BoxKind kind = BoxKind::tasklet;
    int parent = -1; ///< index of the enclosing box; -1 at the top
    int end = 0;     ///< one past the last box inside: boxes are in pre-order
    int depth = 0;
    Rect rect;
    double header = 0; ///< height of the header of a container; 0: none is drawn
    bool expandable = false;
    bool collapsed = false;
    bool flatHeader = false; ///< title and lines stand side by side in one line
    std::string title;
    std::vector<std::string> lines; ///< further lines: ranges, code
    std::string tag;                ///< short remark at the right of the header: the schedule
    std::string data;               ///< container name of an access node
};

enum class LineKind : std::uint8_t { data, conflict, ordering, interstate };

struct Line {
    ElementId id;
    LineKind kind = LineKind::data;
    int container = -1; ///< index of the box that it runs in; -1: top level
    ElementId from;     ///< as in the document (an exit counts as itself)
    ElementId to;
    std::vector<Point> curve; ///< start, then (control, control, end) per cubic piece
    std::string label;        ///< condition and assignments of an interstate edge
    Point labelAt;            ///< its middle
    std::string data;
};

/// A connector on the border of a map, drawn as a dot.
struct Port {
    Point at;
    int box = 0;
    bool inside = false;
};

struct Layout {
    ElementId root; ///< the scope that is laid out alone; 0: the whole program
    std::vector<Box> boxes;
    std::vector<Line> lines;
    std::vector<Port> ports;
    Size size;
    /// Elements without a box of their own (map exits, conditionals' single regions) -> the box
    /// that stands for them.
    std::map<ElementId, ElementId> standIns;
    int scopes = 0;
    int scopesByDot = 0;
    int scopesCached = 0;
    bool helperFailed = false; ///< the helper was missing, timed out or died for some scope
};

enum class Engine : std::uint8_t { automatic, layered };

struct Options {
    /// Maps, nested SDFGs (by their nodes) and blocks around each other, outermost first: the
    /// innermost of them that the document has is laid out alone, with the containers that it reads
    /// and writes. Empty: the whole program.
    std::vector<ElementId> scopes;
    std::set<ElementId> collapsed;
    bool nestedAsBlocks = false;  ///< nested SDFGs are collapsed
    std::set<ElementId> expanded; ///< but for these
    /// What kernels are called in place of their labels; null, or without one: by the label.
    std::shared_ptr<const std::map<ElementId, std::string>> names;
    double advance = 6.62; ///< width of a character of the canvas' monospaced font
    double lineHeight = 15;
    Engine engine = Engine::automatic;
    bool useCache = true;
    /// Largest part that is given to the helper.
    std::size_t maxNodes = 300;
    std::size_t maxEdges = 600;
    int timeoutMs = 2000;

    bool operator==(const Options&) const = default;
};

struct Order;

/// Owns the helper process and the cache. Thread-safe: requests are served one after the other.
class Layouter {
public:
    /// The helper is searched at `helper`, else in MAPWRIGHT_LAYOUT_HELPER, else beside this
    /// program. Nothing is started before the first request.
    explicit Layouter(std::filesystem::path helper = {});
    ~Layouter();
    Layouter(const Layouter&) = delete;
    Layouter& operator=(const Layouter&) = delete;

    /// nullopt only when `stop` was requested. `before`: the picture whose order is kept (order.h).
    std::optional<Layout> layout(const ir::Document& document, const Options& options,
                                 std::stop_token stop = {}, const Order* before = nullptr);

    void startHelper();    ///< in advance, so that the first picture does not wait for it
    int helperPid() const; ///< 0: not running
    void clearCache();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

} // namespace mw::layout
