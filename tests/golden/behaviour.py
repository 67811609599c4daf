#!/usr/bin/env python3
"""Properties that a comparison of outputs cannot show: terminals, signals,
memory, and the completeness of manual and completion.

    behaviour.py TOOL SOURCE_ROOT [sanitized]

Speaks TAP: every function of TESTS is a test.  Sanitizers reserve so much
address space that a limit on it cannot be tested under them.
"""
import json
import os
import pathlib
import pty
import re
import resource
import select
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.dont_write_bytecode = True
from rings import RINGS, write_rings  # noqa: E402

TOOL = pathlib.Path(sys.argv[1]).resolve()
CHECKER = TOOL.with_name('punf-por-check')
ROOT = pathlib.Path(sys.argv[2]).resolve()
SANITIZED = 'sanitized' in sys.argv[3:]
CASES = ROOT / 'tests/golden/cases'

# A cyclic net without cutoffs keeps the tool busy until it is stopped.
BUSY = [str(ROOT / 'nets/dining_4_fair.ll_net'), '--deadlock', '--no-cutoffs',
        '--engine', 'por']
SMALL = str(ROOT / 'nets/dining_3.ll_net')
PATIENCE = 300


class Skip(Exception):
    """Raised by a test that cannot run here."""


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def read_terminal(arguments, seconds):
    """The standard error of the tool on a terminal."""
    try:
        master, slave = pty.openpty()
    except OSError as error:
        raise Skip(f'no terminal: {error}') from error
    tool = subprocess.Popen([TOOL, *arguments], stdin=subprocess.DEVNULL,
                            stdout=subprocess.PIPE, stderr=slave)
    os.close(slave)
    shown = b''
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if not select.select([master], [], [], 0.1)[0]:
            continue
        try:
            data = os.read(master, 4096)
        except OSError:
            break
        if not data:
            break
        shown += data
    tool.kill()
    tool.communicate()
    os.close(master)
    return shown.decode()


def progress_is_shown_on_a_terminal():
    shown = read_terminal([*BUSY, '--timeout', '1'], PATIENCE)
    expect(re.search(r'\r\d+s  \S+ histories  depth \d+(?:/\d+)?  \S+ steps/s', shown),
           f'no progress in {shown!r}')
    last = shown.rindex(' histories  ')
    expect(re.search(r'\r +\r', shown[last:]), 'the line was not wiped')


def every_engine_shows_its_own_figures():
    figures = {
        'prefix': r'\S+ histories  \S+ explored  (?:\S+ cutoffs  )?depth \d+  '
                  r'\S+ histories/s  \S+B',
        'state': r'\S+ states  depth \d+  \S+ steps/s  \S+B',
        'equation': r'(?:\S+ programs  |\S+ clauses  )+\S+B',
        'walk': r'\S+ walks  \S+ steps/s  \S+B',
    }
    for engine, line in figures.items():
        shown = with_rings(lambda arguments: read_terminal(
            [*arguments, '--timeout', '0.6', '--engine', engine], PATIENCE))
        expect(re.search(rf'\r\d+s  {line} *\r', shown),
               f'{engine}: no progress in {shown!r}')


def with_rings(test, *options):
    with tempfile.TemporaryDirectory() as name:
        net = pathlib.Path(name) / 'rings.ll_net'
        write_rings(net)
        return test([str(net), '--marking', f'on{RINGS}', *options])


def a_race_has_one_line_of_progress():
    for threads in '1', '2':
        shown = with_rings(lambda arguments: read_terminal(
            [*arguments, '--timeout', '1', '--threads', threads], PATIENCE))
        expect(re.search(r'\r\d+s  \S+ states  \S+ histories  '
                         r'(?:\S+ \w+  )*\S+ steps/s  \S+B', shown),
               f'no progress in {shown!r}')
        # A line a racer would be three times as many as there are here.
        expect(len(re.findall(r'\r\d+s  ', shown)) <= 7, f'{shown!r}')
        expect('unknown' not in shown and 'engine state' in shown, f'{shown!r}')


def a_race_is_interrupted_as_a_whole():
    for threads in '1', '2':
        code, out, err = with_rings(lambda arguments: interrupt(
            signal.SIGINT, [*arguments, '--threads', threads]))
        expect(code == 2, f'exit code {code}')
        expect(out == f'marking on{RINGS}: unknown (interrupted)\n', out)
        expect(re.search(r'(?m)^states +[1-9]', err), err)


def a_race_is_over_in_time():
    for threads in '1', '2':
        start = time.monotonic()
        code, out, _ = with_rings(lambda arguments: run_tool(
            [*arguments, '--timeout', '0.5', '--threads', threads]))
        expect(code == 2 and out.endswith(': unknown (timeout)\n'), out)
        expect(time.monotonic() - start < PATIENCE / 4, 'it took too long')


def a_race_keeps_to_the_memory():
    for threads in '1', '2':
        code, out, _ = with_rings(lambda arguments: run_tool(
            [*arguments, '--max-memory', '30M', '--threads', threads,
             '--racers', 'state,prefix,por,walk']))
        expect(code == 2 and out.endswith(': unknown (memory limit)\n'), out)


def reading_the_net_takes_part_of_the_time():
    """The net comes in when the time is over: nothing is left to search."""
    with tempfile.TemporaryDirectory() as name:
        net = pathlib.Path(name) / 'rings.ll_net'
        write_rings(net)
        tool = subprocess.Popen(
            [TOOL, '-', '--marking', f'on{RINGS}', '--timeout', '2', '--json',
             '--reduce', 'off'], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        time.sleep(2.1)
        out, _ = tool.communicate(net.read_bytes(), PATIENCE)
    result = json.loads(out)
    expect(result['options']['timeout'] == 2, result['options'])
    expect(result['stop'] == 'timeout', result['stop'])
    expect(result['stats']['seconds'] < 1, result['stats']['seconds'])


def user_seconds(arguments):
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    subprocess.run([TOOL, *arguments], check=False, timeout=PATIENCE,
                   stdout=subprocess.DEVNULL)
    return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before


def many_runs_are_checked_in_linear_time():
    """Four times as many transitions, each with a run of one step."""
    seconds = []
    with tempfile.TemporaryDirectory() as name:
        net = pathlib.Path(name) / 'wide.net'
        for size in 10000, 40000:
            net.write_text('net wide\n' + ''.join(
                f'tr t{i} p{i} -> q{i}\npl p{i} (1)\n'
                for i in range(size)), encoding='ascii')
            seconds.append(user_seconds(
                [str(net), '--all-transitions', '--engine', 'prefix', '-q']))
    expect(seconds[1] < 8 * seconds[0] + 0.5, seconds)


def run_tool(arguments):
    done = subprocess.run([TOOL, *arguments], check=False, text=True,
                          capture_output=True, timeout=PATIENCE)
    return done.returncode, done.stdout, done.stderr


def the_progress_of_a_row_is_wiped():
    shown = read_terminal([BUSY[0], '--no-cutoffs', '--compare', '--timeout',
                           '0.5'], PATIENCE)
    lines = re.findall(r' histories  ', shown)
    expect(len(lines) >= 3, f'no progress in {shown!r}')
    wiped = re.findall(r'\r {40,}\r', shown)
    expect(len(wiped) == 3, f'{len(wiped)} lines were wiped')


def quiet_is_quiet_on_a_terminal():
    shown = read_terminal([*BUSY, '--timeout', '0.5', '-q'], PATIENCE)
    expect(shown == '', f'{shown!r}')


def progress_is_silent_elsewhere():
    done = subprocess.run([TOOL, *BUSY, '--timeout', '0.5'], check=False,
                          capture_output=True, timeout=PATIENCE)
    expect(b'\r' not in done.stderr, f'{done.stderr!r}')


def interrupt(number, arguments):
    with subprocess.Popen([TOOL, *arguments], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as tool:
        time.sleep(0.5)
        expect(tool.poll() is None, 'it ended by itself')
        tool.send_signal(number)
        out, err = tool.communicate(timeout=PATIENCE)
        return tool.returncode, out, err


def signals_end_with_figures_and_unknown():
    for number in signal.SIGINT, signal.SIGTERM:
        code, out, err = interrupt(number, BUSY)
        expect(code == 2, f'exit code {code}')
        expect(out == 'deadlock: unknown (interrupted)\n', out)
        expect(re.search(r'(?m)^pushes +[1-9]', err), err)


def first_line(arguments):
    """The first verdict, which comes while the tool still runs."""
    with subprocess.Popen([TOOL, *arguments], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True) as tool:
        timer = threading.Timer(PATIENCE, tool.kill)
        timer.start()
        line = tool.stdout.readline()
        timer.cancel()
        running = tool.poll() is None
        tool.send_signal(signal.SIGINT)
        rest = tool.communicate(timeout=PATIENCE)[0]
        return line, running, rest


def verdicts_are_printed_while_engines_run():
    line, running, rest = first_line([BUSY[0], '--no-cutoffs', '--engine',
                                      'por', '--reach', 'ph0_first',
                                      '--deadlock'])
    expect(line == 'ph0_first: reachable\n' and running, (line, running))
    expect(rest == 'deadlock: unknown (interrupted)\n', rest)
    for threads in '1', '3':
        line, running, rest = with_rings(lambda arguments: first_line(
            [arguments[0], '--reach', 'take1', *arguments[1:], '--threads',
             threads]))
        expect(line == 'take1: reachable\n' and running, (line, running))
        expect(rest == f'marking on{RINGS}: unknown (interrupted)\n', rest)


def a_late_second_token_ends_every_race_alike():
    with tempfile.TemporaryDirectory() as name:
        net = pathlib.Path(name) / 'unsafe.ll_net'
        write_rings(net, 12, unsafe=True)
        ends = {run_tool([str(net), '--all-transitions', '-q', '--threads',
                          str(threads)])[:2]
                for threads in (1, 2, 3) for _ in range(4)}
        expect(len(ends) == 1, ends)
        code, out = ends.pop()
        expect(code == 4, code)
        # Some verdicts are final before the second token is met.
        expect(': reachable\n' in out and 'unknown (unsafe net)' in out, out)


def a_signal_without_a_question_is_told():
    code, out, _ = interrupt(signal.SIGINT, [BUSY[0], '--no-cutoffs'])
    expect(code == 2 and out.startswith('unknown (interrupted)\n'), (code, out))
    expect(re.search(r'(?m)^pushes +[1-9]', out), out)


def an_interrupted_comparison_prints_its_table():
    code, out, _ = interrupt(signal.SIGINT, [BUSY[0], '--no-cutoffs',
                                             '--compare'])
    lines = out.splitlines()
    expect(code == 2, f'exit code {code}')
    expect(len(lines) == 2 and lines[0].startswith('relation '), out)
    expect(lines[1].endswith('  unknown (interrupted)'), out)


def a_row_out_of_memory_does_not_hide_the_others():
    """Without cutoffs the first engine with this much time uses all the
    memory; the other rows still run."""
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (60 << 20, 60 << 20))

    done = subprocess.run([TOOL, BUSY[0], '--no-cutoffs', '--compare'],
                          preexec_fn=limit, check=False, text=True,
                          capture_output=True, timeout=PATIENCE)
    expect(done.returncode == 2, done)
    lines = done.stdout.splitlines()
    expect(len(lines) == 4, done)
    for line in lines[1:]:
        expect(line.endswith('  -  unknown (out of memory)'), line)


def files_are_whole_when_interrupted():
    with tempfile.TemporaryDirectory() as name:
        old = pathlib.Path(name) / 'out.json'
        old.write_text('old')
        code, _, _ = interrupt(signal.SIGINT, [*BUSY, f'--json={old}'])
        expect(code == 2, f'exit code {code}')
        expect('"reason": "interrupted"' in old.read_text(), old.read_text())
        expect(old.read_text().endswith('}\n'), 'half written')
        expect(os.listdir(name) == ['out.json'], os.listdir(name))


def nothing_is_left_when_writing_fails():
    """A file may grow to 100 bytes only: every output fails half way."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

    for option in '--json=out', '--dot=out', '--write=out.pnml', \
            '--dot-net=out':
        with tempfile.TemporaryDirectory() as name:
            done = subprocess.run([TOOL, SMALL, '--deadlock', option],
                                  cwd=name, preexec_fn=limit, check=False,
                                  capture_output=True, timeout=PATIENCE)
            expect(done.returncode == 5, (option, done))
            expect(b'error: ' in done.stderr, (option, done))
            expect(b'I/O' not in done.stderr, (option, done))
            expect(os.listdir(name) == [], (option, os.listdir(name)))


def a_second_signal_kills():
    """Stops the tool while it waits for a reader of the picture."""
    with subprocess.Popen([TOOL, *BUSY, '-q', '--max-events', '5000', '--dot',
                           '-'], stdout=subprocess.PIPE) as tool:
        time.sleep(2)
        tool.send_signal(signal.SIGINT)
        time.sleep(0.5)
        expect(tool.poll() is None, 'the first signal killed it')
        tool.send_signal(signal.SIGINT)
        time.sleep(0.5)
        expect(tool.poll() == -signal.SIGINT, tool.poll())
        tool.stdout.read()


def out_of_memory_is_exit_code_5():
    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (60 << 20, 60 << 20))

    places = '\n'.join(f'{i}"p{i}"0@0' for i in range(1, 1000000))
    done = subprocess.run([TOOL, '-'], preexec_fn=limit, check=False,
                          input=f'PEP\nPTNet\nFORMAT_N\nPL\n{places}\n',
                          capture_output=True, text=True, timeout=PATIENCE)
    expect(done.returncode == 5, done)
    expect('out of memory' in done.stderr, done)


def libraries_are_missed_only_when_needed():
    """An empty file stands for a library that is not installed."""
    net = str(ROOT / 'nets' / 'buffer_3')
    with tempfile.TemporaryDirectory() as directory:
        text = pathlib.Path(TOOL).read_bytes()
        for name in set(re.findall(rb'lib(?:xml2|glpk)\.[a-z0-9.]+', text)):
            (pathlib.Path(directory) / name.decode()).touch()
        path = ':'.join(filter(None, [directory,
                                      os.environ.get('LD_LIBRARY_PATH')]))
        for arguments, code, words in [
                ([net + '.pnml'], 3, 'XML needs libxml2'),
                ([net + '.ll_net', '--write', directory + '/x.pnml'], 3,
                 'XML needs libxml2'),
                ([net + '.ll_net', '--deadlock'], 1, ''),
                ([net + '.ll_net', '--deadlock', '--engine', 'equation'], 3,
                 'engine equation needs this library of GLPK')]:
            done = subprocess.run([TOOL, *arguments], check=False, text=True,
                                  env={**os.environ, 'LD_LIBRARY_PATH': path},
                                  capture_output=True, timeout=PATIENCE)
            expect(done.returncode == code and words in done.stderr, done)
        expect(not (pathlib.Path(directory) / 'x.pnml').exists(), directory)


def large_drawings_are_warned_of():
    places = '\n'.join(f'{i}"p{i}"0@0' for i in range(1, 20000))
    for more, warned in ([], True), (['-q'], False):
        done = subprocess.run([TOOL, '-', '--dot-net', '-', *more], text=True,
                              input=f'PEP\nPTNet\nFORMAT_N\nPL\n{places}\n'
                                    'TR\nTP\nPT\n',
                              capture_output=True, timeout=PATIENCE,
                              check=True)
        expect(('19999 nodes' in done.stderr) == warned, done.stderr)


def deep_drawings_are_made_at_once():
    """Thousands of events use one condition, each with a longer past."""
    code = subprocess.run([TOOL, *BUSY, '-q', '--max-events', '8000', '--dot',
                           '-'], stdout=subprocess.DEVNULL, check=False,
                          timeout=PATIENCE).returncode
    expect(code == 2, f'exit code {code}')


def outputs_are_tried_before_the_exploration():
    """BUSY would not terminate."""
    for option in '--json', '--dot', '--witness', '--write', '--dot-net':
        with tempfile.TemporaryDirectory(suffix='.pnml') as name:
            done = subprocess.run([TOOL, *BUSY, f'{option}={name}'],
                                  capture_output=True, check=False,
                                  timeout=PATIENCE)
            expect(done.returncode == 3, (option, done))
            expect(b'Is a directory' in done.stderr, (option, done))


def keys_of(value, path=''):
    """The keys of a JSON document, as in net.file."""
    if isinstance(value, list):
        return set().union(*(keys_of(item, path) for item in value))
    if not isinstance(value, dict):
        return {path}
    return set().union(*(keys_of(item, f'{path}.{key}'.strip('.'))
                         for key, item in value.items()))


def the_json_schema_is_documented():
    text = (ROOT / 'doc/FORMATS.md').read_text()
    known = set(re.findall(r'(?m)^\| `([a-z_.]+)` \|',
                           text.split('## JSON')[1]))
    seen = set()
    for more in ([SMALL], [SMALL, '--compare'], [SMALL, '--bounds', 'fork0'],
                 [SMALL, '--formula', 'E F G deadlock'],
                 [SMALL, '--formula', 'E F (E G not ph0_eat)'],
                 [SMALL, '--formula', 'E X ' * 40 + 'true'],
                 [SMALL, '--quasi-live', '--live'],
                 [ROOT / 'nets/vme.g', '--csc']):
        done = subprocess.run([TOOL, *more, '--json', '--deadlock'],
                              check='--csc' not in more, capture_output=True,
                              timeout=PATIENCE)
        seen |= keys_of(json.loads(done.stdout))
    done = subprocess.run([TOOL, SMALL, SMALL, '--json', '--deadlock'],
                          check=True, capture_output=True, timeout=PATIENCE)
    for line in done.stdout.splitlines():
        seen |= keys_of(json.loads(line))
    done = subprocess.run([TOOL, ROOT / 'tests/golden/files/merge.lola',
                           '--json', '--sound'],
                          capture_output=True, timeout=PATIENCE)
    seen |= keys_of(json.loads(done.stdout))
    tipping = ROOT / 'nets/tipping.bnet'
    for more in ([tipping, '--attractors'],
                 [ROOT / 'nets/inputs.bnet', '--attractors'],
                 [ROOT / 'nets/inputs.bnet', '--attractors',
                  '--engine', 'symbolic', '--check', '2'],
                 [SMALL, '--cheapest', 'ph0_leave'],
                 [tipping, '--initial', 'O=0,S=0,X=0', '--doomed', 'X=1'],
                 [SMALL, '--formula', 'A F ph0_eat', '--fair', 'ph0_first']):
        done = subprocess.run([TOOL, '--json', *more],
                              capture_output=True, timeout=PATIENCE)
        seen |= keys_of(json.loads(done.stdout))
    # Objects are null in one of the two.
    seen -= {key.rpartition('.')[0] for key in seen}
    expect(known == seen, known ^ seen)


def options_of_help():
    done = subprocess.run([TOOL, '--help', 'all'], capture_output=True,
                          text=True, check=True, timeout=PATIENCE)
    found = re.findall(r'(?m)^  (?:-\w, )?--([a-z-]+)', done.stdout)
    expect(len(found) > 20, found)
    return set(found)


def help_is_a_page():
    shown = run_tool(['--help'])[1].splitlines()
    expect(len(shown) <= 25 and max(map(len, shown)) < 80, shown)
    expect(len([line for line in shown if line.startswith('  --')]) == 10,
           shown)
    topics = re.search(r'which is one of\n +(.*)', '\n'.join(shown))[1]
    listed = ''.join(run_tool(['--help', topic])[1]
                     for topic in topics.split(', '))
    for name in options_of_help():
        expect(f'--{name}' in listed, name)
        expect(f'--{name}' in run_tool(['--help', name])[1], name)


def the_manual_knows_every_option():
    text = (ROOT / 'doc/punf-por.1').read_text()
    known = set(re.findall(r'(?m)^\.It.*?Fl -([a-z-]+)', text))
    expect(known == options_of_help(), known ^ options_of_help())


def offered_options(completion, program):
    """The long options that the completion of a program offers."""
    lists = [words for words in re.findall(r"-W '(--[^']*)'", completion)
             if '--reach=' in words]
    return {word.strip('-').partition('=')[0]
            for word in lists[program].split() if word.startswith('--')}


def the_completion_knows_every_option():
    text = (ROOT / 'completions/punf-por').read_text()
    known = offered_options(text, 0)
    expect(known == options_of_help(), known ^ options_of_help())


def the_checker_documents_its_options():
    done = subprocess.run([CHECKER, '--help'], capture_output=True, text=True,
                          check=True, timeout=PATIENCE)
    found = set(re.findall(r'(?m)^ +(?:-\w, )?--([a-z-]+)', done.stdout))
    manual = (ROOT / 'doc/punf-por-check.1').read_text()
    known = set(re.findall(r'(?m)^\.It.*?Fl -([a-z-]+)', manual))
    completion = (ROOT / 'completions/punf-por').read_text()
    offered = offered_options(completion, 1)
    arguments = ' '.join(path.read_text() for path in
                         CASES.glob('check-*.args'))
    used = set(re.findall(r'--([a-z-]+)', arguments))
    expect(len(found) > 10, found)
    expect(found == known == offered, (found ^ known, found ^ offered))
    expect(found <= used, found - used)


def complete(*words):
    script = f'''
        . /usr/share/bash-completion/bash_completion
        . {shlex.quote(str(ROOT))}/completions/punf-por
        COMP_WORDS=(punf-por {' '.join(words)})
        COMP_CWORD={len(words)}
        COMP_LINE="${{COMP_WORDS[*]}}"
        COMP_POINT=${{#COMP_LINE}}
        _punf_por 2>/dev/null
        printf '%s\\n' "${{COMPREPLY[@]}}"'''
    done = subprocess.run(['bash', '-c', script], capture_output=True,
                          text=True, check=False, timeout=PATIENCE,
                          cwd=ROOT / 'nets',
                          env={**os.environ,
                               'PATH': f'{TOOL.parent}:{os.environ["PATH"]}'})
    return done.stdout.splitlines()


def the_completion_completes():
    if not os.path.exists('/usr/share/bash-completion/bash_completion'):
        raise Skip('bash-completion is not installed')
    expect(complete('--deadl') == ['--deadlock'], complete('--deadl'))
    expect(complete('--order', 'f') == ['foata'], complete('--order', 'f'))
    expect('dining_3.pnml' in complete('dining_3'), complete('dining_3'))
    expect('generate.py' not in complete('gen'), complete('gen'))
    expect(complete('--help', 'q') == ['questions'], complete('--help', 'q'))


def the_completion_knows_the_net():
    if not os.path.exists('/usr/share/bash-completion/bash_completion'):
        raise Skip('bash-completion is not installed')
    for words, found in (
            (['dining_3.pnml', '--reach', 'ph1_'],
             ['ph1_first', 'ph1_second', 'ph1_leave']),
            (['--deadlock', 'dining_3.pnml', '--marking', 'ph1_e'],
             ['ph1_eat']),
            (['../tests/golden/files/odd.ll_net', '--reach', 'fi'],
             [r'first\ step']),
            (['../tests/golden/files/odd.ll_net', '--reach', r"'first\ '"],
             [r'first\ step']),
            (['../tests/golden/files/odd.ll_net', '--marking', 'a'],
             [r'a\,b']),
            (['--reach', 'ph1_'], ['']),
            (['none.pnml', '--reach', 'ph1_'], [''])):
        expect(complete(*words) == found, (words, complete(*words)))


def the_manual_is_clean():
    if not shutil.which('mandoc'):
        raise Skip('mandoc is not installed')
    for page in sorted((ROOT / 'doc').glob('*.1')):
        done = subprocess.run(['mandoc', '-Tlint', page],
                              capture_output=True, text=True, check=False)
        # Our pages refer to each other; they are not installed here.
        told = [line for line in done.stdout.splitlines()
                if 'manual not found: Xr punf-por' not in line]
        expect(not told, '\n'.join(told))


def every_examination_is_told_to_the_contest_and_to_users():
    source = (ROOT / 'src/cli/contest/contest_input.c').read_text()
    names = re.findall(r'\{"(\w+)", CONTEST_INPUT_', source)
    told = (ROOT / 'scripts/SupportedExamination.txt').read_text()
    expect(told == ''.join(f'{name} PT\n' for name in names), told)
    manual = (ROOT / 'doc/punf-por.1').read_text()
    manual = manual.partition('.It Fl -examination')[2].partition('.\n')[0]
    expect(re.findall(r'[A-Z]\w{3,}', manual) == names, manual)
    completion = (ROOT / 'completions/punf-por').read_text()
    expect(all(re.search(rf'\b{name}\b', completion) for name in names),
           'the completion lacks an examination')


def the_examples_show_every_option_and_exit_code():
    arguments = ' '.join(path.read_text() for path in CASES.glob('*.args'))
    for name in options_of_help():
        short = rf'|(?<!\S)-{name[0]}\b' if name[0] in 'qv' else ''
        expect(re.search(rf'--{name}\b(?!-){short}', arguments),
               f'no case uses --{name}')
    codes = {path.read_text().split('\n')[0] for path in CASES.glob('*.gold')}
    expect(codes == {f'exit {code}' for code in range(6)}, codes)


def the_readme_and_the_guide_are_true():
    """Every command in the pages prints the output shown, with the two streams
    in any order; a line of dots stands for any lines."""
    text = (ROOT / 'README.md').read_text() + (ROOT / 'doc/GUIDE.md').read_text()
    blocks = re.findall(r'(?m)^```console\n(.*?)^```', text, re.S)
    expect(len(blocks) > 3, 'no examples found')
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        (directory / 'nets').symlink_to(ROOT / 'nets')
        (directory / 'build').mkdir()
        (directory / 'build/punf-por').symlink_to(TOOL)
        (directory / 'build/punf-por-check').symlink_to(CHECKER)
        for block in blocks:
            if SANITIZED and ' --svg ' in block:
                continue  # such a build is made without libgvc
            compare_block(block.splitlines(), directory)


def the_commands_for_users_of_other_tools_work():
    """Each row of the table of the guide, in its order, on the net that it
    names; query.xml is a file of the contest."""
    page = (ROOT / 'doc/GUIDE.md').read_text()
    section = page.partition('## Coming from')[2].partition('\n#')[0]
    rows = re.findall(r'(?m)^\|[^|]*\|[^|]*\| `(-.*)` \|$', section)
    expect(len(rows) > 12, 'no table found')
    query = ROOT / 'tests/corpus/properties/good/deadlock.xml'
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(query, pathlib.Path(folder, 'query.xml'))
        for row in rows:
            if SANITIZED and '.svg' in row:
                continue  # such a build is made without libgvc
            done = subprocess.run(
                ['sh', '-c', f'{TOOL} {ROOT}/nets/dining_3.pnml {row}'],
                text=True, cwd=folder, stdout=subprocess.PIPE,
                stderr=subprocess.PIPE, check=False,
                stdin=subprocess.DEVNULL, timeout=PATIENCE)
            no = row.startswith('--marking "')
            expect(done.returncode == no and done.stdout + done.stderr,
                   (row, done))
            for name in re.findall(r'\S+\.(?:mci|svg|scn)', row):
                file = pathlib.Path(folder, name.rpartition('=')[2])
                expect(file.stat().st_size > 20, row)


def compare_block(lines, directory):
    commands = [line[2:] for line in lines if line.startswith('$ ')]
    said = [line for line in lines if not line.startswith('$ ')]
    done = subprocess.run(['sh', '-c', '\n'.join(commands)], text=True,
                          cwd=directory, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False,
                          stdin=subprocess.DEVNULL, timeout=PATIENCE)
    seen = done.stdout.splitlines()
    if '...' in said:
        said.remove('...')
        seen = [line for line in seen if line in said]
    expect(sorted(seen) == sorted(said), (commands, seen))


TESTS = [
    the_readme_and_the_guide_are_true,
    the_commands_for_users_of_other_tools_work,
    a_race_has_one_line_of_progress,
    a_race_is_interrupted_as_a_whole,
    a_race_is_over_in_time,
    a_race_keeps_to_the_memory,
    progress_is_shown_on_a_terminal,
    every_engine_shows_its_own_figures,
    the_progress_of_a_row_is_wiped,
    quiet_is_quiet_on_a_terminal,
    progress_is_silent_elsewhere,
    signals_end_with_figures_and_unknown,
    verdicts_are_printed_while_engines_run,
    a_late_second_token_ends_every_race_alike,
    a_signal_without_a_question_is_told,
    an_interrupted_comparison_prints_its_table,
    a_second_signal_kills,
    reading_the_net_takes_part_of_the_time,
    many_runs_are_checked_in_linear_time,
    files_are_whole_when_interrupted,
    nothing_is_left_when_writing_fails,
    out_of_memory_is_exit_code_5,
    libraries_are_missed_only_when_needed,
    a_row_out_of_memory_does_not_hide_the_others,
    large_drawings_are_warned_of,
    deep_drawings_are_made_at_once,
    outputs_are_tried_before_the_exploration,
    the_json_schema_is_documented,
    help_is_a_page,
    the_manual_knows_every_option,
    the_manual_is_clean,
    the_completion_knows_every_option,
    the_checker_documents_its_options,
    the_completion_completes,
    the_completion_knows_the_net,
    every_examination_is_told_to_the_contest_and_to_users,
    the_examples_show_every_option_and_exit_code,
]


if SANITIZED:
    TESTS.remove(out_of_memory_is_exit_code_5)
    TESTS.remove(a_row_out_of_memory_does_not_hide_the_others)
    TESTS = TESTS[::3]


def main():
    failed = 0
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
