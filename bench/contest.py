#!/usr/bin/env python3
"""Examinations of the Model Checking Contest against their known verdicts.

    contest.py TOOL INSTANCES VERDICTS [--seconds S] [--jobs N] [--engine NAME]
               [--racers NAME,...] [--reduce WHICH]
               [--examination NAME ...] [--instance NAME ...]
               [--with FOLDER] [--refused FOLDER] [--limit N] [--every K]
               [--times S,...]
               [--record FILE] [--until-known] [--open]

INSTANCES is a folder of NAME.tar.xz, VERDICTS a table of instance, examination,
formula and verdict.  Each examination of each instance gets S seconds (10 if
not given) in all.  Prints for each examination how many formulas were answered,
and every answer that differs from the known one.  --with takes the instances
that FOLDER has an archive of too, with more files of formulas, as LTLCardinality
and LTLFireability.  Each archive of --refused must be declined.  --open names
the questions that have a known verdict and no answer.  --limit takes the first N instances, --every each K-th.  With
--times there is a column for each of these numbers of seconds: the answers that
were printed by then, in a run that had S seconds.  --record appends each answer
to FILE with its time, and takes over what FILE has already of these options and
these seconds, so that a long measurement can be interrupted.  --until-known
stops a run when what is left cannot be answered by the engine (a walk answers
by runs only), which the known verdicts tell; it changes no number.  The exit
code is 1 if an answer is wrong.
"""
import argparse
import collections
import math
import os
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import threading
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


def with_run(folder, examination, verdicts):
    """The questions whose known verdict is shown by a run."""
    path = pathlib.Path(folder, examination + '.xml')
    if not path.exists(): # a deadlock
        return {formula for formula, verdict in verdicts.items()
                if verdict == 'TRUE'}
    exists = {text.split('<')[0]: '<exists-path>' in text
              for text in path.read_text().split('<id>')[1:]}
    return {formula for formula, verdict in verdicts.items()
            if exists.get(formula) == (verdict == 'TRUE')}


def wanted(arguments, folder, examination, verdicts):
    """The questions that the engine can answer; none: not known."""
    if not arguments.until_known or examination == 'UpperBounds':
        return set()
    shown = with_run(folder, examination, verdicts)
    return shown if arguments.engine == 'walk' else set(verdicts)


def lines_of(command, environment, seconds, until=frozenset()):
    """The lines of standard output with their times, the exit code and what
    was written on standard error.  Stops when all of these questions have
    answers, if there are any."""
    left = set(until)
    start, lines = time.monotonic(), []
    with tempfile.TemporaryFile('w+') as errors:
        with subprocess.Popen(command, env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=errors) as child:
            killer = threading.Timer(seconds * 3 + 30, child.kill)
            killer.start()
            for line in child.stdout:
                lines.append((time.monotonic() - start, line.rstrip('\n')))
                match = FORMULA.match(line)
                if match and match[1] in left:
                    left.discard(match[1])
                    if not left:
                        child.terminate()
            code = child.wait()
            if until and not left: # it was told to stop
                code = 0
            killer.cancel()
        errors.seek(0)
        return lines, code, errors.read().strip()


def examine(tool, folder, examination, arguments, verdicts=()):
    """The answers with their times, and the lines that are none of the
    contest's."""
    until = wanted(arguments, folder, examination, dict(verdicts))
    if arguments.until_known and not until and verdicts and \
            examination != 'UpperBounds':
        return {}, [], False
    environment = dict(os.environ, BK_EXAMINATION=examination,
                       BK_MEMORY_CONFINEMENT='4000')
    command = [tool, '--mcc', folder, '--timeout', str(arguments.seconds),
               '--jobs', str(arguments.jobs)]
    for option in 'engine', 'racers', 'reduce':
        if getattr(arguments, option):
            command += ['--' + option, getattr(arguments, option)]
    lines, code, error = lines_of(command, environment, arguments.seconds,
                                  until)
    answers, odd, declined = {}, [], False
    for second, line in lines:
        match = FORMULA.match(line) or STATES.match(line)
        if match:
            answers[match[1]] = match[2], second
        elif not OTHERS.match(line):
            odd.append(line)
        declined |= 'DO_NOT_COMPETE' in line
    if code != 0:
        odd.append(f'exit code {code}: {error}')
    return answers, odd, declined


class Record:
    """The answers of earlier runs with the same options, in a file."""

    def __init__(self, arguments):
        self.path = arguments.record
        engine = ' '.join(filter(None, [
            arguments.engine or 'auto', arguments.racers,
            arguments.reduce and 'reduce=' + arguments.reduce]))
        self.options = [engine, f'{arguments.seconds:g}']
        self.known = collections.defaultdict(dict)
        if not self.path or not self.path.exists():
            return
        for line in self.path.read_text().splitlines():
            engine, seconds, instance, examination, formula, answer, second = \
                line.split('\t')
            if [engine, seconds] == self.options:
                answers = self.known[instance, examination]
                if formula:
                    answers[formula] = answer, float(second)

    def add(self, instance, examination, answers):
        """An examination without an answer has a line of its own."""
        if not self.path:
            return
        rows = [(formula, answer, f'{second:.2f}')
                for formula, (answer, second) in sorted(answers.items())]
        with open(self.path, 'a', encoding='utf-8') as file:
            for row in rows or [('', '', '0')]:
                file.write('\t'.join([*self.options, instance, examination,
                                      *row]) + '\n')


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument('tool', type=pathlib.Path)
    parser.add_argument('instances', type=pathlib.Path)
    parser.add_argument('verdicts', type=pathlib.Path)
    parser.add_argument('--seconds', type=float, default=10)
    parser.add_argument('--jobs', type=int, default=1)
    parser.add_argument('--examination', action='append')
    parser.add_argument('--instance', action='append')
    parser.add_argument('--with', dest='more', type=pathlib.Path)
    parser.add_argument('--refused', type=pathlib.Path)
    parser.add_argument('--limit', type=int)
    parser.add_argument('--every', type=int, default=1)
    parser.add_argument('--engine')
    parser.add_argument('--racers')
    parser.add_argument('--reduce')
    parser.add_argument('--times', default='')
    parser.add_argument('--record', type=pathlib.Path)
    parser.add_argument('--until-known', action='store_true')
    parser.add_argument('--open', action='store_true')
    return parser.parse_args()


def unpacked(archive, directory, more=None):
    for path in [archive] + ([more / archive.name] if more else []):
        with tarfile.open(path) as tar:
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
    record = Record(arguments)
    times = [float(limit) for limit in arguments.times.split(',') if limit]
    times.append(math.inf)
    more = arguments.more
    archives = [archive for archive in sorted(
        arguments.instances.glob('*.tar.xz'))[:arguments.limit]
        if not more or (more / archive.name).exists()]
    archives = archives[::arguments.every]
    if not archives:
        print(f'skipped: {arguments.instances} is empty')
        sys.exit(77)
    for archive in archives:
        name = archive.name.removesuffix('.tar.xz')
        if arguments.instance and name not in arguments.instance:
            continue
        with tempfile.TemporaryDirectory() as directory:
            folder = unpacked(archive, directory, more)
            for examination in arguments.examination or EXAMINATIONS:
                verdicts = known.get((name, examination), {})
                start = time.monotonic()
                if (name, examination) in record.known:
                    answers, odd = record.known[name, examination], []
                else:
                    answers, odd, _ = examine(tool, folder, examination,
                                              arguments, verdicts)
                    record.add(name, examination, answers)
                took[examination] += time.monotonic() - start
                asked[examination] += len(verdicts)
                for formula in sorted(answers.keys() & verdicts.keys()):
                    answer, second = answers[formula]
                    for limit in times:
                        given[examination, limit] += second <= limit
                    if answer != verdicts[formula]:
                        wrong += 1
                        print(f'WRONG {formula} of {name}: {answer}, known is '
                              f'{verdicts[formula]}', flush=True)
                if arguments.open and verdicts.keys() - answers.keys():
                    print('OPEN', name, examination,
                          *sorted(f'{formula[-2:]}:{verdicts[formula]}'
                                  for formula in
                                  verdicts.keys() - answers.keys()),
                          flush=True)
                for line in odd:
                    wrong += 1
                    print(f'ODD {name} {examination}: {line}', flush=True)
    for archive in sorted(arguments.refused.glob('*.tar.xz')) \
            if arguments.refused else []:
        with tempfile.TemporaryDirectory() as directory:
            folder = unpacked(archive, directory)
            _, odd, declined = examine(tool, folder, 'ReachabilityDeadlock',
                                       arguments)
            if odd or not declined:
                wrong += 1
                print(f'NOT DECLINED {archive.name}: {odd}', flush=True)
    if not asked:
        print(f'no instance of {arguments.instances} was examined')
        sys.exit(1)
    titles = [f'{limit:g} s' for limit in times[:-1]] + ['answered', 'known',
                                                         'seconds']
    print(f'{"examination":<26}' + ''.join(f'{title:>9}' for title in titles))
    for examination in asked:
        print(f'{examination:<26}' +
              ''.join(f'{given[examination, limit]:>9}' for limit in times) +
              f'{asked[examination]:>9}{took[examination]:>9.1f}')
    print(f'{wrong} wrong')
    sys.exit(wrong > 0)


if __name__ == '__main__':
    main()
