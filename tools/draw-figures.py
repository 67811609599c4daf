#!/usr/bin/env python3
"""Draws the figures of the README and of the guide.

    tools/draw-figures.py build/punf-por

doc/concur15_fig2.svg: a net, its classic prefix, its prefix with read arcs,
and what was explored to find its deadlock.  doc/page.png: the page of --html,
where Chromium is installed.  Needs Graphviz.
"""
import pathlib
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / 'tests/page'))
sys.dont_write_bytecode = True
from browser import Browser, installed  # noqa: E402

SVG = 'http://www.w3.org/2000/svg'
TOOL = pathlib.Path(sys.argv[1]).resolve()
NET = 'nets/concur15_fig2.ll_net'
PREFIX = ['--engine', 'prefix', '--dot-conditions', '--dot-no-companions']
PARTS = [
    ('The net', None),
    ('Classic prefix', [*PREFIX, '--dependency', 'classic']),
    ('Prefix with read arcs', [*PREFIX, '--dependency', 'read']),
    ('Explored by por', ['--engine', 'por']),
]
GAP, CAPTION = 30, 26


def run(*command, text=None):
    return subprocess.run(command, input=text, check=True, cwd=ROOT,
                          capture_output=True, encoding='utf-8').stdout


def drawing(options):
    """An SVG element, and its width and height."""
    if options is None:
        svg = run('dot', '-Tsvg', text=run(TOOL, NET, '--dot-net', '-', '-q'))
    else:
        svg = run(TOOL, NET, *options, '--svg', '-', '-q')
    root = tree.fromstring(svg)
    width, height = (float(root.get(side).removesuffix('pt'))
                     for side in ('width', 'height'))
    for title in root.iter(f'{{{SVG}}}text'):
        if title.text == NET:  # the caption says more
            title.text = ''
    return root, width, height


def side_by_side(path):
    tree.register_namespace('', SVG)
    tree.register_namespace('xlink', 'http://www.w3.org/1999/xlink')
    whole = tree.Element(f'{{{SVG}}}svg')
    x = GAP / 2
    tallest = 0
    for caption, options in PARTS:
        part, width, height = drawing(options)
        text = tree.SubElement(whole, f'{{{SVG}}}text', {
            'x': str(x + width / 2), 'y': '18', 'text-anchor': 'middle',
            'font-family': 'Helvetica,sans-serif', 'font-size': '15'})
        text.text = caption
        for key, value in (('x', x), ('y', CAPTION), ('width', width),
                           ('height', height)):
            part.set(key, str(value))
        whole.append(part)
        x += width + GAP
        tallest = max(tallest, height)
    whole.set('viewBox', f'0 0 {x:.0f} {tallest + CAPTION:.0f}')
    whole.set('width', f'{x:.0f}')
    background = tree.Element(f'{{{SVG}}}rect', {
        'width': '100%', 'height': '100%', 'fill': 'white'})
    whole.insert(0, background)
    path.write_text(tree.tostring(whole, 'unicode') + '\n', 'utf-8')


def page(path):
    with tempfile.TemporaryDirectory() as folder:
        html = pathlib.Path(folder) / 'page.html'
        run(TOOL, 'nets/peterson.pnml', '--marking', 't0_crit', '--html',
            str(html), '-q', '--engine', 'prefix')
        with Browser() as browser:
            browser.resize(1280, 800)
            browser.open(html)
            browser.run('page.goTo(3)')
            browser.settle()
            path.write_bytes(browser.screenshot())


if __name__ == '__main__':
    side_by_side(ROOT / 'doc/concur15_fig2.svg')
    if installed():
        page(ROOT / 'doc/page.png')
