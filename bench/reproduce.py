#!/usr/bin/env python3
"""Writes doc/REPRODUCTION.md: the papers' tables with our figures beside.

    bench/reproduce.py build/punf-por > doc/REPRODUCTION.md

nets/papers.py has the nets, published.py the papers' figures.  Before it
begins, it says how long each part takes.  Each run is shown as a command that
can be pasted; --into FOLDER is where it finds the nets.

Every run has a time limit.  A run that reaches it is marked, and larger
instances of its family are not run.  --keep FILE stores the figures of
finished runs in FILE and reuses those already there."""
import argparse
import json
import pathlib
import resource
import shlex
import sys
import tempfile
import time
from typing import Callable, NamedTuple

from ask import Broken, ask
from published import CAV18, CONCUR15_1, CONCUR15_2, ERV02, HVC14

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / 'nets'))
sys.dont_write_bytecode = True
import generate  # noqa: E402 pylint: disable=wrong-import-position

PAPER = ['--order=size', '--table=off', '--deepening=off']
NOT_RUN = {}
WRITERS = [3, 4, 10, 20, 100, 200]


class Runs:
    """Runs of the tool, at most one for each setting."""

    def __init__(self, args):
        self.args = args
        self.known = {}
        self.late_families = {}  # family -> the instance that reached the limit
        if args.keep and args.keep.exists():
            self.known = json.loads(args.keep.read_text('utf-8'))

    def net(self, spec):
        """The net's file, and its relation: a program's own or `read`."""
        path = self.args.into / f'{generate.instance(spec).name}.ll_net'
        if not path.exists():
            generate.write_instances(self.args.into, [spec])
            say(shlex.join(['python3', '-B', 'nets/generate.py', '--into',
                            str(self.args.into), spec]))
        indep = path.with_suffix('.indep')
        return path, str(indep) if indep.exists() else 'read'

    def __call__(self, spec, *options):
        """The figures of a run, or None when it reached its limit."""
        key = ' '.join([spec, *options])
        if key not in self.known:
            path, relation = self.net(spec)
            self.run(key, path, [relation.join(o.split('RELATION'))
                                 for o in options])
        return self.known[key]

    def standard(self, name, *options):
        """The same of a standard net."""
        key = ' '.join([name, *options])
        if key not in self.known:
            self.run(key, self.args.standard / f'{name}.ll_net', options)
        return self.known[key]

    def run(self, key, path, options):
        stats = self.figures(path, options)
        self.known[key] = stats
        if self.args.keep:
            self.args.keep.write_text(json.dumps(self.known), 'utf-8')
        say(shlex.join([self.args.program, str(path), *options]) + '  # ' +
            (f'{seconds(stats)} s' if stats else self.late))

    def figures(self, path, options):
        """With the processor time, which depends less on other work on the
        machine than the real time."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run = ask(self.args.program, path, *options,
                  timeout=self.args.timeout)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if run['stop'] != 'done':
            return None
        if any(q['verdict'] != 'unreachable' for q in run['queries']):
            raise Broken(f'{path.name}: the property does not hold')
        cpu = (after.ru_utime - before.ru_utime +
               after.ru_stime - before.ru_stime)
        return {**run['stats'], 'cpu': cpu}

    def family(self, spec, *options):
        """The same, or NOT_RUN when another instance of the family has reached
        the limit."""
        family = ' '.join([spec.partition(':')[0], *options])
        if self.late_families.setdefault(family, spec) != spec:
            return NOT_RUN
        stats = self(spec, *options)
        if stats:
            del self.late_families[family]
        return stats

    @property
    def late(self):
        return f'>{self.args.timeout:g} s'


def say(line):
    print(line, file=sys.stderr, flush=True)


# -- Cells --

def number(value):
    if value is None:
        return '-'
    return f'{value:,}' if isinstance(value, int) else str(value)


def seconds(stats):
    return f'{stats["cpu"]:.2f}'


def megabytes(stats):
    return f'{stats["peak_bytes"] / 2 ** 20:.0f}'


def cost(runs, stats):
    """Time, work, memory."""
    if not stats:
        return [missing(runs, stats), '-', '-']
    return [seconds(stats), number(stats['pushes']), megabytes(stats)]


def missing(runs, stats):
    return '-' if stats is NOT_RUN else runs.late


def figures(runs, stats, *names):
    return [number(stats[name]) if stats else missing(runs, stats)
            for name in names]


def table(head, rows):
    lines = [head, ['---'] + ['---:'] * (len(head) - 1), *rows]
    return '\n'.join('| ' + ' | '.join(line) + ' |' for line in lines)


def title(spec):
    name, _, numbers = spec.partition(':')
    return name.upper() + (f'({numbers})' if numbers else '')


# -- FMSD 2002 --

def erv02(runs):
    rows, names = [], ('conditions', 'events', 'cutoffs')
    for net, (places, transitions, *known) in ERV02.items():
        row = [net, str(places), str(transitions)]
        for order, theirs in zip(('size', 'foata'), known):
            ours = runs.standard(
                net, '--engine=prefix', '--dependency=classic',
                f'--order={order}') if theirs else NOT_RUN
            row += [*map(number, theirs or [None] * 3),
                    *figures(runs, ours, *names)]
        rows.append(row)
    return ERV02_TEXT.format(rows=table(
        ['net', 'P', 'T', 'McMillan, by Cunf: B', 'E', 'cut', 'ours: B', 'E',
         'cut', 'total order, by Mole: B', 'E', 'cut', 'ours: B', 'E',
         'cut'], rows))


ERV02_TEXT = '''\
## An Improvement of McMillan's Unfolding Algorithm (FMSD 2002)

The paper replaces McMillan's order, by the size of local configurations, with a total one, so that
no two events reach the same marking unless one of them is a cutoff. Its tables show how much
smaller the complete prefix gets. We do not have the figures that it prints. Instead this table has
those of the tools that implement the two orders: Cunf 1.6.1 for McMillan's prefix, Mole 1.1 for
that of the total order. The nets are the standard ones of the field whose second prefix has 1,000
events or more; the sources of Cunf 1.6.1 bring them. **Where a figure is known, ours is the same.**
The row gas_nq_3.fsa, and the table:

```sh
NETS=../shared/nets/plain    # a folder with the standard nets
build/punf-por $NETS/gas_nq_3.fsa.ll_net --engine prefix --dependency classic --order size
build/punf-por $NETS/gas_nq_3.fsa.ll_net --engine prefix --dependency classic --order foata
python3 -B bench/reproduce.py build/punf-por --only erv02 --standard $NETS
```

P: places. T: transitions. B: conditions. E: events, cutoffs included. cut: cutoffs among them. `-`:
Cunf's figure is not known. McMillan's prefix depends on nothing but the net. Under the total order
Cunf breaks ties in another way: on a few nets it has up to a quarter fewer events, on others some
more.

{rows}
'''


# -- CAV 2018 --

PLAIN = ['--engine=por', '--no-cutoffs', '--dependency=classic']


def by_choice(runs, name, k):
    return [runs.family(name, *PLAIN, f'-k{k}', f'--choose={choice}')
            for choice in ('oldest', 'largest')]


def blocked_row(runs, spec, published):
    """Up to the first k that blocks no run."""
    row, done = [title(spec)], False
    for k, known in zip((1, 2, 3), published):
        row.append(known[1] if known else '')
        both = [] if done else by_choice(runs, f'cav18_{spec}', k)
        for stats in both:
            row += figures(runs, stats, 'ssb')
        row += [''] * (2 - len(both))
        done = done or all(stats and stats['ssb'] == 0 for stats in both)
    return row


def cav18(runs):
    counts, blocked, costs = [], [], []
    for spec, paper in CAV18.items():
        _, confs, events, *ks, time, memory = paper
        name = f'cav18_{spec}'
        optimal = runs.family(name, *PLAIN)
        bare = runs.family(name, *PLAIN, '--cache=none')
        default = runs.family(name, '--engine=por')
        counts.append([title(spec), number(confs),
                       *figures(runs, optimal, 'maximal_configurations'),
                       number(events), *figures(runs, optimal, 'histories'),
                       *figures(runs, default, 'maximal_configurations',
                                'histories', 'cutoffs')])
        blocked.append(blocked_row(runs, spec, ks))
        costs.append([title(spec), number(time), number(memory),
                      *cost(runs, optimal), *cost(runs, bare)[::2],
                      number(ks[0][0]),
                      *cost(runs, by_choice(runs, name, 1)[0])[:2],
                      *cost(runs, default)])
    return CAV18_TEXT.format(
        counts=table(['program', 'confs: Dpu', 'ours', 'events: Dpu', 'ours',
                      'with cutoffs: confs', 'events', 'cutoffs'], counts),
        blocked=table(['program', 'k = 1: Dpu', 'oldest', 'largest',
                       'k = 2: Dpu', 'oldest', 'largest',
                       'k = 3: Dpu', 'oldest', 'largest'], blocked),
        costs=table(['program', 'Dpu: s', 'MB', 'ours: s', 'pushes', 'MB',
                     'no cache: s', 'MB', 'k = 1: Dpu s', 'ours: s', 'pushes',
                     'default: s', 'pushes', 'MB'], costs),
        writers=writers(runs))


def writers(runs):
    rows = []
    for n in WRITERS:
        row = [str(n), str(2 * n)]
        for k in (0, 1, 2):
            stats = runs(f'writers:{n}', '--engine=por', '--no-cutoffs',
                         '--dependency=classic', f'-k{k}', '--choose=oldest')
            if k == 0:
                row += figures(runs, stats, 'maximal_configurations')
            row += figures(runs, stats, 'ssb')
        stats = runs(f'writers:{n}', '--engine=por')
        rows.append(row + figures(runs, stats, 'maximal_configurations') +
                    cost(runs, stats))
    return table(['n', '2n', 'confs', 'SSB, k = 0', 'k = 1', 'k = 2',
                  'default: confs', 's', 'pushes', 'MB'], rows)


CAV18_TEXT = '''\
## Quasi-Optimal Partial Order Reduction (CAV 2018), Table 1

Dpu explores programs with threads and mutexes, and has no cutoffs: `--no-cutoffs --dependency
classic`. The table gives its maximal configurations and events in full, from the source of the
paper's table (see `bench/published.py`); the paper rounds the first. **Ours are the same in all
rows**, because one transition of the nets is one event of Dpu. The last three columns show our
default, with cutoffs, the marking table and deepening. The row POL(7,3) here and below, and the
tables of this section:

```sh
python3 -B nets/generate.py --into /tmp/papers cav18_pol:7,3
POL=/tmp/papers/cav18_pol_7_3.ll_net
build/punf-por $POL --engine por --no-cutoffs --dependency classic
build/punf-por $POL --engine por
build/punf-por $POL --engine por --no-cutoffs --dependency classic --choose oldest -k1
python3 -B bench/reproduce.py build/punf-por --only cav18
```

{counts}

![Maximal configurations of Dpu and ours](figures/cav18.svg)

The number of blocked runs depends on which event goes first and which events of D stay unresolved.
Dpu has rules of its own for both. The table has our figures for `--choose oldest` (the event that
was enabled first) and `--choose largest` (our default). A larger k is left out when a smaller k
already blocks no run, as in the paper. With k = 0 no run is blocked; the tests check this on every
net.

{blocked}

![Blocked runs of Dpu and ours for k = 1](figures/cav18-blocked.svg)

The next table has time, pushes (events pushed on a configuration, on every machine the same) and
peak memory of the optimal exploration, of the same under `--cache none`, of k = 1 (oldest first),
and of our default. Dpu also executes the programs (65 % of its time on average, according to the
paper) and ran on a machine of 2018: the two times show a trend, but no ratio.

{costs}

Fig. 1 of the paper has 2n runs, while Source-DPOR explores exponentially many. k = 2 is optimal, as
the paper says, and k = 1 blocks often (`writers:n`, oldest first). The row 10:

```sh
python3 -B nets/generate.py --into /tmp/papers writers:10
build/punf-por /tmp/papers/writers_10.ll_net --engine por --no-cutoffs --dependency classic \\
    --choose oldest -k1
```

{writers}

Tables 2 and 3 of the paper run Debian packages and programs of SV-COMP whose control flow depends
on much data: they are left out.
'''


# -- CONCUR 2015 --

def concur15_1(runs):
    plain, cut = [], []
    for spec, (nidhugg, without, with_cutoffs) in CONCUR15_1.items():
        name = f'concur15_{spec}'
        first = ['--engine=por', '--dependency=RELATION', '--no-cutoffs']
        ours = runs(name, *first)
        bare = runs(name, *first, '--cache=none')
        plain.append([title(spec), number(nidhugg[0]), number(without[1]),
                      *figures(runs, ours, 'maximal_configurations'),
                      number(nidhugg[1]), *blocked(runs, name, first),
                      number(without[0]), *figures(runs, ours, 'histories'),
                      number(without[2]),
                      *figures(runs, bare, 'u_average', 'u_largest'),
                      number(without[3]), *cost(runs, ours)])
        cut.append([title(spec), *with_cutoffs_row(runs, name, with_cutoffs)])
    return plain, cut


def blocked(runs, name, options):
    return [figures(runs, runs(name, *options, f'-k{k}', '--choose=oldest'),
                    'ssb')[0] for k in (1, 2)]


def with_cutoffs_row(runs, name, paper):
    """Poet's events, cutoffs, configurations, |U|; ours; our default's."""
    names = ('histories', 'cutoffs', 'maximal_configurations')
    first = ['--engine=por', '--dependency=RELATION', *PAPER]
    ours = runs(name, *first)
    bare = runs.family(name, *first, '--cache=none')
    default = runs(name, '--engine=por')
    return [*map(number, paper[:4]), number(paper[4]),
            *figures(runs, ours, *names), *cost(runs, ours),
            *figures(runs, bare, 'maximal_configurations', 'u_average'),
            *figures(runs, default, *names), *cost(runs, default)]


def concur15(runs):
    plain, cut = concur15_1(runs)
    endless = [[title(spec), *with_cutoffs_row(runs, f'concur15_{spec}', paper)]
               for spec, paper in CONCUR15_2.items()]
    head = ['program', 'Poet: E', 'cut', 'Ω', '⟨U⟩', 's', 'ours: E', 'cut',
            'Ω', 's', 'pushes', 'MB', 'no cache: Ω', '⟨U⟩', 'default: E',
            'cut', 'Ω', 's', 'pushes', 'MB']
    return CONCUR15_TEXT.format(
        plain=table(['program', 'Ω: Nidhugg', 'Poet', 'ours', 'B: Nidhugg',
                     'ours, k = 1', 'k = 2', 'E: Poet',
                     'ours', '⟨U⟩: Poet', 'ours', 'largest U',
                     'Poet: s', 'ours: s', 'pushes', 'MB'], plain),
        cut=table(head, cut), endless=table(head, endless))


CONCUR15_TEXT = '''\
## Unfolding-Based Partial Order Reduction (CONCUR 2015)

Poet explores C programs statement by statement. In the nets a statement has one transition for each
value that it may find. Where threads share variables without a mutex, the relation is Poet's, from
a file of independent pairs that `nets/generate.py` writes: two statements of different threads are
dependent when they touch a common variable and one of them writes it, even if the value stays the
same.

E: events. cut: cutoffs among them. Ω: maximal configurations. B: blocked runs. ⟨U⟩: the average
size of U at a maximal configuration, under `--cache none`, which keeps exactly U. Poet's ⟨U⟩ is
about half of E wherever E is large. A set that grows to E has this average, so Poet kept all events
that it had seen. Our default, `--cache unlimited`, does the same.

### Table 1 without cutoffs

`--no-cutoffs`. The row SSB(4), and the tables of this section:

```sh
python3 -B nets/generate.py --into /tmp/papers concur15_ssb:4
SSB="/tmp/papers/concur15_ssb_4.ll_net --dependency /tmp/papers/concur15_ssb_4.indep"
build/punf-por $SSB --engine por --no-cutoffs
build/punf-por $SSB --engine por --no-cutoffs --cache none
build/punf-por $SSB --engine por --no-cutoffs --choose oldest -k1
python3 -B bench/reproduce.py build/punf-por --only concur15
```

Where Poet's Ω differs from ours, Nidhugg's is ours: for SSB(n) Poet has n more.
CCNF(n) has 2^((n-1)/2) configurations and 6n - 5 events in both tools. B compares Nidhugg
(Source-DPOR) with ours under `-k1` and `-k2`, the oldest event first; Poet has no blocked runs, and
neither have we with k = 0. STF, SPIN08, SSB: the control flow is the same, but Poet counts some
statements that we do not know. FIB: the values of i and j steer nothing, so they and the statements
of the loops are left out. The programs marked with a bug (STF*, FIB*) differ in an assertion only
and are left out.

{plain}

### Table 1 with cutoffs

Poet's cutoffs: `--order size --table off --deepening off`. The row SSB(4):

```sh
python3 -B nets/generate.py --into /tmp/papers concur15_ssb:4
SSB="/tmp/papers/concur15_ssb_4.ll_net --dependency /tmp/papers/concur15_ssb_4.indep"
build/punf-por $SSB --engine por --order size --table off --deepening off
build/punf-por /tmp/papers/concur15_ssb_4.ll_net --engine por
```

The order of a depth-first search
decides which events become cutoffs, so these figures may differ. Both tools should have fewer
configurations than there are traces (super-optimality), and fewer still the longer the loops are.
FIB has cutoffs in the default because its values are left out. The default has the order `foata`, a
marking table, deepening, and the relation `read` of the net.

{cut}

### Table 2

Programs that may run for ever; waiting is a loop of reads. The row PETERSON:

```sh
python3 -B nets/generate.py --into /tmp/papers concur15_peterson
PETERSON=/tmp/papers/concur15_peterson
build/punf-por $PETERSON.ll_net --engine por --dependency $PETERSON.indep \\
    --order size --table off --deepening off
build/punf-por $PETERSON.ll_net --engine por
```

PRODCONS shows what the cache is for:
without it most cutoffs are lost and the number of configurations explodes (section 5.1 of the
paper). PRODCONS(2) shows what deepening is for: a depth-first search meets large configurations
before small ones and then cuts little, Poet's search less so than ours. `RWLOCK(2)*` has a bug and
is left out.

{endless}

![Events of Poet and ours](figures/concur15.svg)
'''


# -- HVC 2014 --

SETTINGS = [('persistent', 'off'), ('none', 'on'), ('persistent', 'on'),
            ('property', 'on')]


def growth(now, before):
    return f' (×{now / before:.1f})' if now and before else ''


def hvc14(runs):
    rows, times, before = [], [], {}
    for spec, paper in HVC14.items():
        family = spec.partition(':')[0]
        row, row_times = [title(spec)], [title(spec)]
        for i, (por, learn) in enumerate(SETTINGS):
            stats = runs.family(f'hvc14_{spec}', '--engine=state', f'--stubborn={por}',
                                f'--interpolation={learn}',
                                '--marking=failed')
            theirs = paper[i] and paper[i][0]
            old = before.get((family, i), (None, None))
            ours = stats and stats['states']
            before[family, i] = theirs, ours
            row += [number(theirs) + growth(theirs, old[0]),
                    number(ours) + growth(ours, old[1]) if stats
                    else missing(runs, stats)]
            row_times += [number(paper[i] and paper[i][1]),
                          *(([seconds(stats), number(stats['fired'])])
                            if stats else [missing(runs, stats), '-'])]
        rows.append(row)
        times.append(row_times)
    head = ['program'] + [cell for name in ('POR', 'SI', 'POR+SI', 'PDPOR+SI')
                          for cell in (f'{name}: paper', 'ours')]
    head_times = ['program'] + [cell for name in ('POR', 'SI', 'POR+SI',
                                                  'PDPOR+SI')
                                for cell in (f'{name}: paper s', 's', 'fired')]
    return HVC14_TEXT.format(rows=table(head, rows),
                             times=table(head_times, times))


HVC14_TEXT = '''\
## A Framework to Synergize POR with State Interpolation (HVC 2014), Tables 1 and 2

`--engine state --marking failed`. POR is `--stubborn persistent --interpolation off`, SI is
`none on`, POR+SI `persistent on`, PDPOR+SI `property on`. The table counts states; in parentheses
is the growth from the row above. The paper's states are nodes of a tree of symbolic paths. Ours are
markings, and each marking is explored once under every setting. So compare growth rates, and not
counts. The row PC(3) of both tables, and the tables:

```sh
python3 -B nets/generate.py --into /tmp/papers hvc14_pc:3
PC="/tmp/papers/hvc14_pc_3.ll_net --engine state --marking failed --stats"
build/punf-por $PC --stubborn persistent --interpolation off
build/punf-por $PC --stubborn none --interpolation on
build/punf-por $PC --stubborn persistent --interpolation on
build/punf-por $PC --stubborn property --interpolation on
python3 -B bench/reproduce.py build/punf-por --only hvc14
```

- SUM(n): the paper's n 2^(n-1) + 1 states are the n 2^(n-1) transitions that we fire between our
  2^n markings, and the first marking. The paper's PDPOR knows that additions commute and has a
  single trace. In the net a variable is a row of places, where this is not known.
- PC(n): the net bounds x by n 2^n, and allows one value more so that the property can be asked. In
  the paper x <= v is one formula, so its interpolants grow more slowly than cubes of places.
- DIN(n): a fork whose state is unknown is put on the table at any time, or never. The paper leaves
  the initial state of the forks symbolic.
- Left out: Bakery (Table 1), whose variables have no bounds, and Table 3, whose programs the paper
  does not describe.

{rows}

![States of the paper and ours](figures/hvc14.svg)

Time, and transitions fired:

{times}
'''


# -- The page --

INTRO = '''\
# The papers' tables, reproduced

This command, in the root of the sources, writes this page (at most {limit:g} s a run) and shows each
run as a command that can be pasted:

```sh
python3 -B bench/reproduce.py build/punf-por --output doc/REPRODUCTION.md
ninja -C build figures              # the pictures, from the tables
```

On a quiet machine it takes about {minutes}:
{parts}.
`meson test -C build --benchmark reproduce` does the same into the build directory.

`nets/papers.py` models the programs of the tables as safe nets, from the papers and from the
programs that the authors published with their tools (github.com/cesaro/dpu,
github.com/marcelosousa/poet). `tests/nets/test_papers.py` checks the counts that must be equal.

Times are processor seconds of one run after the other on {machine}, start of the
program included. `>{limit:g} s`: the run met its limit. `-`: not known, or not run because a smaller
instance of the family met the limit.

A run is blocked (sleep-set blocked, SSB) when every event that could extend it leads to
configurations visited before. U is the set of events that later searches for alternatives may need.
[THEORY.md](THEORY.md) defines both, and k-partial alternatives.

An event of the papers is a transition with one history, so the tables count what `--stats` calls
`histories`.

'''


def machine():
    try:
        lines = pathlib.Path('/proc/cpuinfo').read_text('utf-8').splitlines()
        return next(line.split(':')[1].strip() for line in lines
                    if line.startswith('model name'))
    except (OSError, StopIteration):
        return 'this machine'


class Part(NamedTuple):
    title: str
    write: Callable  # takes the runs, gives the text
    seconds: int     # the processor time of its runs, measured; a run that
                     # meets the limit counts with it


PARTS = {
    'erv02': Part('Esparza, Römer, Vogler, FMSD 2002', erv02, 6),
    'concur15': Part('Rodríguez et al., CONCUR 2015', concur15, 63),
    'cav18': Part('Nguyen et al., CAV 2018', cav18, 430),
    'hvc14': Part('Chu, Jaffar, HVC 2014', hvc14, 296),
}


def announce(names):
    """How long it will take, before it begins."""
    total = sum(PARTS[name].seconds for name in names)
    say(f'about {minutes(total)} on a quiet machine, one run at a time:')
    for name in names:
        say(f'  {name:<9} {minutes(PARTS[name].seconds):>6}  '
            f'{PARTS[name].title}')


def minutes(duration):
    return f'{duration} s' if duration < 60 else f'{round(duration / 60)} min'


def written(runs, names):
    """The text of each part."""
    for name in names:
        start = time.monotonic()
        yield PARTS[name].write(runs)
        say(f'{name}: done after {time.monotonic() - start:.0f} s')


def chosen(args):
    """The parts that are asked for; without the standard nets, not the one
    about them."""
    names = [name for name in PARTS if name in (args.only or PARTS)]
    if 'erv02' in names and not args.standard.is_dir():
        say(f'{args.standard} is missing: give the folder of the standard '
            'nets by --standard; erv02 is left out')
        names.remove('erv02')
    return names


def arguments():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('program')
    parser.add_argument('--timeout', type=float, default=60)
    parser.add_argument('--keep', type=pathlib.Path)
    parser.add_argument('--only', choices=PARTS, action='append')
    parser.add_argument('--output', type=pathlib.Path)
    parser.add_argument('--into', type=pathlib.Path,
                        default=pathlib.Path(tempfile.gettempdir(),
                                             'punf-por-papers'))
    parser.add_argument('--standard', type=pathlib.Path,
                        default=ROOT.parent / 'shared/nets/plain')
    return parser.parse_args()


def main():
    args = arguments()
    names = chosen(args)
    announce(names)
    try:
        page = INTRO.format(
            limit=args.timeout, machine=machine(),
            minutes=minutes(sum(part.seconds for part in PARTS.values())),
            parts=', '.join(f'{name} {minutes(part.seconds)}'
                            for name, part in PARTS.items())) + \
            '\n'.join(written(Runs(args), names))
    except Broken as fault:
        sys.exit(f'reproduce.py: {fault}')
    if args.output:
        args.output.write_text(page, 'utf-8')
    else:
        sys.stdout.write(page)


main()
