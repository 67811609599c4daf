#!/usr/bin/env python3
"""Breaks every rule of the house once, and checks that its guard fails.

    test_guards.py SOURCE_ROOT BUILD_ROOT COMPILER CHECKER

Works on a copy of the sources.  Each guard must pass on the unchanged copy,
fail on the broken copy, and print the given words for each break.  CHECKER is
the ninja target of punf-por-check: when the checker uses an engine, linking it
with its usual libraries must fail.  Speaks TAP.
"""
import contextlib
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile

ROOT, BUILD = (pathlib.Path(name).resolve() for name in sys.argv[1:3])
COMPILER = shlex.split(sys.argv[3])
CHECKER = sys.argv[4]
GUARDS = ROOT / 'tests/style'
SKIPPED = 77
WORK = 'TO' + 'DO'


class Break:
    """A change to the copy, which can be undone."""

    def __init__(self, path, old='', new='', text=None):
        self.path, self.old, self.new, self.text = path, old, new, text

    def __enter__(self):
        self.path = copy / self.path
        self.before = self.path.read_text() if self.path.exists() else None
        if self.text is None:
            assert self.old in self.before, f'{self.path}: no {self.old}'
            after = self.before.replace(self.old, self.new, 1)
        else:
            after = (self.before or '') + self.text
        self.path.parent.mkdir(exist_ok=True)
        self.path.write_text(after)

    def __exit__(self, *_):
        if self.before is not None:
            self.path.write_text(self.before)
            return
        self.path.unlink()
        if not any(self.path.parent.iterdir()):
            self.path.parent.rmdir()


def edit(path, old, new):
    return Break(path, old, new)


def add(path, text):
    """Appends to a file, or creates it."""
    return Break(path, text=text)


@contextlib.contextmanager
def together(*changes):
    with contextlib.ExitStack() as stack:
        for change in changes:
            stack.enter_context(change)
        yield


def include(path, own, header):
    return edit(path, f'#include "{own}"\n',
                f'#include "{own}"\n#include {header}\n')


def function(n_lines):
    body = '    n++;\n' * (n_lines - 5)
    return f'\nint net_long(int n)\n{{\n{body}\n    return n;\n}}\n'


# Faults of the table end check-rooms.py before it reads any file.
TABLE = [
    ('a file outside the rooms',
     add('src/stray.c', 'int stray;\n'), 'src is missing'),
    ('a folder that is no room',
     add('src/attic/stray.c', 'int stray;\n'), 'attic is missing'),
    ('a folder of an engine that is no room',
     add('src/engine/attic/stray.c', 'int stray;\n'),
     'src/engine/attic is missing'),
    ('more modules than a screen shows',
     together(*(add(f'src/net/stray{i}.c', 'int stray;\n')
                for i in range(24))),
     'modules, and 24 fit'),
    ('a room without files',
     add('src/ROOMS', 'loft:\n'), 'loft has no files'),
    ('a room that may include a higher one',
     edit('src/ROOMS', '\nnet: base', '\nnet: engine/por base'),
     'net may include engine/por, which does not stand above it'),
    ('a checker that may include an engine',
     edit('src/ROOMS', 'checker: ', 'checker: engine/walk '),
     'the checker judges engines and links none'),
]

TREE = {
    'check-rooms.py': [
        ('an include of a higher room',
         include('src/net/net.c', 'net/net.h', '"engine/por/alt.h"'),
         'net must not include "engine/por/alt.h"'),
        ('an include between engines',
         include('src/engine/por/alt.c', 'engine/por/alt.h',
                 '"engine/prefix/conc.h"'),
         'por must not include "engine/prefix/conc.h"'),
        ('an include of an engine by the checker',
         include('src/checker/judge.c', 'checker/judge.h',
                 '"engine/por/alt.h"'),
         'checker must not include "engine/por/alt.h"'),
        ('an include of the command line by a format',
         include('formats/picture/dot.c', 'formats/picture/dot.h',
                 '"cli/options.h"'),
         'formats/picture must not include "cli/options.h"'),
        ('an include of a room between angle brackets',
         include('src/net/net.c', 'net/net.h', '<engine/por/alt.h>'),
         '<engine/por/alt.h> stands between angle brackets'),
        ('an include of the library behind its interface',
         include('src/cli/result.c', 'cli/result.h', '"api/handle.h"'),
         'cli must include only api/punfpor.h of api'),
        ('an include without a folder',
         include('src/net/dep.c', 'net/dep.h', '"net.h"'),
         '"net.h" does not begin with a room'),
        ('an include by a way around',
         include('src/net/dep.c', 'net/dep.h', '"net/../engine/por/alt.h"'),
         'does not begin with a room'),
        ('an include of nothing',
         include('src/net/dep.c', 'net/dep.h', '"net/nothing.h"'),
         'there is no "net/nothing.h"'),
        ('an own header that comes second',
         edit('src/net/dep.c', '#include "net/dep.h"',
              '#include "net/net.h"\n#include "net/dep.h"'),
         'must include "net/dep.h" first'),
        ('a circle within a room',
         add('src/base/mem.h', '#include "base/vec.h"\n'),
         'base/mem is part of a circle'),
        ('a module without a line',
         add('src/base/stray.h', '/* stray.h */\n'), 'stray has no line'),
        ('a module of Python without a line',
         add('python/src/punfpor/stray.py', '"""Stray."""\n'),
         'stray has no line'),
        ('a line without a module',
         add('doc/ARCHITECTURE.md', '\n| ghost | nothing |\n'),
         'there is no ghost'),
        ('a picture that is not up to date',
         edit('doc/ARCHITECTURE.md', 'net                 --> base',
              'net                 --> mem'), 'the picture of the folders'),
    ],
    'check-functions.py': [
        ('a function of 71 lines', add('src/net/net.c', function(71)),
         'net_long() has 71 lines'),
        ('a long function in a header', add('src/net/net.h', function(80)),
         'net_long() has 80 lines'),
        ('a name in two files of a room',
         add('src/net/names.c', '\nvoid net_size(void)\n{\n}\n'),
         'net_size() is also in names.c'),
        ('an exported function without its prefix',
         add('src/net/net.c', '\nvoid stray(void)\n{\n}\n'),
         'stray() does not begin with net_'),
        ('a prefix that only begins alike',
         add('src/net/dep.c', '\nbool\ndepend(void)\n{\n}\n'),
         'depend() does not begin with dep_'),
    ],
    'check-words.py': [
        ('a tab', add('src/net/net.c', '\tint n;\n'), 'a tab'),
        ('trailing blanks', add('src/net/net.h', '/* net */ \n'),
         'trailing blanks'),
        ('unfinished work', add('doc/THEORY.md', f'\n{WORK}: prove it\n'),
         'unfinished work'),
    ],
    'check-citations.py': [
        ('a lemma that is not there',
         add('src/net/net.c', '/* THEORY, Lemma 999. */\n'),
         'there is no Lemma 999'),
        ('a definition under another name',
         add('src/net/net.h', '/* THEORY, Theorem 1. */\n'),
         'there is no Theorem 1'),
        ('a page without the number of a claim',
         add('src/net/dep.c', '/* See THEORY. */\n'),
         'THEORY without the number of a claim'),
        ('a claim that a page names',
         add('doc/FORMATS.md', '\nBy Lemma 998.\n'),
         'there is no Lemma 998'),
        ('a number that is left out',
         add('doc/THEORY.md', '\n### Lemma 997 (nothing)\n'),
         'Lemma 997 comes as number'),
    ],
    'check-comments.py': [
        ('a function that is not there',
         add('src/net/net.c', '/* See net_forgotten(). */\n'),
         'there is no net_forgotten'),
        ('a macro that is not there',
         add('src/net/net.c', '/* Up to NET_FORGOTTEN. */\n'),
         'there is no NET_FORGOTTEN'),
        ('a constant in one word that is not there',
         add('src/net/net.c', '/* Up to FORGOTTEN. */\n'),
         'there is no FORGOTTEN'),
        ('a struct that is not there',
         add('src/net/net.c', '/* In struct forgotten. */\n'),
         'there is no struct forgotten'),
        ('a header that is not there',
         add('src/net/net.c', '/* See forgotten.h. */\n'),
         'there is no forgotten.h'),
        ('a field that is not there',
         add('src/net/net.c', '// Sets the_forgotten_one.\n'),
         'there is no the_forgotten_one'),
        ('a file that a page names',
         add('doc/THEORY.md', '\n`src/net/forgotten.c`\n'),
         'there is no src/net/forgotten.c'),
        ('a function that a page names',
         add('doc/THEORY.md', '\nIt is `net_forgotten()`.\n'),
         'there is no net_forgotten'),
    ],
    'check-types.py': [
        ('a tag with two meanings',
         add('src/net/dep.c', '\nstruct hash_slot {\n    int n;\n};\n'),
         'hash_slot is also defined in src/base/hash.h'),
        ('a tag with two meanings in one file',
         add('src/question/goal.c', '\nunion stray { int n; };\n'
             'enum stray { STRAY };\n'),
         'stray is also defined in src/question/goal.c'),
        ('a tag of src in formats',
         add('formats/picture/dot.c', '\nstruct state {\n    int n;\n};\n'),
         'state is also defined in formats/picture/dot.c'),
        ('a type in a header without the name of the module',
         add('src/net/names.h', '\nenum stray_kind { STRAY_ONE };\n'),
         'stray_kind does not begin with names_'),
        ('a typedef in a header without the name of the module',
         add('src/question/goal.h', '\ntypedef int stray_list;\n'),
         'stray_list does not begin with goal_'),
    ],
    'check-rules.py': [
        ('a rule without a row of the search',
         edit('src/reduce/rule.c', '[REDUCTION_READ]', '[REDUCTION_WRITE]'),
         'src/reduce/rule.c: there is no read'),
        ('a rule that the manual page does not name',
         edit('doc/punf-por.1', '\n.Cm slice\n', '\n.Cm sliced\n'),
         'doc/punf-por.1: there is no slice'),
        ('a step that is no rule',
         edit('doc/THEORY.md', '\n| sink p |', '\n| drain p |'),
         'doc/THEORY.md: drain is no rule'),
        ('a step of another form',
         edit('doc/FORMATS.md', '"cycle" p p {', '"cycle" p {'),
         'cycle has not the form p*'),
    ],
    'check-recipes.py': [
        ('an engine that the guide lacks',
         edit('doc/GUIDE.md', '\n| `reverse` |', '\n| `backwards` |'),
         'An engine: reverse is not in doc/GUIDE.md'),
        ('an engine without a unit test',
         edit('tests/unit/test_walk_engine.c', 'MODULE(walk_engine)',
              'MODULE(walks)'),
         'An engine: walk is not in tests/unit/'),
        ('engines in another order',
         edit('completions/punf-por', "'state equation prefix",
              "'state prefix equation"),
         'completions/punf-por lists the engines state prefix equation'),
        ('a file that names an engine',
         add('src/api/run/api_check.c', '/* walk_engine */\n'),
         'src/api/run/api_check.c names walk_engine'),
        ('a rule without a unit test',
         edit('tests/unit/test_reduce.c', 'post p, post b', 'p, b'),
         'post is not in tests/unit/test_reduce.c'),
        ('a format without its suffix in the help',
         edit('src/cli/options.h', '.tapn or .bnet', '.tapn'),
         'bnet is not in src/cli/options.h'),
        ('an option that nothing reads',
         edit('src/api/run/api_check.c', 'SETTING_steps', 'SETTING_check'),
         'An option: steps is not in src/api/'),
        ('a path that the recipe does not name',
         edit('doc/EXTENDING.md', '`src/cli/program/combine.c`', 'a file'),
         'An option: src/cli/program/combine.c is not named'),
        ('a path of which nothing is known',
         edit('doc/EXTENDING.md', '`src/api/run/api_check.c`',
              '`src/api/run/api_check.c` and `src/api/call.h`'),
         'An option: nothing is known of src/api/call.h'),
        ('a test that is not there',
         edit('doc/EXTENDING.md', '\n| `api_check`, ', '\n| `unfits`, '),
         'there is no test unfits'),
    ],
    'check-markdown.py': [
        ('a line of 101 characters', add('doc/THEORY.md', '\n' + 101 * 'x' +
                                         '\n'), '101 characters'),
        ('a line of code of 102 characters',
         add('NEWS.md', '\n```\n' + 102 * 'x' + '\n```\n'),
         '102 characters'),
        ('a heading of the fourth level',
         add('doc/THEORY.md', '\n#### Lemma\n'), 'a heading below level 3'),
        ('a link to a file that is gone',
         add('doc/FORMATS.md', '\n[net.c](../src/net.c)\n'),
         'there is no ../src/net.c'),
        ('a link to a heading that is gone',
         add('README.md', '\n[nets](doc/GUIDE.md#all-nets)\n'),
         'there is no doc/GUIDE.md#all-nets'),
        ('code without an end', add('doc/FORMATS.md', '\n```\n'),
         'code that does not end'),
        ('a table that became a paragraph',
         add('doc/THEORY.md', '\n| what | cost | |---|---| | push | 1 |\n'),
         "the line below a table's head"),
    ],
    'check-format.sh': [
        ('a source in another layout',
         add('part/src/net.c', 'int  net_n( );\n'), 'net.c'),
        ('a test in another layout',
         add('part/tests/support.h', '  int n;\n'), 'support.h'),
    ],
}

# Cases that a guard must accept.
FINE = {
    'check-functions.py': {
        'a function of 70 lines': add('src/net/net.c', function(70)),
        'a static function': add(
            'src/net/net.c', '\nstatic const struct net *\nstray(void)\n{\n}\n')},
    'check-markdown.py': {
        'a line of 100 characters':
            add('doc/THEORY.md', '\n' + 100 * 'x' + '\n'),
        'a long row of a table':
            add('doc/THEORY.md', '\n| ' + 100 * 'x' + ' |\n')},
    'check-comments.py': {
        'the end of a constant of the file':
            add('src/net/net.c', '/* KNOWNEND ends NET_KNOWNEND. */\n'
                '#define NET_KNOWNEND 1\n'),
        'a function that is there':
            add('src/net/net.c', '/* See net_name() in net/net.h. */\n')},
}

# Things that an object file of src/base may not contain.
OBJECTS = [
    ('an exported name without its prefix', 'int stray(void) { return 1; }',
     'base exports stray'),
    ('a prefix that only begins alike', 'int bitset(void) { return 1; }',
     'base exports bitset'),
    ('a variable', 'int bits_n = 1;', '.data'),
    ('a variable of zeros', 'static int n; int *bits_n(void) { return &n; }',
     '.bss'),
    ('a variable of a thread', '_Thread_local int bits_n = 1;', '.tdata'),
    ('a second scope of a thread', '_Thread_local void *bits_n, *bits_m;',
     '.tbss 16'),
    ('no symbols', 'typedef int bits_n;', 'no symbols'),
]

# The linker drops what nobody calls, so this is called at the start.
CALL = '''
extern const struct engine por_engine;
__attribute__((constructor)) static void checker_call(void)
{
    const void *volatile engine = &por_engine;

    (void)engine;
}
'''
OUTPUT = 10  # lines of it that are printed

done = failed = 0


def tell(good, name, output=''):
    global done, failed
    done += 1
    failed += not good
    print('ok' if good else 'not ok', done, '-', name)
    if not good:
        print(''.join(f'# {line}\n' for line in output.splitlines()[:OUTPUT]),
              end='')
    sys.stdout.flush()


def run(command, **more):
    result = subprocess.run([str(word) for word in command], check=False,
                            stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True, **more)
    return result.returncode, result.stdout


def guard(name):
    arguments = ['src'] if name == 'check-functions.py' else []
    if name.endswith('.py'):
        return run([sys.executable, '-B', GUARDS / name, copy, *arguments])
    return run(['sh', GUARDS / name, copy / 'part'])


def expect(name, what, result, words):
    code, output = result
    good = code not in (0, SKIPPED) and words in output
    tell(good, f'{name}: {what}',
         f'exit code {code}, and no "{words}" in:\n{output}')


def break_tree(name, breaks):
    """Guards that report all faults in one run see all breaks in one run."""
    code, output = guard(name)
    if code == SKIPPED:
        tell(True, f'{name} # SKIP {output.strip()}')
        return
    tell(code == 0, f'{name}: the sources as they are', output)
    with contextlib.ExitStack() as stack:
        for _, change, _ in breaks:
            stack.enter_context(change)
        result = guard(name)
    for what, _, words in breaks:
        expect(name, what, result, words)


def keep_tree(name, changes):
    with contextlib.ExitStack() as stack:
        for change in changes.values():
            stack.enter_context(change)
        code, output = guard(name)
    tell(code == 0, f'{name}: lets pass {", ".join(changes)}', output)


def library_of(text):
    """As meson names the library of src/base."""
    source, lib = copy / 'bits.c', copy / 'libbase.a'
    thing = copy / 'base-unity0.c.o'
    source.write_text(text + '\n')
    lib.unlink(missing_ok=True)
    for command in ([*COMPILER, '-std=c11', '-c', source, '-o', thing],
                    ['ar', 'rc', lib, thing]):
        code, output = run(command)
        assert code == 0, output
    return lib


def break_objects():
    name = 'check-symbols.sh'
    fine = 'const int bits_n = 1; int bits_f(int n) { return n; }'
    code, output = run(['sh', GUARDS / name, copy, library_of(fine)])
    tell(code == 0, f'{name}: an object as it should be', output)
    for what, text, words in OBJECTS:
        lib = library_of(text)
        expect(name, what, run(['sh', GUARDS / name, copy, lib]), words)


def link_commands():
    """The commands by which ninja compiles and links the checker."""
    code, output = run(['ninja', '-C', BUILD, '-t', 'commands', CHECKER])
    assert code == 0, output
    lines = [shlex.split(line) for line in output.splitlines()]
    compiled = next(line for line in lines if '-c' in line
                    and line[line.index('-o') + 1].startswith(f'{CHECKER}.p/'))
    return compiled, lines[-1]


def link(compiled, linked, text):
    """The checker with another text for its main file."""
    source, thing = copy / 'checker.c', copy / 'checker.o'
    source.write_text(text)
    compiled = [*compiled[:-1], source]
    whole = compiled[compiled.index('-o') + 1]
    compiled[compiled.index('-o') + 1] = thing
    old = linked[linked.index('-o') + 1]
    linked = [thing if word == whole else word for word in linked]
    linked[linked.index('-o') + 1] = copy / pathlib.Path(old).name
    code, output = run(compiled, cwd=BUILD)
    assert code == 0, output
    return run(linked, cwd=BUILD)


def break_link():
    text = (ROOT / 'src/checker/checker.c').read_text()
    commands = link_commands()
    code, output = link(*commands, text)
    tell(code == 0, 'link: the checker as it is', output)
    expect('link', 'a checker that uses an engine',
           link(*commands, text + CALL), 'por_engine')


with tempfile.TemporaryDirectory() as directory:
    copy = pathlib.Path(directory)
    shutil.copytree(ROOT, copy, dirs_exist_ok=True,
                    ignore=shutil.ignore_patterns('.*', 'build', 'build-*',
                                                  '__pycache__'))
    # clang-format is slow: a part of the sources suffices.
    for part in ('src/net', 'formats/net', 'tests/unit'):
        (copy / 'part' / part.split('/')[0]).mkdir(parents=True)
        for path in sorted((ROOT / part).glob('*.[ch]'))[-9:]:
            shutil.copy(path, copy / 'part' / part.split('/')[0])
    shutil.copy(ROOT / '.clang-format', copy / 'part')
    break_tree('check-rooms.py', TABLE)
    for guard_name, all_breaks in TREE.items():
        break_tree(guard_name, all_breaks)
    for guard_name, all_changes in FINE.items():
        keep_tree(guard_name, all_changes)
    break_objects()
    break_link()
print(f'1..{done}')
sys.exit(failed > 0)
