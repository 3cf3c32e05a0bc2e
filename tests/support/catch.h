#pragma once

// Catch2 v2 (Debian 12) or v3, whichever is there.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
using Catch::Approx;
#else
#include <catch2/catch.hpp>
#endif
