"""The programs of the papers' tables, as nets.

Rodriguez, Sousa, Sharma, Kroening: Unfolding-Based Partial Order Reduction,
CONCUR 2015, Tables 1 and 2 (their tool is Poet).  Nguyen, Rodriguez, Sousa,
Coti, Petrucci: Quasi-Optimal Partial Order Reduction, CAV 2018, Table 1 (Dpu).
Chu, Jaffar: A Framework to Synergize Partial Order Reduction with State
Interpolation, HVC 2014, Tables 1 and 2.

A step corresponds to one event of the paper's tool: starting, creating, ending
and joining a thread, locking and unlocking a mutex, and for Poet each other
statement as well.  Dpu has events of threads and mutexes only.  So in the
programs for Dpu, unlocking a mutex includes the statements under it, and
values that do not influence any thread are omitted.
"""
import itertools

from model import Code, Program, Pthreads


def created(threads):
    """The beginning of main."""
    main = Code()
    main.step('start')
    for thread in threads:
        main.create(thread)
    return main


def finish(net, main, threads=()):
    """The end of main, which waits for the threads."""
    for thread in threads:
        main.join(thread)
    main.step('end')
    net.main(main)
    return net


# -- CAV 2018, Table 1 --

def visits(*mutexes):
    """Locks and unlocks the mutexes one after another."""
    code = Code()
    for mutex in mutexes:
        code.lock(mutex)
        code.unlock(mutex)
    return code


def chooser(values, variable, mutex):
    """Sets the variable to each of the values in turn, under the mutex."""
    code = Code()
    for value in values:
        code.lock(mutex)
        code.unlock(mutex, variable,
                    lambda _, own, value=value: (value, own))
    return code


def visit_chosen(code, variable, mutex):
    """Reads the variable under the mutex, and visits the mutex m of that
    number."""
    code.lock(mutex)
    code.unlock(mutex, variable, lambda value, own: (value, {'x': value}))
    code.lock(lambda own: f"m{own['x']}")
    code.step('unlock', None, lambda _, own: (None, {}),
              put=lambda own: f"m{own['x']}")


def cav18_pi(n):
    """PI(n): each of n threads adds its share to a sum under one mutex."""
    net = Pthreads(f'cav18_pi_{n}')
    threads = [f't{i}' for i in range(n)]
    net.mutex('m')
    for t in threads:
        net.thread(t, visits('m'))
    return finish(net, created(threads), threads)


def cav18_mpat(n):
    """MPAT(n): n pairs of threads.  w_i visits the mutex a_i; r_i visits it
    while holding a mutex that all r_i share.  main does not wait for them."""
    net = Pthreads(f'cav18_mpat_{n}')
    net.mutex('m')
    for i in range(n):
        net.mutex(f'a{i}')
        net.thread(f'w{i}', visits(f'a{i}'))
        code = Code()
        code.lock('m')
        code.lock(f'a{i}')
        code.unlock(f'a{i}')
        code.unlock('m')
        net.thread(f'r{i}', code)
    return finish(net, created([f'{kind}{i}' for i in range(n)
                                for kind in 'wr']))


def cav18_disp(servers, requests):
    """DISP(servers, requests): a dispatcher.  Each server visits its own
    mutex.  For each request main creates a thread that sets sid to all servers
    in turn, visits the mutex of the server that it finds there, and joins the
    thread."""
    net = Pthreads(f'cav18_disp_{servers}_{requests}')
    ids = range(servers)
    net.mutex('k')
    net.variable('sid', ids, 0)
    for i in ids:
        net.mutex(f'm{i}')
        net.thread(f's{i}', visits(f'm{i}'))
    main = created([f's{i}' for i in ids])
    for r in range(requests):
        net.thread(f'pick{r}', chooser(ids, 'sid', 'k'))
        main.create(f'pick{r}')
        visit_chosen(main, 'sid', 'k')
        main.join(f'pick{r}')
    return finish(net, main)


def cav18_pol(workers, rounds):
    """POL(workers, rounds): a thread pool.  Each worker visits its own mutex.
    In each round one thread sets i to 1 .. workers - 1 in turn, and another
    one visits the mutex of the worker that it finds in i."""
    net = Pthreads(f'cav18_pol_{workers}_{rounds}')
    ids = range(workers)
    net.mutex('k')
    net.variable('i', ids, 0)
    for i in ids:
        net.mutex(f'm{i}')
        net.thread(f'w{i}', visits(f'm{i}'))
    main = created([f'w{i}' for i in ids])
    for r in range(rounds):
        poke = Code()
        visit_chosen(poke, 'i', 'k')
        net.thread(f'choice{r}', chooser(ids[1:], 'i', 'k'))
        net.thread(f'poke{r}', poke)
        main.create(f'choice{r}')
        main.create(f'poke{r}')
        main.join(f'choice{r}')
        main.join(f'poke{r}')
    return finish(net, main, [f'w{i}' for i in ids])


def cav18_mpc(producers, workers):
    """MPC(producers, workers): each worker visits its own mutex twice.  Each
    producer appends its number twice, as a digit to base `producers`, to one
    shared number, and visits the mutex of the worker with the number of its
    last result modulo `workers`; the net keeps only this remainder.  main does
    not wait."""
    net = Pthreads(f'cav18_mpc_{producers}_{workers}')
    net.mutex('k')
    net.variable('number', range(workers), 0)
    for i in range(workers):
        net.mutex(f'm{i}')
        net.thread(f'w{i}', visits(f'm{i}', f'm{i}'))
    for i in range(producers):
        def append(value, own, digit=i):
            return (value * producers + digit) % workers, own

        code = Code()
        code.lock('k')
        code.unlock('k', 'number', append)
        code.lock('k')
        code.unlock('k', 'number',
                    lambda value, own, append=append:
                    (append(value, own)[0], {'x': append(value, own)[0]}))
        code.lock(lambda own: f"m{own['x']}")
        code.unlock(lambda own: f"m{own['x']}")
        net.thread(f'p{i}', code)
    return finish(net, created([*(f'w{i}' for i in range(workers)),
                                *(f'p{i}' for i in range(producers))]))


# -- CONCUR 2015, Table 1 --

def concur15_ccnf(n):
    """CCNF(n): n - 1 threads; the two of a pair race on writing one variable.
    main creates them and does not wait."""
    net = Pthreads(f'concur15_ccnf_{n}')
    for i in range(n - 1):
        if i % 2 == 0:
            net.variable(f'x{i // 2}', [0, 1, 2], 0)
        code = Code()
        code.set(f'x{i // 2}', 1 + i % 2)
        net.thread(f't{i}', code)
    main = created([f't{i}' for i in range(n - 1)])
    net.main(main)
    return net


def concur15_stf():
    """STF: two threads change two variables, each under one mutex."""
    net = Pthreads('concur15_stf')
    net.mutex('m')
    changes = {'t1': (1, 1), 't2': (5, -6)}
    for i in (1, 2):
        first = changes['t1'][i - 1], changes['t2'][i - 1]
        net.variable(f'data{i}', sorted({10, 10 + first[0], 10 + first[1],
                                         10 + sum(first)}), 10)
    for t, steps in changes.items():
        code = Code(aux=0)
        code.step('declare')
        for i in (1, 2):
            code.lock('m')
            code.get('aux', f'data{i}')
            code.set(f'data{i}', lambda own, i=i: own['aux'] + steps[i - 1])
            code.unlock('m')
        net.thread(t, code)
    main = created(['t1', 't2'])
    main.join('t1')
    main.join('t2')
    main.get('aux', 'data1')
    main.jump_if('data2', lambda value, own: False, '')
    net.main(main)
    return net


def concur15_spin08(bound=12, steps=(5, 2)):
    """SPIN08: two threads add 0, 5, 10 to d and subtract 0, 2, ... 10 from
    it, each time under the mutex."""
    net = Pthreads('concur15_spin08')
    up, down = (range(0, bound, step) for step in steps)
    net.mutex('m')
    net.variable('d', range(-sum(down), sum(up) + 1), 0)
    for t, step, sign in (('t1', steps[0], 1), ('t2', steps[1], -1)):
        code = Code(i=0, d=0)
        code.step('declare_i')
        code.step('declare_d')
        code.label('while')
        code.step('while', jump=lambda _, own:
                  None if own['i'] < bound else 'end')
        code.lock('m')
        code.get('d', 'd')
        code.set('d', lambda own, sign=sign: own['d'] + sign * own['i'])
        code.let('d', 0)
        code.unlock('m')
        code.let('i', lambda own, step=step: own['i'] + step)
        code.go_to('while')
        code.label('end')
        net.thread(t, code)
    main = created(['t1', 't2'])
    main.join('t1')
    main.join('t2')
    net.main(main)
    return net


def concur15_fib(rounds=5):
    """FIB: i := i + j and j := i + j, round after round, each statement one
    read or write.  The values influence nothing and are omitted: a variable is
    a place that its readers read and its writers consume and produce."""
    net = Pthreads('concur15_fib')
    for x in ('i', 'j'):
        net.variable(x, [0, 1], 0)
    for t, first, second, to in (('t1', 'j', 'i', 'i'), ('t2', 'j', 'i', 'j')):
        code = Code()
        for _ in range(rounds):
            code.step(f'get_{first}', first)
            code.step(f'get_{second}', second)
            code.step(f'set_{to}', to, lambda value, own: (1 - value, own),
                      writes=True)
        net.thread(t, code)
    main = created(['t1', 't2'])
    main.join('t1')
    main.join('t2')
    net.main(main)
    return net


def concur15_ssb(rounds=0):
    """SSB and SSB(rounds):

        p: x := 1       q: y := 1       r: if y = 0: z := 1
        s: if z = 1: x := 2             (SSB)
        s: while y < rounds: if z = 1: x := 2;  a := y;  y := a + 1
    """
    net = Pthreads('concur15_ssb' + (f'_{rounds}' if rounds else ''),
                   races=True)
    net.variable('x', [0, 1, 2], 0)
    net.variable('y', range(max(rounds, 1) + 2), 0)
    net.variable('z', [0, 1], 0)
    codes = {t: Code() for t in 'pqrs'}
    codes['p'].set('x', 1)
    codes['q'].set('y', 1)
    codes['r'].jump_if('y', lambda value, _: value != 0, 'end')
    codes['r'].set('z', 1)
    codes['r'].label('end')
    s = codes['s']
    if rounds:
        s.own = {'a': 0}
        s.step('declare')
        s.label('while')
        s.jump_if('y', lambda value, _: value >= rounds, 'end')
    s.jump_if('z', lambda value, _: value != 1, 'no')
    s.set('x', 2)
    s.label('no')
    if rounds:
        s.get('a', 'y')
        s.set('y', lambda own: own['a'] + 1)
        s.let('a', 0)
        s.go_to('while')
        s.label('end')
    for t, code in codes.items():
        net.thread(t, code)
    main = created('pqrs')
    for t in 'pqrs':
        main.join(t)
    net.main(main)
    return net


# -- CONCUR 2015, Table 2: programs that may run forever.  A waiting thread
# reads again and again, and the critical section writes x and reads it. --

def critical(code, value):
    code.set('x', value)
    code.jump_if('x', lambda _, own: False, '')


def spin(code, label, variable, test):
    """label: if test(variable): goto label"""
    code.label(label)
    code.jump_if(variable, lambda value, _: test(value), label)


def joined(net, codes):
    for t, code in codes.items():
        net.thread(t, code)
    main = created(codes)
    for t in codes:
        main.join(t)
    net.main(main)
    return net


def concur15_szymanski():
    """flag[i] := 1;  while flag[j] >= 3: ;  flag[i] := 3
    if flag[j] = 1: flag[i] := 2;  while flag[j] != 4: ;
    flag[i] := 4;  while flag[j] >= 2: ;  critical section
    a := flag[j];  while 2 <= a and flag[j] <= 3: a := flag[j]
    flag[i] := 0
    """
    net = Pthreads('concur15_szymanski', races=True)
    for x, values in (('flag1', 5), ('flag2', 5), ('x', 2)):
        net.variable(x, range(values), 0)
    codes = {}
    for i in (1, 2):
        mine, other = f'flag{i}', f'flag{3 - i}'
        codes[f't{i}'] = code = Code(a=0)
        code.step('declare')
        code.set(mine, 1)
        spin(code, 'busy1', other, lambda v: v >= 3)
        code.set(mine, 3)
        code.jump_if(other, lambda v, _: v != 1, 'four')
        code.set(mine, 2)
        spin(code, 'busy2', other, lambda v: v != 4)
        code.label('four')
        code.set(mine, 4)
        spin(code, 'busy3', other, lambda v: v >= 2)
        critical(code, i - 1)
        code.get('a', other)
        code.label('while')
        code.jump_if(other, lambda v, own: not (2 <= own['a'] and v <= 3),
                     'end')
        code.get('a', other)
        code.go_to('while')
        code.label('end')
        code.set(mine, 0)
    return joined(net, codes)


def concur15_dekker():
    """flag[i] := 1
    while flag[j] >= 1:
        if turn != i: flag[i] := 0;  while turn != i: ;  flag[i] := 1
    critical section;  turn := j;  flag[i] := 0
    """
    net = Pthreads('concur15_dekker', races=True)
    for x in ('flag0', 'flag1', 'turn', 'x'):
        net.variable(x, [0, 1], 0)
    codes = {}
    for i in (0, 1):
        mine, other = f'flag{i}', f'flag{1 - i}'
        codes[f't{i}'] = code = Code()
        code.set(mine, 1)
        code.label('while')
        code.jump_if(other, lambda v, _: v == 0, 'enter')
        code.jump_if('turn', lambda v, _, i=i: v == i, 'while')
        code.set(mine, 0)
        spin(code, 'busy', 'turn', lambda v, i=i: v != i)
        code.set(mine, 1)
        code.go_to('while')
        code.label('enter')
        critical(code, i)
        code.set('turn', 1 - i)
        code.set(mine, 0)
    return joined(net, codes)


def concur15_lamport():
    """start: b[i] := 1;  x := i
    if y != 0: b[i] := 0;  while y != 0: ;  goto start
    y := i
    if x != i:
        b[i] := 0;  while b[j] >= 1: ;
        if y != i: while y != 0: ;  goto start
    critical section;  y := 0;  b[i] := 0
    """
    net = Pthreads('concur15_lamport', races=True)
    for x, values in (('b1', 2), ('b2', 2), ('y', 3), ('turn', 3), ('x', 2)):
        net.variable(x, range(values), 0)
    codes = {}
    for i in (1, 2):
        mine, other = f'b{i}', f'b{3 - i}'
        codes[f't{i}'] = code = Code()
        code.label('start')
        code.set(mine, 1)
        code.set('turn', i)
        code.jump_if('y', lambda v, _: v == 0, 'free')
        code.set(mine, 0)
        spin(code, 'busy1', 'y', lambda v: v != 0)
        code.go_to('start')
        code.label('free')
        code.set('y', i)
        code.jump_if('turn', lambda v, _, i=i: v == i, 'enter')
        code.set(mine, 0)
        spin(code, 'busy2', other, lambda v: v >= 1)
        code.jump_if('y', lambda v, _, i=i: v == i, 'enter')
        spin(code, 'busy3', 'y', lambda v: v != 0)
        code.go_to('start')
        code.label('enter')
        critical(code, i - 1)
        code.set('y', 0)
        code.set(mine, 0)
    return joined(net, codes)


def concur15_peterson():
    """flag[i] := 1;  turn := i;  l := flag[j]
    while l = 1 and turn = i: l := flag[j]
    critical section;  flag[i] := 0
    """
    net = Pthreads('concur15_peterson', races=True)
    for x in ('flag0', 'flag1', 'turn', 'x'):
        net.variable(x, [0, 1], 0)
    codes = {}
    for i in (0, 1):
        mine, other = f'flag{i}', f'flag{1 - i}'
        codes[f't{i}'] = code = Code(l=0)
        code.set(mine, 1)
        code.set('turn', i)
        code.get('l', other)
        code.label('while')
        code.jump_if('turn', lambda v, own, i=i: own['l'] == 0 or v != i,
                     'enter')
        code.get('l', other)
        code.go_to('while')
        code.label('enter')
        critical(code, i)
        code.set(mine, 0)
    return joined(net, codes)


def concur15_pgsql():
    """Two workers pass a latch to each other forever:

        while latch[i] != 1: ;  assert flag[i];  latch[i] := 0
        if flag[i]: flag[i] := 0;  flag[j] := 1;  latch[j] := 1
    """
    net = Pthreads('concur15_pgsql', races=True)
    for x, value in (('latch1', 1), ('flag1', 1), ('latch2', 0), ('flag2', 0)):
        net.variable(x, [0, 1], value)
    for i in (1, 2):
        latch, flag, code = f'latch{i}', f'flag{i}', Code()
        spin(code, 'busy', latch, lambda v: v != 1)
        code.jump_if(latch, lambda v, _: v != 1, 'clear')
        code.jump_if(flag, lambda v, _: False, '')
        code.label('clear')
        code.set(latch, 0)
        code.jump_if(flag, lambda v, _: v == 0, 'busy')
        code.set(flag, 0)
        code.set(f'flag{3 - i}', 1)
        code.set(f'latch{3 - i}', 1)
        code.go_to('busy')
        net.thread(f't{i}', code)
    net.main(created(['t1', 't2']))
    return net


def concur15_rwlock(writers=2, readers=2):
    """RWLOCK: writers wait until no thread is inside, readers until no writer
    is; both check this while they hold the mutex.

        writer: lock;  while w != 0 or r != 0: ;  w := 1;  unlock
                x := 3;  w := 0
        reader: lock;  while w != 0: ;  t := r;  r := t + 1;  unlock
                t := x;  y := t;  assert y = t;  l := r - 1;  r := l
    """
    net = Pthreads('concur15_rwlock', races=True)
    net.mutex('m')
    net.variable('w', [0, 1], 0)
    net.variable('r', range(-readers, readers + 1), 0)
    net.variable('x', [0, 3], 0)
    net.variable('y', [0, 3], 0)
    codes = {}
    for i in range(writers):
        codes[f'w{i}'] = code = Code()
        code.lock('m')
        code.label('look')
        code.jump_if('w', lambda v, _: v != 0, 'look')
        code.jump_if('r', lambda v, _: v != 0, 'look')
        code.set('w', 1)
        code.unlock('m')
        code.set('x', 3)
        code.set('w', 0)
    for i in range(readers):
        codes[f'r{i}'] = code = Code(l=0, t=0)
        code.lock('m')
        spin(code, 'look', 'w', lambda v: v != 0)
        code.get('t', 'r')
        code.set('r', lambda own: own['t'] + 1)
        code.unlock('m')
        code.get('t', 'x')
        code.set('y', lambda own: own['t'])
        code.jump_if('y', lambda v, _: False, '')
        code.step('let_l', 'r', lambda v, own: (v, {**own, 'l': v - 1}))
        code.set('r', lambda own: own['l'])
    return joined(net, codes)


def concur15_prodcons(buffers=1, most=6):
    """PRODCONS: two producers and a consumer work for ever on one buffer, or
    on a buffer for each producer, under a mutex for each buffer.

    producer k: lock;  if buf < 6: a := buf;  buf := a + k;  a := 0;  unlock
    consumer:   for each buffer: lock;  if buf > 0: a := buf;  buf := a - 1;
                unlock
    """
    net = Pthreads('concur15_prodcons' + (f'_{buffers}' if buffers > 1
                                          else ''))
    amount = {1: 1, 2: 2 if buffers == 1 else 1}
    for b in range(buffers):
        net.mutex(f'm{b}')
        net.variable(f'buf{b}', range(most + max(amount.values())), 0)
    for k in (1, 2):
        b = (k - 1) % buffers
        code = Code(a=0)
        code.label('again')
        code.lock(f'm{b}')
        code.jump_if(f'buf{b}', lambda v, _: v >= most, 'full')
        code.get('a', f'buf{b}')
        code.set(f'buf{b}', lambda own, k=k: own['a'] + amount[k])
        code.let('a', 0)
        code.label('full')
        code.unlock(f'm{b}')
        code.go_to('again')
        net.thread(f'prod{k}', code)
    code = Code(a=0)
    code.label('again')
    for b in range(buffers):
        code.lock(f'm{b}')
        code.jump_if(f'buf{b}', lambda v, _: v <= 0, f'empty{b}')
        code.get('a', f'buf{b}')
        code.set(f'buf{b}', lambda own: own['a'] - 1)
        code.label(f'empty{b}')
        code.unlock(f'm{b}')
    code.go_to('again')
    net.thread('cons', code)
    net.main(created(['prod1', 'prod2', 'cons']))
    return net


# -- HVC 2014, Tables 1 and 2: programs with a property.  Each net has a place
#    `failed`, which is marked when the property is violated. --

def fail_if(net, name, read):
    net.transition(f'fail_{name}', ['running'], ['failed'], read)


def hvc14_sum(n):
    """sum-n: n processes add their numbers 1 .. n to a sum.  Property: once
    all have ended, it is n (n + 1) / 2."""
    net = Program(f'hvc14_sum_{n}')
    total = n * (n + 1) // 2
    net.place('running', True)
    net.place('failed')
    net.variable('sum', range(total + 1), 0)
    for i in range(1, n + 1):
        net.locations(f'p{i}', ['start', 'end'])
        for v in range(total + 1 - i):
            net.transition(f'p{i}_add_to_{v}', [f'p{i}_start', f'sum_{v}'],
                           [f'p{i}_end', f'sum_{v + i}'])
    for v in range(total):
        fail_if(net, str(v), [f'sum_{v}', *(f'p{i}_end'
                                            for i in range(1, n + 1))])
    return net


def hvc14_pc(n):
    """p/c-n: 2 n producers, each with a local first step; then n of them
    increment x, and n double it.  A consumer reads the value of x at any time.
    Property: that is at most n 2^n.  In the net x may be one more, so that the
    property could be violated."""
    net = Program(f'hvc14_pc_{n}')
    bound = n * 2 ** n
    net.place('running', True)
    net.place('failed')
    net.variable('x', range(bound + 2), 0)
    net.variable('got', ['none', *range(bound + 2)], 'none')
    for i in range(2 * n):
        net.locations(f'p{i}', ['start', 'ready', 'end'])
        net.transition(f'p{i}_own', [f'p{i}_start'], [f'p{i}_ready'])
        for v in range(bound + 2):
            after = v + 1 if i < n else 2 * v
            if after <= bound + 1:
                net.transition(f'p{i}_change_{v}', [f'p{i}_ready', f'x_{v}'],
                               [f'p{i}_end', f'x_{after}'])
    for v in range(bound + 2):
        net.transition(f'take_{v}', ['got_none'], [f'got_{v}'], [f'x_{v}'])
    fail_if(net, 'take', [f'got_{bound + 1}'])
    return net


def hvc14_din(n):
    """din-n(a): n philosophers, each of whom picks up the left fork, then the
    right one, eats, and puts both back.  The initial position of each fork is
    unknown: it is put on the table at some time, or never.  Property: at most
    half of the philosophers eat at the same time."""
    net = Program(f'hvc14_din_{n}')
    net.place('running', True)
    net.place('failed')
    for i in range(n):
        net.place(f'unknown{i}', True)
        net.place(f'fork{i}')
        net.transition(f'there{i}', [f'unknown{i}'], [f'fork{i}'])
    for i in range(n):
        t, left, right = f'ph{i}', f'fork{i}', f'fork{(i + 1) % n}'
        net.locations(t, ['think', 'wait', 'eat', 'full', 'end'])
        net.transition(f'{t}_left', [f'{t}_think', left], [f'{t}_wait'])
        net.transition(f'{t}_right', [f'{t}_wait', right], [f'{t}_eat'])
        net.transition(f'{t}_put_left', [f'{t}_eat'], [f'{t}_full', left])
        net.transition(f'{t}_put_right', [f'{t}_full'], [f'{t}_end', right])
    for some in itertools.combinations(range(n), n // 2 + 1):
        fail_if(net, '_'.join(map(str, some)), [f'ph{i}_eat' for i in some])
    return net
