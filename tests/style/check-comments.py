#!/usr/bin/env python3
"""Fails when a comment in C, or a page in Markdown, names something that does
not exist.

In comments, functions `foo_bar()`, macros and constants `FOO_BAR`, `struct
foo_bar`, `enum foo_bar` and other words with an underscore must occur in the
code of some C file, and files `foo.h`, `bar/foo.c` must exist.  A word of four
capitals or more must occur there, too, or end a constant of its own file: BAR
for FOO_BAR.  In Markdown
the same holds for text between backticks; words may also be those of a script
or the names of files, and files of every kind that are named with their folder
must exist.
"""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
skipped = {'.git', 'build', 'corpus', 'seeds', 'cases'}

# Functions of the C library that comments name and no code calls, and
# placeholders for names of their kind.
LIBRARY = {'bsearch', 'exec', 'mkstemp'}
EXAMPLES = re.compile(r'foo(_\w+)?|new_id|key_of|[a-z_]+_[A-Z]+|ll_net')

# Words of capitals that are no constants: standards and tools, options of
# libxml2, arguments of test programs, and the ..._NONE of the type at hand.
CAPITALS = {'GLPK', 'POSIX', 'PIPE', 'TAPAAL', 'DTDLOAD', 'NOENT',
            'DIRECTORY', 'ROUNDS', 'NONE'}

TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|'
                   r"'(?:\\.|[^'\\\n])*'", re.S)
FILE = r'(?<![\w.*/<-])((?:[\w-]+/)*[\w-]+\.%s)(?![\w/])'
C_FILE = re.compile(FILE % '[ch]')
ANY_FILE = re.compile(FILE % r'(?:[ch1]|py|sh|md|build|ll_net|pnml)')


files = sorted(path for path in root.rglob('*') if path.is_file() and not any(
    part in skipped or part.startswith('build-')
    for part in path.relative_to(root).parts))


def files_of(*suffixes):
    return [path for path in files if path.suffix in suffixes]


def split(text):
    """The code, its strings, and the comments with their positions."""
    tokens = list(TOKEN.finditer(text))
    ends = [0, *(match.end() for match in tokens)]
    code = ' '.join(text[end:match.start()]
                    for end, match in zip(ends, tokens))
    return (f'{code} {text[ends[-1]:]}',
            [match[0] for match in tokens if match[0][0] != '/'],
            [(match.start(), match[0]) for match in tokens
             if match[0][0] == '/'])


sources = files_of('.c', '.h')
pages = files_of('.md')
texts = {path: path.read_text('utf-8') for path in sources + pages}
parts = {path: split(texts[path]) for path in sources}
code = '\n'.join(plain for plain, _, _ in parts.values())
strings = '\n'.join(text for _, within, _ in parts.values() for text in within)
# Strings contain the words of file formats.
words = set(re.findall(r'\b[A-Za-z_]\w*', f'{code}\n{strings}'))

# The patterns, and where their matches must occur.
NAMES = [
    (re.compile(r'\b((?:struct|enum) [a-z]\w*)'),
     set(re.findall(r'\b(?:struct|enum|union) \w+', code))),
    (re.compile(r'\b([a-z]\w*)\(\)'),
     set(re.findall(r'\b(\w+)\s*\(', code)) | LIBRARY),
    (re.compile(r'\b([a-z]\w*_\w*[a-z0-9])\b(?!\.\w|-\w)'), words),
    (re.compile(r'\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b'), words),
]

paths = [path.relative_to(root) for path in files]
ends = {'/'.join(path.parts[i:]) for path in paths
        for i in range(len(path.parts))}
stems = {path.stem for path in paths}
scripts = {word for path in files_of('.py')
           if path.parent.name != 'style'
           for word in re.findall(r'\b\w+', path.read_text('utf-8'))}
known_capitals = words | stems | CAPITALS
headers = set(re.findall(r'#\s*include\s*<(.+?)>', code))
known_files = ends | headers


# Also in Markdown.
PAGE_NAMES = [(pattern, there | scripts | (stems if there is words else set()))
              for pattern, there in NAMES]


def unknown_names(text, names):
    for pattern, there in names:
        for match in pattern.finditer(text):
            name = match.group(1)
            if name not in there and not EXAMPLES.fullmatch(name):
                yield match.start(), name


def unknown_files(text, pattern):
    for match in pattern.finditer(text):
        name = match.group(1)
        if name not in known_files and 'NAME' not in name and \
                ('/' in name or name.endswith(('.c', '.h'))):
            yield match.start(), name


def faults_of(path, position, found):
    for at, name in found:
        line = texts[path].count('\n', 0, position + at) + 1
        yield f'{path.relative_to(root)}:{line}: there is no {name}'


def unknown_capitals(path, comment):
    """Words of capitals that are no constant, nor the end of one of this file,
    nor a page."""
    plain = parts[path][0]
    for match in re.finditer(r'(?<![\w."#-])([A-Z]{4,})(?![\w-])', comment):
        word = match[1]
        if word not in known_capitals \
                and not re.search(rf'_{word}\b', plain):
            yield match.start(), word


def faults_of_source(path):
    for start, comment in parts[path][2]:
        yield from faults_of(path, start, unknown_names(comment, NAMES))
        yield from faults_of(path, start, unknown_capitals(path, comment))
        yield from faults_of(path, start, unknown_files(comment, C_FILE))


def faults_of_page(path):
    for match in re.finditer(r'`([^`\n]+)`', re.sub(
            r'(?m)^```.*?^```', lambda code: re.sub('[^\n]', ' ', code[0]),
            texts[path], flags=re.S)):
        yield from faults_of(path, match.start(),
                             unknown_names(match.group(1), PAGE_NAMES))
        yield from faults_of(path, match.start(),
                             unknown_files(match.group(1), ANY_FILE))


faults = [fault for path in sources for fault in faults_of_source(path)]
faults += [fault for path in pages for fault in faults_of_page(path)]
print('\n'.join(sorted(set(faults)))
      or f'{len(sources)} sources, {len(pages)} pages')
sys.exit(bool(faults) or not sources or not pages)
