#!/usr/bin/env python3
"""check-arrows.py PROGRAM ROOT  Lays out drawings of nets with read arcs with
Graphviz: every line that orders its ends leads downwards, or to the right with
--dot-left-to-right."""
import json
import pathlib
import shutil
import subprocess
import sys

NETS = ['peterson', 'dekker', 'lamport_once', 'readers_3']
program, root = sys.argv[1], pathlib.Path(sys.argv[2])
faults = []
n_lines = n_again = 0


def lay_out(net, engine, options):
    dot = subprocess.run([program, '--quiet', net, '--dependency', 'read',
                          '--engine', engine, '--dot', '-', '--dot-conditions',
                          *options], stdout=subprocess.PIPE, check=False)
    done = subprocess.run(['dot', '-Tjson'], input=dot.stdout,
                          stdout=subprocess.PIPE, check=True)
    return json.loads(done.stdout)


def check(stem, engine, options):
    global n_lines, n_again
    graph = lay_out(root / 'nets' / f'{stem}.ll_net', engine, options)
    nodes = graph['objects']
    # Graphviz counts upwards from the bottom.
    axis, sign = (0, 1) if options else (1, -1)
    at = [sign * float(node['pos'].split(',')[axis]) for node in nodes]
    n_again += sum('dashed' in node.get('style', '') for node in nodes)
    for line in graph['edges']:
        tail, head = line['tail'], line['head']
        if line.get('constraint') == 'false':
            continue
        n_lines += 1
        if at[tail] >= at[head]:
            faults.append(f'{stem}, {engine} {" ".join(options)}: '
                          f'{nodes[tail]["name"]} -> {nodes[head]["name"]} '
                          'leads backwards')


if not shutil.which('dot'):
    print('skipped: no dot')
    sys.exit(77)
for name in NETS:
    for which in 'por', 'prefix':
        check(name, which, [])
    check(name, 'prefix', ['--dot-left-to-right'])
if not n_again:
    faults.append('no condition is drawn again')
print('\n'.join(faults) or f'{n_lines} lines, {n_again} dashed circles')
sys.exit(bool(faults))
