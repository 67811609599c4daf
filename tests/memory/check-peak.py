#!/usr/bin/env python3
"""check-peak.py PROGRAM ROOT The reported peak is that of the program,
whatever process started it."""
import json
import subprocess
import sys

MEGABYTE = 2**20
program, root = sys.argv[1:]
# Filled, not only reserved: this process is large when it starts the program.
ballast = bytearray(b'x') * (200 * MEGABYTE)
done = subprocess.run(
    [program, '--quiet', '--json', f'{root}/nets/peterson.ll_net'],
    stdout=subprocess.PIPE, check=True)
peak = json.loads(done.stdout)['stats']['peak_bytes']
print(f'{peak / MEGABYTE:.1f} MB')
sys.exit(not MEGABYTE < peak < 100 * MEGABYTE)
