#!/usr/bin/env python3
"""Several questions about a net: by a reduction for all, then each by its own.

    rounds.py TOOL NETS [sanitized]

Under a limit of events that the reduction for all exceeds, questions are
answered by their own reductions.  With `--check`, which makes the first rounds
short, the verdicts about the nets in NETS are those of engine state on the net
as it is, for any number of threads; of a sanitized tool about every third net, with
four threads.
"""
import pathlib
import random
import re
import subprocess
import sys
import unittest


def verdicts(net, questions, *options):
    result = subprocess.run([TOOL, net, *questions, *options, '-q'],
                            stdout=subprocess.PIPE, text=True, timeout=60)
    return result.stdout.splitlines()


def transitions(net):
    text = net.read_text()
    return re.findall(r'^\d+"([^"]*)"', text[text.find('\nTR'):], re.M)


def some_questions(net, dice):
    """Some transitions, a deadlock and formulas, some of them of CTL."""
    names = transitions(net)
    chosen = dice.sample(names, min(4, len(names)))
    questions = [word for name in chosen for word in ('--reach', name)]
    if len(chosen) > 1:
        a, b = f'fireable({chosen[0]})', f'fireable({chosen[-1]})'
        questions += ['--formula', f'AG not ({a} and {b})',
                      '--formula', f'AG ({a} -> EF ({b} and EG not {a}))',
                      '--formula', f'EF (not {b} and AX A ({b} R {a}))']
    return questions + ['--deadlock']


def plain(line):
    return line.replace(' (if the net is safe)', '')


class Rounds(unittest.TestCase):
    def test_own_reductions_need_fewer_events(self):
        net = NETS / 'buffer_2_3.ll_net'
        questions = ['--reach', 'make1', '--reach', 'put0', '--reach', 'use1']
        self.assertEqual(
            verdicts(net, questions, '--racers', 'prefix', '--max-events', '8'),
            ['make1: reachable', 'put0: reachable', 'use1: reachable'])

    def test_rounds_change_no_verdict(self):
        dice = random.Random(1)
        for net in sorted(NETS.glob('*.ll_net'))[::3 if SANITIZED else 1]:
            questions = some_questions(net, dice)
            expected = verdicts(net, questions, '--engine', 'state',
                                '--reduce', 'off', '--timeout', '2')
            for threads in ['4'] if SANITIZED else ['1', '4']:
                found = verdicts(net, questions, '--check', '1', '--threads',
                                 threads, '--timeout', '20')
                for line, other in zip(expected, found, strict=True):
                    with self.subTest(net=net.name, threads=threads):
                        if 'unknown' not in line:
                            self.assertEqual(plain(line), plain(other))


if __name__ == '__main__':
    TOOL, NETS = sys.argv[1], pathlib.Path(sys.argv[2])
    SANITIZED = 'sanitized' in sys.argv[3:]
    unittest.main(argv=sys.argv[:1])
