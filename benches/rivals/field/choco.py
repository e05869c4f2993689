"""Choco: all-differents by domain, a table for each cage, and its own default search."""

import time

import lines
from pychoco.model import Model

# A cage of a Killer has a table if it has no more cells than this.
MOST_CELLS = 5


def ask(puzzle, wanted, seconds):
    model = Model()
    cells = [model.intvar(1, puzzle.size) for _ in range(puzzle.size**2)]
    for group in puzzle.groups():
        model.all_different([cells[cell] for cell in group], "AC").post()
    for cage in puzzle.cages:
        scope = [cells[cell] for cell in cage.cells]
        if len(scope) == 1:
            model.arithm(scope[0], "=", cage.target).post()
        elif puzzle.regions and len(scope) > MOST_CELLS:
            model.sum(scope, "=", cage.target).post()
            model.all_different(scope, "AC").post()
        else:
            model.table(scope, [list(digits) for digits in puzzle.tuples(cage)], True, "CT+").post()
    solver = model.get_solver()
    solver.limit_time(f"{seconds * 1000:.0f}ms")
    built = time.process_time()
    begin = time.monotonic()
    found = 0
    while found < wanted and solver.solve():
        found += 1
    stopped = found < wanted and time.monotonic() - begin >= 0.98 * seconds
    return lines.Found(found, stopped, solver.get_fail_count(), built)


lines.main(ask)
