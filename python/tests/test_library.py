"""The table of functions against the header, and finding the library."""
import ctypes
import os
import pathlib
import re
import sys
import unittest

import places
import punfpor
from punfpor import _library
from punfpor._library import (PROTOTYPES, ErrorRecord, LoadRecord, FoundRecord,
                               ProgressRecord)

NUMBERS = ctypes.POINTER(ctypes.c_uint32)
TYPES = {
    'void': None,
    'int': ctypes.c_int,
    'double': ctypes.c_double,
    'size_t': ctypes.c_size_t,
    'uint32_t': ctypes.c_uint32,
    'unsigned': ctypes.c_uint,
    'uint64_t': ctypes.c_uint64,
    'const char *': ctypes.c_char_p,
    'const void *': ctypes.c_void_p,
    'const punfpor_ranks *': ctypes.c_void_p,
    'void *': ctypes.c_void_p,
    'size_t *': ctypes.POINTER(ctypes.c_size_t),
    'uint32_t *': NUMBERS,
    'unsigned char *': ctypes.POINTER(ctypes.c_ubyte),
    'uint64_t *': ctypes.POINTER(ctypes.c_uint64),
    'int64_t *': ctypes.POINTER(ctypes.c_int64),
    'const uint32_t *': NUMBERS,
    'punfpor_error *': ctypes.POINTER(ErrorRecord),
    'const punfpor_load_options *': ctypes.POINTER(LoadRecord),
    'int (*terminate)': _library.TerminateFunction,
    'void (*progress)': _library.ProgressFunction,
    'void (*found)': _library.FoundFunction,
    'void (*final)': _library.FoundFunction,
}
for handle in ('punfpor', 'punfpor_net', 'punfpor_builder',
               'punfpor_properties'):
    TYPES[f'{handle} *'] = TYPES[f'const {handle} *'] = ctypes.c_void_p
MEMBERS = {'double': ctypes.c_double, 'uint32_t': ctypes.c_uint32,
           'uint64_t': ctypes.c_uint64, 'enum punfpor_status': ctypes.c_int}


def header():
    """The declarations alone, on one line."""
    text = re.sub(r'/\*.*?\*/', ' ', places.HEADER.read_text(), flags=re.S)
    return ' '.join(re.sub(r'^#.*$', '', text, flags=re.M).split())


def type_of(declared):
    """The ctypes type of a parameter or result as the header writes it."""
    callback = re.match(r'\w+ \(\*\w+\)', declared)
    if callback:
        return TYPES[callback[0]]
    declared = re.sub(r'(\*|\s)\w+$', r'\1', declared).strip()
    if declared.startswith('enum '):
        return ctypes.c_int
    return TYPES[declared]


def parameters(text):
    """Splits at the commas outside of parentheses."""
    found = re.findall(r'(?:[^,(]|\([^)]*\))+', text)
    return [] if text == 'void' else [part.strip() for part in found]


def declared_functions():
    pattern = r'PUNFPOR_API (.*?)\bpunfpor_(\w+)\((.*?)\);'
    for result, name, text in re.findall(pattern, header()):
        yield name, type_of(result + 'x'), [type_of(part)
                                            for part in parameters(text)]


def constants(enum):
    body = re.search(rf'enum {enum} {{(.*?)}}', header())[1]
    return {name: int(number) for name, number
            in re.findall(r'PUNFPOR_(\w+) = (\d+)', body)}


def members(struct):
    body = re.search(rf'typedef struct {struct} {{(.*?)}}', header())[1]
    for kind, names in re.findall(r'((?:enum )?\w+) ([^;]*);', body):
        for name in names.split(', '):
            array = re.fullmatch(r'(\w+)\[(\d+)\]', name)
            yield (array[1], ctypes.c_char * int(array[2])) if array \
                else (name, MEMBERS[kind])


class Header(unittest.TestCase):
    def test_every_function_is_declared_as_in_the_header(self):
        declared = {name: (result, taken)
                    for name, result, taken in declared_functions()}
        self.assertGreater(len(declared), 80)
        self.assertEqual(sorted(declared), sorted(PROTOTYPES))
        for name, prototype in PROTOTYPES.items():
            with self.subTest(name):
                self.assertEqual(declared[name], prototype)

    def test_structures_have_the_members_of_the_header(self):
        self.assertEqual(list(members('punfpor_error')), ErrorRecord._fields_)
        self.assertEqual(list(members('punfpor_progress')),
                         ProgressRecord._fields_)
        found = re.search(r'typedef struct punfpor_found {(.*?)}', header())[1]
        self.assertEqual(re.findall(r'(\w+);', found),
                         [name for name, _ in FoundRecord._fields_])

    def test_enumerations_have_the_constants_of_the_header(self):
        self.assertEqual(constants('punfpor_verdict'),
                         {verdict.name: verdict.value
                          for verdict in punfpor.Verdict})
        self.assertEqual(constants('punfpor_stop'),
                         {stop.name: stop.value for stop in punfpor.Stop})
        kinds = [punfpor.UsageError, punfpor.InputError, punfpor.OutputError,
                 punfpor.OutOfMemoryError, punfpor.InternalError,
                 punfpor.LimitError]
        self.assertEqual(list(constants('punfpor_status').values()),
                         [0, *(kind.code for kind in kinds)])

    def test_the_package_has_the_version_of_the_project(self):
        project = (places.ROOT / 'meson.build').read_text()
        version = re.search(r"version: '([^']*)'", project)[1]
        self.assertEqual(punfpor.__version__, version)
        self.assertEqual(punfpor.library_version(), version)

    def test_docstrings_are_everywhere(self):
        for name in punfpor.__all__:
            item = getattr(punfpor, name)
            if isinstance(item, type):
                self.assertTrue(item.__doc__, name)
                for key, value in vars(item).items():
                    if callable(value) and not key.startswith('_'):
                        self.assertTrue(value.__doc__, f'{name}.{key}')


class Shown(unittest.TestCase):
    """What a console prints."""

    def samples(self):
        net = punfpor.Net.load(places.net('szymanski.ll_net'))
        seen = []
        answers = net.ask([punfpor.Deadlock(), punfpor.QuasiLive(),
                           punfpor.Bound(' + '.join(map(str, net.places)))],
                          progress=seen.append)
        prefix = net.prefix(max_events=500)
        yield from (net, net.places, net.places[0], net.transitions,
                    net.transitions[0], *answers, prefix, prefix.events[0],
                    prefix.events[9], prefix.conditions[0], prefix.merged(),
                    punfpor.PrefixFile(prefix.to_dict()), prefix.stop,
                    answers[0].verdict, *punfpor.options(),
                    punfpor.Builder().place('p'), punfpor.Live(),
                    punfpor.Reach('t'), punfpor.Marking('p'),
                    punfpor.Formula('EF p'), punfpor.Bound('p'),
                    punfpor.Safe(), punfpor.DeadTransitions(),
                    punfpor.Deadlock(), punfpor.QuasiLive(),
                    punfpor.Home('p'), punfpor.Reversible(),
                    punfpor.Circuit('csc'), punfpor.Sound(),
                    punfpor.Attractors(), punfpor.Doomed('p'),
                    punfpor.Cheapest('t'),
                    punfpor.Attractor(1, [], []),
                    punfpor.Branch(0, 'E G p holds', [], 0), net.relations(),
                    net.concurrent_places(),
                    net.merged(), net.merged().events[0],
                    net.merged().conditions[0],
                    punfpor.Alignment((), 0, 1.0),
                    punfpor.Move('a', net.transitions[0], 0),
                    punfpor.UnsafeError('not safe', run=['t'] * 100))
        yield punfpor.Progress(1e4, *[10 ** 12] * 5, 10 ** 9, 10 ** 9)

    def test_every_class_has_a_short_line(self):
        shown = set()
        for sample in self.samples():
            shown |= {kind.__name__ for kind in type(sample).__mro__}
            self.assertNotIn('\n', repr(sample))
            self.assertLess(len(repr(sample)), 160, type(sample))
            self.assertNotIn(' object at ', repr(sample))
        classes = {name for name in punfpor.__all__
                   if isinstance(getattr(punfpor, name), type)}
        self.assertEqual({name for name in classes - shown if not issubclass(
            getattr(punfpor, name), punfpor.Error)}, {'Options'})


class Finding(unittest.TestCase):
    """In processes of their own, because a library is loaded once."""

    def attempt(self, library, code='import punfpor; '
                                    'print(punfpor.library_version())'):
        environment = {**os.environ, 'PYTHONPATH': str(places.PACKAGE / 'src')}
        environment.pop('PUNFPOR_LIBRARY', None)
        if library:
            environment['PUNFPOR_LIBRARY'] = str(library)
        return places.run(sys.executable, '-c', code, env=environment)

    def test_the_variable_names_the_library(self):
        path = _library.library()._name
        if not pathlib.Path(path).is_absolute():
            self.skipTest('PUNFPOR_LIBRARY is not set')
        done = self.attempt(path)
        self.assertEqual(done.stdout.strip(), punfpor.library_version())

    def test_a_wrong_variable_is_an_error_that_names_it(self):
        done = self.attempt('/nonexistent/libpunfpor.so')
        self.assertNotEqual(done.returncode, 0)
        self.assertIn('LibraryError: PUNFPOR_LIBRARY names', done.stderr)
        self.assertIn('/nonexistent/libpunfpor.so', done.stderr)

    def test_another_library_is_refused(self):
        libc = ctypes.util.find_library('c')
        done = self.attempt(libc)
        self.assertIn('has no function punfpor_version', done.stderr)

    def test_the_error_tells_what_was_tried(self):
        done = self.attempt(None)
        if done.returncode == 0:
            self.skipTest('libpunfpor is installed')
        self.assertIn('run ldconfig, or set PUNFPOR_LIBRARY to its path',
                      done.stderr)
        self.assertIn('libpunfpor.so.0', done.stderr)
        self.assertIn('find_library', done.stderr)

    def test_import_needs_no_library(self):
        done = self.attempt('/nonexistent', 'import punfpor')
        self.assertEqual((done.returncode, done.stderr), (0, ''))
