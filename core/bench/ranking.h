#pragma once

#include "core/bench/bench.h"

#include <optional>
#include <string>

namespace mw::bench {

/// Why the times of this variant cannot be put in an order with those of the first: the machine was
/// loaded, its arrays fit into the last cache and stay there from call to call, or medians lie
/// far above minima, so that something else than the programs decided. A sentence for people;
/// empty: they can. Every report asks here before it shows a ratio.
std::string whyNotRanked(const BenchResult& result, std::size_t variant);
/// The same for all of them: the first reason there is.
std::string whyNotRanked(const BenchResult& result);
/// Of a variant that cannot be put in an order for the load or its own medians alone, where even
/// the worst time of one lies far below the best of the other: by how many times at least it is
/// faster than the first (below 1: slower), whatever held which of them up. nullopt: no such bound,
/// or there is an order. Arrays that stay in a cache give none.
std::optional<double> surelyFaster(const BenchResult& result, std::size_t variant);
/// "at least 4.4 times faster"; empty: no bound.
std::string boundText(const BenchResult& result, std::size_t variant);
/// The variant's arrays stay in the last cache from call to call; false where that is not known.
bool fitsCache(const BenchResult& result, const VariantResult& variant);
/// Said of the first variant that does; empty: none.
std::string cacheNote(const BenchResult& result);
/// A median that far above its minimum says little of the program.
bool isFarApart(const Summary& time);

} // namespace mw::bench
