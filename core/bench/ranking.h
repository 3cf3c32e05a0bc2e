#pragma once

#include "core/bench/bench.h"

#include <string>

namespace mw::bench {

/// Why the times of this variant cannot be put in an order with those of the first: the machine was
/// loaded, its arrays fit into the last cache and stay there from call to call, or medians lie
/// far above minima, so that something else than the programs decided. A sentence for people;
/// empty: they can. Every report asks here before it shows a ratio.
std::string whyNotRanked(const BenchResult& result, std::size_t variant);
/// The same for all of them: the first reason there is.
std::string whyNotRanked(const BenchResult& result);
/// The variant's arrays stay in the last cache from call to call; false where that is not known.
bool fitsCache(const BenchResult& result, const VariantResult& variant);
/// Said of the first variant that does; empty: none.
std::string cacheNote(const BenchResult& result);
/// A median that far above its minimum says little of the program.
bool isFarApart(const Summary& time);

} // namespace mw::bench
