#!/usr/bin/env python3
"""How many questions does each engine answer, and how many their race?

    race.py TOOL NETS [--most N] [--jobs J] [--rows FILE] [--only TEXT]

Asks of every net under NETS whether each transition can fire, and whether
there is a deadlock.  Prints a table in Markdown: the questions that each
engine alone and the race answer within 1 and within 10 seconds.  FILE gets a
line for each question, with the winner.  Verdicts must agree with each other
and with NETS/../reference/deadlock.tsv; otherwise the exit code is 1.

Seconds are processor seconds, summed up over the threads, so a busy machine
hardly changes them.  A race on two processors takes about half as long in real
time.

For `por` and `prefix` one run suffices for all questions of a net: the
exploration does not depend on the questions, and the run gives the time of
each answer.  (Questions on a marking or a deadlock run alone: they do change
the exploration, or its end.)  `state` and the race get one question at a time,
at most N of a net (default 8, the same for every engine, spread over the net).
The race also runs once on all transitions of a net together, for the winners.
`state` gets 10 seconds for the first question of a net that it does not answer
within 1; the others count like that one.
"""
import argparse
import concurrent.futures
import json
import os
import pathlib
import resource
import subprocess
import sys

LIMITS = 1, 10
RETRIES = 1
PATIENCE = 3  # how much longer a run may take in real time
ENGINES = 'por', 'prefix', 'state', 'auto'


def run(tool, net, engine, questions, limit):
    """The JSON answer and the processor seconds.  A run for all transitions is
    limited in real time and returns its findings so far; a run for a single
    question is limited in processor time and then returns none."""
    def limit_processors():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if '--all-transitions' not in questions:
            resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))

    pipe, end = os.pipe()
    child = subprocess.Popen(
        [tool, net, '--engine', engine, *questions, '--json', '-q',
         '--timeout', str(PATIENCE * limit), '--max-memory', '4G'],
        stdout=end, stderr=subprocess.DEVNULL, preexec_fn=limit_processors)
    os.close(end)
    with os.fdopen(pipe, 'rb') as stream:
        text = stream.read()
    _, _, usage = os.wait4(child.pid, 0)
    child.returncode = 0
    used = usage.ru_utime + usage.ru_stime
    return (json.loads(text) if text else None), used


class Net:
    """A net, its questions and their answers."""

    def __init__(self, path, root, most):
        self.path = path
        self.name = str(path.relative_to(root).with_suffix(''))
        if path.name == 'model.pnml':
            self.name = path.parent.name
        self.most = most
        self.rows = {}  # question: engine: (verdict, seconds, winner)
        self.picked = []

    def note(self, question, engine, verdict, seconds, winner=None):
        self.rows.setdefault(question, {})[engine] = (verdict, seconds, winner)

    def ask_together(self, tool, engine):
        """All transitions in one run: the answers have real times, which are
        scaled to processor time."""
        answer, used = run(tool, self.path, engine, ['--all-transitions'],
                           LIMITS[-1])
        if not answer:
            return
        scale = used / max(answer['stats']['seconds'], 1e-3, used)
        for query in answer['queries']:
            self.note(query['query'].removeprefix('reach '), engine,
                      query['verdict'],
                      scale * (query['seconds'] or 0), query['engine'])

    def ask_alone(self, tool, engine, question, limit):
        arguments = (['--deadlock'] if question == 'deadlock'
                     else [f'--reach={question}'])
        answer, used = run(tool, self.path, engine, arguments, limit)
        query = (answer['queries'][0] if answer else
                 {'verdict': 'unknown', 'engine': None})
        self.note(question, engine, query['verdict'], used, query['engine'])

    def within(self, question, engine, limit):
        verdict, seconds, _ = self.rows.get(question, {}).get(
            engine, ('unknown', 0, None))
        return verdict != 'unknown' and seconds <= limit

    def measure(self, tool):
        for engine in 'por', 'prefix':
            self.ask_together(tool, engine)
        self.ask_together(tool, 'auto')
        transitions = list(self.rows)
        for question in transitions:
            self.rows[question]['together'] = self.rows[question].pop('auto')
        step = max(1, -(-len(transitions) // self.most))
        self.picked = transitions[::step] + ['deadlock']
        for engine in 'por', 'prefix':
            self.ask_alone(tool, engine, 'deadlock', LIMITS[-1])
        retries = 0
        for question in self.picked:
            self.ask_alone(tool, 'auto', question, LIMITS[-1])
            self.ask_alone(tool, 'state', question, LIMITS[0])
            if not self.within(question, 'state', LIMITS[0]) \
                    and retries < RETRIES:
                retries += 1
                self.ask_alone(tool, 'state', question, LIMITS[-1])
        return self


def contradictions(net):
    """Questions with both a yes and a no."""
    for question, engines in net.rows.items():
        verdicts = {row[0] for row in engines.values()} - {'unknown'}
        if len(verdicts) > 1:
            yield f'{net.name}: {question}: {engines}'


def against_reference(nets, path):
    """Deadlock verdicts that differ from the known ones."""
    known = {}
    if path.exists():
        for line in path.read_text().splitlines()[1:]:
            name, verdict = line.split('\t')[:2]
            known[name] = ('reachable' if verdict == 'deadlock'
                           else 'unreachable')
    for net in nets:
        wanted = known.get(net.name)
        if wanted and net.rows['deadlock']['auto'][0] != wanted:
            yield f'{net.name}: deadlock: {net.rows["deadlock"]["auto"]}'


def answered(nets, engine, limit, only):
    """The number of picked questions answered.  For the engine state,
    questions without a retry count like those with one."""
    n = 0.0
    for net in nets:
        picked = [q for q in net.picked if only(q)]
        n += sum(net.within(q, engine, limit) for q in picked)
        if engine != 'state' or limit == LIMITS[0]:
            continue
        slow = [q for q in net.picked if not net.within(q, 'state', LIMITS[0])]
        tried = slow[:RETRIES]
        late = sum(net.within(q, 'state', limit) for q in tried)
        left = [q for q in slow[RETRIES:] if only(q)]
        if tried:
            n += len(left) * late / len(tried)
    return n


def share(nets, engine, only):
    total = sum(sum(map(only, net.picked)) for net in nets)
    cells = []
    for limit in LIMITS:
        n = answered(nets, engine, limit, only)
        cells += [f'{n:.0f}', f'{100 * n / max(total, 1):.1f} %']
    return cells


def print_table(nets):
    def is_deadlock(question):
        return question == 'deadlock'

    def is_transition(question):
        return question != 'deadlock'

    print('| engine | transitions, 1 s | | 10 s | | deadlocks, 1 s | | 10 s '
          '| |\n|---|--:|--:|--:|--:|--:|--:|--:|--:|')
    for engine in ENGINES:
        cells = (share(nets, engine, is_transition) +
                 share(nets, engine, is_deadlock))
        print(f'| `{engine}` |', ' | '.join(cells), '|')
    print(f'\n{sum(len(n.picked) - 1 for n in nets)} of '
          f'{sum(len(n.rows) - 1 for n in nets)} transitions of {len(nets)} '
          'nets were asked for alone.')
    print('\n| all transitions in one run | 1 s | | 10 s | |\n'
          '|---|--:|--:|--:|--:|')
    for engine in 'por', 'prefix', 'together':
        rows = [row[engine] for net in nets for row in net.rows.values()
                if engine in row and 'together' in row]
        cells = []
        for limit in LIMITS:
            n = sum(r[0] != 'unknown' and r[1] <= limit for r in rows)
            cells += [f'{n}', f'{100 * n / max(len(rows), 1):.1f} %']
        print(f'| `{engine}` |', ' | '.join(cells), '|')
    together = [row['together'] for net in nets for row in net.rows.values()
                if 'together' in row]
    n = sum(r[0] != 'unknown' for r in together)
    print(f'\nAsked together, the race answers {n} of {len(together)}; won by:',
          ', '.join(f'`{e}` {sum(r[2] == e for r in together)}'
                    for e in ENGINES[:3]))
    alone = [net.rows[q]['auto'] for net in nets for q in net.picked
             if 'auto' in net.rows[q]]
    print('Asked alone, won by:',
          ', '.join(f'`{e}` {sum(r[2] == e for r in alone)}'
                    for e in ENGINES[:3]))


def write_rows(nets, path):
    with open(path, 'w') as out:
        for net in nets:
            for question, engines in net.rows.items():
                for engine, (verdict, seconds, winner) in engines.items():
                    print(net.name, question, engine, verdict,
                          f'{seconds:.3f}', winner or '-', sep='\t', file=out)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('tool')
    parser.add_argument('nets', type=pathlib.Path)
    parser.add_argument('--most', type=int, default=8)
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--rows')
    parser.add_argument('--only', default='')
    options = parser.parse_args()
    paths = [path for path in sorted(options.nets.rglob('*'))
             if path.suffix in ('.ll_net', '.pnml') and
             options.only in str(path)]
    nets = [Net(path, options.nets, options.most) for path in paths]
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for net in pool.map(lambda n: n.measure(options.tool), nets):
            print(net.name, file=sys.stderr, flush=True)
    print_table(nets)
    if options.rows:
        write_rows(nets, options.rows)
    wrong = [line for net in nets for line in contradictions(net)]
    wrong += against_reference(nets,
                               options.nets.parent / 'reference/deadlock.tsv')
    print(*wrong, sep='\n', file=sys.stderr)
    sys.exit(bool(wrong))


main()
