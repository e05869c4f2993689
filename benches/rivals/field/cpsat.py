"""OR-tools CP-SAT with one worker, which learns: all-differents, and a table for each cage."""

import time

import lines
from ortools.sat.python import cp_model

# A cage of a Killer has a table if it has no more cells than this.
MOST_CELLS = 5


class Counter(cp_model.CpSolverSolutionCallback):
    """Stops after so many solutions."""

    def __init__(self, wanted):
        super().__init__()
        self.wanted, self.found = wanted, 0

    def on_solution_callback(self):
        self.found += 1
        if self.found == self.wanted:
            self.stop_search()


def ask(puzzle, wanted, seconds):
    model = cp_model.CpModel()
    cells = [model.new_int_var(1, puzzle.size, "") for _ in range(puzzle.size**2)]
    for group in puzzle.groups():
        model.add_all_different([cells[cell] for cell in group])
    for cage in puzzle.cages:
        scope = [cells[cell] for cell in cage.cells]
        if len(scope) == 1:
            model.add(scope[0] == cage.target)
        elif puzzle.regions and len(scope) > MOST_CELLS:
            model.add(sum(scope) == cage.target)
            model.add_all_different(scope)
        else:
            model.add_allowed_assignments(scope, puzzle.tuples(cage))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.max_time_in_seconds = seconds
    solver.parameters.enumerate_all_solutions = wanted > 1
    counter = Counter(wanted)
    built = time.process_time()
    status = solver.solve(model, counter)
    done = status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) or counter.found == wanted
    return lines.Found(counter.found, not done, solver.num_branches, built)


lines.main(ask)
