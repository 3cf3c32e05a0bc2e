// Calls of exported libraries that are recorded as graphs: when, and what is left of it where it
// fails.
#include "core/codegen/library/runtime/recording.h"
#include "tests/support/catch.h"

#include <string>
#include <vector>

namespace recording_test {

using namespace mw;

namespace {

/// Says what is done to it, and takes what it is told to take.
struct Device {
    bool able = true, begins = true, ends = true;
    bool recording = false;
    std::vector<std::string> said;
    int graphs = 0;

    bool records() const { return able; }
    bool beginGraph() {
        said.push_back("begin");
        recording = begins;
        return begins;
    }
    void* endGraph(bool wanted) {
        recording = false;
        said.push_back(wanted ? "end" : "end, not wanted");
        return wanted && ends ? reinterpret_cast<void*>(static_cast<std::uintptr_t>(++graphs))
                              : nullptr;
    }
    void startGraph(library::Status&, void* graph) {
        said.push_back("start " + std::to_string(reinterpret_cast<std::uintptr_t>(graph)));
    }
    void dropGraph(void* graph) {
        said.push_back("drop " + std::to_string(reinterpret_cast<std::uintptr_t>(graph)));
    }
    void endRecording() { said.push_back("end all"); }
};

/// What a call knows of itself.
struct Frame {
    long long turns = 0;
    long long value = 0;
};

struct Calls {
    Device device;
    library::Recordings<Device> recordings;
    library::Status status;
    bool refuses = false;

    /// What the device was told for a call with this value.
    std::string call(long long value) {
        device.said.clear();
        Frame frame{0, value};
        recordings.run(device, status, &frame.turns, &frame + 1, [&] {
            device.said.push_back((device.recording ? "recorded " : "ran ") +
                                  std::to_string(frame.value));
            frame.value = -1; // steps change what they were given
            ++frame.turns;
            if (refuses && device.recording)
                library::refuse(status, 1, "%s", "no");
        });
        std::string all;
        for (const auto& one : device.said)
            all += (all.empty() ? "" : "; ") + one;
        return all;
    }
};

} // namespace

TEST_CASE("the second call that is given the same is recorded, later ones start its graph") {
    Calls calls;
    CHECK(calls.call(7) == "ran 7");
    CHECK(calls.call(7) == "begin; recorded 7; end; start 1");
    CHECK(calls.call(7) == "start 1");
    CHECK(calls.call(8) == "ran 8");
    CHECK(calls.call(7) == "start 1"); // two fields that are swapped
    CHECK(calls.call(8) == "begin; recorded 8; end; start 2");
    CHECK(calls.call(7) == "start 1");
    CHECK(calls.call(8) == "start 2");
    calls.device.said.clear();
    calls.recordings.end(calls.device);
    CHECK(calls.device.said == std::vector<std::string>{"drop 1", "drop 2", "end all"});
}

TEST_CASE("what was not used longest is forgotten") {
    Calls calls;
    for (const int value : {1, 1, 2, 2, 3, 3, 4, 4})
        calls.call(value);
    calls.call(1);
    CHECK(calls.call(5) == "drop 2; ran 5");
    CHECK(calls.call(1) == "start 1");
    CHECK(calls.call(2) == "drop 3; ran 2");
}

TEST_CASE("where nothing can be recorded, steps run as they were given, and nobody tries again") {
    Calls calls;
    SECTION("it does not begin") {
        calls.device.begins = false;
        calls.call(7);
        CHECK(calls.call(7) == "begin; ran 7");
    }
    SECTION("it does not end") {
        calls.device.ends = false;
        calls.call(7);
        CHECK(calls.call(7) == "begin; recorded 7; end; ran 7");
    }
    SECTION("the device has no graphs") {
        calls.device.able = false;
        calls.call(7);
        CHECK(calls.call(7) == "ran 7");
    }
    CHECK(calls.call(7) == "ran 7");
    CHECK(calls.call(8) == "ran 8");
    CHECK(calls.call(8) == "ran 8");
}

TEST_CASE("a step that is refused while it is recorded is given out as ever, and refuses there") {
    Calls calls;
    calls.refuses = true;
    calls.call(7);
    CHECK(calls.call(7) == "begin; recorded 7; end, not wanted; ran 7");
    CHECK(calls.status.code == library::kFine);
    calls.refuses = false; // of other calls that says nothing
    calls.call(8);
    CHECK(calls.call(8) == "begin; recorded 8; end; start 1");
}

} // namespace recording_test
