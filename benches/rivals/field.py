#!/usr/bin/env python3
"""Times puzzles by Gridwright and by every solver that can be had by a package's name, and prints a Markdown table.

Each is built in a folder of its own outside the project; one that cannot be had here is left out. Asked for is the
proof of uniqueness. A program answers what it has a model for: the crate `sudoku` Sudokus alone, the others all but
queens.
"""

import argparse
import pathlib
import shutil
import subprocess
import sys
import tempfile

import compare

SOURCES = compare.HERE / "field"
CASES = compare.HERE.parent / "made" / "cases.kk"
# The crates of each program beside the one that all need for their clock.
CRATES = {
    "sudoku": {"sudoku": "0.8.0"},
    "csp-solver": {"csp-solver": "0.6.0"},
    "pumpkin": {"pumpkin-solver": "0.5.0", "pumpkin-constraints": "0.5.0", "pumpkin-conflict-resolvers": "0.5.0"},
}
FILES = {
    "sudoku": "sudoku.rs",
    "csp-solver": "csp.rs",
    "pumpkin": "pumpkin.rs",
    "cpsat": "cpsat.py",
    "choco": "choco.py",
}
PACKAGES = {"cpsat": "ortools==9.15.6755", "choco": "pychoco==0.4.0"}
TITLES = {"ours": "ours", "gecode": "Gecode", "cpsat": "CP-SAT", "choco": "Choco"}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=pathlib.Path, default=[CASES], help="as for compare.py; none: our cases")
    parser.add_argument("--only", default="", help="only these programs beside ours, with commas between")
    scratch = pathlib.Path(tempfile.gettempdir(), "gridwright-rivals")
    parser.add_argument("--scratch", type=pathlib.Path, default=scratch, help=f"where they are built ({scratch})")
    parser.add_argument("--seconds", type=float, default=5, help="limit for the search of one puzzle (5)")
    parser.add_argument("--passes", type=int, default=5, help="passes over all puzzles in one run of a program (5)")
    parser.add_argument("--rounds", type=int, default=1, help="runs of each program, in turn (1)")
    parser.set_defaults(latin=False, sizes=range(1, 65))
    options = parser.parse_args()

    options.scratch.mkdir(exist_ok=True)
    ours = compare.build_ours()
    programs = {"ours": [ours]}
    wanted = options.only.split(",") if options.only else ["gecode", *FILES]
    for name in wanted:
        try:
            programs[name] = build(name, options.scratch)
        except (OSError, subprocess.CalledProcessError) as error:
            print(f"{name} cannot be had here: {error}", file=sys.stderr)
    puzzles = options.scratch / "puzzles.kk"
    puzzles.write_text("".join(line + "\n" for line in compare.lines(ours, options)))
    question = ["prove", str(options.seconds), str(options.passes), str(puzzles)]
    best = compare.measure({name: [*command, *question] for name, command in programs.items()}, options.rounds)
    print(table(best, options.seconds))
    sys.exit(judge(best))


def build(name, scratch):
    """The command of a program."""
    if name == "gecode":
        return [compare.build_gecode(scratch)]
    folder = scratch / name
    if name in PACKAGES:
        if not folder.exists():
            compare.output([sys.executable, "-m", "venv", folder])
        compare.output([folder / "bin" / "pip", "install", "--quiet", PACKAGES[name]])
        return [folder / "bin" / "python", SOURCES / FILES[name]]
    (folder / "src").mkdir(parents=True, exist_ok=True)
    shutil.copy(SOURCES / FILES[name], folder / "src" / "main.rs")
    shutil.copy(SOURCES / "lines.rs", folder / "src")
    crates = "".join(f'{crate} = "={version}"\n' for crate, version in CRATES[name].items())
    head = f'[package]\nname = "rival-{name}"\nversion = "0.0.0"\nedition = "2024"\n'
    profile = '[profile.release]\nlto = "thin"\ncodegen-units = 1\n'
    (folder / "Cargo.toml").write_text(f'{head}\n[dependencies]\ncpu-time = "1"\n{crates}\n{profile}\n[workspace]\n')
    compare.output(["cargo", "build", "--release", "--quiet", "--target-dir", folder / "target"], cwd=folder)
    return [folder / "target" / "release" / f"rival-{name}"]


def judge(best):
    """Says which program answers otherwise than ours; 1 if two do so on the same puzzle."""
    against = {}
    for name, runs in best.items():
        for puzzle, run in runs.items():
            answers = {run.answer, best["ours"][puzzle].answer}
            if len(answers) > 1 and compare.STOPPED not in answers:
                against.setdefault(puzzle, []).append(name)
                print(f"{name} answers {run.answer} for {puzzle}", file=sys.stderr)
    return int(any(len(names) > 1 for names in against.values()))


def table(best, seconds):
    """A row for each group: the median of each program in microseconds, and how many times ours it is."""
    names = list(best)
    rows = [["puzzles", *(TITLES.get(name, name) for name in names)], ["---", *("--:" for _ in names)]]
    for group, puzzles in compare.groups(best).items():
        cells = [f"{group.replace('-', ' ')} ({len(puzzles)})"]
        ours = compare.Time([best["ours"][puzzle] for puzzle in puzzles], seconds)
        for name in names:
            runs = [best[name][puzzle] for puzzle in puzzles if puzzle in best[name]]
            if len(runs) < len(puzzles):
                cells.append("–")
                continue
            time = compare.Time(runs, seconds)
            cells.append(str(time) if name == "ours" else f"{time} ({time.ratio(ours)})")
        rows.append(cells)
    return compare.markdown(rows)


if __name__ == "__main__":
    main()
