#pragma once

#include "core/inputs/sequence.h"
#include "core/link/link.h"

#include <map>
#include <string>
#include <vector>

// Small programs that are linked, and what tests ask of the result.

namespace mw::test::links {

bool has(const std::string& text, const std::string& part);

/// `to[i] = from[i + shift] + 1` for the elements of a range; arrays are [N, M].
std::string step(const std::string& from, const std::string& to, const std::string& range,
                 const std::string& read = "i");
inputs::Scenario scenario(int n = 6, int last = 6);

/// `to[i, k] = from[i, k] + 1`, both as GT4Py lowers fields: each with bounds of its own.
std::string fieldStep(const std::string& from, const std::string& to);
inputs::Scenario fieldScenario(const std::vector<std::string>& fields, int levels);

/// Programs with their arrays, called once each in this order.
struct Sequence {
    inputs::SequenceInput input{.name = "s", .programs = {}, .calls = {}};

    Sequence& add(const std::string& name, const std::string& text,
                  inputs::Scenario values = scenario(),
                  std::map<std::string, std::string, std::less<>> bindings = {});
    Sequence& internal(std::vector<std::string> names);
};

link::Linked linked(const Sequence& sequence);
/// The sentence; empty: it can be linked.
std::string fault(const Sequence& sequence);
std::string notices(const link::Linked& result);
/// No finding that is an error, and the results of the calls one by one in both executors.
void checkSame(const Sequence& sequence, const link::Linked& result);
bool isTemporary(const link::Linked& result, const std::string& name);

} // namespace mw::test::links
