#!/usr/bin/env python3
"""Compares answers of Gridwright with those of Gecode and CP-SAT.

Reads one model a line, as `differ large` and `differ puzzles` write them: the model in MiniZinc, all its solutions (null
where there are too many), and the smallest and largest value of the variable `objective`. MiniZinc flattens each model with
its standard library (`-G std`), which Gecode and CP-SAT then get as the same FlatZinc.
"""

import argparse
import collections
import json
import os
import re
import resource
import subprocess
import sys
import tempfile

from ortools.sat.python import cp_model

SECONDS = 3.0  # for each question to a judge
MEMORY = 2 << 30  # bytes for flattening, which explodes on some models
PATIENCE = 60.0  # seconds for that


class Crash(Exception):
    """A judge itself went wrong, as MiniZinc 2.6 and CP-SAT 9.15 do on some models."""


class Flat:
    """A part of a FlatZinc model: its lines, and where each variable of the model is found in its solutions."""

    def __init__(self, variables, arrays, constraints, places):
        self.variables, self.arrays, self.constraints, self.places = variables, arrays, constraints, places

    def text(self, goal):
        return '\n'.join([*self.arrays.values(), *self.variables.values(), *self.constraints, f'solve {goal};', ''])

    def row(self, values):
        return tuple(place if isinstance(place, int) else values[place] for place in self.places)


def split(text):
    """The parts of a list, at the commas outside all brackets."""
    parts, depth, start = [], 0, 0
    for i, c in enumerate(text):
        depth += (c in '([{') - (c in ')]}')
        if c == ',' and depth == 0:
            parts.append(text[start:i].strip())
            start = i + 1
    return [*parts, text[start:].strip()] if text.strip() else []


WORD = re.compile(r'[A-Za-z_]\w*')
DECLARED = re.compile(r'^var [^:]*: (\w+)', re.M)


def names_of(model):
    """The variables of a model, in their order: those before the first empty line after the header."""
    return DECLARED.findall(model.split('\n\n')[1])


def flatten(models, folder):
    """Flattens models at once, and takes the result apart again; None where they cannot all hold."""
    heads, bodies = set(), []
    for k, model in enumerate(models):
        names = '|'.join([*map(re.escape, names_of(model)), r'c\d+_\d+'])
        body = []
        for line in model.split('\n'):
            if line.startswith('include'):
                heads.add(line)
            elif line and line[0] != '%' and not line.startswith('solve'):
                body.append(re.sub(rf'\b({names})\b', rf'm{k}_\1', line.split(' %')[0]))
        bodies += body
    source, flat, output = (os.path.join(folder, name) for name in ('m.mzn', 'm.fzn', 'm.ozn'))
    with open(source, 'w') as file:
        file.write('\n'.join([*heads, *bodies, 'solve satisfy;', '']))
    for path in (flat, output):
        if os.path.exists(path):
            os.remove(path)
    try:
        run = subprocess.run(['minizinc', '-c', '-G', 'std', '--fzn', flat, '--ozn', output, source],
                             capture_output=True, text=True, timeout=PATIENCE,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY)))
    except subprocess.TimeoutExpired as error:
        raise Crash('flattening takes too long') from error
    said = run.stdout + run.stderr
    if 'UNSATISFIABLE' in said or 'inconsistency' in said:
        return None
    if 'Assertion' in said or 'cannot determine bounds' in said or 'bad_alloc' in said or 'out of memory' in said.lower():
        raise Crash(said)
    if run.returncode or not os.path.exists(flat):
        raise RuntimeError(f'minizinc: {said}\n{open(source).read()}')
    return take_apart(models, open(flat).read(), open(output).read())


def take_apart(models, flat, output):
    variables, arrays, constraints = {}, {}, []
    for line in flat.split('\n'):
        if line.startswith('var '):
            variables[DECLARED.match(line).group(1)] = line
        elif line.startswith('array '):
            arrays[re.match(r'array [^:]*: (\w+)', line).group(1)] = line
        elif line.startswith('constraint '):
            constraints.append(line)
        elif line and not line.startswith(('solve', 'predicate')):
            raise RuntimeError(f'what is {line}?')
    parent = {name: name for name in variables}

    def root(name):
        while parent[name] != name:
            parent[name] = parent[parent[name]]
            name = parent[name]
        return name

    def used(line):
        # Annotations name what defines what, and add nothing.
        for word in WORD.findall(line.split('::')[0]):
            if word in variables:
                yield word
            elif word in arrays:
                yield from used(arrays[word].split('=', 1)[1])

    def join(names):
        names = list(names)
        for name in names[1:]:
            parent[root(names[0])] = root(name)

    for line in constraints:
        join(used(line))
    for name, line in variables.items():
        if '=' in line:
            join([name, *used(line.split('=', 1)[1])])
    places, fixed = {}, {}
    for name, value in re.findall(r'^int: (\w+)(?: = ([^;]+))?;', output, re.M):
        fixed[name] = value or name
    for name in fixed:
        at = fixed[name]
        while at in fixed and fixed[at] != at:
            at = fixed[at]
        if at in fixed and at not in variables:
            raise Crash(f'flattening has lost {at}')
        places[name] = at if at in variables else int(at)
    owner = {}
    for name in variables:
        if owner_of := re.match(r'm(\d+)_', name):
            owner.setdefault(root(name), int(owner_of.group(1)))
    for name, place in places.items():
        if place in variables:
            owner.setdefault(root(place), int(re.match(r'm(\d+)_', name).group(1)))
    parts = [Flat({}, {}, [], []) for _ in models]
    for name, line in variables.items():
        if (k := owner.get(root(name))) is not None:
            parts[k].variables[name] = line
    for line in constraints:
        first = next(used(line), None)
        k = owner.get(root(first)) if first else None
        for part in ([parts[k]] if k is not None else parts):
            part.constraints.append(line)
            if k is None:
                part.variables.update({name: variables[name] for name in used(line)})
    for k, (part, model) in enumerate(zip(parts, models)):
        words = {word for line in part.constraints for word in WORD.findall(line.split('::')[0])}
        part.arrays.update({name: line for name, line in arrays.items() if name in words and '= [' in line})
        part.places = [places[f'm{k}_{name}'] for name in names_of(model)]
        shown = {place for place in part.places if isinstance(place, str)}
        for name, line in part.variables.items():
            line = re.sub(r'\s*::\s*(output_var|is_defined_var|var_is_introduced)', '', line)
            if name in shown:
                line = re.sub(r'^(var [^:]*: \w+)', r'\1 :: output_var', line)
            part.variables[name] = line
        # Arrays of variables stand behind the variables.
        late = {name: line for name, line in part.arrays.items() if ' of var ' in line}
        for name in late:
            del part.arrays[name]
        part.variables.update(late)
    return parts


def gecode(part, goal, folder, most):
    """The rows that Gecode finds, and whether these are all, or the last one is the best."""
    path = os.path.join(folder, 'part.fzn')
    with open(path, 'w') as file:
        file.write(part.text(goal))
    bound = ['-n', str(most)] if goal == 'satisfy' else []
    run = subprocess.run(['fzn-gecode', *bound, '-t', str(int(SECONDS * 1000)), path], capture_output=True, text=True)
    if 'invalid integer literal' in run.stderr:
        raise Crash('Gecode has 32 bits, and flattening has made a larger number')
    if run.returncode or 'rror' in run.stderr:
        raise RuntimeError(f'Gecode: {run.stdout[:500]}{run.stderr[:500]}\n{part.text(goal)}')
    rows, values, count = [], {}, 0
    for line in run.stdout.split('\n'):
        if line.startswith('-----'):
            rows.append(part.row(values))
            count += 1
        elif ' = ' in line:
            name, value = line.rstrip(';').split(' = ')
            values[name] = int(value)
    ended = '==========' in run.stdout or '=====UNSAT' in run.stdout
    return rows, ended and (goal != 'satisfy' or count < most)


class CpSat:
    """A FlatZinc part as a model of CP-SAT."""

    def __init__(self, part):
        self.part, self.m, self.of = part, cp_model.CpModel(), {}
        self.arrays = {name: split(line[line.index('= [') + 3:line.rindex(']')])
                       for name, line in [*part.arrays.items(), *part.variables.items()] if line.startswith('array')}
        aliases = []
        for name, line in part.variables.items():
            if line.startswith('array'):
                continue
            kind, rest = re.match(r'var ([^:]*): \w+(.*);', line).groups()
            self.of[name] = self.m.new_bool_var(name) if kind == 'bool' else self.m.new_int_var_from_domain(
                cp_model.Domain.from_values(self.values(kind)), name)
            if '=' in rest:
                aliases.append((name, rest.split('=', 1)[1].strip()))
        for name, other in aliases:
            self.m.add(self.of[name] == self.term(other))
        for line in part.constraints:
            name, arguments = re.match(r'constraint (\w+)\((.*)\)\s*$', line.rstrip(';').split('::')[0]).groups()
            self.post(name, split(arguments))

    @staticmethod
    def values(text):
        if '..' in text:
            low, high = text.split('..')
            return range(int(low), int(high) + 1)
        return [int(value) for value in split(text.strip('{}'))]

    def term(self, text):
        """A variable or a constant, which is a variable too."""
        if text in self.of:
            return self.of[text]
        value = {'true': 1, 'false': 0}.get(text)
        self.of[text] = self.m.new_constant(int(text) if value is None else value)
        return self.of[text]

    def terms(self, text):
        return [self.term(item) for item in (split(text[1:-1]) if text[0] == '[' else self.arrays[text])]

    def numbers(self, text):
        known = {'true': 1, 'false': 0}
        items = split(text[1:-1]) if text[0] == '[' else self.arrays[text]
        return [known[item] if item in known else int(item) for item in items]

    def compared(self, sign, left, right):
        return {'eq': left == right, 'ne': left != right, 'le': left <= right, 'lt': left < right}[sign]

    def post(self, name, a):
        m, term = self.m, self.term
        opposite = {'eq': ('ne', 0), 'ne': ('eq', 0), 'le': ('lt', 1), 'lt': ('le', 1)}
        if found := re.fullmatch(r'(int|bool)_(lin_)?(eq|ne|le|lt)(_reif)?', name):
            _, linear, sign, reified = found.groups()
            if linear:
                left = sum(c * x for c, x in zip(self.numbers(a[0]), self.terms(a[1])))
                if isinstance(left, int):
                    left = m.new_constant(left)
                right, rest = term(a[2]), a[3:]
            else:
                left, right, rest = term(a[0]), term(a[1]), a[2:]
            if not reified:
                m.add(self.compared(sign, left, right))
            else:
                truth = term(rest[0])
                other, turned = opposite[sign]
                m.add(self.compared(sign, left, right)).only_enforce_if(truth)
                pair = (right, left) if turned else (left, right)
                m.add(self.compared(other, *pair)).only_enforce_if(~truth)
        elif name == 'bool2int':
            m.add(term(a[0]) == term(a[1]))
        elif name == 'bool_not':
            m.add(term(a[0]) != term(a[1]))
        elif name in ('array_bool_and', 'array_bool_or', 'bool_and', 'bool_or'):
            items = self.terms(a[0]) if name.startswith('array') else [term(a[0]), term(a[1])]
            if items:
                (m.add_min_equality if name.endswith('and') else m.add_max_equality)(term(a[-1]), items)
            else:
                m.add(term(a[-1]) == (1 if name.endswith('and') else 0))
        elif name == 'bool_xor':
            m.add_bool_xor([term(a[0]), term(a[1]), ~term(a[2])] if len(a) > 2 else [term(a[0]), term(a[1])])
        elif name in ('bool_clause', 'bool_clause_reif'):
            literals = [*self.terms(a[0]), *(~x for x in self.terms(a[1]))]
            if name == 'bool_clause':
                m.add_bool_or(literals)
            else:
                m.add_max_equality(term(a[2]), [*literals, term('false')])
        elif name in ('set_in', 'set_in_reif'):
            values = cp_model.Domain.from_values(self.values(a[1]))
            if name == 'set_in':
                m.add_linear_expression_in_domain(term(a[0]), values)
            else:
                m.add_linear_expression_in_domain(term(a[0]), values).only_enforce_if(term(a[2]))
                m.add_linear_expression_in_domain(term(a[0]), values.complement()).only_enforce_if(~term(a[2]))
        elif name in ('array_int_element', 'array_bool_element', 'array_var_int_element', 'array_var_bool_element'):
            m.add_element(term(a[0]) - 1, self.terms(a[1]), term(a[2]))
        elif name in ('array_int_minimum', 'array_int_maximum'):
            (m.add_min_equality if name.endswith('minimum') else m.add_max_equality)(term(a[0]), self.terms(a[1]))
        elif name in ('int_min', 'int_max'):
            (m.add_min_equality if name == 'int_min' else m.add_max_equality)(term(a[2]), [term(a[0]), term(a[1])])
        elif name == 'int_abs':
            m.add_abs_equality(term(a[1]), term(a[0]))
        elif name == 'int_times':
            m.add_multiplication_equality(term(a[2]), [term(a[0]), term(a[1])])
        elif name == 'int_plus':
            m.add(term(a[0]) + term(a[1]) == term(a[2]))
        elif name in ('int_div', 'int_mod'):
            rows = []
            for x in self.domain(a[0]):
                for y in self.domain(a[1]):
                    if y:
                        quotient = abs(x) // abs(y) * (1 if (x < 0) == (y < 0) else -1)
                        rows.append((x, y, quotient if name == 'int_div' else x - y * quotient))
            m.add_allowed_assignments([term(argument) for argument in a], rows)
        else:
            raise RuntimeError(f'no translation of {name}')

    def domain(self, text):
        line = self.part.variables.get(text)
        return self.values(re.match(r'var ([^:]*):', line).group(1)) if line else [int(text)]

    def run(self, goal, most):
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        # With presolve, CP-SAT 9.15 gives wrong answers on some of these models, and ends by "Infeasible solution!" on others.
        solver.parameters.cp_model_presolve = False
        solver.parameters.max_time_in_seconds = SECONDS
        if goal == 'satisfy':
            solver.parameters.enumerate_all_solutions = True
        else:
            verb, name = goal.split()
            (self.m.minimize if verb == 'minimize' else self.m.maximize)(self.term(name))
        seen = Rows(self, most)
        status = solver.solve(self.m, seen)
        if status == cp_model.MODEL_INVALID:
            raise RuntimeError(f'CP-SAT: {self.m.validate()}\n{self.part.text(goal)}')
        return seen.rows, status in (cp_model.OPTIMAL, cp_model.INFEASIBLE) and len(seen.rows) < most


def cp_sat(part, goal, most):
    """The rows that CP-SAT finds, and whether these are all, or the last one is the best; in a process of its own, which it
    may bring down."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        try:
            answer = CpSat(part).run(goal, most)
        except Exception as error:
            answer = f'{error!r}'
        with os.fdopen(write, 'w') as out:
            json.dump(answer, out)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as answers:
        text = answers.read()
    if os.waitpid(child, 0)[1]:
        raise Crash('CP-SAT')
    answer = json.loads(text)
    if isinstance(answer, str):
        raise RuntimeError(answer)
    return [tuple(row) for row in answer[0]], answer[1]


class Rows(cp_model.CpSolverSolutionCallback):
    def __init__(self, model, most):
        super().__init__()
        self.model, self.most, self.rows = model, most, []

    def on_solution_callback(self):
        values = {name: self.value(self.model.of[name]) for name in self.model.part.places if isinstance(name, str)}
        self.rows.append(self.model.part.row(values))
        if len(self.rows) >= self.most:
            self.stop_search()


def compare(case, part, folder, tally):
    """What the judges say against an answer, in words."""
    faults = []
    known = None if case['solutions'] is None else {tuple(row) for row in case['solutions']}

    def ask(who, question, *arguments):
        try:
            return question(part, *arguments)
        except Crash:
            tally[f'{who}: crashes'] += 1
            return [], False

    def judge(who, rows, ended):
        found = set(rows)
        tally[f'{who}: ' + ('all solutions' if ended else 'some solutions')] += 1
        if known is None:
            if ended and len(found) <= case['more_than']:
                faults.append(f'{who} has {len(found)} solutions only')
        elif found - known:
            faults.append(f'{who} has one more: {min(found - known)}')
        elif ended and known - found:
            faults.append(f'{who} lacks {min(known - found)}')

    if isinstance(part, Crash):
        tally['MiniZinc: crashes'] += 1
        return faults
    if isinstance(part, RuntimeError):
        raise part
    if part is None:
        tally['flattening: no solution'] += 1
        judge('MiniZinc', [], True)
        return faults
    # Hidden variables may double solutions; of too many, some are enough.
    most = 10 * len(known) + 100 if known is not None else 2
    judge('Gecode', *ask('Gecode', gecode, 'satisfy', folder, most))
    judge('CP-SAT', *ask('CP-SAT', cp_sat, 'satisfy', most))
    at = names_of(case['model']).index('objective') if case.get('best') else None
    if at is not None and isinstance(part.places[at], str):
        for verb, best in zip(('minimize', 'maximize'), case['best']):
            goal = f'{verb} {part.places[at]}'
            for who, question, bounds in (('Gecode', gecode, (folder, 0)), ('CP-SAT', cp_sat, (sys.maxsize,))):
                rows, ended = ask(who, question, goal, *bounds)
                if ended:
                    tally[f'{who}: an optimum'] += 1
                    theirs = rows[-1][at] if rows else None
                    if theirs != best:
                        faults.append(f'{who} {verb}s to {theirs}, not {best}')
    return faults


def flattened(cases, folder):
    """Each case with its part; where one of several cannot hold, they are tried in halves."""
    try:
        parts = flatten([case['model'] for case in cases], folder)
    except (Crash, RuntimeError) as error:
        if len(cases) == 1:
            yield cases[0], error
            return
        parts = None
    if parts is not None:
        yield from zip(cases, parts)
    elif len(cases) == 1:
        yield cases[0], None
    else:
        half = len(cases) // 2
        yield from flattened(cases[:half], folder)
        yield from flattened(cases[half:], folder)


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument('--batch', type=int, default=12, help='models that are flattened at once')
    batch = arguments.parse_args().batch
    tally, wrong = collections.Counter(), 0
    with tempfile.TemporaryDirectory(dir='/dev/shm' if os.path.isdir('/dev/shm') else None) as folder:
        lines = (json.loads(line) for line in sys.stdin)
        waiting = []
        while True:
            case = next(lines, None)
            # What has no solution would spoil the flattening of the others.
            alone = [case] if case and case['solutions'] == [] else []
            if case and not alone:
                waiting.append(case)
            ready = alone or (waiting if not case or len(waiting) >= batch else [])
            if ready:
                for one, part in flattened(ready, folder):
                    tally['models'] += 1
                    try:
                        faults = compare(one, part, folder, tally)
                    except (RuntimeError, AttributeError, KeyError, ValueError) as error:
                        faults = [f'cannot be judged: {error!r}']
                    for fault in faults:
                        wrong += 1
                        print(f'{one["name"]}: {fault}', flush=True)
                    if tally['models'] % 500 == 0:
                        print(dict(tally), file=sys.stderr, flush=True)
                if not alone:
                    waiting = []
            if not case:
                break
    print('; '.join(f'{key}: {count}' for key, count in sorted(tally.items())) + f'; faults: {wrong}')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
