#!/usr/bin/env python3
"""check-colours.py ROOT  Colours of drawings and of the page: texts and lines
stand out from what is behind them, and what only a colour distinguishes stays
distinct for colour-blind readers and, in drawings, in black-and-white print.

Contrast is that of the Web Content Accessibility Guidelines; colour blindness
is simulated as Vienot, Brettel and Mollon (1999) do, and colours compared in
CIELAB."""
import itertools
import pathlib
import re
import sys

ROOT = pathlib.Path(sys.argv[1])
TEXT, LINE = 4.5, 3  # least contrasts
PRINTED = 1.15       # of fills that borders distinguish, too
DISTINCT = 20        # least distance in CIELAB
SIGHTS = {
    'normal': ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    'protanopia': ((0.11238, 0.88762, 0), (0.11238, 0.88762, 0),
                   (0.00401, -0.00401, 1)),
    'deuteranopia': ((0.29275, 0.70725, 0), (0.29275, 0.70725, 0),
                     (-0.02234, 0.02234, 1)),
}
# What the page tells apart by colour alone: lines of one style at a time.
TOGETHER = [('past', 'future', 'immediate', 'chosen'),
            ('enabled', 'chosen'), ('inherited', 'concurrent'),
            ('member', 'cutoff'), ('member', 'node')]
faults = []


def linear(colour):
    """Red, green and blue from 0 to 1, as light."""
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
            for c in parts]


def luminance(colour):
    return sum(weight * c for weight, c in
               zip((0.2126, 0.7152, 0.0722), linear(colour)))


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(colour, sight):
    light = linear(colour)
    r, g, b = (min(1, max(0, sum(m * c for m, c in zip(row, light))))
               for row in sight)
    xyz = ((0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
           0.2126 * r + 0.7152 * g + 0.0722 * b,
           (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089)
    x, y, z = (c ** (1 / 3) if c > 0.008856 else 7.787 * c + 16 / 116
               for c in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one, other, sight):
    return sum((a - b) ** 2 for a, b in
               zip(lab(one, sight), lab(other, sight))) ** 0.5


def least(what, got, wanted):
    if got < wanted:
        faults.append(f'{what}: {got:.2f}, less than {wanted}')


def check_drawings():
    text = ''.join((ROOT / 'formats/picture' / name).read_text('utf-8')
                   for name in ('canvas.h', 'drawing.c'))
    colours = dict(re.findall(r'#define (?:DRAWING_|CANVAS_)(\w+) '
                              r'"(#[0-9a-f]{6})"', text))
    fills = {name: colour for name, colour in colours.items()
             if name.endswith('_FILL')}
    for name, colour in fills.items():
        least(f'black on {name}', contrast('#000000', colour), TEXT)
    for name, colour in colours.items():
        if name.endswith('INK'):
            least(f'{name} on white', contrast(colour, '#ffffff'), LINE)
    boxes = {'white': '#ffffff', **{name: fills[name] for name in
                                    ('CUTOFF_FILL', 'WITNESS_FILL')}}
    for one, other in itertools.combinations(boxes, 2):
        least(f'{one} beside {other} in print',
              contrast(boxes[one], boxes[other]), PRINTED)
    return len(colours)


def check_page():
    text = (ROOT / 'page/page.css').read_text('utf-8').split('@media print')[0]
    light, dark = (dict(re.findall(r'--(\w+): (#[0-9a-f]{6});', block))
                   for block in re.findall(r':root[.a-z]* \{(.*?)\}', text,
                                           re.S))
    for theme, colours in ('light', light), ('dark', dark):
        for back in 'back', 'panel', 'node', 'cutoff', 'place', 'member':
            least(f'{theme}: text on {back}',
                  contrast(colours['ink'], colours[back]), TEXT)
        for back in 'back', 'panel':
            least(f'{theme}: faint text on {back}',
                  contrast(colours['soft'], colours[back]), TEXT)
        for group in TOGETHER:
            for one, other in itertools.combinations(group, 2):
                for sight, matrix in SIGHTS.items():
                    least(f'{theme}, {sight}: {one} beside {other}',
                          distance(colours[one], colours[other], matrix),
                          DISTINCT)
    return len(light) + len(dark)


n_colours = check_drawings() + check_page()
print('\n'.join(faults) or f'{n_colours} colours')
sys.exit(bool(faults))
