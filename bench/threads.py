#!/usr/bin/env python3
"""What threads bring to the engine `state`, which lists all markings, and to
the engine `prefix`.

    threads.py TOOL [--threads N,M...] [--shared NETS]
               [--prefix PREFIX_THREADS] [--only prefix] [NAME:N,M...]

Nets that nets/generate.py writes, of about a million markings and more, and
with --shared some of the standard nets.  The columns of a row: threads,
markings, seconds, processor seconds of all threads, millions of markings a
processor second, bytes of the store a marking, the part of the processor
seconds that the busiest thread has, and two speed-ups over one thread:

    measured    seconds of one thread over seconds; on an idle machine
    possible    processor seconds of one thread over those of the busiest
                thread: what `measured` would be if nothing else ran

The least of --repeat runs counts.  Seconds include reading the net.

With --prefix, the program of bench/prefix_threads.c, a second table is about
the engine `prefix` on some of the standard nets.  Its columns: threads, events,
seconds, processor seconds of all threads, those of the critical path, MB, and

    measured    seconds of one thread over seconds; on an idle machine
    possible    processor seconds of one thread over those of the critical
                path: the leader where it is alone, and the busiest thread in
                each step that all threads do
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

GENERATE = pathlib.Path(__file__).resolve().parent.parent / 'nets/generate.py'
NETS = ['dining:16', 'buffer:20', 'readers:19', 'concur15_ccnf:11']
PREFIXES = [('plain/furnace_4', 'read', 'foata'),
            ('plain/ftp_1.sync', 'read', 'foata'),
            ('cont/key_4', 'read', 'foata'),
            ('plain/gas_q_4.fsa', 'read', 'size'),
            ('plain/rw_12.fsa', 'read', 'foata')]
SHARED = ['furnace_4', 'dp_12.fsa', 'ring_9.fsa', 'ftp_1.sync', 'dpd_7.fsa']


def seconds_of_threads(pid):
    """Processor seconds by thread, as far as the kernel tells."""
    times = {}
    try:
        for task in pathlib.Path(f'/proc/{pid}/task').iterdir():
            ran = (task / 'schedstat').read_text().split()[0]
            times[task.name] = int(ran) / 1e9
    except (OSError, IndexError):
        pass
    return times


def run_once(tool, net, threads):
    """The figures of a run; the threads are looked at while it runs."""
    command = [tool, net, '--engine', 'state', '--threads', str(threads),
               '--json']
    start = time.monotonic()
    with tempfile.TemporaryFile() as out:
        child = subprocess.Popen(command, stdout=out,
                                 stderr=subprocess.DEVNULL)
        times = {}
        while not os.waitid(os.P_PID, child.pid,
                            os.WEXITED | os.WNOWAIT | os.WNOHANG):
            times.update(seconds_of_threads(child.pid))
            time.sleep(0.005)
        seconds = time.monotonic() - start
        _, status, usage = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
        out.seek(0)
        stats = json.load(out)['stats']
    used = usage.ru_utime + usage.ru_stime
    seen = sum(times.values())
    return {'threads': threads, 'states': stats['states'],
            'seconds': seconds, 'used': used,
            'bytes': stats['store_bytes'] / stats['states'],
            'share': max(times.values()) / seen if seen else 1}


def measure(tool, net, threads, repeat):
    runs = [run_once(tool, net, threads) for _ in range(repeat)]
    least = min(runs, key=lambda run: run['used'])
    return dict(least, seconds=min(run['seconds'] for run in runs))


def show(name, row, one):
    busiest = row['used'] * row['share']
    print(f'{name:12} {row["threads"]:7} {row["states"]:10} '
          f'{row["seconds"]:8.2f} {row["used"]:8.2f} '
          f'{row["states"] / row["used"] / 1e6:7.2f} {row["bytes"]:6.1f} '
          f'{row["share"]:6.2f} {one["seconds"] / row["seconds"]:9.2f} '
          f'{one["used"] * one["share"] / busiest:9.2f}', flush=True)


def nets_of(args, folder):
    specs = args.nets or NETS
    subprocess.run([sys.executable, '-B', GENERATE, '--into', folder, *specs],
                   check=True)
    for path in sorted(pathlib.Path(folder).glob('*.ll_net')):
        yield path.stem, path
    for name in SHARED if args.shared else []:
        path = args.shared / 'plain' / f'{name}.ll_net'
        if path.exists():
            yield name, path


def figures_of(command):
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return map(float, done.stdout.split())


def run_prefix(program, net, threads):
    """Two runs: the second one measures the critical path, which takes time."""
    command = [program, *net, str(threads)]
    events, seconds, used, _, memory = figures_of(command)
    _, _, _, path, _ = figures_of([*command, 'path'])
    return {'threads': threads, 'events': events, 'seconds': seconds,
            'used': used, 'path': path, 'memory': memory}


def measure_prefix(args, net, threads):
    runs = [run_prefix(args.prefix, net, threads) for _ in range(args.repeat)]
    return {key: min(run[key] for run in runs) for key in runs[0]}


def show_prefixes(args):
    print('prefix               threads   events  seconds     used     path'
          '     MB measured  possible')
    for name, *options in PREFIXES:
        net = [args.shared / f'{name}.ll_net', *options]
        if not net[0].exists():
            continue
        one = None
        for threads in map(int, args.threads.split(',')):
            row = measure_prefix(args, net, threads)
            one = one or row
            print(f'{name:20} {threads:7} {row["events"]:8.0f} '
                  f'{row["seconds"]:8.3f} {row["used"]:8.3f} '
                  f'{row["path"]:8.3f} {row["memory"] / 1e6:6.1f} '
                  f'{one["seconds"] / row["seconds"]:8.2f} '
                  f'{one["path"] / row["path"]:9.2f}', flush=True)


def show_markings(args):
    print('net          threads   markings  seconds     used  M/s     bytes '
          'busiest measured  possible')
    with tempfile.TemporaryDirectory() as folder:
        for name, path in nets_of(args, folder):
            one = None
            for threads in map(int, args.threads.split(',')):
                row = measure(args.tool, path, threads, args.repeat)
                one = one or row
                show(name, row, one)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('tool')
    parser.add_argument('nets', nargs='*')
    parser.add_argument('--threads', default='1,2')
    parser.add_argument('--repeat', type=int, default=3)
    parser.add_argument('--shared', type=pathlib.Path)
    parser.add_argument('--prefix', type=pathlib.Path)
    parser.add_argument('--only', choices=['prefix', 'state'])
    args = parser.parse_args()
    if args.only != 'prefix':
        show_markings(args)
    if args.prefix and args.shared and args.only != 'state':
        show_prefixes(args)


if __name__ == '__main__':
    main()
