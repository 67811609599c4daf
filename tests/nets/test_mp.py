#!/usr/bin/env python3
"""Merged processes made directly, or by engine merged from a small prefix, are
those of the prefixes, byte by byte.

    test_mp.py TOOL NETS

Under `classic` and `read`, and a total order.
"""
import pathlib
import subprocess
import sys
import tempfile

TOOL = pathlib.Path(sys.argv[1]).resolve()
NETS = sorted(path for path in pathlib.Path(sys.argv[2]).iterdir()
              if path.suffix in ('.bnet', '.g', '.ll_net', '.lola', '.net'))


def write(net, relation, path, engine, *options):
    subprocess.run([TOOL, net, '--engine', engine, '--dependency', relation,
                    '--order', 'foata', '--mp', path, '-q', *options],
                   check=True, stdout=subprocess.DEVNULL)
    return path.read_bytes()


def main():
    faults = 0
    print(f'1..{2 * len(NETS)}')
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, 'net.mp')
        for i, net in enumerate(NETS):
            for k, relation in enumerate(('classic', 'read'), 1):
                same = len({
                    write(net, relation, path, 'prefix'),
                    write(net, relation, path, 'merged'),
                    write(net, relation, path, 'merged', '--from-prefix',
                          '0')}) == 1
                faults += not same
                print(f'{"" if same else "not "}ok {2 * i + k} - {net.name} '
                      f'{relation}', flush=True)
    return 1 if faults or not NETS else 0


if __name__ == '__main__':
    sys.exit(main())
