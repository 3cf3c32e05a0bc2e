#pragma once

#include "viewers/layout/layout.h"
#include "viewers/layout/order.h"
#include "viewers/layout/scope_graph.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace mw::layout {

/// A laid out part of the picture in coordinates of its own, ready to be moved into the scope
/// around it. If it is a box, boxes[0] is it.
struct Piece {
    Size size;
    std::vector<Box> boxes;
    std::vector<Line> lines;
    std::vector<Port> ports;
    std::map<ElementId, ElementId> standIns;
    /// Fixed places of connectors at the upper and the lower border, by name without IN_ / OUT_.
    std::map<std::string, double> upper;
    std::map<std::string, double> lower;
};

/// What the builders share during one layout.
struct Context {
    const Options& options;
    std::stop_token stop;
    /// Lays out a scope graph, from the cache where it can.
    std::function<Placement(const ScopeGraph&)> place;
    ElementId root;                ///< what is laid out alone is open in any case
    const Order* before = nullptr; ///< null: the first picture

    bool stopped() const { return stop.stop_requested(); }
    bool isCollapsed(ElementId scope) const {
        return scope != root && options.collapsed.contains(scope);
    }
    bool isCollapsedNested(ElementId nested) const {
        return isCollapsed(nested) ||
               (options.nestedAsBlocks && nested != root && !options.expanded.contains(nested));
    }
    /// Null: its label.
    const std::string* nameOf(ElementId map) const {
        if (!options.names)
            return nullptr;
        const auto found = options.names->find(map);
        return found == options.names->end() ? nullptr : &found->second;
    }
    std::optional<Rect> placeBefore(ElementId box) const;
    std::optional<std::pair<double, double>> endsBefore(ElementId line) const; ///< x
    double width(std::string_view text) const;
    double width(const std::vector<std::string>& lines) const;
};

// Sizes shared by the builders, in scene units.
constexpr double kPadding = 12;     ///< between the border of a container and what is inside
constexpr double kTextMargin = 10;  ///< left and right of a text
constexpr double kHeaderMargin = 4; ///< above and below the lines of a header
constexpr double kFooter = 6;       ///< the strip of a map's exit
constexpr double kNodeHeight = 24;
constexpr double kSignWidth = 14; ///< the triangle that collapses and expands
constexpr double kFlatGap = 18;   ///< between title and lines that share a line

/// Moves `child` into `parent`, whose boxes gain it as a child of box `parentBox` (-1: none).
/// Returns the index that the child's first box got.
int insert(Piece& parent, Piece child, Point offset, int parentBox);
/// A box without anything inside.
Piece leaf(Box box, Size size);
/// The box around content: a header of its title and lines above, a footer below.
struct Enclosure {
    Box box;
    bool mayFlatten = false; ///< one line where title, lines and tag fit the content's width
    double footer = 0;
};
/// Content in its box, centred when the header is wider.
Piece enclosed(const Context& context, Enclosure around, Piece content);
/// Width of a header in one line per entry, tag included.
double headerWidth(const Context& context, const Box& box);
double headerHeight(const Context& context, const Box& box);

} // namespace mw::layout
