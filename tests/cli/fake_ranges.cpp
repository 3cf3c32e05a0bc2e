// A library of ranges (NVTX and rocTX) that writes down what it is told: FAKE_RANGES, a file.

#include <cstdio>
#include <cstdlib>

namespace {

void note(const char* text) {
    if (FILE* const file = std::fopen(std::getenv("FAKE_RANGES"), "a")) {
        std::fprintf(file, "%s\n", text);
        std::fclose(file);
    }
}
int depth = 0;

int push(const char* name) {
    note(name);
    return depth++;
}
int pop() {
    note("}");
    return --depth;
}

} // namespace

extern "C" {

int nvtxRangePushA(const char* name) {
    return push(name);
}
int nvtxRangePop() {
    return pop();
}
int roctxRangePushA(const char* name) {
    return push(name);
}
int roctxRangePop() {
    return pop();
}
}
