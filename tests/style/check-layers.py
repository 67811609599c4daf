#!/usr/bin/env python3
"""Fails when a file includes a module of its own or of a higher layer, is in
no layer, or does not include its own header first, and when a module of
src/LAYERS has no file or no line in the tables of doc/ARCHITECTURE.md."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
lines = (root / 'src/LAYERS').read_text().splitlines()
layers = [line.split() for line in lines if line and line[0] != '#']
names = [name for layer in layers for name in layer]
rank = {name: i for i, layer in enumerate(layers) for name in layer}
files = sorted([*root.glob('src/*.[ch]'), *root.glob('src/checker/*.[ch]'),
                *root.glob('formats/*.[ch]')])
faults = []


def check_include(path, name):
    target = pathlib.PurePath(name).stem
    if pathlib.PurePath(name).name != name:
        faults.append(f'{path.name}: {name} is included by a path')
    elif target not in rank:
        faults.append(f'{path.name}: {target} is not in src/LAYERS')
    elif target != path.stem and rank[target] >= rank.get(path.stem, -1):
        faults.append(f'{path.name}: must not include {name}')


for path in files:
    text = path.read_text()
    own = f'{path.stem}.h'
    includes = re.findall(r'^\s*#\s*include\s+"(.+)"', text, re.M)
    if path.stem not in rank:
        faults.append(f'{path.name}: {path.stem} is not in src/LAYERS')
        continue
    if path.suffix == '.c' and path.with_name(own).exists() \
            and includes[:1] != [own]:
        faults.append(f'{path.name}: must include {own} first')
    for name in includes:
        check_include(path, name)

seen = [path.name for path in files]
stems = {path.stem for path in files}
page = (root / 'doc/ARCHITECTURE.md').read_text(encoding='utf-8')
told = {name.strip() for cell in re.findall(r'^\| ([\w, ]+) \|', page, re.M)
        for name in cell.split(',')}
faults += [f'src/LAYERS: {name} is there twice'
           for name in sorted(set(names)) if names.count(name) > 1]
faults += [f'src/LAYERS: {name} has no file'
           for name in names if name not in stems]
faults += [f'doc/ARCHITECTURE.md: {name} has no line'
           for name in names if name not in told]
faults += [f'doc/ARCHITECTURE.md: there is no {name}'
           for name in sorted(told - set(names) - {'module', 'where'})]
faults += [f'{name}: a file of src and one of formats have this name'
           for name in sorted(set(seen)) if seen.count(name) > 1]
print('\n'.join(faults) or f'{len(files)} files of {len(names)} modules')
sys.exit(bool(faults))
