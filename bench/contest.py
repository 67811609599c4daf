#!/usr/bin/env python3
"""Examinations of the Model Checking Contest against their known verdicts.

    contest.py TOOL INSTANCES VERDICTS [--seconds S] [--jobs N]
               [--examination NAME ...] [--instance NAME ...]
               [--refused FOLDER] [--limit N]

INSTANCES is a folder of NAME.tar.xz, VERDICTS a table of instance, examination,
formula and verdict.  Each examination of each instance gets S seconds (10 if
not given) in all.  Prints for each examination how many formulas were answered,
and every answer that differs from the known one.  Each archive in FOLDER must
be declined.  --limit takes the first N instances.  The exit code is 1 if an
answer is wrong.
"""
import argparse
import collections
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import time

EXAMINATIONS = ['ReachabilityDeadlock', 'ReachabilityFireability',
                'ReachabilityCardinality', 'UpperBounds', 'OneSafe',
                'QuasiLiveness', 'StableMarking', 'StateSpace']
FORMULA = re.compile(r'FORMULA (\S+) (TRUE|FALSE|\d+) TECHNIQUES (?:[A-Z_]+ ?)+$')
STATES = re.compile(r'STATE_SPACE ([A-Z_]+) (\d+) TECHNIQUES (?:[A-Z_]+ ?)+$')
OTHERS = re.compile(r'FORMULA \S+ CANNOT_COMPUTE$|CANNOT_COMPUTE$'
                    r'|DO_NOT_COMPETE$')


def read_verdicts(path):
    """instance, examination -> formula -> verdict"""
    known = collections.defaultdict(dict)
    for line in pathlib.Path(path).read_text().splitlines()[1:]:
        instance, examination, formula, verdict = line.split('\t')
        known[instance, examination][formula] = verdict
    return known


def examine(tool, folder, examination, seconds, jobs):
    """The answers, and the lines that are none of the contest's."""
    environment = dict(os.environ, BK_EXAMINATION=examination,
                       BK_MEMORY_CONFINEMENT='4000')
    done = subprocess.run(
        [tool, '--mcc', folder, '--timeout', str(seconds), '--jobs',
         str(jobs)], env=environment, capture_output=True, text=True,
        timeout=seconds * 3 + 30, check=False)
    answers, odd = {}, []
    for line in done.stdout.splitlines():
        match = FORMULA.match(line) or STATES.match(line)
        if match:
            answers[match[1]] = match[2]
        elif not OTHERS.match(line):
            odd.append(line)
    if done.returncode != 0:
        odd.append(f'exit code {done.returncode}: {done.stderr.strip()}')
    return answers, odd, 'DO_NOT_COMPETE' in done.stdout


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument('tool', type=pathlib.Path)
    parser.add_argument('instances', type=pathlib.Path)
    parser.add_argument('verdicts', type=pathlib.Path)
    parser.add_argument('--seconds', type=float, default=10)
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--examination', action='append')
    parser.add_argument('--instance', action='append')
    parser.add_argument('--refused', type=pathlib.Path)
    parser.add_argument('--limit', type=int)
    return parser.parse_args()


def unpacked(archive, directory):
    with tarfile.open(archive) as tar:
        tar.extractall(directory)
    return pathlib.Path(directory) / archive.name.removesuffix('.tar.xz')


def main():
    arguments = parse()
    for path in arguments.instances, arguments.verdicts:
        if not path.exists():
            print(f'skipped: there is no {path}')
            sys.exit(77)
    tool = arguments.tool.resolve()
    known = read_verdicts(arguments.verdicts)
    asked, given = collections.Counter(), collections.Counter()
    took, wrong = collections.Counter(), 0
    archives = sorted(arguments.instances.glob('*.tar.xz'))[:arguments.limit]
    if not archives:
        print(f'skipped: {arguments.instances} is empty')
        sys.exit(77)
    for archive in archives:
        name = archive.name.removesuffix('.tar.xz')
        if arguments.instance and name not in arguments.instance:
            continue
        with tempfile.TemporaryDirectory() as directory:
            folder = unpacked(archive, directory)
            for examination in arguments.examination or EXAMINATIONS:
                verdicts = known.get((name, examination), {})
                start = time.monotonic()
                answers, odd, _ = examine(tool, folder, examination,
                                          arguments.seconds, arguments.jobs)
                took[examination] += time.monotonic() - start
                asked[examination] += len(verdicts)
                given[examination] += len(answers.keys() & verdicts.keys())
                for formula in sorted(answers.keys() & verdicts.keys()):
                    if answers[formula] != verdicts[formula]:
                        wrong += 1
                        print(f'WRONG {formula} of {name}: '
                              f'{answers[formula]}, known is '
                              f'{verdicts[formula]}', flush=True)
                for line in odd:
                    wrong += 1
                    print(f'ODD {name} {examination}: {line}', flush=True)
    for archive in sorted(arguments.refused.glob('*.tar.xz')) \
            if arguments.refused else []:
        with tempfile.TemporaryDirectory() as directory:
            folder = unpacked(archive, directory)
            _, odd, declined = examine(tool, folder, 'ReachabilityDeadlock',
                                       arguments.seconds, arguments.jobs)
            if odd or not declined:
                wrong += 1
                print(f'NOT DECLINED {archive.name}: {odd}', flush=True)
    if not asked:
        print(f'no instance of {arguments.instances} was examined')
        sys.exit(1)
    print(f'{"examination":<26}{"answered":>9}{"known":>7}{"seconds":>9}')
    for examination in asked:
        print(f'{examination:<26}{given[examination]:>9}'
              f'{asked[examination]:>7}{took[examination]:>9.1f}')
    print(f'{wrong} wrong')
    sys.exit(wrong > 0)


if __name__ == '__main__':
    main()
