#!/usr/bin/env python3
"""Fails when doc/EXTENDING.md and the code differ about what an engine, a
reduction rule, a format of nets or an option consists of.

    check-recipes.py SOURCE_ROOT

For each path that the numbered steps of a recipe name, WANTED has the pattern
that a row must have there; each existing row must have all of them.  A path
without a pattern is a fault, and so is a pattern whose path the recipe does not
name.  In a pattern or a path, {name} and its like are fields of the row; a
folder has a pattern if one of its files has it.  Paths of other recipes must
exist.  The tests that a table names must be there as well.  No other folder
than those of a recipe may name an engine or the functions of a format.  Lists
of all engines, or of those that race, have the order of the array."""
import functools
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
faults = []
PAGE = 'doc/EXTENDING.md'


@functools.lru_cache(maxsize=None)
def text_of(path):
    """Of a file, or of all files of a folder."""
    where = root / path
    files = sorted(where.rglob('*')) if where.is_dir() else [where]
    return '\n'.join(file.read_text('utf-8', 'replace')
                     for file in files if file.is_file())


def rows_of_engines():
    for word, module in re.findall(r'^    X\((\w+), (\w+),',
                                   text_of('src/engine/race/engines.h'), re.M):
        if word != 'auto':
            source, = root.glob(f'src/engine/*/{module}_engine.c')
            yield {'name': word, 'module': module, 'NAME': source.parent.name}


def rows_of_rules():
    for tag, name in re.findall(
            r'^    \[REDUCTION_(\w+)\] = \{"(\w+)", "[tp?*]+"',
            text_of('src/proof/reduction/reduction_rule.c'), re.M):
        yield {'name': name, 'tag': tag}


def rows_of_formats():
    for suffix, module in re.findall(r'^    \{"(\.\w+)", (\w+)_probe,',
                                     text_of('formats/net/registry.c'), re.M):
        yield {'name': module, 'NAME': module, 'suffix': re.escape(suffix)}


def rows_of_options():
    """Of the library and of the command line; shared: of both."""
    library = dict(re.findall(r'^X\(\w+, (\w+), "([\w-]+)"',
                              text_of('src/api/run/settings.h'), re.M))
    shared = set()
    for kind, field, name, letter in re.findall(
            r'^X\((\w+), (\w+), "([\w-]+)", (\S+),',
            text_of('src/cli/options.h'), re.M):
        shared |= {name}
        yield {'name': name, 'field': field, 'letter': letter.strip("'"),
               'library': kind == 'SETTING', 'command': True}
    for field, name in library.items():
        if name not in shared:
            yield {'name': name, 'field': field, 'library': True,
                   'command': False}


def of_library(option):
    return option['library']


def of_command(option):
    return option['command']


def of_some_engines(option):
    return option['library'] and re.search(
        r'ENGINES_ALL_USE "[^"]* {name} '.format(**option),
        text_of('src/engine/race/engines.h')) is None


ANY = ''  # the path must exist, and no row need be in it
CASES = 'tests/golden/cases/'
SUFFIX = r'{suffix}\b|(?i:\b{name}\b)'
# By heading: the rows, and the patterns by path.  A pair has the rows to which
# the pattern applies.
WANTED = {
    'An engine': (rows_of_engines, {
        'src/engine/NAME/': r'\.name = "{name}"',
        'src/engine/walk/walk_engine.c': ANY,
        'src/engine/watch.h': ANY,
        'src/marking': ANY,
        'src/engine/race/engines.h': r'X\({name}, {module},',
        'src/ROOMS': r'(?s)^engine/{NAME}\b.*^engine/race.*engine/{NAME}\b',
        'doc/ARCHITECTURE.md': r'(?s)`src/engine/{NAME}`.*^### src/engine/'
                               r'{NAME}$.*^\| {module}_engine\b',
        'tests/unit/': r'MODULE\({module}_engine\)',
        'tests/diff/': r'\b{module}_engine\b|ENGINES',
        'tests/diff/walks.c': ANY,
        'tests/meson.build': ANY,
        CASES: r'--engine[ =]{name}\b',
        'doc/punf-por.1': r'^\.It Cm {name}$',
        'doc/GUIDE.md': r'^\| `{name}` \|',
        'completions/punf-por': r"-W 'auto [a-z ]*\b{name}\b",
        'python/src/punfpor/options.py': r"'{name}'",
        'NEWS.md': r'`(?:--engine )?{name}`',
        'doc/THEORY.md': ANY,
    }),
    'A reduction rule': (rows_of_rules, {
        'doc/THEORY.md': r'^\| {name} ',
        'src/proof/reduction/reduction.h': r'(?s)REDUCTION_{tag}\b.*\b{tag} |'
                                 r'\b{tag} .*REDUCTION_{tag}\b',
        'src/proof/reduction/reduction_rule.c': r'\[REDUCTION_{tag}\] = ',
        'src/proof/reduction/reduction_place.c': ANY,
        'src/proof/reduction/reduction_rule.h': ANY,
        'src/reduce/rule.c': r'\[REDUCTION_{tag}\] = ',
        'tests/unit/test_reduction_rule.c': r'REDUCTION_{tag}\b',
        'tests/unit/test_reduce.c': r'(?i)\b{name}',
        'tests/unit/test_lift.c': ANY,
        'tests/diff/reductions.c': ANY,
        'doc/punf-por.1': r'^\.Cm {name}\b',
        'doc/FORMATS.md': r'"{name}"',
        'NEWS.md': ANY,
    }),
    'A format of nets': (rows_of_formats, {
        'formats/net/NAME.c': r'\b{name}_read\(',
        'formats/net/net_formats.h': r'NET_FORMAT\({name}\)',
        'formats/net/meson.build': r"'{name}\.c'",
        'formats/net/registry.c': r'\b{name}_read, {name}_write_net\b',
        'tests/corpus/NAME/': ANY,
        'tests/fuzz/NAME/': r'\btarget_\w+\(',
        'tests/meson.build': r"'{name}': \d",
        'tests/fuzz/target.c': r'"{suffix}"',
        'tests/unit/test_registry.c': r'"{suffix}"',
        CASES: r'--write \S*{suffix}\b',
        'doc/FORMATS.md': r'^## .*`{suffix}`',
        'doc/ARCHITECTURE.md': r'^\|.*\b{name}\b',
        'doc/GUIDE.md': r'\| `{suffix}` \|',
        'doc/punf-por.1': r'^\.Pa {suffix}\b',
        'src/cli/options.h': SUFFIX,
        'src/cli/usage.c': SUFFIX,
        'src/api/punfpor.h': SUFFIX,
        'python/src/punfpor/net.py': SUFFIX,
        'completions/punf-por': r'[|(]{bare}\b',
        'NEWS.md': SUFFIX,
    }),
    'An option': (rows_of_options, {
        'src/api/run/settings.h': (of_library, r'^X\(\w+, {field}, "{name}"'),
        'src/api/': (of_library, r'\bSETTING_{field}\b'),
        'src/engine/engine.h': ANY,
        'src/api/run/api_explore.c': ANY,
        'src/engine/': (of_some_engines, r'\.uses =[^;,]*[ "]{name}[ "]'),
        'src/api/run/api_check.c': ANY,
        'src/cli/options.h': (of_command, r'^X\(\w+, {field}, "{name}"'),
        'src/cli/': (of_command, r'\b{field}\b'),
        'src/cli/program/combine.c': ANY,
        CASES: (of_command, r'--{name}\b|(?<!\S)-{letter}\b'),
        'doc/punf-por.1': (of_command, r'^\.It.* Fl -{name}\b'),
        'completions/punf-por': (of_command, r'--{name}\b'),
        'python/src/punfpor/options.py': ANY,
        'doc/FORMATS.md': ANY,
        'NEWS.md': ANY,
    }),
}


def recipes():
    """By heading: the numbered steps, and the table of tests."""
    parts = re.split(r'(?m)^## (.*)\n', text_of(PAGE))[1:]
    for heading, body in zip(parts[::2], parts[1::2]):
        steps, _, tests = body.partition('\n| test |')
        yield heading, steps[steps.index('\n1. '):], tests


TOP = {path.name for path in root.iterdir() if path.is_dir()}


def paths_in(steps):
    found = re.findall(r'`([\w./-]+)`', steps)
    found = [path for path in found
             if path == 'NEWS.md' or path.partition('/')[0] in TOP]
    return found + ['doc/' + path for path in
                    re.findall(r'\]\(([A-Z]\w*\.md)\)', steps)]


def check_row(heading, path, wanted, row):
    applies, pattern = wanted if isinstance(wanted, tuple) else (None, wanted)
    if applies and not applies(row):
        return
    row = {**row, 'bare': row.get('suffix', '').lstrip('\\.')}
    here = path.replace('NAME', row.get('NAME', 'NAME'))
    if not (root / here).exists():
        faults.append(f'{heading}: {row["name"]} has no {here}')
    elif not re.search(re.sub(r'\{([a-zA-Z]+)\}',
                              lambda field: row[field[1]], pattern),
                       text_of(here), re.M):
        faults.append(f'{heading}: {row["name"]} is not in {here}')


def check_recipe(heading, steps):
    rows, wanted = WANTED[heading]
    rows = list(rows())
    named = set(paths_in(steps))
    if len(rows) < 5:
        faults.append(f'{heading}: only {len(rows)} rows were found')
    faults.extend(f'{PAGE}: {heading}: nothing is known of {path}'
                  for path in sorted(named - set(wanted)))
    faults.extend(f'{PAGE}: {heading}: {path} is not named'
                  for path in sorted(set(wanted) - named))
    for path in sorted(named & set(wanted)):
        for row in rows:
            check_row(heading, path, wanted[path], row)


def tests_there():
    builds = [path for path in root.glob('**/meson.build')
              if 'build-' not in str(path.relative_to(root))]
    words = set(re.findall(r"'([\w-]+)'", '\n'.join(
        path.read_text('utf-8') for path in builds)))
    return words | {path.stem[5:] for path in root.glob('tests/unit/test_*.c')}


def check_strays():
    """Who else names engines or functions of formats?"""
    own = {f'{row["module"]}_engine':
           (f'src/engine/{row["NAME"]}/', 'src/engine/race/engines')
           for row in rows_of_engines()}
    own |= {f'{row["name"]}{end}':
            (f'formats/net/{row["name"]}', 'formats/net/registry.c')
            for row in rows_of_formats() for end in ('_read', '_probe', '_write_net')}
    named = re.compile(r'\b(?:(\w+_engine)\b|(\w+_(?:read|probe|write_net))\()')
    for path in sorted([*root.glob('src/**/*.[ch]'),
                        *root.glob('formats/**/*.[ch]')]):
        where = path.relative_to(root).as_posix()
        found = {a or b for a, b in named.findall(path.read_text('utf-8'))}
        faults.extend(f'{where} names {name}' for name in sorted(found & own.keys())
                      if not where.startswith(own[name]))


# Where the engines are listed: the file, what has the list, the words in it.
LISTS = [
    ('doc/punf-por.1', r'(?s)^\.It Fl -engine .*?^\.It Fl -racers',
     r'^\.It Cm (\w+)$'),
    ('doc/GUIDE.md', r'(?s)^\| `--engine` \|.*?\n\n', r'^\| `(\w+)` \|'),
    ('completions/punf-por', r"-W 'auto .*'", r"\w+(?=[ '])"),
    ('python/src/punfpor/options.py', r'(?s)^Engine = .*?\]', r"'(\w+)'"),
]
RACERS = [
    ('doc/punf-por.1', r'^The default is\n\.Cm state.*', r'(\w+) [,.]'),
    ('completions/punf-por', r"-W 'state .*'", r"\w+(?=[ '])"),
]


def check_lists():
    text = text_of('src/engine/race/engines.h')
    racing = re.findall(r'^    X\((\w+),', re.search(
        r'(?s)define ENGINES_RACING.*?\n\n', text)[0], re.M)
    engines = [row['name'] for row in rows_of_engines()]
    for lists, words in ((LISTS, engines), (RACERS, racing)):
        for path, where, word in lists:
            part = re.search(where, text_of(path), re.M)
            found = re.findall(word, part[0], re.M) if part else []
            found = [name for name in found if name not in ('auto', 'W')]
            if found != words:
                faults.append(f'{path} lists the engines {" ".join(found)}, '
                              f'not {" ".join(words)}')


known = tests_there()
seen = set()
for heading, steps, tests in recipes():
    seen.add(heading)
    if heading in WANTED:
        check_recipe(heading, steps)
    else:
        faults.extend(f'{PAGE}: {heading}: there is no {path}'
                      for path in paths_in(steps)
                      if 'NAME' not in path and not (root / path).exists())
    for row in re.findall(r'(?m)^\| (`.*?) \|', tests):
        faults.extend(f'{PAGE}: {heading}: there is no test {name}'
                      for name in re.findall(r'`([\w-]+)`', row)
                      if name not in known)
faults.extend(f'{PAGE}: there is no recipe "{heading}"'
              for heading in WANTED if heading not in seen)
check_strays()
check_lists()
print('\n'.join(faults) or f'{len(seen)} recipes')
sys.exit(bool(faults))
