"""What the Python programs of the comparison share: puzzles from lines, tuples of cages, and a line for each run."""

import math
import sys
import time
from collections import namedtuple

Cage = namedtuple("Cage", "sign target cells")
# How many solutions were found, whether the limit was reached, the nodes, and when the model was ready.
Found = namedtuple("Found", "solutions stopped nodes built")


class Puzzle:
    """A KenKen, Latin square, Sudoku or Killer."""

    def __init__(self, line):
        self.name, size, *words = line.split()
        self.size = int(size)
        cages = [self.cage(word) for word in words]
        self.cages = [cage for cage in cages if cage.sign != "!"]
        self.regions = [cage.cells for cage in cages if cage.sign == "!"]

    @staticmethod
    def cage(word):
        """A cage from its sign, target and cells."""
        clue, cells = word.split(":")
        return Cage(clue[0], int(clue[1:]), [int(cell) for cell in cells.split(",")])

    def groups(self):
        """Rows, columns and regions."""
        n = self.size
        return [
            *([row * n + i for i in range(n)] for row in range(n)),
            *([i * n + column for i in range(n)] for column in range(n)),
            *self.regions,
        ]

    def tuples(self, cage):
        """The digits that the cells of a cage can have together."""
        found = [()]
        for number, cell in enumerate(cage.cells):
            rest = len(cage.cells) - number - 1
            clashing = [i for i, other in enumerate(cage.cells[:number]) if self.clash(cell, other)]
            found = [
                (*some, digit)
                for some in found
                for digit in range(1, self.size + 1)
                if all(some[i] != digit for i in clashing) and self.may_fit(cage, (*some, digit), rest)
            ]
        return found

    def clash(self, one, other):
        """Whether two cells of a cage differ."""
        return bool(self.regions) or one // self.size == other // self.size or one % self.size == other % self.size

    def may_fit(self, cage, digits, rest):
        """Whether so many more digits can make the target."""
        if cage.sign == "+":
            return sum(digits) + rest <= cage.target <= sum(digits) + rest * self.size
        if cage.sign == "*":
            product = math.prod(digits)
            return product == cage.target if rest == 0 else cage.target % product == 0
        if rest:
            return True
        least, most = min(digits), max(digits)
        return {"-": most - least, "/": most / least, "=": most}[cage.sign] == cage.target


def main(ask):
    """Asks about each puzzle of a file in several passes: `ask(puzzle, solutions wanted, seconds)`."""
    question, seconds, passes, file = sys.argv[1:]
    proves, limit = question == "prove", float(seconds)
    for line in open(file):
        if not line.strip() or line.startswith("#"):
            continue
        puzzle, best = Puzzle(line), None
        for _ in range(int(passes)):
            start = time.process_time()
            found = ask(puzzle, 2 if proves else 1, limit)
            spent = time.process_time() - start
            if best is None or spent < best[0]:
                best = spent, found.built - start, found
            if spent > limit / 10:
                break
        spent, built, found = best
        answers = ["none", "unique", "many"] if proves else ["none", "some"]
        answer = "stopped" if found.stopped else answers[found.solutions]
        print(puzzle.name, answer, f"{built * 1e6:.1f} {(spent - built) * 1e6:.1f}", found.nodes, flush=True)
