#!/usr/bin/env python3
"""Checks large collections of Sudokus that it makes from a few: speed, memory, and what a second thread gives."""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time

SIZES = (10_000, 1_000_000)
COMMAND = "target/release/gridwright"


def spread(boards, count, seed):
    """So many different boards, each one of the given ones with digits renamed and bands, stacks, rows and columns moved."""
    dice = random.Random(seed)
    seen = set()

    def lines():
        triples = dice.sample(range(3), 3)
        return [3 * triple + line for triple in triples for line in dice.sample(range(3), 3)]

    while len(seen) < count:
        digits = dice.sample("123456789", 9)
        names = str.maketrans("123456789", "".join(digits))
        rows, columns = lines(), lines()
        cells = [9 * row + column for row in rows for column in columns]
        if dice.random() < 0.5:
            cells = [cell % 9 * 9 + cell // 9 for cell in cells]
        board = dice.choice(boards).translate(names)
        board = "".join([board[cell] for cell in cells])
        if hash(board) not in seen:
            seen.add(hash(board))
            yield board


def peak_memory(process):
    """The most memory, in MiB, that a process has had so far; 0 once it has ended."""
    try:
        with open(f"/proc/{process}/status") as lines:
            return max((int(line.split()[1]) / 1024 for line in lines if line.startswith("VmHWM")), default=0)
    except FileNotFoundError:
        return 0


def run(path, threads, folder):
    """Seconds, processor seconds and peak memory in MiB of a check, which must find every puzzle unique."""
    answers = os.path.join(folder, "answers")
    peak, ended = 0, 0
    with open(answers, "wb") as out:
        start = time.monotonic()
        child = subprocess.Popen([COMMAND, "check", "--quiet", "--threads", str(threads), path], stdout=out)
        while not ended:
            # Looking costs time that the second thread would miss.
            time.sleep(max(0.002, (time.monotonic() - start) / 50))
            # What the kernel counts for an ended child includes what this script had when it forked.
            peak = max(peak, peak_memory(child.pid))
            ended, status, usage = os.wait4(child.pid, os.WNOHANG)
        seconds = time.monotonic() - start
    with open(answers, "rb") as lines:
        words = set(lines)
    if status != 0 or words != {b"unique\n"}:
        sys.exit(f"the check of {path} ended with {status} and said {words}")
    return seconds, usage.ru_utime + usage.ru_stime, peak


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("boards", help="a file of Sudokus with one solution, one a line")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with open(arguments.boards) as lines:
        boards = [line.split()[0].replace("0", ".") for line in lines if line.strip() and not line.startswith("#")]
    print("| puzzles | threads | puzzles a second | processor µs a puzzle | peak memory, MiB | times one thread |")
    print("|--:|--:|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        for size in SIZES:
            path = os.path.join(folder, f"{size}.txt")
            with open(path, "w") as out:
                out.writelines(board + "\n" for board in spread(boards, size, arguments.seed))
            # The rounds take turns, so that a busy moment of the machine meets both.
            runs = {1: [], 2: []}
            for _ in range(arguments.rounds):
                for threads in runs:
                    runs[threads].append(run(path, threads, folder))
            mean = {threads: sum(seconds for seconds, _, _ in of) / len(of) for threads, of in runs.items()}
            for threads, of in runs.items():
                processor = sum(cpu for _, cpu, _ in of) / len(of) / size * 1e6
                memory = max(peak for _, _, peak in of)
                gain = mean[1] / mean[threads]
                print(f"| {size:,} | {threads} | {size / mean[threads]:,.0f} | {processor:.1f} | {memory:.1f} | {gain:.2f} |")


if __name__ == "__main__":
    main()
