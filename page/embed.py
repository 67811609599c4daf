#!/usr/bin/env python3
"""Makes the page a C source: its text before and after the data.

    embed.py OUTPUT PAGE.html STYLE.css SCRIPT.js...

The content policy of the page allows its own style and script alone, by their
hashes.  The same files give the same source.
"""
import base64
import hashlib
import pathlib
import sys

WIDTH = 2000  # bytes of a literal: compilers promise 4095


def policy(text):
    digest = hashlib.sha256(text.encode('utf-8')).digest()
    return 'sha256-' + base64.b64encode(digest).decode('ascii')


def literals(text):
    """The text as a list of C strings."""
    data = text.encode('utf-8')
    for start in range(0, len(data), WIDTH):
        yield '"' + ''.join(
            f'\\{byte:03o}' if byte < 32 or byte > 126 or chr(byte) in '"\\?'
            else chr(byte) for byte in data[start:start + WIDTH]) + '"'


def array(name, text):
    return (f'const char *const {name}[] = {{\n    ' +
            ',\n    '.join(literals(text)) + ',\n    0,\n};\n')


def main():
    output, page, style, *scripts = map(pathlib.Path, sys.argv[1:])
    style = style.read_text('utf-8')
    script = ''.join(path.read_text('utf-8') for path in scripts)
    if '</script' in script or '</style' in style:
        sys.exit('a script or style ends itself')
    text = page.read_text('utf-8')
    for mark, value in (('@STYLE_HASH@', policy(style)),
                        ('@SCRIPT_HASH@', policy(script)),
                        ('@STYLE@', style), ('@SCRIPT@', script)):
        before, after = text.split(mark)
        text = before + value + after
    head, tail = text.split('@DATA@')
    output.write_text('#include "formats/picture/prefix_json.h"\n\n' +
                      array('prefix_json_page_head', head) + '\n' +
                      array('prefix_json_page_tail', tail), 'ascii')


if __name__ == '__main__':
    main()
