#!/usr/bin/env python3
"""Tasks: blocks of questions, tasks that are lost, and the journal.

    tasks.py TOOL SOURCE_ROOT [sanitized]

Speaks TAP: every function of TESTS is a test.
"""
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import time

sys.dont_write_bytecode = True
from batch import (BUSY, NO, PATIENCE, QUESTION, SANITIZED, YES, Skip, begin,
                   busy_child, children_of, expect, in_folder, main, run)

FORMULAS = [f'--formula=EF (fork0 >= 1 and fireable(ph{i % 3}_first) or '
            f'fork{i % 3} = {i // 3 % 2})' for i in range(16)]


def records(path):
    """The tasks in the records of a journal, up to one that is not whole."""
    lines = path.read_bytes().partition(b'\nbegin\n')[2].split(b'\n')
    found = []
    for line in lines:
        try:
            found.append(tuple(json.loads(line)[1]['task']))
        except ValueError:
            break
    return found


# --- blocks ------------------------------------------------------------------

@in_folder
def blocks_say_what_one_run_says(folder):
    for net, question in ((YES, ['--all-transitions']),
                          (YES, ['--all-transitions', '--deadlock', '--safe']),
                          (NO, ['--deadlock', '--all-transitions',
                                '--dead-transitions', '--quasi-live'])):
        alone = run(folder, net, *question)
        for jobs in '1', '3':
            expect(run(folder, net, *question, '--jobs', jobs) == alone,
                   (net, question, jobs, alone))


@in_folder
def formulas_are_blocks(folder):
    alone = run(folder, YES, *FORMULAS)
    blocks = run(folder, YES, *FORMULAS, '--jobs', '4')
    expect(alone[0] == 0 and blocks == alone, (alone, blocks))
    state = folder / 'state'
    again = run(folder, YES, *FORMULAS, '--jobs', '4',
                '--checkpoint', str(state))
    expect(again == alone and len(records(state)) == 1 + 16, records(state))


@in_folder
def blocks_of_a_list_are_together(folder):
    question = ['--all-transitions', '--deadlock']
    code, out, err = run(folder, YES, NO, YES, *question)
    for jobs in '1', '3':
        other = run(folder, YES, NO, YES, *question, '--jobs', jobs)
        expect(other[0] == code and other[2] == err, other)
        expect(sorted(other[1].splitlines()) == sorted(out.splitlines()),
               other)
    expect(run(folder, YES, NO, YES, *question, '--jobs', '1')[1] == out,
           'the order')


@in_folder
def errors_are_told_once(folder):
    for arguments in (['cut.pnml', '--all-transitions'],
                      [YES, '--all-transitions', '--reach', 'nothing'],
                      [YES, '--all-transitions', '--formula', 'EF ('],
                      ['none.pnml', '--deadlock', '--safe']):
        alone = run(folder, *arguments)
        expect(run(folder, *arguments, '--jobs', '2') == alone, arguments)
    code, out, err = run(folder, 'unsafe.ll_net', '--all-transitions',
                         '--deadlock', '--jobs', '2', '--engine', 'state')
    expect(code == 4 and err.count(' error: ') == 1, (code, out, err))


@in_folder
def output_about_one_run_needs_one_process(folder):
    for option in (['--json'], ['--stats'], ['--verbose'], ['--dot=x.dot'],
                   ['--witness=x.scn'], ['--engine', 'reverse']):
        code, _, err = run(folder, YES, '--all-transitions', '--jobs', '2',
                           *option)
        expect(code == 3 and 'needs several nets' in err, (option, err))


# --- lost tasks --------------------------------------------------------------

LIMIT = ['--timeout', '4', '--engine', 'por']


def with_kills(folder, kills, *arguments):
    with begin(folder, *arguments) as tool:
        hit = []
        for _ in range(kills):
            hit.append(busy_child(tool, besides=hit)[0])
            os.kill(hit[-1], signal.SIGKILL)
        out, err = tool.communicate(timeout=PATIENCE)
    return tool.returncode, out, err


@in_folder
def a_task_is_tried_once_more(folder):
    code, out, err = with_kills(folder, 1, BUSY, YES, '--deadlock', *LIMIT)
    expect((code, out) == (2, f'{BUSY}: deadlock: unknown (timeout)\n'
                           f'{YES}: deadlock: reachable\n'), (code, out, err))


@in_folder
def a_task_that_is_killed_twice_is_lost(folder):
    code, out, err = with_kills(folder, 2, BUSY, YES, *QUESTION)
    expect((code, out) == (5, f'{BUSY}: unknown (lost)\n'
                           f'{YES}: deadlock: reachable\n'), (code, out, err))
    expect(f'{BUSY}: error: its process was killed' in err, err)


@in_folder
def a_lost_block_names_its_questions(folder):
    asked = ['--deadlock', '--formula', 'EF deadlock']
    code, out, err = with_kills(folder, 4, BUSY, *asked, '--engine', 'por',
                                '--jobs', '1')
    expect((code, out) == (5, 'deadlock: unknown (lost)\n'
                           'EF deadlock: unknown (lost)\n'),
           (code, out, err))


@in_folder
def lost_tasks_are_tried_by_the_next_run(folder):
    state = folder / 'state'
    rest = [BUSY, YES, '--deadlock', *LIMIT]
    code, _, _ = with_kills(folder, 2, *rest, '--checkpoint', str(state))
    expect(code == 5 and len(records(state)) == 1, records(state))
    code, out, err = run(folder, *rest, '--resume', str(state))
    expect((code, out) == (2, f'{BUSY}: deadlock: unknown (timeout)\n'
                           f'{YES}: deadlock: reachable\n'), (code, out))
    expect(err.startswith(f'{state}: 1 task is finished\n'), err)


# --- the journal -------------------------------------------------------------

@in_folder
def a_journal_repeats_what_was_printed(folder):
    state = str(folder / 'state')
    nets = [NO, 'cut.pnml', YES, 'unsafe.ll_net']
    for more in ([], ['--jobs', '3'], ['--json', '--jobs', '2']):
        rest = [*nets, '--deadlock', '--safe', *more]
        first = run(folder, *rest, '--checkpoint', state)
        n = len(records(pathlib.Path(state)))
        again = run(folder, *rest, '--resume', state)
        expect(again[:2] == first[:2], (first, again))
        expect(again[2] == f'{state}: {n} tasks are finished\n' + first[2],
               (first, again))


@in_folder
def a_journal_is_of_one_run(folder):
    state = folder / 'state'
    run(folder, YES, NO, '--deadlock', '--checkpoint', str(state))
    for arguments, told in (
            ([YES, NO, '--safe'], "it has 'question --deadlock', and this run "
             "has 'question --safe'"),
            ([YES, NO, '--deadlock', '--engine=por'],
             "and this run has 'option --engine=por'"),
            ([YES, '--deadlock', '--nets-from', 'list'], YES),
            ([NO, YES, '--deadlock'], NO)):
        (folder / 'list').write_text(YES)
        code, out, err = run(folder, *arguments, '--resume', str(state))
        expect(code == 4 and not out and told in err and
               'the journal is that of another run' in err, (arguments, err))
    (folder / NO).write_bytes((folder / NO).read_bytes() + b'\n')
    code, out, err = run(folder, YES, NO, '--deadlock', '--resume', str(state))
    expect(code == 4 and not out and NO in err, err)
    for name, told in ((YES, 'this is no journal of tasks'),
                       ('nothing', 'cannot read: No such file'),
                       ('.', 'cannot read: Is a directory')):
        code, out, err = run(folder, YES, NO, '--deadlock', '--resume', name)
        expect(code == 4 and not out and told in err, err)


@in_folder
def a_journal_has_no_stream(folder):
    for arguments in ([YES, '-', '--checkpoint', 'state'],
                      [YES, NO, '--checkpoint', '-'],
                      [YES, NO, '--checkpoint', 'state', '--checkpoint-every',
                       '1']):
        code, out, err = run(folder, *arguments, '--deadlock', input='')
        expect(code == 3 and not out, (arguments, err))


@in_folder
def a_record_that_is_not_whole_is_done_again(folder):
    state = folder / 'state'
    rest = [YES, NO, YES, '--deadlock', '--safe', '--jobs', '1']
    wanted = run(folder, *rest, '--checkpoint', str(state))
    whole = state.read_bytes()
    begin_at = whole.index(b'\nbegin\n') + 7
    for length in range(begin_at, len(whole), 251):
        state.write_bytes(whole[:length])
        n = len(records(state))
        code, out, err = run(folder, *rest, '--resume', str(state),
                             '--checkpoint', str(state))
        expect((code, out) == wanted[:2], (length, out))
        expect(err.startswith(f'{state}: {n} task'), (length, n, err))
        expect(sorted(records(state)) == sorted(set(records(state))) and
               len(records(state)) == 9, records(state))


@in_folder
def a_changed_record_is_not_believed(folder):
    state = folder / 'state'
    rest = [YES, NO, '--deadlock']
    wanted = run(folder, *rest, '--checkpoint', str(state))
    whole = state.read_bytes()
    for at in range(whole.index(b'\nbegin\n') + 7, len(whole),
                    97 if SANITIZED else 23):
        changed = whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:]
        state.write_bytes(changed)
        code, out, err = run(folder, *rest, '--resume', str(state))
        expect((code, out) == wanted[:2], (at, out))
        expect('2 tasks are finished\n' not in err, (at, err))


@in_folder
def a_journal_that_cannot_be_written_is_told(folder):
    code, out, err = run(folder, YES, NO, '--deadlock', '--checkpoint',
                         'no/where')
    expect(code == 3 and not out and 'cannot write' in err, err)


def descendants(pid):
    """Of Linux only; those of a process that has ended are none."""
    children_of(os.getpid())  # or skip
    try:
        found = children_of(pid)
    except (Skip, OSError):
        return []
    return [one for child in found for one in (child, *descendants(child))]


@in_folder
def nothing_is_lost_when_all_is_killed(folder):
    """At any time, again and again; no finished task is repeated."""
    chance = random.Random(4)
    state = folder / 'state'
    nets = [YES, NO, 'cut.pnml', *[f'copy{i}.ll_net' for i in range(20)]]
    for name in nets[3:]:
        os.link(folder / YES, folder / name)
    rest = [*nets, '--all-transitions', '--deadlock', '--jobs', '3']
    start = time.monotonic()
    wanted = run(folder, *rest, '--checkpoint', str(folder / 'other'))
    span = time.monotonic() - start
    done, kills = [], 0
    while kills < 5:
        resume = ['--resume', str(state)] if state.exists() else []
        with begin(folder, *rest, *resume, '--checkpoint',
                   str(state)) as tool:
            time.sleep(chance.random() * span / 4)
            pids = [tool.pid, *descendants(tool.pid)]
            for pid in pids:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass
        kills += 1
        if state.exists():
            now = records(state)
            expect(not set(done) - set(now), 'a finished task is lost')
            expect(len(now) == len(set(now)), 'a task is repeated')
            done = now
    code, out, err = run(folder, *rest, '--resume', str(state),
                         '--checkpoint', str(state))
    expect((code, out) == wanted[:2], (code, out, err))
    expect(err.endswith(wanted[2]), (err, wanted[2]))
    expect(err.startswith(f'{state}: {len(done)} task'), (len(done), err))
    print(f'# {len(done)} of {len(records(state))} tasks after {kills} kills')


TESTS = [
    blocks_say_what_one_run_says,
    formulas_are_blocks,
    blocks_of_a_list_are_together,
    errors_are_told_once,
    output_about_one_run_needs_one_process,
    a_task_is_tried_once_more,
    a_task_that_is_killed_twice_is_lost,
    a_lost_block_names_its_questions,
    lost_tasks_are_tried_by_the_next_run,
    a_journal_repeats_what_was_printed,
    a_journal_is_of_one_run,
    a_journal_has_no_stream,
    a_record_that_is_not_whole_is_done_again,
    a_changed_record_is_not_believed,
    a_journal_that_cannot_be_written_is_told,
    nothing_is_lost_when_all_is_killed,
]

if __name__ == '__main__':
    main(TESTS)
