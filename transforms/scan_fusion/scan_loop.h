#pragma once

#include "transforms/scan_fusion/fed_by_scan.h"

#include <optional>

namespace mw::transforms {

/// The loop of a nested SDFG. It is the last thing that this does, it counts up or down by one, and
/// its body is done from top to bottom. nullopt: there is no such loop.
std::optional<ScanLoop> findScanLoop(const ir::Node& node);

/// Fills in `element`, `place` and `levelDim`: each iteration of the loop writes one element of the
/// column, certainly and in one place, and nothing else in the nested SDFG writes one. False where
/// that is not known.
bool findElement(const MapPair& maps, const ScanLoop& scan, Scanned& scanned);

/// In the nested SDFG every use of the column is in the loop, between tasklets and containers
/// there, and of the element of the same iteration.
bool usesOwnElementsOnly(const ScanLoop& scan, const Scanned& scanned);

} // namespace mw::transforms
