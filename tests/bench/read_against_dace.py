"""Reads one graph with DaCe's SDFG.from_file and with Mapwright's reader, taking turns.

    PYTHON_WITH_DACE read_against_dace.py document_bench FILE [REPEATS]

Prints the medians after a warm-up and their ratio.
"""
import statistics
import subprocess
import sys
import time
import warnings

warnings.simplefilter("ignore")
import dace  # noqa: E402


def main():
    bench, file = sys.argv[1:3]
    repeats = int(sys.argv[3]) if len(sys.argv) > 3 else 7
    server = subprocess.Popen(
        [bench, "--serve", file], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ours():
        server.stdin.write("read\n")
        server.stdin.flush()
        return float(server.stdout.readline())

    def theirs():
        begin = time.perf_counter()
        dace.SDFG.from_file(file)
        return time.perf_counter() - begin

    ours(), theirs()
    pairs = [(ours(), theirs()) for _ in range(repeats)]
    server.stdin.close()
    server.wait()
    mine, dace_time = (statistics.median(side) for side in zip(*pairs))
    print(f"Mapwright {mine * 1e3:.1f} ms, DaCe {dace.__version__} {dace_time * 1e3:.0f} ms: "
          f"{dace_time / mine:.0f} times (medians of {repeats} after one warm-up, in turns)")


if __name__ == "__main__":
    main()
