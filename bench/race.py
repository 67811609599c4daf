#!/usr/bin/env python3
"""How many questions does each engine answer, and how many their race?

    race.py TOOL NETS [--most N] [--jobs J] [--rows FILE] [--only TEXT]
            [--racers LIST]
    race.py TOOL INSTANCES --thirds [--every K] [--from I] [--jobs J]
            [--rows FILE] [--only TEXT] [--names FILE]

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

With --thirds: does the race give every answer that one engine gives in a third
of the time?  INSTANCES are those of the Model Checking Contest, as NAME.tar.xz
or folders.  Each K-th question of each (deadlock, and those of the files of
properties) is asked alone of the race on two threads, for 10 seconds.  Where
this takes more than 0.3 seconds, each engine that races gets a third of the
race's time.  A time is what an idle machine with two processors takes: the
processor time of what comes before the engines, and that of the engines divided
by the threads.  FILE gets a line for each question, and one for each engine that
was asked.  Prints the engines that were more than 0.05 seconds below a third;
the exit code is 1 if there are any.  Questions in FILE are not asked again.
--names takes the questions that a file lists and no others.
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tarfile
import tempfile
import threading
import time

LIMITS = 1, 10
RETRIES = 1
PATIENCE = 3  # how much longer a run may take in real time
ENGINES = 'por', 'prefix', 'state', 'auto'
RACE = []  # options of the race

RACERS = 'state', 'equation', 'prefix', 'por', 'walk'
EXAMINATIONS = ('ReachabilityDeadlock', 'ReachabilityFireability',
                'ReachabilityCardinality', 'UpperBounds')
THREADS = 2
THIRDS_LIMIT = 10  # seconds of a race
LEAST = 0.3        # a race that takes less is not compared
NOISE = 0.05
WAIT = 900         # seconds in which a busy machine gives these


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
        [tool, net, '--engine', engine, *(RACE if engine == 'auto' else []),
         *questions, '--json', '-q',
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


# --- a third of the time ------------------------------------------------------

def processor_seconds(child):
    """Of a process that was not waited for: Linux gives each a clock."""
    return time.clock_gettime((~child.pid << 3) | 2)


def ask_briefly(command, limit):
    """The verdict within so many processor seconds, and those that it took."""
    child = subprocess.Popen(command, stdout=subprocess.PIPE,
                             stderr=subprocess.DEVNULL)
    text = []
    reader = threading.Thread(target=lambda: text.append(child.stdout.read()))
    reader.start()
    used = 0
    while reader.is_alive():
        reader.join(0.005 + used / 50)
        used = processor_seconds(child)
        if used > limit:
            os.kill(child.pid, signal.SIGKILL)
    reader.join()
    child.stdout.close()
    _, _, usage = os.wait4(child.pid, 0)
    child.returncode = 0
    used = usage.ru_utime + usage.ru_stime
    answer = json.loads(text[0]) if text[0].strip() and used <= limit else None
    query = answer['queries'][0] if answer else {}
    verdict = query.get('verdict', 'unknown')
    if verdict == 'exact':
        verdict = str(query['bound'])
    return ('-' if verdict in ('unknown', 'bounded', 'at least') else verdict,
            used, query.get('engine') or '-')


def unpack(path, folder):
    """The folder of an instance."""
    if path.is_dir():
        return path
    with tarfile.open(path) as archive:
        archive.extractall(folder, filter='data')
    return next(pathlib.Path(folder).rglob('model.pnml')).parent


def single_questions(instance, folder):
    """The name of each question with the options that ask it."""
    yield f'{instance}-ReachabilityDeadlock', ['--deadlock']
    for examination in EXAMINATIONS[1:]:
        path = instance_file(folder, examination)
        if path is None:
            continue
        text = path.read_text()
        head = text[:text.index('<property>')]
        for part in re.findall('<property>.*?</property>', text, re.S):
            yield (re.search('<id>(.*?)</id>', part)[1],
                   head + part + '</property-set>')


def instance_file(folder, examination):
    path = pathlib.Path(folder, examination + '.xml')
    return path if path.exists() else None


class Thirds:
    """Asks the race, and the engines where it took long."""

    def __init__(self, options):
        self.tool = options.tool
        self.lock = threading.Lock()
        self.known = collections.defaultdict(list)
        self.names = set(pathlib.Path(options.names).read_text().split()
                         if options.names else ())
        self.out = None
        if options.rows:
            self.read(pathlib.Path(options.rows))
            self.out = open(options.rows, 'a')

    def read(self, path):
        for line in path.read_text().splitlines() if path.exists() else []:
            name, *row = line.split('\t')
            self.known[name].append(row)

    def note(self, name, rows):
        with self.lock:
            self.known[name] = [[str(cell) for cell in row] for row in rows]
            for row in self.known[name]:
                if self.out:
                    print(name, *row, sep='\t', file=self.out, flush=True)

    def ask(self, name, net, question):
        if name in self.known:
            return
        with tempfile.NamedTemporaryFile('w', suffix='.xml') as file:
            if isinstance(question, str):
                file.write(question)
                file.flush()
                question = ['--property', file.name]
            command = [self.tool, str(net), *question, '-q', '--json',
                       '--reduce', 'on', '--timeout', str(WAIT)]
            self.note(name, self.compare(command))

    def compare(self, command):
        """Rows: who, verdict, seconds, winner; the first one is the race."""
        verdict, used, winner = ask_briefly(
            command + ['--threads', str(THREADS)], THREADS * THIRDS_LIMIT)
        if used <= LEAST * THREADS and verdict != '-':
            return [('race', verdict, f'{used / THREADS:.3f}', winner)]
        _, before, _ = ask_briefly(
            command + ['--engine', 'state', '--max-events', '1'], THIRDS_LIMIT)
        before = min(before, used)
        seconds = before + (used - before) / THREADS
        if verdict == '-':
            seconds = max(seconds, THIRDS_LIMIT)
        rows = [('race', verdict, f'{seconds:.3f}', winner)]
        if seconds <= LEAST:
            return rows
        for engine in RACERS:
            answer, used, _ = ask_briefly(
                command + ['--engine', engine, '--threads', '1'], seconds / 3)
            rows.append((engine, answer, f'{used:.3f}', '-'))
        return rows

    def ask_instance(self, path, every, first):
        name = path.name.removesuffix('.tar.xz')
        with tempfile.TemporaryDirectory() as scratch:
            folder = unpack(path, scratch)
            for i, (question, ask) in enumerate(
                    single_questions(name, folder)):
                if (question in self.names if self.names else
                        i == 0 or (i + first) % every == 0):
                    self.ask(question, folder / 'model.pnml', ask)
        print(name, file=sys.stderr, flush=True)

    def print_all(self):
        races = [rows[0] for rows in self.known.values()]
        late = []
        for name, rows in sorted(self.known.items()):
            seconds = float(rows[0][2])
            late += [(name, *row, rows[0]) for row in rows[1:]
                     if row[1] != '-' and float(row[2]) < seconds / 3 - NOISE]
        print(f'{len(races)} questions; the race answered',
              sum(row[1] != '-' for row in races), 'and took more than '
              f'{LEAST} seconds for', sum(float(row[2]) > LEAST
                                          for row in races),
              f'; an engine needed less than a third of its time for '
              f'{len({row[0] for row in late})}')
        for name, engine, verdict, seconds, _, race in late:
            print(f'{name}: {engine} {verdict} in {seconds}, race {race[1]} '
                  f'by {race[3]} in {race[2]}')
        return bool(late)


def thirds(options):
    paths = [path for path in sorted(options.nets.iterdir())
             if options.only in path.name]
    run = Thirds(options)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        list(pool.map(lambda item: run.ask_instance(
            item[1], options.every, options.first + item[0]),
            enumerate(paths)))
    return run.print_all()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('tool')
    parser.add_argument('nets', type=pathlib.Path)
    parser.add_argument('--most', type=int, default=8)
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--rows')
    parser.add_argument('--only', default='')
    parser.add_argument('--thirds', action='store_true')
    parser.add_argument('--names')
    parser.add_argument('--racers')
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--from', dest='first', type=int, default=0)
    options = parser.parse_args()
    if options.racers:
        RACE.extend(['--racers', options.racers])
    if options.thirds:
        sys.exit(thirds(options))
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
