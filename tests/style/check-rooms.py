#!/usr/bin/env python3
"""Compares src/ROOMS with the sources.

Fails when a file includes a header of a folder that the table does not allow,
includes another header of api/ than punfpor.h from outside (folders below api/
may include that one, too), includes a header without its folder, does not
include its own header first, or belongs to no room; when modules of one room
include each other in a circle, or are more than one screen shows; when the
table itself has a circle, names a folder that does not exist, or names a folder
below itself; and when the tables of doc/ARCHITECTURE.md lack a line for a
module, in C or in Python, or have one without a module.

--table prints the table of the rooms, --picture the rooms and their arrows, as
in doc/ARCHITECTURE.md; --graph prints the same for Graphviz.
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
mode = sys.argv[2] if len(sys.argv) > 2 else None
# Rooms of which others may include one header only.
INTERFACE = {'api': 'api/punfpor.h'}
MOST = 24  # modules of a room: what one screen shows
PICTURE = ('<!-- rooms -->', '<!-- end of rooms -->')
TABLE = ('<!-- room table -->', '<!-- end of room table -->')


def read_table():
    """By room: the rooms that its line names; and all that it may include."""
    named, table = {}, {}
    for line in (root / 'src/ROOMS').read_text().splitlines():
        if line and not line.startswith('#'):
            room, only, below = re.match(r'([^ :]+)(:| =) ?(.*)', line).groups()
            named[room] = below.split()
            table[room] = set(named[room])
            for other in named[room]:
                if only == ':':
                    table[room] |= table.get(other, set())
    return named, table


def folder_of(room):
    return root / (room if room.startswith('formats/') else f'src/{room}')


named, table = read_table()
faults = []
# The actual includes: room -> rooms, (room, module) -> modules of the room.
used = {room: set() for room in table}
inside = {}
files = []


def note(path, text):
    faults.append(f'{path.relative_to(root)}: {text}')


def check_table():
    seen = set()
    for room, below in named.items():
        if not list(folder_of(room).glob('*.[ch]')):
            faults.append(f'src/ROOMS: {room} has no files')
        for other in below:
            if other not in seen:
                faults.append(f'src/ROOMS: {room} may include {other}, '
                              'which does not stand above it in the table')
        seen.add(room)
    for room in table:
        n = len(list(folder_of(room).glob('*.c')))
        if n > MOST:
            faults.append(f'src/ROOMS: {room} has {n} modules, and {MOST} fit '
                          'one screen')
    for other in sorted(table['checker']):
        if re.match('engine|structure|marking|reduce|api|cli', other):
            faults.append('src/ROOMS: the checker judges engines and links '
                          f'none: {other}')
    for path in sorted({path.parent for top in ('src', 'formats')
                        for path in (root / top).rglob('*.[ch]')}):
        if path not in map(folder_of, table):
            faults.append(f'src/ROOMS: {path.relative_to(root)} is missing')


def check_include(path, room, name):
    other, _, header = name.rpartition('/')
    if other not in table:
        note(path, f'"{name}" does not begin with a room')
    elif not (folder_of(other) / header).exists():
        note(path, f'there is no "{name}"')
    elif other == room:
        inside.setdefault((room, path.stem), set()).add(
            pathlib.PurePath(header).stem)
    elif room.startswith(other + '/') and INTERFACE.get(other) == name:
        pass  # types
    elif other not in table[room]:
        note(path, f'{room} must not include "{name}"')
    elif INTERFACE.get(other, name) != name:
        note(path, f'{room} must include only {INTERFACE[other]} of {other}')
    else:
        used[room].add(other)


def check_file(path, room):
    own = f'{room}/{path.stem}.h'
    includes = re.findall(r'^\s*#\s*include\s+"(.+)"',
                          path.read_text(encoding='utf-8'), re.M)
    if path.suffix == '.c' and path.with_suffix('.h').exists() \
            and includes[:1] != [own]:
        note(path, f'must include "{own}" first')
    for name in includes:
        check_include(path, room, name)
    for name in re.findall(r'^\s*#\s*include\s+<(.+)>',
                           path.read_text(encoding='utf-8'), re.M):
        if name.rpartition('/')[0] in table:
            note(path, f'<{name}> stands between angle brackets')


def check_circles():
    """Removes modules that include none of the remaining ones, until none can
    be removed."""
    left = {module: others - {module[1]} for module, others in inside.items()}
    while True:
        names = {(room, module) for room, module in left}
        free = [(room, module) for room, module in left
                if not any((room, other) in names
                           for other in left[(room, module)])]
        if not free:
            break
        for module in free:
            del left[module]
    for room, module in sorted(left):
        faults.append(f'{room}/{module} is part of a circle of includes: '
                      + ' '.join(sorted(left[(room, module)])))


def check_lines(told, modules):
    faults.extend(f'doc/ARCHITECTURE.md: {name} has no line'
                  for name in sorted(modules - told))
    faults.extend(f'doc/ARCHITECTURE.md: there is no {name}'
                  for name in sorted(told - modules - {'module', 'room', 'where'}))


def check_page():
    page = (root / 'doc/ARCHITECTURE.md').read_text(encoding='utf-8')
    told = {name.strip() for cell in re.findall(r'^\| ([\w, ]+) \|', page, re.M)
            for name in cell.split(',')}
    check_lines(told, {path.stem for path in files})
    python = page.partition('\n### python\n')[2].partition('\n## ')[0]
    check_lines({name for cell in re.findall(r'^\| (`[^|]+) \|', python, re.M)
                 for name in re.findall(r'\w+', cell)},
                {path.stem for path in (root / 'python/src/punfpor').glob('*.py')
                 if path.stem not in ('__init__', '_version')})
    if f'{PICTURE[0]}\n{picture()}{PICTURE[1]}' not in page:
        faults.append('doc/ARCHITECTURE.md: the picture of the folders is not '
                      'what check-rooms.py --picture prints')
    if f'{TABLE[0]}\n{table_of_rooms()}{TABLE[1]}' not in page:
        faults.append('doc/ARCHITECTURE.md: the table of the folders is not '
                      'what check-rooms.py --table prints')


def sentence_of(room):
    """The purpose of a folder: the first line of its meson.build."""
    line = (folder_of(room) / 'meson.build').read_text().split('\n')[0]
    if not line.startswith('# README: '):
        faults.append(f'{room}/meson.build does not begin with "# README: "')
    return line.partition(': ')[2]


def table_of_rooms():
    rows = ['| room | what it is for | includes |', '|---|---|---|']
    for room, below in named.items():
        folder = folder_of(room).relative_to(root)
        rows.append(f'| `{folder}` | {sentence_of(room)} | '
                    f'{" ".join(below) or "nothing"} |')
    return '\n'.join(rows) + '\n'


def floors():
    """The height of each room above the rooms that it includes."""
    height = {}
    for room in table:
        height[room] = 1 + max((height[other] for other in used[room]),
                               default=-1)
    return height


def direct(room):
    """The rooms that a room includes and none of its other rooms does."""
    reach = {}
    for other in table:
        reach[other] = set(used[other])
        for third in used[other]:
            reach[other] |= reach[third]
    return [other for other in table if other in used[room]
            and not any(other in reach[third] for third in used[room])]


def listed(rooms):
    """With the rooms of one folder together: formats/{net,text}."""
    folders = {}
    for room in rooms:
        folder, _, name = room.rpartition('/')
        folders.setdefault(folder, []).append(name)
    return ', '.join(
        ', '.join(names) if not folder
        else f'{folder}/{names[0]}' if len(names) == 1
        else f'{folder}/{{{",".join(names)}}}'
        for folder, names in folders.items())


def picture():
    height = floors()
    lines = ['```']
    for floor in range(max(height.values()), -1, -1):
        for room in (room for room in table if height[room] == floor):
            arrow = ' --> ' + listed(direct(room)) if direct(room) else ''
            lines.append(f'{floor:>2}  {room:<19}{arrow}'.rstrip())
    return '\n'.join(lines + ['```']) + '\n'


def graph():
    lines = ['digraph rooms {', '    node [shape=box];']
    for room in table:
        lines += [f'    "{room}" -> "{other}";' for other in direct(room)]
    return '\n'.join(lines + ['}']) + '\n'


check_table()
if faults:
    sys.exit('\n'.join(faults))
for room in table:
    for path in sorted(folder_of(room).glob('*.[ch]')):
        files.append(path)
        check_file(path, room)
if mode == '--picture':
    print(picture(), end='')
    sys.exit()
if mode == '--table':
    print(table_of_rooms(), end='')
    sys.exit()
if mode == '--graph':
    print(graph(), end='')
    sys.exit()
check_circles()
check_page()
if len(files) < 100 or not inside or not any(used.values()):
    faults.append(f'only {len(files)} files, or no include, was seen')
print('\n'.join(faults) or f'{len(files)} files in {len(table)} rooms')
sys.exit(bool(faults))
