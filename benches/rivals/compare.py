#!/usr/bin/env python3
"""Times puzzles by Gridwright and by Gecode side by side, and prints a Markdown table by group.

Builds both programs, runs them in turn, and takes for each puzzle the pass with the least CPU time. Gecode runs twice:
building the tables of each puzzle anew, and keeping those of earlier puzzles as Gridwright does.
"""

import argparse
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
LIBRARIES = ["search", "minimodel", "int", "kernel", "support"]
STOPPED = "stopped"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "files",
        nargs="*",
        type=pathlib.Path,
        help=".kk: puzzles as `rival list` prints them; others: size, level and Keen ID with tabs between, or Sudokus or "
        "Killers, one a line; none: KenKens made from a seed",
    )
    parser.add_argument("--latin", action="store_true", help="add Latin squares with holes made from a seed")
    parser.add_argument("--first", action="store_true", help="ask for a first solution, not for a proof of uniqueness")
    parser.add_argument("--seconds", type=float, default=10, help="limit for the search of one puzzle (10)")
    parser.add_argument("--passes", type=int, default=5, help="passes over all puzzles in one run of a program (5)")
    parser.add_argument("--rounds", type=int, default=3, help="runs of each program, in turn (3)")
    parser.add_argument("--sizes", type=sizes, default=range(1, 65), help="only boards of these sizes, as in 6-9")
    options = parser.parse_args()

    ours = build_ours()
    with tempfile.TemporaryDirectory() as folder:
        gecode = build_gecode(pathlib.Path(folder))
        puzzles = pathlib.Path(folder, "puzzles.kk")
        puzzles.write_text("".join(line + "\n" for line in lines(ours, options)))
        question = ["first" if options.first else "prove", str(options.seconds), str(options.passes), str(puzzles)]
        programs = {"ours": [ours, *question], "gecode": [gecode, *question], "kept": [gecode, *question, "keep"]}
        best = measure(programs, options.rounds)
    print(table(best, options.seconds))
    agree(best)


def measure(programs, rounds):
    """Runs the programs in turn; for each of them the best run of each puzzle."""
    best = {name: {} for name in programs}
    for number in range(rounds):
        print(f"round {number + 1} of {rounds}", file=sys.stderr)
        for name, command in programs.items():
            for puzzle, run in runs(command):
                known = best[name].get(puzzle)
                if known is None or run.total < known.total:
                    best[name][puzzle] = run
    return best


def agree(best):
    """Ends the program, with an error if answers differ."""
    disagreements = check(best)
    sys.exit("the answers differ for " + ", ".join(disagreements) if disagreements else 0)


def sizes(text):
    """A range of sizes as in `6-9` or `7`."""
    first, _, last = text.partition("-")
    return range(int(first), int(last or first) + 1)


def build_ours():
    """Our program, optimised."""
    command = ["cargo", "build", "--release", "--package", "gridwright-models", "--no-default-features"]
    out = output([*command, "--example", "rival", "--message-format", "json-render-diagnostics"], cwd=HERE)
    artifacts = [json.loads(line) for line in out.splitlines()]
    return next(a["executable"] for a in artifacts if a.get("target", {}).get("name") == "rival")


def build_gecode(folder):
    """Gecode's program, optimised."""
    program = folder / "gecode"
    output(["g++", "-std=c++17", "-O2", "-o", program, HERE / "gecode.cpp", *(f"-lgecode{name}" for name in LIBRARIES)])
    return program


def lines(ours, options):
    """The puzzles that are asked for, one a line, of the wanted sizes."""
    found = output([ours, "latin"]).splitlines() if options.latin else []
    for file in options.files:
        found += (file.read_text() if file.suffix == ".kk" else output([ours, "list", file])).splitlines()
    if not options.files and not options.latin:
        found = output([ours, "list"]).splitlines()
    return [line for line in found if line.strip() and line[0] != "#" and int(line.split()[1]) in options.sizes]


class Run:
    """What a program has taken for a puzzle, in microseconds."""

    def __init__(self, answer, build, solve, nodes):
        self.answer = answer
        self.build = float(build)
        self.total = self.build + float(solve)
        self.nodes = int(nodes)


def runs(command):
    """The names of the puzzles and their runs."""
    for line in output(command).splitlines():
        name, *columns = line.split()
        yield name, Run(*columns)


def output(command, **how):
    """What a command prints; its messages go to ours."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **how).stdout


def check(best):
    """The puzzles whose answers differ between programs, limits apart."""
    answers = {}
    for by_puzzle in best.values():
        for puzzle, run in by_puzzle.items():
            if run.answer != STOPPED:
                answers.setdefault(puzzle, set()).add(run.answer)
    return [puzzle for puzzle, different in answers.items() if len(different) > 1]


def groups(best):
    """The puzzles of each group, in the order of the first of each."""
    groups = {}
    for puzzle in best["ours"]:
        groups.setdefault(puzzle.rsplit("-", 1)[0], []).append(puzzle)
    return groups


def table(best, seconds):
    """A row for each group of puzzles; times in microseconds."""
    kept = "kept" in best
    head = ["puzzles", "ours", "building", "Gecode", "building", "ratio", *(["tables kept", "ratio"] if kept else [])]
    head += ["nodes", "slowest", "stopped"]
    rows = [head, ["---"] + ["--:"] * (len(head) - 1)]
    for group, puzzles in groups(best).items():
        of = {name: [by_puzzle[puzzle] for puzzle in puzzles] for name, by_puzzle in best.items()}
        total = {name: Time(of[name], seconds) for name in best}
        two = (of["ours"], of["gecode"])
        cells = [
            f"{group.replace('-', ' ')} ({len(puzzles)})",
            str(total["ours"]),
            micro(median(of["ours"], "build")),
            str(total["gecode"]),
            micro(median(of["gecode"], "build")),
            total["gecode"].ratio(total["ours"]),
            *([str(total["kept"]), total["kept"].ratio(total["ours"])] if kept else []),
            " / ".join(f"{median(runs, 'nodes'):.0f}" for runs in two),
            " / ".join(micro(max(run.total for run in runs)) for runs in two),
            " / ".join(str(sum(run.answer == STOPPED for run in runs)) for runs in two),
        ]
        rows.append(cells)
    return markdown(rows)


def markdown(rows):
    """Rows, the second of which tells how columns are aligned."""
    line = lambda row: "|" + "|".join(row) + "|" if row[0] == "---" else "| " + " | ".join(row) + " |"
    return "\n".join(map(line, rows))


class Time:
    """The median time of some runs, which is a lower bound where more than half of them reached the limit."""

    def __init__(self, runs, seconds):
        times = [seconds * 1e6 if run.answer == STOPPED else run.total for run in runs]
        self.micros = statistics.median(times)
        self.stopped = 2 * sum(run.answer == STOPPED for run in runs) > len(runs)

    def __str__(self):
        return (">" if self.stopped else "") + micro(self.micros)

    def ratio(self, ours):
        """How many times as long as ours it is."""
        sign = {(True, False): ">", (False, True): "<"}.get((self.stopped, ours.stopped), "")
        return "–" if self.stopped and ours.stopped else f"{sign}{self.micros / ours.micros:.2f}"


def median(runs, column):
    """The median of a column."""
    return statistics.median(getattr(run, column) for run in runs)


def micro(time):
    """Microseconds, with a tenth where there are few."""
    return f"{time:.1f}" if time < 100 else f"{time:,.0f}"


if __name__ == "__main__":
    main()
