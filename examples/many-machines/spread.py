#!/usr/bin/env python3
"""Runs one gridwright command on files of puzzles, one a line, in blocks of lines on many machines.

The output is that of the command on its own, in the order of the input. Each worker finds `gridwright` on its PATH, and
the files under the names that are given here.
"""

import argparse
import collections
import itertools
import logging
import os
import subprocess
import sys

import dask.bag
import distributed

# The statuses of gridwright; in a batch a later one counts before an earlier one.
STATUSES = [0, 1, 3, 2]


def main():
    options = arguments(sys.argv[1:])
    worst = 0
    try:
        blocks = [block for path in options.files for block in cut(path, options.block)]
        with connect(options) as client:
            for status in spread(client, options.command, blocks):
                worst = max(worst, status, key=STATUSES.index)
    except BrokenPipeError:
        # Whoever reads the output has seen enough; nothing is left that Python could flush at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, RuntimeError) as error:
        print(f"error: {error}", file=sys.stderr)
        worst = 2
    return worst


def arguments(words):
    """The options, and behind `--` the command of gridwright."""
    own = list(itertools.takewhile(lambda word: word != "--", words))
    parser = argparse.ArgumentParser(
        description=__doc__,
        usage="%(prog)s [options] FILE... [-- COMMAND]",
        epilog="COMMAND is `check --format line` if none is given.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("files", nargs="+", metavar="FILE", help="a file of puzzles, one a line")
    parser.add_argument("--workers", type=positive, default=2, help="workers on this machine (2)")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="a running Dask scheduler, whose workers do the work")
    parser.add_argument("--block", type=positive, default=4 << 20, metavar="BYTES", help="size of a block (4 MiB)")
    options = parser.parse_args(own)
    options.command = words[len(own) + 1 :] or ["check", "--format", "line"]
    return options


def positive(text):
    """A number from 1."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be 1 or more")
    return number


def cut(path, size):
    """Cuts a file behind line ends: (path, start, length) of blocks of whole lines, of this size or a little more."""
    with open(path, "rb") as file:
        end = os.path.getsize(path)
        start = 0
        while start < end:
            file.seek(start + size - 1)
            file.readline()
            stop = min(file.tell(), end)
            yield path, start, stop - start
            start = stop


def connect(options):
    """A client of the scheduler that was named, or of workers of its own on this machine, one process each."""
    if options.scheduler:
        return distributed.Client(options.scheduler)
    # What fails ends the run with an error, so that the workers need not report it too.
    return distributed.Client(
        n_workers=options.workers, threads_per_worker=1, dashboard_address=None, silence_logs=logging.CRITICAL
    )


def spread(client, command, blocks):
    """Writes the answers to all blocks in their order, and yields the status of each."""
    for (path, start, _), (status, output, messages, lines) in zip(blocks, answers(client, command, blocks)):
        if start == 0:
            line = 1
        if messages:
            print(f"{path}: <stdin> begins at line {line}", file=sys.stderr, flush=True)
            sys.stderr.buffer.write(messages)
            sys.stderr.flush()
        sys.stdout.buffer.write(output)
        sys.stdout.flush()
        line += lines
        yield status


def answers(client, command, blocks):
    """The answers to all blocks in their order, no more of them under way at a time than keep every worker busy."""
    ahead = 2 * sum(client.nthreads().values())
    waiting = collections.deque()
    for start in range(0, len(blocks), ahead):
        # One partition a block, so that each answer can be fetched as soon as it is there.
        bag = dask.bag.from_sequence(blocks[start : start + ahead], partition_size=1)
        waiting.extend(client.compute(bag.map(answer, command).to_delayed()))
        while len(waiting) > ahead:
            yield from waiting.popleft().result()
    while waiting:
        yield from waiting.popleft().result()


def answer(block, command):
    """Runs on a worker: the status, output and messages of gridwright on a block, and how many lines the block has."""
    path, start, length = block
    with open(path, "rb") as file:
        file.seek(start)
        puzzles = file.read(length)
    # One thread, as there is a worker for every core; no summary, which would be that of this block alone.
    words = ["gridwright", *command, "--quiet", "--threads", "1", "-"]
    run = subprocess.run(words, input=puzzles, capture_output=True)
    if run.returncode not in STATUSES:
        raise RuntimeError(f"`{' '.join(words)}` ended with status {run.returncode}")
    return run.returncode, run.stdout, run.stderr, puzzles.count(b"\n")


if __name__ == "__main__":
    sys.exit(main())
