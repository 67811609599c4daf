#!/usr/bin/env python3
"""How many random Boolean networks have their attractors listed.

    networks.py TOOL [--seconds S] [--variables N,...] [--inputs N,...]
                [--count N] [--write FILE]

Networks like those of cells: a few variables regulate many others; a function
has one to six regulators, of which each decides alone for one value (nested
canalizing), a quarter of them by being absent.  Inputs are more variables, each
free to keep either value, as initial values are.  For each number of variables
and of inputs COUNT networks (6) are asked for S seconds each (5).  Prints a
table: how many are complete and, if fewer, with all sizes counted.  --write writes the first network to FILE and ends.
"""
import argparse
import pathlib
import random
import subprocess
import sys
import tempfile

REGULATORS = [35, 27, 18, 10, 6, 4]  # how often a function has 1 to 6


def network(seed, n_variables, n_inputs):
    """As text of a .bnet file."""
    dice = random.Random(seed)
    n = n_variables + n_inputs
    weights = [1 / (1 + dice.randrange(n_variables))
               for _ in range(n_variables)]
    weights += [1 / (1 + n_variables // 4)] * n_inputs
    weights = [weight + 0.02 for weight in weights]
    lines = ['targets, factors']
    for i in range(n_variables):
        count = 1 + dice.choices(range(6), REGULATORS)[0]
        regulators = []
        while len(regulators) < min(count, n - 1):
            j = dice.choices(range(n), weights)[0]
            if j not in regulators:
                regulators.append(j)
        text = ''
        for j in regulators:
            literal = ('!' if dice.random() < 0.25 else '') + f'v{j}'
            text = f'{literal} {dice.choice("&|")} ({text})' if text \
                else literal
        lines.append(f'v{i}, {text}')
    lines += [f'v{i}, v{i}' for i in range(n_variables, n)]
    return '\n'.join(lines) + '\n'


def answers(tool, text, seconds):
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / 'network.bnet'
        path.write_text(text)
        done = subprocess.run(
            [tool, path, '--attractors', '--timeout', str(seconds)],
            capture_output=True, text=True, check=False,
            timeout=10 * seconds + 60)
    complete = done.stdout.startswith('attractors: complete')
    return complete, complete and 'at most' not in done.stdout


def numbers(text):
    return [int(word) for word in text.split(',')]


def cell(complete, counted):
    return f'{complete}' + (f' ({counted})' if counted < complete else '')


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('tool')
    parser.add_argument('--seconds', type=int, default=5)
    parser.add_argument('--variables', type=numbers,
                        default=[20, 40, 60, 100, 150, 250])
    parser.add_argument('--inputs', type=numbers, default=[0, 5, 15, 30])
    parser.add_argument('--count', type=int, default=6)
    parser.add_argument('--write', type=pathlib.Path)
    args = parser.parse_args()
    if args.write:
        args.write.write_text(
            network(1, args.variables[0], args.inputs[0]))
        return
    print('| variables |', *(f'{n} inputs |' for n in args.inputs))
    print('|--:|' + '--:|' * len(args.inputs))
    total = [0, 0]
    for n_variables in args.variables:
        row = []
        for n_inputs in args.inputs:
            found = [answers(args.tool, network(seed, n_variables, n_inputs),
                             args.seconds)
                     for seed in range(1, args.count + 1)]
            row.append([sum(column) for column in zip(*found)])
            total = [a + b for a, b in zip(total, row[-1])]
        print(f'| {n_variables} |', *(f'{cell(*n)} |' for n in row),
              flush=True)
    print(f'{cell(*total)} of '
          f'{len(args.variables) * len(args.inputs) * args.count}')


if __name__ == '__main__':
    sys.exit(main())
