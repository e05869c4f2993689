#!/usr/bin/env python3
"""Compares gridwright spread over two workers with gridwright alone, and both with what is known of the puzzles."""

import pathlib
import random
import re
import subprocess
import sys
import tempfile
import unittest

import distributed

import spread

CHECK = ["check", "--format", "line"]
# A Sudoku with one solution, and a full board.
PUZZLE = "...2...5..6..95..19.7.1....5.8..41...4.....7...18..9.3....2.6.77..54..1..1...8..."
FULL = "".join(str((3 * row + row // 3 + column) % 9 + 1) for row in range(9) for column in range(9))
# Puzzles by what `check` says of them.
ANSWERS = {
    "unique": PUZZLE,
    # Two empty rows of one band can be swapped in any solution.
    "many": "." * 18 + FULL[18:],
    # Row 1 has two of its 2.
    "none": "2" + PUZZLE[1:],
    # One cell too few.
    "invalid": PUZZLE[1:],
}


class ManyMachines(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # Two workers that stay for all tests.
        cluster = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
        cls.addClassCleanup(cluster.close)
        cls.running = ["--scheduler", cluster.scheduler_address]

    def setUp(self):
        self.random = random.Random(1)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def collection(self, name, count, weights):
        """A file of puzzles with these frequencies, comments and blank lines between them, and what they are."""
        words = self.random.choices(list(weights), weights.values(), k=count)
        lines = []
        for word in words:
            lines += self.random.choice([[], [], [], [""], ["# a comment"]])
            lines.append(disguised(ANSWERS[word], self.random))
        path = self.folder / name
        # The last line has no end.
        path.write_text("\n".join(lines))
        return path, words

    def both(self, files, command, status, workers=None):
        """The output of a command and its messages, alone and spread, once both have ended with this status."""
        alone = run(["gridwright", *command, "--quiet", *files], status)
        program = [sys.executable, spread.__file__, *(workers or self.running), "--block", "1000"]
        together = run([*program, *files, "--", *command], status)
        self.assertEqual(alone.stdout, together.stdout)
        return alone.stdout.split(), alone.stderr, together.stderr

    def test_answers_of_all_kinds(self):
        weights = {"unique": 90, "many": 5, "none": 1, "invalid": 4}
        first, expected = self.collection("first.txt", 3000, weights)
        empty, _ = self.collection("empty.txt", 0, weights)
        last, more = self.collection("last.txt", 200, weights)
        self.assertEqual(set(expected), set(weights))

        workers = ["--workers", "2"]
        words, alone, together = self.both([first, empty, last], CHECK, status=2, workers=workers)
        self.assertEqual(words, expected + more)
        self.assertEqual(places(alone), places(together))
        self.assertEqual(len(places(alone)), words.count("invalid"))
        self.assertGreater(len(re.findall("begins at line", together)), 50)

    def test_files_are_cut_behind_line_ends_alone(self):
        puzzles, _ = self.collection("puzzles.txt", 20, {"unique": 1, "invalid": 1})
        text = puzzles.read_bytes()
        for size in range(1, len(text) + 2):
            blocks = [text[start : start + length] for _, start, length in spread.cut(puzzles, size)]
            self.assertEqual(b"".join(blocks), text)
            self.assertTrue(all(block.endswith(b"\n") and len(block) >= size for block in blocks[:-1]))
            # No block has a line more than it needs.
            self.assertTrue(all(len(b"".join(block.splitlines(True)[:-1])) < size for block in blocks))

    def test_the_status_that_counts_most_is_kept(self):
        kinds = ["unique", "none", "invalid"]
        unique, none, invalid = (self.collection(f"{kind}.txt", 20, {kind: 1})[0] for kind in kinds)
        blank = self.folder / "blank.txt"
        blank.write_text("." * 81)

        self.assertEqual(self.both([unique], CHECK, status=0), (["unique"] * 20, "", ""))
        limited = [*CHECK, "--nodes", "1"]
        for files in [blank, none], [none, blank]:
            self.assertEqual(set(self.both(files, limited, status=3)[0]), {"stopped", "none"})
        for files in [blank, invalid], [invalid, blank]:
            self.assertEqual(set(self.both(files, limited, status=2)[0]), {"stopped", "invalid"})

    def test_another_command(self):
        puzzles, kinds = self.collection("puzzles.txt", 100, {"unique": 9, "none": 1})
        answers, _, _ = self.both([puzzles], ["solve", "--format", "line"], status=1)
        self.assertEqual(["none" if answer == "none" else "unique" for answer in answers], kinds)
        self.assertEqual({len(answer) for answer in answers}, {81, len("none")})


def disguised(puzzle, chance):
    """The same puzzle with digits renamed, and rows moved within their bands; a board that is not whole is left."""
    digits = list("123456789")
    chance.shuffle(digits)
    puzzle = puzzle.translate(str.maketrans("123456789", "".join(digits)))
    if len(puzzle) != 81:
        return puzzle
    rows = [puzzle[start : start + 9] for start in range(0, 81, 9)]
    bands = [chance.sample(rows[start : start + 3], 3) for start in range(0, 9, 3)]
    return "".join(row for band in chance.sample(bands, 3) for row in band)


def run(words, status):
    """Runs a program that must end with this status."""
    ended = subprocess.run([str(word) for word in words], capture_output=True, text=True)
    if ended.returncode != status:
        raise AssertionError(f"{words} ended with {ended.returncode}, not with {status}:\n{ended.stderr}")
    return ended


def places(messages):
    """Where the mistakes stand, as (file, line, column), whether messages name their file or the start of a block."""
    found, block = [], None
    for line in messages.splitlines():
        if heading := re.fullmatch(r"(.*): <stdin> begins at line (\d+)", line):
            block = heading[1], int(heading[2])
        elif place := re.fullmatch(r" *--> (.*):(\d+):(\d+)", line):
            file, row, column = place[1], int(place[2]), int(place[3])
            if file == "<stdin>":
                file, row = block[0], block[1] + row - 1
            found.append((file, row, column))
    return found


if __name__ == "__main__":
    unittest.main()
