#!/usr/bin/env python3
"""Several nets on one command line: what each prints, and what happens to the
others when one of them fails.

    batch.py TOOL SOURCE_ROOT [sanitized]

Speaks TAP: every function of TESTS is a test.
"""
import contextlib
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
from rings import write_rings  # noqa: E402

TOOL = pathlib.Path(sys.argv[1]).resolve()
CHECKER = TOOL.with_name('punf-por-check')
ROOT = pathlib.Path(sys.argv[2]).resolve()
SANITIZED = 'sanitized' in sys.argv[3:]
PATIENCE = 120
# More than a net that is not busy takes.
BUSY_SECONDS = 1 if SANITIZED else 0.2

# A deadlock, none, and a search without end.
YES, NO, BUSY = 'dining_3.ll_net', 'peterson.ll_net', 'rings.ll_net'
QUESTION = ['--deadlock', '--engine', 'por']
UNSAFE = ('PEP\nPTNet\nFORMAT_N\nPL\n1"p"0@0M1\n2"q"0@0M1\nTR\n1"t"0@0\n'
          'TP\n1<2\nPT\n1>1\n')


class Skip(Exception):
    """Raised by a test that cannot run here."""


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def fill(folder):
    """Good, refused, truncated and unsafe nets; their names."""
    for name in YES, NO:
        (folder / name).write_bytes((ROOT / 'nets' / name).read_bytes())
    write_rings(folder / BUSY)
    whole = (ROOT / 'nets/dining_3.pnml').read_text()
    (folder / 'cut.pnml').write_text(whole[:len(whole) // 2])
    (folder / 'timed.pnml').write_text(
        whole.replace('http://www.pnml.org/version-2009/grammar/ptnet',
                      'http://www.pnml.org/version-2009/grammar/pt-hlpng'))
    (folder / 'unsafe.ll_net').write_text(UNSAFE)
    (folder / 'empty.pnml').write_text('')


def run(folder, *arguments, **more):
    done = subprocess.run([TOOL, *arguments], cwd=folder, check=False,
                          text=True, capture_output=True, timeout=PATIENCE,
                          **more)
    return done.returncode, done.stdout, done.stderr


def in_folder(test):
    def wrapped():
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            fill(folder)
            test(folder)
    wrapped.__name__ = test.__name__
    return wrapped


def lines_of(text):
    """The lines of JSON by net."""
    found = {}
    for line in text.splitlines():
        read = json.loads(line)
        expect(read['net']['file'] not in found, f'two lines: {line}')
        found[read['net']['file']] = read
    return found


def children_of(pid):
    path = pathlib.Path(f'/proc/{pid}/task/{pid}/children')
    if not path.exists():
        raise Skip('the system does not list children')
    return [int(child) for child in path.read_text().split()]


def is_alive(pid):
    try:
        state = pathlib.Path(f'/proc/{pid}/stat').read_text()
    except (FileNotFoundError, ProcessLookupError):
        return False
    return state.rpartition(')')[2].split()[0] != 'Z'


def wait_until(condition, what):
    end = time.monotonic() + PATIENCE
    while not condition():
        expect(time.monotonic() < end, what)
        time.sleep(0.02)


@contextlib.contextmanager
def begin(folder, *arguments, **more):
    """A run of the tool, which ends with the block."""
    with subprocess.Popen([TOOL, *arguments], cwd=folder, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          **more) as tool:
        try:
            yield tool
        finally:
            tool.kill()


def seconds_of(pid):
    """The time of a processor that a process has used; 0: it has ended."""
    try:
        stat = pathlib.Path(f'/proc/{pid}/stat').read_text()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    fields = stat.rpartition(')')[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')


def busy_child(tool, count=1, besides=()):
    """Waits until there are so many children besides these, all busy: those
    of other nets have ended."""
    found = []

    def working():
        found[:] = [pid for pid in children_of(tool.pid)
                    if pid not in besides and is_alive(pid)]
        return (len(found) == count and
                all(seconds_of(pid) > BUSY_SECONDS for pid in found))
    wait_until(working, 'no child works')
    return found


# --- what is printed ---------------------------------------------------------

@in_folder
def each_line_names_its_net(folder):
    code, out, err = run(folder, NO, YES, '--deadlock', '--witness')
    expect(out == f'{NO}: deadlock: unreachable\n'
           f'{YES}: deadlock: reachable\n', out)
    expect(err == f'{YES}: run of deadlock, 3 steps: ph0_first ph1_first '
           'ph2_first\n2 nets: 2 answered, 0 unknown, 0 failed\n', err)
    expect(code == 1, code)


@in_folder
def a_single_net_is_answered_as_before(folder):
    code, out, err = run(folder, YES, '--deadlock')
    expect((code, out, err) == (0, 'deadlock: reachable\n', ''), (out, err))


@in_folder
def a_list_of_one_net_names_it(folder):
    (folder / 'list').write_text(YES)
    code, out, err = run(folder, '--nets-from', 'list', '--deadlock', '-q')
    expect((code, out, err) == (0, f'{YES}: deadlock: reachable\n', ''),
           (code, out, err))


@in_folder
def the_exit_code_is_the_largest(folder):
    busy = [BUSY, '--max-events', '1000']
    for nets, wanted in (([YES, YES], 0), ([YES, NO], 1), ([NO, YES], 1),
                         ([NO, *busy], 2), (['cut.pnml', NO], 4),
                         ([YES, 'unsafe.ll_net', *busy], 4)):
        code, out, err = run(folder, *nets, *QUESTION)
        expect(code == wanted, (nets, code, out, err))


@in_folder
def failing_nets_do_not_end_the_others(folder):
    nets = ['cut.pnml', YES, 'none.pnml', 'timed.pnml', 'unsafe.ll_net', '.',
            'empty.pnml', NO]
    for jobs in '1', '3':
        code, out, err = run(folder, *nets, '--deadlock', '--jobs', jobs)
        expect(code == 4, code)
        expect(sorted(out.splitlines()) ==
               sorted([f'{YES}: deadlock: reachable',
                       f'{NO}: deadlock: unreachable',
                       'unsafe.ll_net: deadlock: unknown (unsafe net)']), out)
        for name in set(nets) - {YES, NO}:
            told = [line for line in err.splitlines()
                    if line.startswith(f'{name}:')]
            expect(told and ' error: ' in told[0], (name, err))
            expect(f'{name}: {name}' not in err, err)
        expect(err.endswith('8 nets: 2 answered, 0 unknown, 6 failed\n'), err)


@in_folder
def wrong_questions_are_told_by_net(folder):
    code, out, err = run(folder, YES, NO, '--reach', 'ph0_first')
    expect(code == 3 and out == f'{YES}: ph0_first: reachable\n', (code, out))
    expect(f"{NO}: error: the net has no transition 'ph0_first'; "
           "--list transitions prints all names\n" in err, err)


@in_folder
def names_stay_on_their_line(folder):
    name = 'a\n\x1b[2Jb.ll_net'
    (folder / name).write_bytes((folder / YES).read_bytes())
    code, out, _ = run(folder, name, YES, '--deadlock')
    expect(code == 0, code)
    expect(out.splitlines()[0] == 'a\\x0a\\x1b[2Jb.ll_net: deadlock: reachable',
           out)


@in_folder
def a_comparison_has_one_table_a_net(folder):
    code, out, _ = run(folder, YES, NO, '--deadlock', '--compare')
    lines = out.splitlines()
    expect(code == 1, code)
    for name in YES, NO:
        mine = [line for line in lines if line.startswith(f'{name}: ')]
        expect(mine[0].startswith(f'{name}: relation '), out)
        expect(mine[-1].startswith(f'{name}: deadlock: '), out)
    expect(lines == sorted(lines, key=lambda line: line.partition(':')[0]), out)


# --- JSON --------------------------------------------------------------------

def without_times(value):
    if isinstance(value, dict):
        return {key: without_times(item) for key, item in value.items()
                if key not in ('seconds', 'peak_bytes')}
    return [without_times(item) for item in value] \
        if isinstance(value, list) else value


@in_folder
def each_net_has_one_line_of_json(folder):
    nets = [YES, NO, 'cut.pnml', 'unsafe.ll_net', 'none.pnml']
    limits = ['--timeout', '50', '--max-memory', '1G', '--max-events', '900000']
    expected = None
    for jobs in '1', '4':
        code, out, _ = run(folder, *nets, '--deadlock', '--json', '--jobs',
                           jobs, *limits)
        expect(code == 4, code)
        read = lines_of(out)
        expect(set(read) == set(nets), out)
        if jobs == '1':
            expect(list(read) == nets, out)
        expected = expected or without_times(read)
        expect(without_times(read) == expected, read)
        for name, line in read.items():
            expect(line['version'] and line['options']['timeout'] == 50 and
                   line['options']['max_memory'] == 1 << 30 and
                   line['options']['max_events'] == 900000, line)
        expect([read[name]['exit_code'] for name in nets] == [0, 1, 4, 4, 4],
               read)
        expect(read['cut.pnml']['error'].startswith('cut.pnml:'), read)
        expect(read['cut.pnml']['net']['places'] is None, read)
        expect(read['unsafe.ll_net']['unsafe']['place'] == 'q', read)


@in_folder
def a_line_says_what_a_single_run_says(folder):
    for name in YES, NO, 'unsafe.ll_net':
        alone = json.loads(run(folder, name, '--deadlock', '--json')[1])
        line = lines_of(run(folder, name, YES, '--deadlock', '--json')[1]
                        if name != YES else
                        run(folder, name, NO, '--deadlock', '--json')[1])[name]
        expect(set(line) - set(alone) == {'exit_code', 'error'}, line)
        for key in alone:
            expect(without_times(alone[key]) == without_times(line[key]), key)


@in_folder
def failed_nets_have_all_keys(folder):
    read = lines_of(run(folder, YES, 'cut.pnml', '--deadlock', '--json')[1])

    def keys(value):
        return {key: keys(item) for key, item in value.items()} \
            if isinstance(value, dict) else None
    good, bad = read[YES], read['cut.pnml']
    expect(set(good) == set(bad), (good, bad))
    expect(keys(good['net']) == keys(bad['net']), bad)
    expect(keys(good['options']) == keys(bad['options']), bad)
    expect(bad['queries'] == [] and bad['stop'] is None, bad)


@in_folder
def lines_go_to_a_file_or_each_to_its_own(folder):
    code, out, _ = run(folder, YES, NO, '--deadlock', '--json=all.json')
    expect(code == 1 and out.count('\n') == 2, out)
    expect(set(lines_of((folder / 'all.json').read_text())) == {YES, NO},
           'lines are missing')
    code, out, _ = run(folder, YES, NO, '--deadlock', '--json={/.}.json')
    expect(code == 1 and out.count('\n') == 2, out)
    for name in YES, NO:
        text = (folder / name).with_suffix('.json').read_text()
        expect(json.loads(text)['net']['file'] == name, text)
        expect('exit_code' not in text, text)


# --- files -------------------------------------------------------------------

@in_folder
def files_are_named_after_their_nets(folder):
    (folder / 'in').mkdir()
    (folder / 'out').mkdir()
    for name in YES, NO:
        (folder / name).rename(folder / 'in' / name)
    nets = [f'in/{YES}', f'in/{NO}']
    code, _, err = run(folder, *nets, '--deadlock', '--certificate',
                       'out/{/.}.cert', '--witness=out/{/}.scn', '--dot-net',
                       '{.}.dot', '--write', '{//}/copy-{/.}.pnml')
    expect(code == 1, err)
    expect(sorted(os.listdir(folder / 'out')) ==
           ['dining_3.cert', 'dining_3.ll_net.scn', 'peterson.cert'],
           os.listdir(folder / 'out'))
    expect(sorted(os.listdir(folder / 'in')) ==
           ['copy-dining_3.pnml', 'copy-peterson.pnml', 'dining_3.dot', YES,
            'peterson.dot', NO], os.listdir(folder / 'in'))
    for name in YES, NO:
        code = subprocess.run(
            [CHECKER, folder / 'in' / name, '--deadlock',
             (folder / 'out' / name).with_suffix('.cert')],
            check=False, capture_output=True, timeout=PATIENCE).returncode
        expect(code == 0, name)
    code, out, _ = run(folder, f'in/{YES}', '--deadlock', '--replay',
                       'out/{/}.scn')
    expect((code, out) == (0, 'deadlock: reachable\n'), (code, out))


@in_folder
def a_file_of_several_nets_is_refused(folder):
    for option in ('--dot', '--dot-net', '--mci', '--prefix-pnml', '--write',
                   '--certificate', '--witness'):
        for name in 'x.pnml', '-', '{x}':
            code, out, err = run(folder, YES, NO, '--deadlock',
                                 f'{option}={name}', '--engine', 'prefix')
            expect(code == 3 and not out, (option, out))
            expect(f"{option} '{name}' is one file for several nets" in err,
                   err)


@in_folder
def nets_do_not_share_an_output(folder):
    (folder / 'a').mkdir()
    (folder / 'a' / YES).write_bytes((folder / YES).read_bytes())
    before = (folder / YES).read_text()
    for arguments, told in (
            ([YES, f'a/{YES}', '--certificate', '{/.}.cert'],
             f"--certificate of '{YES}' and --certificate of 'a/{YES}' are one "
             "file, 'dining_3.cert'"),
            ([YES, YES, '--certificate', '{/.}.cert'],
             f"--certificate of '{YES}' and --certificate of '{YES}' are one"),
            ([YES, NO, '--dot', '{.}.x', '--dot-net', '{/.}.x'],
             f"--dot of '{YES}' and --dot-net of '{YES}' are one file"),
            ([YES, f'a/{YES}', '--write', 'a/{/}'],
             f"the net and --write of '{YES}' are one file, 'a/{YES}'"),
            ([YES, NO, '--json=dining_3.ll_net'],
             f"the net and --json are one file, '{YES}'")):
        code, out, err = run(folder, *arguments, '--deadlock')
        expect(code == 3 and not out and told in err, (arguments, err))
    expect((folder / YES).read_text() == before, 'a net was replaced')


# --- lists of nets -----------------------------------------------------------

@in_folder
def nets_come_from_a_list(folder):
    odd = 'a name with blanks .ll_net'
    (folder / odd).write_bytes((folder / YES).read_bytes())
    (folder / '--deadlock').write_bytes((folder / NO).read_bytes())
    text = f'{odd}\n\n--deadlock\n{YES}'
    (folder / 'list').write_text(text)
    wanted = [f'{odd}: deadlock: reachable',
              '--deadlock: deadlock: unreachable',
              f'{YES}: deadlock: reachable']
    code, out, _ = run(folder, '--nets-from', 'list', '--deadlock')
    expect(code == 1 and out.splitlines() == wanted, out)
    code, out, _ = run(folder, '--nets-from=-', '--deadlock', NO, input=text)
    expect(code == 1 and out.splitlines() ==
           [wanted[1].replace('--deadlock: ', f'{NO}: '), *wanted], out)


@in_folder
def bad_lists_are_refused(folder):
    (folder / 'empty').write_text('\n\n')
    (folder / 'null').write_bytes(b'a.pnml\nb\0c.pnml\n')
    (folder / 'long').write_text('a.pnml\n' + 65537 * 'b')
    (folder / 'lines').write_text(1000001 * '\n')
    for name, wanted, told in (
            ('empty', 4, 'empty: error: the list names no net'),
            ('null', 4, 'null:2:2: error: a null character'),
            ('/dev/zero', 4, '/dev/zero:1:1: error: a null character'),
            ('long', 4, 'long:2: error: the name of a net has more than 65536'),
            ('lines', 4, 'lines:1000001: error: the list has more than'),
            ('none', 4, 'none: error: cannot read: No such file'),
            ('.', 4, '.: error: cannot read: Is a directory')):
        code, out, err = run(folder, '--nets-from', name, '--deadlock')
        expect(code == wanted and not out and err.startswith(told), err)


@in_folder
def standard_input_is_read_once(folder):
    text = (folder / YES).read_text()
    code, out, _ = run(folder, NO, '-', '--deadlock', '--jobs', '2',
                       input=text)
    expect(code == 1 and '-: deadlock: reachable\n' in out, out)
    for arguments in (['-', '-'], ['-', '--nets-from', '-'],
                      [YES, '--nets-from', '-', '--dependency', '-'],
                      [YES, NO, '--replay', '-'],
                      [YES, NO, '--dependency', '-']):
        code, out, err = run(folder, *arguments, '--deadlock', input=YES)
        expect(code == 3 and 'standard input' in err, (arguments, err))


@in_folder
def jobs_need_several_nets(folder):
    code, _, err = run(folder, YES, '--deadlock', '--jobs', '2')
    expect(code == 3 and '--jobs needs several nets' in err, err)
    for number in '0', '-1', 'x', '1025':
        code, _, err = run(folder, YES, NO, '--deadlock', f'--jobs={number}')
        expect(code == 3 and 'whole number' in err, err)


@in_folder
def many_nets_are_answered(folder):
    names = [f'copy{i}.ll_net' for i in range(150)]
    for name in names:
        os.link(folder / YES, folder / name)
    code, out, _ = run(folder, '--nets-from', '-', '--deadlock', '--jobs', '9',
                       input='\n'.join(names))
    expect(code == 0, code)
    expect(sorted(out.splitlines()) ==
           sorted(f'{name}: deadlock: reachable' for name in names), out)


# --- children that end otherwise ---------------------------------------------

def after_signal(folder, number, jobs):
    """A busy net is hit; the others are good, and have JSON as well."""
    with begin(folder, BUSY, YES, NO, *QUESTION, '--json', '--jobs',
               jobs) as tool:
        hit = []
        for _ in range(2):
            hit.append(busy_child(tool, besides=hit)[0])
            os.kill(hit[-1], number)
        out, err = tool.communicate(timeout=PATIENCE)
    return tool.returncode, lines_of(out), err


@in_folder
def a_killed_child_ends_its_net_only(folder):
    for jobs in '1', '3':
        code, read, err = after_signal(folder, signal.SIGKILL, jobs)
        expect(code == 5, code)
        expect(set(read) == {BUSY, YES, NO}, read)
        expect(read[YES]['exit_code'] == 0 and read[NO]['exit_code'] == 1,
               read)
        expect(read[BUSY]['exit_code'] == 5 and
               read[BUSY]['stop'] == 'lost' and
               'was killed' in read[BUSY]['error'], read)
        expect(f'{BUSY}: error: its process was killed' in err, err)


@in_folder
def a_crashed_child_ends_its_net_only(folder):
    code, read, err = after_signal(folder, signal.SIGSEGV, '2')
    if SANITIZED:
        code, read[BUSY]['exit_code'] = 5, 5
    expect(code == 5 and len(read) == 3, (code, read))
    expect(read[BUSY]['exit_code'] == 5, read)
    expect(f'{BUSY}: error: its process crashed' in err, err)


@in_folder
def a_child_out_of_memory_ends_its_net_only(folder):
    if SANITIZED:
        raise Skip('sanitizers reserve more memory')

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (60 << 20, 60 << 20))
    code, out, err = run(folder, YES, BUSY, NO, *QUESTION, '--json',
                         preexec_fn=limit)
    read = lines_of(out)
    expect(code == 5, (code, err))
    expect([read[name]['exit_code'] for name in (YES, BUSY, NO)] == [0, 5, 1],
           read)
    expect('out of memory' in read[BUSY]['error'], read)
    expect(f'{BUSY}: error: out of memory' in err, err)


@in_folder
def limits_hold_for_each_net(folder):
    code, out, _ = run(folder, BUSY, YES, BUSY, *QUESTION, '--timeout', '1',
                       '--jobs', '3')
    expect(code == 2, code)
    expect(sorted(out.splitlines()) ==
           [f'{YES}: deadlock: reachable',
            *[f'{BUSY}: deadlock: unknown (timeout)'] * 2], out)


@in_folder
def a_child_that_hangs_is_killed(folder):
    with begin(folder, BUSY, YES, *QUESTION, '--timeout', '3',
               '--json') as tool:
        os.kill(busy_child(tool)[0], signal.SIGSTOP)
        out, err = tool.communicate(timeout=PATIENCE)
    read = lines_of(out)
    expect(tool.returncode == 2, tool.returncode)
    expect(read[BUSY]['stop'] == 'timeout' and read[BUSY]['exit_code'] == 2,
           read)
    expect(read[YES]['exit_code'] == 0, read)
    expect(f'{BUSY}: unknown (timeout)' in err, err)


@in_folder
def few_files_and_processes_suffice(folder):
    def limit():
        resource.setrlimit(resource.RLIMIT_NOFILE, (16, 16))
    names = [f'copy{i}.ll_net' for i in range(30)]
    for name in names:
        os.link(folder / YES, folder / name)
    code, out, err = run(folder, *names, '--deadlock', '--jobs', '30',
                         preexec_fn=limit)
    expect(code == 0 and len(out.splitlines()) == 30, (code, out, err))


@in_folder
def output_that_cannot_be_kept_is_told(folder):
    """A file may grow to 100 bytes only; standard output is a pipe."""
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
    code, out, err = run(folder, YES, NO, '--all-transitions',
                         preexec_fn=limit)
    expect(code == 5 and out, (code, out, err))
    for name in YES, NO:
        expect(f'{name}: <stdout>: error: cannot write' in err, err)


# --- signals -----------------------------------------------------------------

@in_folder
def an_interruption_tells_what_is_known(folder):
    for number in signal.SIGINT, signal.SIGTERM:
        with begin(folder, YES, BUSY, BUSY, NO, *QUESTION, '--jobs',
                   '2') as tool:
            pids = busy_child(tool, 2)
            tool.send_signal(number)
            out, err = tool.communicate(timeout=PATIENCE)
        expect(tool.returncode == 2, tool.returncode)
        expect(sorted(out.splitlines()) ==
               sorted([f'{YES}: deadlock: reachable',
                       f'{BUSY}: deadlock: unknown (interrupted)',
                       f'{BUSY}: deadlock: unknown (interrupted)',
                       f'{NO}: unknown (interrupted)']), out)
        expect(err.endswith('4 nets: 1 answered, 3 unknown, 0 failed\n'), err)
        expect(not any(is_alive(pid) for pid in pids), 'a child is left')


@in_folder
def a_terminal_interrupts_all_processes(folder):
    """Children get the signal twice: from the terminal and from the tool."""
    with begin(folder, BUSY, BUSY, YES, *QUESTION, '--json', '--jobs', '2',
               start_new_session=True) as tool:
        busy_child(tool, 2)
        os.killpg(tool.pid, signal.SIGINT)
        out, _ = tool.communicate(timeout=PATIENCE)
    lines = [json.loads(line) for line in out.splitlines()]
    expect(tool.returncode == 2 and len(lines) == 3, (tool.returncode, out))
    for line in lines:
        expect(line['stop'] == 'interrupted' and line['exit_code'] == 2, line)
        expect(len(line['queries']) == (line['net']['file'] == BUSY), line)


def ends_all(folder, signals):
    with begin(folder, BUSY, BUSY, *QUESTION, '--jobs', '2') as tool:
        pids = busy_child(tool, 2)
        os.kill(pids[0], signal.SIGSTOP)
        for number in signals:
            tool.send_signal(number)
            time.sleep(0.5)
        tool.communicate(timeout=PATIENCE)
    expect(tool.returncode == -signals[-1], tool.returncode)
    wait_until(lambda: not any(is_alive(pid) for pid in pids),
               'a child is left')


@in_folder
def a_second_signal_kills_all(folder):
    ends_all(folder, [signal.SIGINT, signal.SIGINT])


@in_folder
def children_end_with_the_tool(folder):
    ends_all(folder, [signal.SIGKILL])


TESTS = [
    each_line_names_its_net,
    a_single_net_is_answered_as_before,
    a_list_of_one_net_names_it,
    the_exit_code_is_the_largest,
    failing_nets_do_not_end_the_others,
    wrong_questions_are_told_by_net,
    names_stay_on_their_line,
    a_comparison_has_one_table_a_net,
    each_net_has_one_line_of_json,
    a_line_says_what_a_single_run_says,
    failed_nets_have_all_keys,
    lines_go_to_a_file_or_each_to_its_own,
    files_are_named_after_their_nets,
    a_file_of_several_nets_is_refused,
    nets_do_not_share_an_output,
    nets_come_from_a_list,
    bad_lists_are_refused,
    standard_input_is_read_once,
    jobs_need_several_nets,
    many_nets_are_answered,
    a_killed_child_ends_its_net_only,
    a_crashed_child_ends_its_net_only,
    a_child_out_of_memory_ends_its_net_only,
    limits_hold_for_each_net,
    a_child_that_hangs_is_killed,
    few_files_and_processes_suffice,
    output_that_cannot_be_kept_is_told,
    an_interruption_tells_what_is_known,
    a_terminal_interrupts_all_processes,
    a_second_signal_kills_all,
    children_end_with_the_tool,
]


def main(tests):
    """A sanitized tool is tested by every third of them."""
    failed = 0
    tests = tests[::3] if SANITIZED else tests
    print(f'1..{len(tests)}')
    for number, test in enumerate(tests, 1):
        name = test.__name__.replace('_', ' ')
        try:
            test()
            print(f'ok {number} - {name}', flush=True)
        except Skip as why:
            print(f'ok {number} - {name} # SKIP {why}')
        except (AssertionError, subprocess.SubprocessError) as why:
            print(f'not ok {number} - {name}')
            print('\n'.join(f'# {line}' for line in str(why).splitlines()))
            failed += 1
    sys.exit(failed > 0)


if __name__ == '__main__':
    main(TESTS)
