#pragma once

#include "samples/builder/value.h"

#include <map>

// States and maps in the compact text form (core/ir/dump.h), written line by line.

namespace mw::samples {

/// A state while it is written.
class StateText {
public:
    explicit StateText(std::string label) : label_(std::move(label)) {}

    const std::string& label() const { return label_; }
    void node(const std::string& line) { nodes_ += "    " + line + "\n"; }
    void edge(const std::string& line) { edges_ += "    " + line + "\n"; }
    /// A name for a node: "m1", "t2", ...
    std::string fresh(const char* kind) { return kind + std::to_string(++count_); }
    /// The access node of a temporary that is written here, else a new one that reads it.
    std::string reading(const Value& value);
    /// A new access node that is written.
    std::string writing(const Value& value);

    bool writes(const Value& value) const { return written_.contains(value.container); }

    std::string text() const;

private:
    std::string label_, nodes_, edges_;
    std::map<std::string, std::string> written_;
    int count_ = 0;
};

/// A map over some axes of a domain, or, without axes, just the state around.
class MapText {
public:
    MapText(StateText& state, const std::string& label, const std::vector<Axis>& axes,
            const Domain& domain);

    /// Leads a container in; what the inner edges come from. `outer`: all that the map reads.
    std::string in(const Value& value, const std::string& outer);
    /// The same with the inner edge, to a node's connector.
    void edge(const Value& value, const std::string& outer, const std::string& to,
              const std::string& inner);
    /// Leads what `from` gives out to `target`, which covers the map's domain.
    void out(const std::string& from, const Value& target, const std::string& other = {});

    /// The same for all levels of a column at once.
    void column(const std::string& from, const Value& target);

private:
    void leadOut(const std::string& from, const Value& target, const std::string& inner,
                 const std::string& other);

    StateText& state_;
    Domain domain_;
    std::string entry_, exit_;
    std::map<std::string, std::string> connectors_; ///< of a container and subset
    std::map<std::string, int> uses_;               ///< of a container
};

/// Puts names in for {0}, {1}, ...
std::string substituted(std::string text, const std::vector<std::string>& names);

} // namespace mw::samples
