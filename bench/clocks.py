#!/usr/bin/env python3
"""How many units of work does each engine count in a second?

    clocks.py TOOL NETS [--seconds S] [--most N] [--engines NAME,...]
              [--property FILE]

In a race the engine that took the least work wins, and those that are behind go
on first: units of all engines should take the same time, a nanosecond.  Asks
for a deadlock of nets in NETS (every N-th file that is large enough), with S
seconds for each engine, and prints a table in Markdown: millions of units in a
second of a processor, for runs of a tenth of a second and more, and how far
each engine is from the mean of all.  --property asks the questions of the
FILE beside each net instead, as CTLFireability.xml; nets without it are left
out.
"""
import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess

ENGINES = 'equation', 'state', 'prefix', 'por', 'walk'
LEAST = 0.1  # seconds


def question_about(net, name):
    return ['--property', str(net.parent / name)] if name else ['--deadlock']


def rate(tool, net, question, engine, seconds):
    """Millions of units in a second; None: too short, or no answer."""
    child = subprocess.Popen(
        [tool, net, *question, '--engine', engine, '--reduce', 'on',
         '--timeout', str(seconds), '--json', '-q'],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    text = child.stdout.read()
    _, _, usage = os.wait4(child.pid, 0)
    child.returncode = 0
    if not text:
        return None
    stats = json.loads(text)['stats']
    used = usage.ru_utime + usage.ru_stime
    used = min(used, stats['seconds'])  # without reading the net
    return stats['work'] / used / 1e6 if used >= LEAST else None


def spread(values):
    """The factor of the standard deviation."""
    return math.exp(statistics.pstdev(map(math.log, values)))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('tool')
    parser.add_argument('nets', type=pathlib.Path)
    parser.add_argument('--seconds', type=float, default=1)
    parser.add_argument('--most', type=int, default=20)
    parser.add_argument('--engines', default=','.join(ENGINES))
    parser.add_argument('--property')
    arguments = parser.parse_args()
    engines = arguments.engines.split(',')
    nets = sorted(p for p in arguments.nets.rglob('*')
                  if p.suffix in ('.ll_net', '.pnml')
                  and (not arguments.property
                       or (p.parent / arguments.property).exists()))
    rates = {engine: [] for engine in engines}
    shown = 0
    print('| net | ' + ' | '.join(engines) + ' |')
    print('|---' * (len(engines) + 1) + '|')
    for net in nets[::max(1, len(nets) // arguments.most)]:
        question = question_about(net, arguments.property)
        row = {engine: rate(arguments.tool, net, question, engine,
                            arguments.seconds)
               for engine in engines}
        if not any(row.values()):
            continue
        shown += 1
        for engine, value in row.items():
            if value:
                rates[engine].append(value)
        name = net.parent.name if net.stem == 'model' else net.stem
        print(f'| {name} | ' + ' | '.join(
            f'{value:,.0f}' if value else '' for value in row.values()) + ' |',
            flush=True)
    print('| mean | ' + ' | '.join(
        f'{statistics.geometric_mean(r):,.0f}' if r else ''
        for r in rates.values()) + ' |')
    print('| spread (a factor) | ' + ' | '.join(
        f'{spread(r):.2f}' if r else '' for r in rates.values()) + ' |')


if __name__ == '__main__':
    main()
