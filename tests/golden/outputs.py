#!/usr/bin/env python3
"""The files that the tool writes: several of one run, and runs that cannot
write.

    outputs.py TOOL SOURCE_ROOT

Speaks TAP: every function of TESTS is a test.
"""
import itertools
import os
import pathlib
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from rings import write_rings  # noqa: E402

TOOL = pathlib.Path(sys.argv[1]).resolve()
ROOT = pathlib.Path(sys.argv[2]).resolve()
PATIENCE = 300

# Several transitions read a place of this net.
NET = ROOT / 'nets/rwlock_2_1.ll_net'
NO = ['--engine', 'prefix', '--marking', 'w0_hold r0_hold']
YES = ['--engine', 'prefix', '--marking', 'w0_hold']

# The options that name an output, by the file that they are given.
FILES = {
    'out.dot': '--dot', 'out.svg': '--svg', 'out.pdf': '--pdf',
    'out.png': '--png', 'prefix.json': '--prefix-json', 'out.html': '--html',
    'out.mci': '--mci', 'prefix.pnml': '--prefix-pnml',
    'out.cert': '--certificate', 'out.scn': '--witness',
    'out.csv': '--profile', 'out.json': '--json', 'out.net': '--write',
    'net.dot': '--dot-net',
}


# A build without libgvc writes no pictures.
PICTURES = ['out.svg', 'out.pdf', 'out.png']


class Skip(Exception):
    """Raised by a test that cannot run here."""


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def run(arguments, out=subprocess.PIPE, **more):
    return subprocess.run([TOOL, *arguments], check=False, text=True,
                          stdout=out, stderr=subprocess.PIPE,
                          timeout=PATIENCE, **more)


# --- several outputs of one run ----------------------------------------------

def plain(name, content):
    """The content without what differs from run to run."""
    if name == 'out.pdf':
        return re.sub(rb'/CreationDate \(.*\)', b'', content)
    if name == 'out.csv':
        return len(content.splitlines())
    if name == 'out.json':
        return re.sub(rb'"(seconds|peak_bytes)": [0-9.e-]+', b'', content)
    return content


def written(names, options):
    """What a run writes that is asked for these files."""
    with tempfile.TemporaryDirectory() as folder:
        done = run([NET, *options,
                    *(f'{FILES[name]}={name}' for name in names)], cwd=folder)
        expect(done.returncode in (0, 1), (names, done))
        return {name: plain(name, (pathlib.Path(folder) / name).read_bytes())
                for name in names}


def compare(groups, options):
    """Each file of a group is as when it is asked for alone."""
    groups = list(groups)
    alone = {}
    for name in set().union(*groups):
        alone |= written([name], options)
    others = [f'{name} of {group}' for group in groups
              for name, content in written(group, options).items()
              if content != alone[name]]
    expect(not others, 'another file: ' + ', '.join(others))


def outputs_do_not_disturb_each_other():
    """A no comes without a run.  A .mci file has no reads, so it needs another
    relation.  A yes ends the run, unless a file needs the complete prefix."""
    files = set(FILES) - {'out.scn'}
    compare(itertools.combinations(sorted(files - {'out.mci'}), 2), NO)
    compare([sorted(files)], [*NO, '--dependency', 'classic'])
    compare([sorted(set(FILES) - {'out.mci', 'prefix.pnml'})], YES)


# --- outputs that cannot be written ------------------------------------------

def expect_failure(name, done, code, why):
    """One line says which file and why."""
    told = [line for line in done.stderr.splitlines() if 'error: ' in line]
    expect(done.returncode == code and
           told == [f'{name}: error: cannot write: {why}'], (name, done))


def options_of(name):
    """A certificate of a yes and the run are of another question."""
    return {'out.mci': [*NO, '--dependency', 'classic'],
            'out.scn': YES}.get(name, NO)


def write_each(**how):
    """A run for each output, in a folder of its own; prepare() fills it."""
    prepare = how.pop('prepare', lambda path: None)
    for name, option in FILES.items():
        with tempfile.TemporaryDirectory() as folder:
            prepare(pathlib.Path(folder) / name)
            done = run([NET, *options_of(name), f'{option}={name}'],
                       cwd=folder, **how)
            yield name, done, sorted(os.listdir(folder))


def a_full_disk_is_told_alike():
    full = 'No space left on device'
    for name, done, _ in write_each(
            prepare=lambda path: path.symlink_to('/dev/full')):
        expect_failure(name, done, 5, full)
    with open('/dev/full', 'w', encoding='ascii') as out:
        for arguments in [[], *(
                [f'{FILES[name]}=-'] for name in (
                    'out.dot', 'out.html', 'out.json', 'out.cert',
                    'prefix.json', 'net.dot'))]:
            expect_failure('<stdout>', run([NET, *NO, *arguments], out=out), 5,
                           full)


def a_limit_on_files_leaves_nothing():
    """The signal of this limit would kill."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
        resource.setrlimit(resource.RLIMIT_FSIZE, (10, 10))

    for name, done, left in write_each(preexec_fn=limit):
        expect_failure(name, done, 5, 'File too large')
        expect(not left, (name, left))


def a_folder_that_is_missing_is_told_alike():
    for name, option in FILES.items():
        done = run([NET, *options_of(name), f'{option}=none/{name}'])
        expect_failure(f'none/{name}', done, 3, 'No such file or directory')


def a_closed_output_is_no_file():
    """No file gets the number of the stream that was closed."""
    def close():
        os.close(1)

    for name, option in FILES.items():
        options = options_of(name)
        whole = written([name], options)[name]
        with tempfile.TemporaryDirectory() as folder:
            done = run([NET, *options, f'{option}={name}'], cwd=folder,
                       preexec_fn=close)
            expect_failure('<stdout>', done, 5, 'Bad file descriptor')
            content = (pathlib.Path(folder) / name).read_bytes()
            expect(plain(name, content) == whole, name)


# --- pictures whose layout ends early ----------------------------------------

# Graphviz takes half a minute for this prefix; its other conditions and events make
# the second one larger than any that is laid out.
CYCLIC = [ROOT / 'nets/dining_4_fair.ll_net', '--no-cutoffs', '-q', '--engine',
          'prefix', '--dot-conditions']
LONG = [*CYCLIC, '--max-events', '1000']
LARGE = [*CYCLIC, '--max-events', '8000']


def expect_no_picture(done, left, why):
    code, err = done
    expect(code == 2, done)
    expect(re.search(rf'(?m)^out\.\w+: not written: {why}', err), done)
    expect(left == ['plain.dot'], left)


def draws_pictures():
    with tempfile.TemporaryDirectory() as folder:
        return 'made without libgvc' not in run(
            [NET, *NO, '--svg', 'out.svg'], cwd=folder).stderr


def stop_layout(picture, arguments, signals=()):
    """The exit code, standard error and the files that are left; another
    output of the run is written all the same."""
    if picture not in FILES:
        raise Skip('this build draws no pictures')
    with tempfile.TemporaryDirectory() as folder:
        with subprocess.Popen(
                [TOOL, *arguments, FILES[picture], picture, '--dot',
                 'plain.dot'], cwd=folder, text=True, stderr=subprocess.PIPE,
                stdout=subprocess.DEVNULL) as tool:
            for number in signals:
                while not os.path.exists(f'{folder}/plain.dot'):
                    expect(tool.poll() is None, 'it ended by itself')
                    time.sleep(0.1)
                time.sleep(1)
                tool.send_signal(number)
            _, err = tool.communicate(timeout=PATIENCE)
        return (tool.returncode, err), sorted(os.listdir(folder))


def the_timeout_ends_a_layout():
    start = time.monotonic()
    done, left = stop_layout('out.svg', [*LONG, '--timeout', '1.5'])
    expect_no_picture(done, left, 'Graphviz was still laying it out')
    expect(time.monotonic() - start < 30, 'it took too long')


def a_signal_ends_a_layout():
    for number in signal.SIGINT, signal.SIGTERM:
        done, left = stop_layout('out.svg', LONG, [number])
        expect_no_picture(done, left, 'the layout by Graphviz was interrupted')


def a_large_picture_is_refused():
    """Also under -q: the file is missing."""
    done, left = stop_layout('out.svg', LARGE)
    expect_no_picture(done, left, 'it has [0-9]+ nodes and [0-9]+ lines')
    expect('--dot-focus' in done[1] and '--html' in done[1], done)
    expect('out.svg: warning' not in done[1], 'it is told twice')


def the_suffix_chooses_the_picture():
    if 'out.svg' not in FILES:
        raise Skip('this build draws no pictures')
    with tempfile.TemporaryDirectory() as folder:
        for option in '--dot-net', '--dot':
            for name, begins in (('x.svg', b'<?xml'), ('x.pdf', b'%PDF'),
                                 ('x.png', b'\x89PNG'), ('x.dot', b'digraph'),
                                 ('x', b'digraph')):
                done = run([NET, *NO, option, name], cwd=folder)
                content = (pathlib.Path(folder) / name).read_bytes()
                expect(content.startswith(begins), (option, name, done))


def the_timeout_ends_a_layout_of_the_net():
    if 'out.svg' not in FILES:
        raise Skip('this build draws no pictures')
    with tempfile.TemporaryDirectory() as folder:
        write_rings(pathlib.Path(folder) / 'rings.ll_net', 60)
        done = run(['rings.ll_net', '--dot-net', 'out.svg', '--timeout', '1'],
                   cwd=folder)
        expect_no_picture((done.returncode, done.stderr),
                          [name for name in os.listdir(folder)
                           if name != 'rings.ll_net'] + ['plain.dot'],
                          'Graphviz was still laying it out')


TESTS = [
    outputs_do_not_disturb_each_other,
    a_full_disk_is_told_alike,
    a_limit_on_files_leaves_nothing,
    a_folder_that_is_missing_is_told_alike,
    a_closed_output_is_no_file,
    the_timeout_ends_a_layout,
    a_signal_ends_a_layout,
    a_large_picture_is_refused,
    the_suffix_chooses_the_picture,
    the_timeout_ends_a_layout_of_the_net,
]


def main():
    failed = 0
    if not draws_pictures():
        for name in PICTURES:
            del FILES[name]
    print(f'1..{len(TESTS)}')
    for number, test in enumerate(TESTS, 1):
        name = test.__name__.replace('_', ' ')
        try:
            test()
            print(f'ok {number} - {name}')
        except Skip as why:
            print(f'ok {number} - {name} # SKIP {why}')
        except (AssertionError, subprocess.SubprocessError) as why:
            print(f'not ok {number} - {name}')
            print('\n'.join(f'# {line}' for line in str(why).splitlines()))
            failed += 1
    sys.exit(failed > 0)


main()
