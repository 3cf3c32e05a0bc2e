#pragma once

#include "core/ir/index.h"

#include <QString>

#include <vector>

namespace mw::viewers {

/// UTF-8 text of the core as a QString.
QString qs(std::string_view text);
/// With a capital letter in front.
QString capitalised(QString text);

/// The dimension that a map parameter stands for: `i_K_gtx_vertical` is "K", `__i_Edge` is "Edge";
/// what counts blocks of one is "K block". Other names stay as they are.
QString dimensionName(const std::string& param);

/// `K: vertical_start … vertical_end-1, Edge: 0 … N-1`, with `by 4` where the step is not 1.
QString rangeText(const ir::Map& map);
/// `0 … N-1`, or the one index.
QString rangeText(const symbolic::Range& range);

/// The title of an element: "map z_nabla4_e2", "state stmt_0", "a[i, j]".
QString elementTitle(const ir::DocumentIndex& index, ElementId id);
/// "state", "map", "access node", "memlet", ...
QString elementKindName(const ir::DocumentIndex& index, ElementId id);

/// A text of the core about some elements, with the names of kernels in place of their labels.
QString withKernelNames(const ir::DocumentIndex& index, std::string_view text,
                        const std::vector<ElementId>& about);

/// `ids` without those that are not in the document; order kept.
std::vector<ElementId> existing(const ir::DocumentIndex& index, const std::vector<ElementId>& ids);

/// The selection as transformations see it: the selected elements, the other end of each selected
/// scope, the ends of selected edges, and the scopes around them. Sorted.
std::vector<ElementId> touchedBy(const ir::DocumentIndex& index,
                                 const std::vector<ElementId>& selection);

} // namespace mw::viewers
