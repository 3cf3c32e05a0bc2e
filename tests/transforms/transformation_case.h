#pragma once

#include "transforms/framework/apply.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace mw::test {

/// Two maps in a row as a text graph, by what differs from case to case. The first map reads `a`
/// and writes `tmp`, the second reads `tmp` and writes `b`; every container has shape [N].
struct TwoMaps {
    std::string firstRange = "i = 0:N";
    std::string secondRange = "i = 0:N";
    std::string firstWrites = "tmp[i]";
    std::string secondReads = "tmp[i]";
    std::string secondWrites = "b[i]";
    std::string firstAttributes; ///< after the range: ` schedule Sequential`
    std::string temporary = "array tmp float64 [N] transient";
    std::string moreContainers; ///< further lines
    std::string moreNodes;      ///< n9 and on
    std::string moreEdges;
    std::string moreStates;

    std::string text() const;
};

/// One map over these ranges: b[i, j] = a[i, j] + 1, both arrays of [N, M].
/// `attributes`: of the map, ` schedule Sequential`.
std::string pointwiseOver(const std::string& ranges = "i = 0:N, j = 0:M",
                          const std::string& attributes = "");

/// The lines of a map over i = 0:N with one tasklet, between access nodes of arrays of [N]: `reads`
/// as "p : a[i]", `writes` as "o : b[i]". An access node is called like its container, or like what
/// follows: "o : b[i] @again".
std::string mapOf(const std::string& label, const std::vector<std::string>& reads,
                  const std::string& code, const std::vector<std::string>& writes);

/// A program that has this one, of float64 arrays and symbols, as its nested SDFG: inner names of
/// inputs and outputs with the containers that they are outside.
using Passed = std::map<std::string, std::string>;
std::string calling(const std::string& program, const Passed& inputs, const Passed& outputs);

ir::DocumentPtr parsed(const std::string& text);
const transforms::Transformation& transformation(const std::string& name);
/// Applies the transformation until nothing more applies; checks that every argument of the program
/// gets the same values as before.
ir::DocumentPtr appliedEverywhere(const std::string& name, const std::string& text,
                                  const transforms::Params& params, std::size_t times);
/// What the first match says; nullopt when it applies.
std::optional<transforms::Refusal> refusal(const std::string& name, const std::string& text,
                                           const transforms::Params& params = {});

/// appliedEverywhere(), as text.
std::string textAfter(const std::string& name, const std::string& text,
                      const transforms::Params& params = {}, std::size_t times = 1);
/// "6 view"; "applies".
std::string refusalName(const std::string& name, const std::string& text,
                        const transforms::Params& params = {});
bool has(const std::string& text, const std::string& part);
/// How often a part stands in a text.
std::size_t countOf(const std::string& text, const std::string& part);

} // namespace mw::test
