#!/usr/bin/env python3
"""test_contest.py TOOL SHARED: instances of the Model Checking Contest.

For each instance below, `--mcc` must print the verdicts that the tools of the
contest agree on, in SHARED/mcc/verdicts.tsv, as far as it gives an answer, and
it must answer all of the examinations that are listed.  With the argument `all`
every instance and examination is compared, and none has to be answered.
"""
import collections
import pathlib
import subprocess
import sys
import tarfile
import tempfile

SECONDS = '60'
EVERYTHING = ('OneSafe', 'QuasiLiveness', 'StableMarking', 'Liveness',
              'ReachabilityDeadlock', 'StateSpace')

# What is answered in a few seconds.
INSTANCES = {
    'Eratosthenes-PT-010': EVERYTHING,
    'AutoFlight-PT-01b': EVERYTHING[:-1],
    'ResAllocation-PT-R003C003': EVERYTHING,
    'MedleyA-PT-06': EVERYTHING[:-1],
    'Philosophers-PT-000005': EVERYTHING,
    'Anderson-PT-05': ('StableMarking',),
    # Its linear programs are degenerate.
    'Anderson-PT-08': ('ReachabilityCardinality',),
    'LamportFastMutEx-PT-3': ('QuasiLiveness', 'StableMarking', 'Liveness'),
}

tool, shared = sys.argv[1], pathlib.Path(sys.argv[2])
table = shared / 'mcc/verdicts.tsv'


def read_verdicts():
    verdicts = collections.defaultdict(dict)
    for line in table.read_text().splitlines()[1:]:
        instance, examination, formula, verdict = line.split('\t')
        verdicts[instance, examination][formula] = verdict
    return verdicts


def answers(folder, examination):
    done = subprocess.run(
        [tool, '--mcc', folder, '--examination', examination, '--timeout',
         SECONDS], capture_output=True, text=True, timeout=300, check=True)
    words = [line.split() for line in done.stdout.splitlines()]
    return {word[1]: word[2] for word in words
            if word[0] in ('FORMULA', 'STATE_SPACE') and
            word[2] != 'CANNOT_COMPUTE'}


def compare(folder, instance, examination, expected, wanted):
    """What is wrong, as lines; and how many answers were right."""
    found = answers(folder, examination)
    wrong = [f'{instance} {formula}: {found[formula]}, not {verdict}'
             for formula, verdict in expected.items()
             if found.get(formula, verdict) != verdict]
    if wanted:
        wrong += [f'{instance} {examination}: {formula} is open'
                  for formula in expected if formula not in found]
    return wrong, len(found.keys() & expected.keys())


def main():
    if not table.exists():
        print(f'{table} is missing')
        sys.exit(77)
    verdicts = read_verdicts()
    everything = 'all' in sys.argv[3:]
    names = sorted({instance for instance, _ in verdicts}) if everything \
        else INSTANCES
    n_right, wrong = 0, []
    with tempfile.TemporaryDirectory() as place:
        for name in names:
            with tarfile.open(shared / f'mcc/instances/{name}.tar.xz') as file:
                file.extractall(place)
            for examination in EVERYTHING if everything else INSTANCES[name]:
                more, n = compare(f'{place}/{name}', name, examination,
                                  verdicts[name, examination], not everything)
                wrong += more
                n_right += n
    print(*wrong, f'{n_right} answers compared', sep='\n')
    sys.exit(bool(wrong) or n_right < 30)


main()
