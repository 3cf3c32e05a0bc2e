#pragma once

#include <string>

// Lines of states in the text form, for programs of several states.

namespace mw::test {

inline std::string access(const std::string& name) {
    return "    " + name + " = access " + name + "\n";
}

/// A map that computes `to` from `from`, access nodes of these names.
inline std::string map(const std::string& name, const std::string& from, const std::string& to,
                       const std::string& range = "0:N", const std::string& reads = "i",
                       const std::string& writes = "i") {
    const std::string m = "m_" + name, x = "x_" + name, t = "t_" + name;
    return "    " + m + " = map " + name + " [i = " + range + "] -> " + x + "\n    " + t +
           " = tasklet " + name + " `o = (y * 2.0)`\n    " + x + " = exit " + m + "\n    " + from +
           " -> " + m + ".IN_0 : " + from + "[" + range + "]\n    " + m + ".OUT_0 -> " + t +
           ".y : " + from + "[" + reads + "]\n    " + t + ".o -> " + x + ".IN_1 : " + to + "[" +
           writes + "]\n    " + x + ".OUT_1 -> " + to + " : " + to + "[" + range + "]\n";
}

} // namespace mw::test
