"""The Chinese rings, a net that keeps every engine busy.

The solution, a token on the last place on<RINGS>, takes about 2^RINGS steps.
"""
RINGS = 36


def write_rings(path, n_rings=RINGS, unsafe=False):
    """A ring is moved while the one before it is on and all others before that
    are off.  An unsafe net gets its second token when the last one is on."""
    rings = range(1, n_rings + 1)
    lines = ['PEP', 'PTNet', 'FORMAT_N', 'PL']
    for i in rings:
        lines += [f'{2 * i - 1}"on{i}"0@0', f'{2 * i}"off{i}"0@0M1']
    lines.append('TR')
    for i in rings:
        lines += [f'{2 * i - 1}"take{i}"0@0', f'{2 * i}"put{i}"0@0']
    make, take, read = [], [], []
    for i in rings:
        on, off = 2 * i - 1, 2 * i
        make += [f'{on}>{off}', f'{off}>{on}']
        take += [f'{on}<{on}', f'{off}<{off}']
        others = [2 * i - 3] if i > 1 else []
        others += [2 * k for k in range(1, i - 1)]
        read += [f'{t}<{p}' for p in others for t in (on, off)]
    if unsafe:
        last, boom = 2 * n_rings - 1, 2 * n_rings + 1
        lines.insert(lines.index('TR'), f'{boom}"full"0@0M1')
        lines.append(f'{boom}"boom"0@0')
        read.append(f'{boom}<{last}')
        take.append(f'{boom}<{boom}')
    path.write_text('\n'.join([*lines, 'TP', *take, 'PT', *make, 'RA', *read,
                               '']))
