#!/usr/bin/env python3
"""Makes a net smaller while a command on it still ends the same way.

    shrink.py [-o OUT] NET.ll_net COMMAND [ARG...]

COMMAND gets the path of a candidate: in place of an argument {}, otherwise as
its last argument.  It must end on the candidate as it does on NET (the same
exit code, or the same signal).  The script removes transitions, places, arcs
and tokens, many at once at first, until none can be removed.  The result goes
to OUT, by default to NET.small.ll_net.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

NODE = re.compile(r'\s*(\d+)?\s*"((?:[^"\\]|\\.)*)"(.*)$')
ARC = re.compile(r'\s*(\d+)\s*([<>])\s*(\d+)\s*(?:w1)?\s*$')
SECONDS = 120  # a command that takes longer ends in the way 'timeout'


class Net:
    """A set of items; an item is a tuple, and arcs name their ends."""

    def __init__(self, path):
        self.items = []  # ('place', id), ('trans', id), ('token', place id)
        self.names = {}  # ... and (block, place id, transition id)
        block = None
        for number, line in enumerate(path.read_text().splitlines(), 1):
            if re.match(r'[A-Z]+\s*$', line):
                block = line.strip()
            elif block in ('PL', 'TR', 'TP', 'PT', 'RA'):
                if not self.read(block, line):
                    sys.exit(f'{path}:{number}: cannot read: {line}')

    def read(self, block, line):
        if block in ('PL', 'TR'):
            found = NODE.match(line)
            if not found:
                return not line.strip()
            kind = 'place' if block == 'PL' else 'trans'
            seen = sum(item[0] == kind for item in self.items)
            item = (kind, int(found[1] or seen + 1))
            self.items.append(item)
            self.names[item] = found[2]
            if kind == 'place' and re.search(r'M[1-9]', found[3]):
                self.items.append(('token', item[1]))
            return True
        found = ARC.match(line)
        if not found:
            return not line.strip()
        left, right = int(found[1]), int(found[3])
        self.items.append((block, left, right) if block == 'PT'
                          else (block, right, left))
        return True

    def without(self, gone):
        """The remaining items, without arcs and tokens of removed nodes."""
        left = [item for item in self.items if item not in gone]
        nodes = set(left)

        def stays(item):
            if item[0] == 'token':
                return ('place', item[1]) in nodes
            return len(item) == 2 or {('place', item[1]),
                                      ('trans', item[2])} <= nodes
        return [item for item in left if stays(item)]

    def text(self, items):
        number = {}
        lines = ['PEP', 'PTNet', 'FORMAT_N']
        for block, kind in (('PL', 'place'), ('TR', 'trans')):
            lines.append(block)
            nodes = [item for item in items if item[0] == kind]
            for i, item in enumerate(nodes, 1):
                number[item] = i
                mark = 'M1' if ('token', item[1]) in items and kind == 'place' \
                    else ''
                lines.append(f'{i}"{self.names[item]}"0@0{mark}')
        for block in ('TP', 'PT', 'RA'):
            rows = [(number['place', item[1]], number['trans', item[2]])
                    for item in items if item[0] == block]
            if rows:
                lines.append(block)
            for p, t in rows:
                lines.append(f'{p}>{t}' if block == 'PT' else f'{t}<{p}')
        return '\n'.join(lines) + '\n'


def ending(command, path):
    args = [str(path) if arg == '{}' else arg for arg in command]
    if '{}' not in command:
        args.append(str(path))
    try:
        return subprocess.run(args, stdin=subprocess.DEVNULL,
                              stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL,
                              timeout=SECONDS).returncode
    except subprocess.TimeoutExpired:
        return 'timeout'


def shrink(net, fails):
    """Tries chunks of halving size repeatedly until nothing more can be
    removed."""
    rank = {'trans': 0, 'place': 1}
    changed = True
    while changed:
        changed = False
        size = max(len(net.items) // 2, 1)
        while size:
            todo = sorted(net.items, key=lambda item: rank.get(item[0], 2))
            for i in range(0, len(todo), size):
                chunk = set(todo[i:i + size]) & set(net.items)
                left = net.without(chunk)
                if chunk and fails(left):
                    net.items = left
                    changed = True
            size //= 2


def main(args):
    out = None
    if args[:1] == ['-o']:
        out, args = args[1], args[2:]
    if len(args) < 2:
        sys.exit(__doc__)
    source, command = pathlib.Path(args[0]), args[1:]
    net = Net(source)
    out = out or str(source.with_suffix('')) + '.small.ll_net'
    wanted = ending(command, source)
    before = len(net.items)
    with tempfile.TemporaryDirectory() as folder:
        candidate = pathlib.Path(folder) / 'net.ll_net'

        def fails(items):
            candidate.write_text(net.text(items))
            return ending(command, candidate) == wanted
        if not fails(net.items):
            sys.exit('the command ends in another way on a plain copy')
        shrink(net, fails)
    pathlib.Path(out).write_text(net.text(net.items))
    print(f'{out}: {before} items before, {len(net.items)} left')


if __name__ == '__main__':
    main(sys.argv[1:])
