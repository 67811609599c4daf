#!/usr/bin/env python3
"""What the structural reductions leave of nets.

    reductions.py TOOL FOLDER [--without RULE,...] [--events SECONDS] [--rows]

Without --events: the sizes for --deadlock before and after the reduction of
each net in FOLDER, which has archives NAME.tar.xz with a model.pnml inside, as
the Model Checking Contest packs them.  With --events: for each .ll_net below
FOLDER, the events of the complete prefix with and without reduction, under
`classic` and `read`, where both end within so many seconds.  The last lines
have the geometric means of the quotients.  --without compares all rules but
these with all rules.  --rows prints each net.
"""
import argparse
import pathlib
import re
import statistics
import tarfile
import tempfile

from ask import Broken, ask

ROOT = pathlib.Path(__file__).resolve().parent.parent
RULES = re.findall(
    r'^    \[REDUCTION_\w+\] = \{"(\w+)"',
    (ROOT / 'src/proof/reduction/reduction_rule.c').read_text(), re.M)


def unpacked(archive, folder):
    with tarfile.open(archive) as tar:
        for member in tar:
            if member.name.endswith('model.pnml'):
                tar.extract(member, folder, filter='data')
                return pathlib.Path(folder, member.name)
    raise Broken(f'{archive}: no model.pnml')


def size_of(tool, net, rules):
    """Places and transitions of what is left, and of the net."""
    run = ask(tool, net, '--deadlock', '--engine=state', f'--reduce={rules}',
              '--max-events=1', timeout=30)
    size = run['reduced'] or run['net']
    return [(size['places'], size['transitions']),
            (run['net']['places'], run['net']['transitions'])]


def sizes(tool, folder, rules, base):
    """Rows of a name, the sizes with base and with rules, and what is
    compared."""
    for archive in sorted(folder.glob('*.tar.xz')):
        with tempfile.TemporaryDirectory() as directory:
            net = unpacked(archive, directory)
            small, whole = size_of(tool, net, rules)
            large = size_of(tool, net, base)[0] if base else whole
        yield (archive.name.removesuffix('.tar.xz'), large, small,
               sum(large), sum(small))


def events(tool, folder, rules, base, relation, seconds):
    for net in sorted(folder.rglob('*.ll_net')):
        counts = []
        for reduce in base or 'off', rules:
            run = ask(tool, net, '--deadlock', '--engine=prefix',
                      f'--dependency={relation}', f'--reduce={reduce}',
                      timeout=seconds)
            if run['stop'] != 'done':
                break
            counts.append(run['stats']['histories'])
        if len(counts) == 2:
            yield (f'{relation} {net.parent.name}/{net.stem}', *counts, *counts)


def summary(title, rows):
    quotients = [(after or 1) / (before or 1)
                 for *_, before, after in rows]
    if not quotients:
        return f'{title}: no nets'
    mean = statistics.geometric_mean(quotients)
    return (f'{title}: {len(quotients)} nets, geometric mean {mean:.3f}, '
            f'median {statistics.median(quotients):.3f}, '
            f'{sum(q <= 0.5 for q in quotients)} at most half, '
            f'{sum(q < 1 for q in quotients)} smaller, '
            f'{sum(q > 1 for q in quotients)} larger')


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('tool', type=pathlib.Path)
    parser.add_argument('folder', type=pathlib.Path)
    parser.add_argument('--without', type=lambda text: text.split(','))
    parser.add_argument('--events', type=float)
    parser.add_argument('--rows', action='store_true')
    given = parser.parse_args()
    tool = given.tool.resolve()
    base = ','.join(rule for rule in RULES if rule not in given.without) \
        if given.without else None
    if given.events:
        tables = [(f'{relation}, {name}', [row for row in rows
                                           if row[-2] >= least])
                  for relation in ('classic', 'read')
                  for rows in [list(events(tool, given.folder, 'on', base,
                                           relation, given.events))]
                  for name, least in (('all', 0), ('1,000 events', 1000))]
    else:
        tables = [('nodes', list(sizes(tool, given.folder, 'on', base)))]
    for title, rows in tables:
        if given.rows and '1,000' not in title:
            for name, before, after, *_ in rows:
                print(name, before, after, sep='\t')
    for title, rows in tables:
        print(summary(title, rows))


if __name__ == '__main__':
    main()
