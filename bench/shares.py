#!/usr/bin/env python3
"""Where the instructions of the explorer go.

    shares.py TOOL NET [-- OPTION ...]      one line, in per cent
    shares.py TOOL --header

TOOL is a build without inlining (CFLAGS='-O2 -fno-inline'), so that each
function has its own cost; callgrind counts instructions.  The parts:

    extensions     extend_run(): choosing conditions and readers
    interning      names, conditions and markings: found or added
    causality      config_before()
    conflict       config_admits() and the pasts added in alternatives
    alternatives   the remainder of alt_find(): the comb and its links
    cutoffs        keys compared, the marking table
    configuration  push, pop and the lists of enabled events
    rest           the loop itself, the figures at the end, reading the net
"""
import collections
import os
import re
import subprocess
import sys
import tempfile

PARTS = {
    'extensions': ['extend_run'],
    'interning': ['es_find', 'es_add', 'es_marking',
                  'es_marking_find'],
    'causality': ['config_before'],
    'conflict': ['config_admits', 'missing_past_start',
                 'missing_past_expand', 'missing_past_sort'],
    'alternatives': ['alt_find'],
    'cutoffs': ['cutoff_add', 'cutoff_visit'],
    'configuration': ['config_push', 'config_pop', 'config_set',
                      'config_enable', 'config_undo', 'config_step',
                      'config_unstep'],
}
OWNER = {name: part for part, names in PARTS.items() for name in names}


def read_costs(path):
    """Self cost of each function, and calls as (caller, callee): cost."""
    names, own, calls = {}, collections.Counter(), collections.Counter()
    callee = here = None
    is_call = False

    def name_of(text):
        number, _, name = text.partition(' ')
        if name:
            names[number] = name
        return names[number]

    with open(path) as lines:
        for line in lines:
            line = line.rstrip('\n')
            if line.startswith('fn='):
                here = name_of(line[3:])
            elif line.startswith('cfn='):
                callee = name_of(line[4:])
            elif line.startswith('calls='):
                is_call = True
            elif re.match(r'[0-9+*-]', line) and here:
                cost = int(line.split()[1])
                if is_call:
                    calls[here, callee] += cost
                else:
                    own[here] += cost
                is_call = False
    return own, calls


def shares(own, calls):
    """The cost of a function without a part goes to its callers, in proportion
    to their calls."""
    total = collections.Counter()
    callers = collections.defaultdict(collections.Counter)
    for (caller, callee), cost in calls.items():
        if caller != callee:
            callers[callee][caller] += cost

    def spread(name, cost, seen):
        if name in OWNER:
            total[OWNER[name]] += cost
            return
        above = callers[name]
        whole = sum(above.values())
        if not whole or name in seen or name == 'run':
            total['rest'] += cost
            return
        for caller, part in above.items():
            spread(caller, cost * part / whole, seen | {name})

    for name, cost in own.items():
        spread(name, cost, frozenset())
    return total


def main(arguments):
    parts = [*PARTS, 'rest']
    if arguments[1:] == ['--header']:
        print('| net | instructions (million) | ' + ' | '.join(parts) + ' |')
        print('|---' * (len(parts) + 2) + '|')
        return 0
    tool, net, *options = [a for a in arguments if a != '--']
    with tempfile.TemporaryDirectory() as folder:
        out = os.path.join(folder, 'callgrind.out')
        subprocess.run(['valgrind', '--tool=callgrind',
                        '--callgrind-out-file=' + out, '--compress-pos=no',
                        tool, net, '--engine', 'por', *options],
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                       check=False)
        total = shares(*read_costs(out))
    whole = sum(total.values())
    row = [os.path.basename(net).replace('.ll_net', ''),
           f'{whole / 1e6:.0f}'] + [f'{100 * total[p] / whole:.0f}'
                                    for p in parts]
    print('| ' + ' | '.join(row) + ' |')
    return 0


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
