#!/usr/bin/env python3
"""test_mutex.py TOOL NETS: the nets of mutual exclusion are correct.

In each of them every thread can be in its critical section, and no two threads
can be there together.
"""
import pathlib
import subprocess
import sys

YES, NO = 0, 1
tool, nets = sys.argv[1], pathlib.Path(sys.argv[2])
PAIRS = {name + once: ('t1_crit', f't{other}_crit')
         for name, other in (('peterson', 0), ('dekker', 0), ('lamport', 2),
                             ('szymanski', 0))
         for once in ('', '_once')}
PAIRS['rwlock_2_1'] = ('r0_hold', 'w0_hold')
PAIRS['rwlock_3_2'] = ('w1_hold', 'w0_hold')
faults = 0

for name, (a, b) in PAIRS.items():
    for marking, want in ((a, YES), (b, YES), (f'{a} {b}', NO)):
        code = subprocess.run([tool, nets / f'{name}.pnml', '--marking',
                               marking], stdout=subprocess.DEVNULL).returncode
        if code != want:
            print(f'{name}: {marking}: exit code {code}, not {want}')
            faults += 1
sys.exit(faults > 0)
