#!/usr/bin/env python3
"""The engine prefix writes the same bytes with any number of threads.

    side_by_side.py TOOL SOURCE_ROOT [all | NET...]

Of each net: answers, figures, certificates, pictures and prefixes, under
several relations, orders and limits, with 1, 2, 3 and 8 threads.  Without `all` each net
is asked under two of them in turn.  Only the times may differ.  Speaks TAP: every net is a test.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

TOOL = pathlib.Path(sys.argv[1]).resolve()
ALL = sys.argv[3:] == ['all']
NETS = [pathlib.Path(name).resolve() for name in sys.argv[3:]
        if name != 'all'] or sorted(
    (pathlib.Path(sys.argv[2]).resolve() / 'nets').glob('*.ll_net'))
THREADS = ['1', '2', '3', '8'] if ALL else ['1', '3']
PATIENCE = 300
OPTIONS = [
    ['--order', 'size', '--max-events', '3000'],
    ['--dependency', 'read', '--max-events', '5000'],
    ['--all-transitions', '--max-events', '5000'],
    ['--all-transitions', '--deadlock', '--safe', '--dependency', 'classic',
     '--max-events', '4000'],
    ['--no-cutoffs', '--max-events', '700', '--order', 'parikh'],
    ['--max-events', '333', '--order', 'foata'],
    ['--max-depth', '9', '--max-events', '4000'],
]


def hide_times(text):
    text = re.sub(r'"(seconds|peak_bytes)":\s*[0-9.e+-]+', r'"\1": #', text)
    text = re.sub(r'\b[0-9.]+ (seconds|ms|s)\b', '# s', text)
    return re.sub(r'(?m)^(seconds|peak_bytes) .*', r'\1 #', text)


def ask(net, options, threads, folder):
    files = {kind: folder / kind
             for kind in ('mci', 'dot', 'prefix-json', 'certificate')}
    for path in files.values():
        path.unlink(missing_ok=True)
    outputs = [word for kind, path in files.items()
               for word in (f'--{kind}', path)
               if kind != 'certificate' or '--all-transitions' in options]
    done = subprocess.run(
        [TOOL, net, '--engine', 'prefix', *options, '--threads', threads,
         '--json', '--stats', *outputs],
        capture_output=True, text=True, check=False, timeout=PATIENCE)
    return (done.returncode, hide_times(done.stdout), hide_times(done.stderr),
            *(path.read_bytes() if path.exists() else None
              for path in files.values()))


def differences(net, sets, folder):
    for options in sets:
        wanted = ask(net, options, THREADS[0], folder)
        if wanted[0] not in (0, 1, 2, 3):
            yield f'{" ".join(options)}: exit code {wanted[0]}: {wanted[2]}'
        for threads in THREADS[1:]:
            found = ask(net, options, threads, folder)
            if found != wanted:
                which = [i for i, pair in enumerate(zip(found, wanted))
                         if pair[0] != pair[1]]
                yield f'{" ".join(options)}: {threads} threads: {which}'


def main():
    failed = 0
    print(f'1..{len(NETS)}')
    with tempfile.TemporaryDirectory() as folder:
        for number, net in enumerate(NETS, 1):
            turn = number % len(OPTIONS)
            sets = OPTIONS if ALL else [OPTIONS[turn], OPTIONS[turn - 3]]
            wrong = list(differences(net, sets, pathlib.Path(folder)))
            failed += bool(wrong)
            print(f'{"not " if wrong else ""}ok {number} - {net.stem}')
            for line in wrong:
                print(f'# {line}')
    sys.exit(failed > 0)


main()
