#!/usr/bin/env python3
"""Writes the nets of this directory, each as .ll_net and as .pnml.

    generate.py                 write them beside this script
    generate.py --check         compare instead; exit 1 when a file differs
    generate.py --closed-forms  compare EXPECTED with the closed forms below
    generate.py --into FOLDER NAME:N,M...
                                write other instances there, as .ll_net and,
                                where a paper's relation is not that of the
                                net, .indep: `--into /tmp cav18_disp:5,3`

A net models a program: a thread has a place for each of its locations, a
variable a place for each of its values (exactly one of them is marked), and a
statement a transition for each value that it may read.  A statement that reads
a value without changing it reads the place.  In the .ll_net this is a read arc
(block RA).  The PNML standard has none, so the .pnml has an input and an
output arc, which are equivalent.

Where two threads read one place, NAME-pr.* is the same program without shared
reads: each reader has its own copy of the place, and a transition that
consumes or produces on the place does so on all copies (the place replication
of Vogler, Semenov and Yakovlev).  Its markings are those of NAME, and its
traces under `classic` are those of NAME under `read`.
"""
import math
import pathlib
import sys

import papers
from model import Net, Program

HERE = pathlib.Path(__file__).resolve().parent


# -- The figures of the papers, and nets with known counts --

def concur15_fig1():
    """Rodriguez et al., CONCUR 2015, Fig. 1: w writes x, r and r' read it.

        w: x := 1        r: y := x        r': z := x        (all 0 before)
    """
    net = Program('concur15_fig1')
    for v in 'xyz':
        net.variable(v, [0, 1], 0)
    for thread in ('w', 'r', 'rr'):
        net.locations(thread, ['start', 'end'])
    net.transition('w', ['w_start', 'x_0'], ['w_end', 'x_1'])
    for thread, v in (('r', 'y'), ('rr', 'z')):
        for x in (0, 1):
            net.transition(f'{thread}_{x}', [f'{thread}_start', f'{v}_0'],
                           [f'{thread}_end', f'{v}_{x}'], [f'x_{x}'])
    return net


def concur15_fig2():
    """The same, Fig. 2: t1 and t2 read the marked place that t3 consumes."""
    net = Net('concur15_fig2')
    for p in ('p1', 'p2', 'p3'):
        net.place(p, True)
    for p in ('p4', 'p5', 'p6'):
        net.place(p)
    net.transition('t1', ['p1'], ['p4'], ['p2'])
    net.transition('t2', ['p3'], ['p6'], ['p2'])
    net.transition('t3', ['p2'], ['p5'])
    return net


def readers(n):
    """Fig. 2 with n readers."""
    net = Net(f'readers_{n}')
    net.place('p', True)
    net.place('q')
    for i in range(n):
        net.place(f'a{i}', True)
        net.place(f'b{i}')
    for i in range(n):
        net.transition(f'read{i}', [f'a{i}'], [f'b{i}'], ['p'])
    net.transition('take', ['p'], ['q'])
    return net


def pi(n):
    """n threads, each adding its share to a sum under one mutex.

        lock(m); sum := sum + 1; unlock(m)
    """
    net = Program(f'pi_{n}')
    net.mutex('m')
    net.variable('sum', range(n + 1), 0)
    for i in range(n):
        t = f't{i}'
        net.locations(t, ['start', 'locked', 'added', 'end'])
        net.transition(f'{t}_lock', [f'{t}_start', 'm'], [f'{t}_locked'])
        for v in range(n):
            net.transition(f'{t}_add_{v}', [f'{t}_locked', f'sum_{v}'],
                           [f'{t}_added', f'sum_{v + 1}'])
        net.transition(f'{t}_unlock', [f'{t}_added'], [f'{t}_end', 'm'])
    return net


def ccnf(n):
    """n - 1 threads; the two of a pair race on writing one variable."""
    net = Program(f'ccnf_{n}')
    for i in range(n - 1):
        x = f'x{i // 2}'
        if i % 2 == 0:
            net.variable(x, [0, 1, 2], 0)
        net.locations(f't{i}', ['start', 'end'])
        net.write(f't{i}', 'start', 'end', x, 1 + i % 2)
    return net


def writers(n):
    """Nguyen et al., CAV 2018, Fig. 1.

        w_j: x_j := 7          for j = 0 .. n - 1
        count: n - 1 times c := c + 1
        master: i := c; x_i := 0
    """
    net = Program(f'writers_{n}')
    net.variable('c', range(n), 0)
    net.variable('i', ['none', *range(n)], 'none')
    for j in range(n):
        net.variable(f'x{j}', [0, 7], 0)
        net.locations(f'w{j}', ['start', 'end'])
        net.write(f'w{j}', 'start', 'end', f'x{j}', 7)
    net.locations('count', range(n))
    for v in range(n - 1):
        net.transition(f'count_{v}_inc', [f'count_{v}', f'c_{v}'],
                       [f'count_{v + 1}', f'c_{v + 1}'])
    net.locations('master', ['start', 'choice', 'end'])
    for v in range(n):
        net.transition(f'master_start_get_{v}', ['master_start', 'i_none'],
                       ['master_choice', f'i_{v}'], [f'c_{v}'])
        net.write('master', 'choice', 'end', f'x{v}', 0, [f'i_{v}'])
    return net


# -- Standard programs --

def dining(n, left_handed=0):
    """n philosophers with a fork between neighbours.  All take the fork with
    their own number first, but for the left_handed last ones: one is enough
    to prevent the deadlock."""
    net = Program(f'dining_{n}' + ('_fair' if left_handed else ''))
    for i in range(n):
        net.mutex(f'fork{i}')
    for i in range(n):
        t = f'ph{i}'
        forks = [f'fork{i}', f'fork{(i + 1) % n}']
        if i >= n - left_handed:
            forks.reverse()
        net.locations(t, ['think', 'wait', 'eat'])
        net.transition(f'{t}_first', [f'{t}_think', forks[0]], [f'{t}_wait'])
        net.transition(f'{t}_second', [f'{t}_wait', forks[1]], [f'{t}_eat'])
        net.transition(f'{t}_leave', [f'{t}_eat'], [f'{t}_think', *forks])
    return net


def close(net, thread, last, once):
    """The thread ends at location last, or starts over."""
    if not once:
        net.transition(f'{thread}_again', [f'{thread}_{last}'],
                       [f'{thread}_start'])


def named(algorithm, once):
    return Program(algorithm + ('_once' if once else ''))


def peterson(once):
    """flag[i] := 1; turn := j; await flag[j] = 0 or turn = i;
    critical section; flag[i] := 0"""
    net = named('peterson', once)
    for i in (0, 1):
        net.variable(f'flag{i}', [0, 1], 0)
    net.variable('turn', [0, 1], 0)
    for i, j in ((0, 1), (1, 0)):
        t = f't{i}'
        net.locations(t, ['start', 'yield', 'wait', 'crit', 'end'])
        net.write(t, 'start', 'yield', f'flag{i}', 1)
        net.write(t, 'yield', 'wait', 'turn', j)
        net.test(t, 'wait', 'crit', f'flag{j}', 0)
        net.test(t, 'wait', 'crit', 'turn', i)
        net.write(t, 'crit', 'end', f'flag{i}', 0)
        close(net, t, 'end', once)
    return net


def dekker(once):
    """flag[i] := 1
    while flag[j] = 1:
        if turn != i: flag[i] := 0; await turn = i; flag[i] := 1
    critical section; turn := j; flag[i] := 0

    Once turn = i was seen it stays so, hence the loop only waits then."""
    net = named('dekker', once)
    for i in (0, 1):
        net.variable(f'flag{i}', [0, 1], 0)
    net.variable('turn', [0, 1], 0)
    for i, j in ((0, 1), (1, 0)):
        t = f't{i}'
        net.locations(t, ['start', 'try', 'clash', 'insist', 'back', 'wait',
                          'raise', 'crit', 'leave', 'end'])
        net.write(t, 'start', 'try', f'flag{i}', 1)
        net.branch(t, 'try', {0: 'crit', 1: 'clash'}, f'flag{j}')
        net.branch(t, 'clash', {i: 'insist', j: 'back'}, 'turn')
        net.test(t, 'insist', 'crit', f'flag{j}', 0)
        net.write(t, 'back', 'wait', f'flag{i}', 0)
        net.test(t, 'wait', 'raise', 'turn', i)
        net.write(t, 'raise', 'try', f'flag{i}', 1)
        net.write(t, 'crit', 'leave', 'turn', j)
        net.write(t, 'leave', 'end', f'flag{i}', 0)
        close(net, t, 'end', once)
    return net


def lamport(once):
    """Lamport's fast mutual exclusion (1987) for two threads, 1 and 2.

    start: b[i] := 1; x := i
    if y != 0: b[i] := 0; await y = 0; goto start
    y := i
    if x != i:
        b[i] := 0; await b[j] = 0
        if y != i: await y = 0; goto start
    critical section; y := 0; b[i] := 0
    """
    net = named('lamport', once)
    for i in (1, 2):
        net.variable(f'b{i}', [0, 1], 0)
    net.variable('x', [0, 1, 2], 0)
    net.variable('y', [0, 1, 2], 0)
    for i, j in ((1, 2), (2, 1)):
        t = f't{i}'
        net.locations(t, ['start', 'setx', 'gety', 'back', 'wait', 'sety',
                          'getx', 'drop', 'other', 'mine', 'crit', 'leave',
                          'end'])
        net.write(t, 'start', 'setx', f'b{i}', 1)
        net.write(t, 'setx', 'gety', 'x', i)
        net.branch(t, 'gety', {0: 'sety', 1: 'back', 2: 'back'}, 'y')
        net.write(t, 'back', 'wait', f'b{i}', 0)
        net.test(t, 'wait', 'start', 'y', 0)
        net.write(t, 'sety', 'getx', 'y', i)
        net.branch(t, 'getx', {i: 'crit', j: 'drop', 0: 'drop'}, 'x')
        net.write(t, 'drop', 'other', f'b{i}', 0)
        net.test(t, 'other', 'mine', f'b{j}', 0)
        net.branch(t, 'mine', {i: 'crit', j: 'wait', 0: 'wait'}, 'y')
        net.write(t, 'crit', 'leave', 'y', 0)
        net.write(t, 'leave', 'end', f'b{i}', 0)
        close(net, t, 'end', once)
    return net


def szymanski(once):
    """Szymanski's algorithm for two threads.

    flag[i] := 1; await flag[j] in {0, 1, 2}; flag[i] := 3
    if flag[j] = 1: flag[i] := 2; await flag[j] = 4
    flag[i] := 4
    thread 1: await flag[0] in {0, 1}
    critical section
    thread 0: await flag[1] in {0, 1, 4}
    flag[i] := 0
    """
    net = named('szymanski', once)
    for i in (0, 1):
        net.variable(f'flag{i}', range(5), 0)
    for i, j in ((0, 1), (1, 0)):
        t = f't{i}'
        net.locations(t, ['start', 'door', 'enter', 'look', 'step', 'room',
                          'shut', 'turn', 'crit', 'leave', 'end'])
        net.write(t, 'start', 'door', f'flag{i}', 1)
        net.branch(t, 'door', {v: 'enter' for v in (0, 1, 2)}, f'flag{j}')
        net.write(t, 'enter', 'look', f'flag{i}', 3)
        net.branch(t, 'look', {1: 'step', **{v: 'shut' for v in (0, 2, 3, 4)}},
                   f'flag{j}')
        net.write(t, 'step', 'room', f'flag{i}', 2)
        net.test(t, 'room', 'shut', f'flag{j}', 4)
        net.write(t, 'shut', 'turn', f'flag{i}', 4)
        if i == 1:
            net.branch(t, 'turn', {0: 'crit', 1: 'crit'}, 'flag0')
            net.transition(f'{t}_done', [f'{t}_crit'], [f'{t}_leave'])
        else:
            net.transition(f'{t}_go', [f'{t}_turn'], [f'{t}_crit'])
            net.branch(t, 'crit', {v: 'leave' for v in (0, 1, 4)}, 'flag1')
        net.write(t, 'leave', 'end', f'flag{i}', 0)
        close(net, t, 'end', once)
    return net


def buffer(cells, items=0):
    """A producer and a consumer with a chain of cells between them; items
    pass from cell to cell.  items = 0: for ever."""
    net = Program(f'buffer_{cells}' + (f'_{items}' if items else ''))
    steps = items or 1
    for c in range(cells):
        net.variable(f'cell{c}', ['empty', 'full'], 'empty')
    for t in ('prod', 'cons'):
        names = [f'{state}{k}' for k in range(steps) for state in 'ab']
        net.locations(t, names + (['end'] if items else []))
    for k in range(steps):
        after = f'a{k + 1}' if k + 1 < steps else 'end' if items else 'a0'
        net.transition(f'make{k}', [f'prod_a{k}'], [f'prod_b{k}'])
        net.transition(f'put{k}', [f'prod_b{k}', 'cell0_empty'],
                       [f'prod_{after}', 'cell0_full'])
        net.transition(f'get{k}', [f'cons_a{k}', f'cell{cells - 1}_full'],
                       [f'cons_b{k}', f'cell{cells - 1}_empty'])
        net.transition(f'use{k}', [f'cons_b{k}'], [f'cons_{after}'])
    for c in range(cells - 1):
        net.transition(f'pass{c}', [f'cell{c}_full', f'cell{c + 1}_empty'],
                       [f'cell{c}_empty', f'cell{c + 1}_full'])
    return net


def rwlock(n_readers, n_writers, once=False):
    """A lock for many readers or one writer.  A reader checks that no writer
    holds it, a writer that no reader does."""
    net = Program(f'rwlock_{n_readers}_{n_writers}' +
                  ('_once' if once else ''))
    net.place('no_writer', True)
    for i in range(n_readers):
        net.variable(f'in{i}', [0, 1], 0)
        net.locations(f'r{i}', ['start', 'hold', 'end'])
    for i in range(n_writers):
        net.locations(f'w{i}', ['start', 'hold', 'end'])
    for i in range(n_readers):
        t = f'r{i}'
        net.transition(f'{t}_lock', [f'{t}_start', f'in{i}_0'],
                       [f'{t}_hold', f'in{i}_1'], ['no_writer'])
        net.transition(f'{t}_unlock', [f'{t}_hold', f'in{i}_1'],
                       [f'{t}_end', f'in{i}_0'])
        close(net, t, 'end', once)
    for i in range(n_writers):
        t = f'w{i}'
        net.transition(f'{t}_lock', [f'{t}_start', 'no_writer'],
                       [f'{t}_hold'],
                       [f'in{r}_0' for r in range(n_readers)])
        net.transition(f'{t}_unlock', [f'{t}_hold'], [f'{t}_end', 'no_writer'])
        close(net, t, 'end', once)
    return net


# -- The nets of this directory, and known facts about them --

def nets():
    """All of them.  replicate: two threads of the net read one place."""
    replicate = [
        concur15_fig1(), concur15_fig2(), readers(3), readers(5),
        rwlock(2, 1), rwlock(3, 2), rwlock(2, 2, once=True),
        dekker(False), dekker(True), lamport(False), lamport(True),
    ]
    for net in replicate:
        yield net
        yield net.replicated()
    yield from [
        pi(3), pi(4), ccnf(5), ccnf(9), writers(3), writers(4),
        dining(3), dining(4), dining(4, left_handed=1),
        buffer(3), buffer(2, items=3),
        peterson(False), peterson(True), szymanski(False), szymanski(True),
    ]
    for spec in SMALL:
        yield instance(spec)


# Of the programs of papers.py.
SMALL = [
    'cav18_pi:3', 'cav18_mpat:2', 'cav18_disp:2,2', 'cav18_pol:3,2',
    'cav18_mpc:2,2', 'concur15_ccnf:5', 'concur15_stf', 'concur15_ssb',
    'concur15_ssb:1', 'concur15_dekker', 'concur15_lamport',
    'concur15_peterson', 'concur15_pgsql', 'hvc14_sum:4',
    'hvc14_pc:2', 'hvc14_din:3',
]


def instance(spec):
    """'cav18_disp:5,3': a function of papers.py or of this file, and its
    arguments."""
    name, _, numbers = spec.partition(':')
    make = getattr(papers, name, None) or globals()[name]
    return make(*(int(n) for n in numbers.split(',') if n))


def files(net):
    """suffix -> text"""
    texts = {'.ll_net': net.ll_net(), '.pnml': net.pnml()}
    if getattr(net, 'races', False):
        texts['.indep'] = net.indep()
    return texts


def write_instances(folder, specs):
    folder.mkdir(parents=True, exist_ok=True)
    for net in map(instance, specs):
        for suffix, text in files(net).items():
            if suffix != '.pnml':
                (folder / (net.name + suffix)).write_text(text, 'utf-8')


def closed_forms():
    """(net, column of EXPECTED, value)."""
    for name, n in (('concur15_fig2', 2), ('readers_3', 3), ('readers_5', 5)):
        orders = sum(math.perm(n, k) for k in range(n + 1))
        # Every order of some readers is an event of the last of them.
        yield name, 'classic_traces', orders
        yield name, 'classic_histories', 2 * orders - 1
        yield name, 'read_traces', 2 ** n
        yield name, 'read_histories', n + 2 ** n
        yield name, 'markings', 2 ** (n + 1)
    yield 'concur15_fig1', 'read_traces', 4
    yield 'concur15_fig1', 'read_histories', 10
    for n in (3, 4):
        yield f'pi_{n}', 'classic_traces', math.factorial(n)
        yield f'pi_{n}', 'read_traces', math.factorial(n)
        # The k-th thread, and the order of the earlier ones.
        yield (f'pi_{n}', 'read_histories',
               3 * sum(math.perm(n, k) for k in range(1, n + 1)))
        yield f'writers_{n}', 'read_traces', 2 * n
    for n in (5, 9):
        yield f'ccnf_{n}', 'classic_traces', 2 ** ((n - 1) // 2)
        yield f'ccnf_{n}', 'read_traces', 2 ** ((n - 1) // 2)
        yield f'ccnf_{n}', 'classic_histories', 2 * (n - 1)
    for name, n in (('cav18_pi_3', 3), ('hvc14_sum_4', 4)):
        yield name, 'classic_traces', math.factorial(n)
    yield 'hvc14_sum_4', 'markings', 2 ** 4
    yield 'hvc14_sum_4', 'edges', 4 * 2 ** 3
    yield 'cav18_mpat_2', 'classic_traces', math.factorial(2) * 2 ** 2
    yield 'concur15_ccnf_5', 'read_traces', 2 ** 2
    yield 'concur15_ccnf_5', 'read_histories', 6 * 5 - 5
    # No choice: one run up to commutation.
    yield 'buffer_2_3', 'classic_traces', 1
    yield 'buffer_2_3', 'classic_histories', 3 * 4 + 3


def rows(path):
    """EXPECTED: net -> column -> text."""
    lines = [line.split() for line in path.read_text().splitlines()
             if line and line[0] != '#']
    return {line[0]: dict(zip(lines[0], line)) for line in lines[1:]}


def check_closed_forms():
    table, bad = rows(HERE / 'EXPECTED'), 0

    def expect(name, column, value):
        nonlocal bad
        if table[name][column] != str(value):
            print(f'{name}: {column} is {table[name][column]}, not {value}')
            bad += 1

    for form in closed_forms():
        expect(*form)
    for name in table:
        base = table.get(name.removesuffix('-pr'))
        if name.endswith('-pr'):
            for column in ('markings', 'edges', 'deadlocks', 'dead'):
                expect(name, column, base[column])
            for what in ('traces', 'histories'):
                expect(name, 'classic_' + what, base['read_' + what])
                expect(name, 'read_' + what, base['read_' + what])
    return bad


def main(args):
    if args == ['--closed-forms']:
        return check_closed_forms() > 0
    if args[:1] == ['--into'] and len(args) > 2:
        return write_instances(pathlib.Path(args[1]), args[2:])
    if args not in ([], ['--check']):
        print(__doc__, file=sys.stderr)
        return 3
    bad = 0
    for net in nets():
        for suffix, text in files(net).items():
            path = HERE / (net.name + suffix)
            if not args:
                path.write_text(text, encoding='utf-8')
            elif not path.exists() or path.read_text('utf-8') != text:
                print(f'{path.name} is not what generate.py writes')
                bad += 1
    return bad > 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
