#!/usr/bin/env python3
"""test_papers.py TOOL NETS: the figures of the papers' tools.

Without cutoffs the maximal configurations are the Mazurkiewicz traces of a
program, and with the same steps every tool has the same events.  Dpu's figures
are those of experiments/cav18/table1/TABLE.tex in github.com/cesaro/dpu, part
of which the paper prints; Poet's and Nidhugg's are those of CONCUR 2015, Table
1.  For the programs of HVC 2014 the properties are checked.
"""
import json
import pathlib
import subprocess
import sys
import tempfile

tool, nets = sys.argv[1], pathlib.Path(sys.argv[2])
sys.path.insert(0, str(nets))
import generate  # noqa: E402 pylint: disable=wrong-import-position

# instance, maximal configurations, events if the tool's are known
FIGURES = [
    ('cav18_pi:5', 120, 1623), ('cav18_pi:6', 720, 10221),
    ('cav18_mpat:4', 384, 3822), ('cav18_disp:5,2', 137, 1603),
    ('cav18_disp:3,3', 398, None), ('cav18_mpc:2,5', 60, 397),
    ('cav18_mpc:2,3', 66, 499), ('cav18_pol:5,3', 844, 15655),
    ('concur15_ccnf:9', 16, 49), ('concur15_ccnf:17', 256, 97),
    ('concur15_ccnf:19', 512, 109), ('concur15_stf', 6, None),
    ('concur15_spin08', 84, None), ('concur15_fib', 8953, None),
    # Nidhugg's; Poet has N more for SSB(N).
    ('concur15_ssb', 4, None), ('concur15_ssb:1', 22, None),
    ('concur15_ssb:3', 169, None), ('concur15_ssb:4', 336, None),
    ('concur15_ssb:8', 2014, None),
]

# instance, marking, exit code: the properties hold, and are tight
YES, NO = 0, 1
PROPERTIES = [
    ('hvc14_sum:4', 'failed', NO), ('hvc14_sum:4', 'sum_10', YES),
    ('hvc14_pc:2', 'failed', NO), ('hvc14_pc:2', 'got_8', YES),
    ('hvc14_din:4', 'failed', NO), ('hvc14_din:4', 'ph0_eat ph2_eat', YES),
]


def figures(folder, spec):
    generate.write_instances(folder, [spec])
    net = generate.instance(spec)
    path = folder / f'{net.name}.ll_net'
    indep = path.with_suffix('.indep')
    relation = indep if indep.exists() else 'read'
    run = subprocess.run([tool, path, '--quiet', '--no-cutoffs', '--json',
                          '--dependency', relation],
                         stdout=subprocess.PIPE, check=True)
    stats = json.loads(run.stdout)['stats']
    return stats['maximal_configurations'], stats['histories'], stats['ssb']


def answer(folder, spec, marking):
    generate.write_instances(folder, [spec])
    path = folder / f'{generate.instance(spec).name}.ll_net'
    return subprocess.run([tool, path, '--quiet', '--marking', marking],
                          stdout=subprocess.DEVNULL, check=False).returncode


faults = 0
with tempfile.TemporaryDirectory() as name:
    for spec, traces, events in FIGURES:
        is_traces, is_events, ssb = figures(pathlib.Path(name), spec)
        if (is_traces, is_events if events else None, ssb) != (traces, events,
                                                               0):
            print(f'{spec}: {is_traces} maximal configurations and '
                  f'{is_events} events, not {traces} and {events}; '
                  f'{ssb} blocked runs')
            faults += 1
    for spec, marking, want in PROPERTIES:
        code = answer(pathlib.Path(name), spec, marking)
        if code != want:
            print(f'{spec}: {marking}: exit code {code}, not {want}')
            faults += 1
sys.exit(faults > 0)
