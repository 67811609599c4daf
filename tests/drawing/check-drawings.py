#!/usr/bin/env python3
"""check-drawings.py PROGRAM ROOT [pictures] Lays out drawings of nets and prefixes with
Graphviz: it must report no errors, draw every node, and show names
unchanged."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as tree

SVG = '{http://www.w3.org/2000/svg}'
NETS = ['concur15_fig1', 'concur15_fig2', 'readers_3-pr', 'writers_3',
        'readers_3', 'peterson', 'dekker-pr', 'dining_3', 'buffer_2_3']
PICTURES = ['concur15_fig2', 'dekker-pr', 'dining_3']
ODD = ['\\N', 'a\\nb', '"', 'end\\', '<b>', '&lt;', 'caf\u00e9 \u22a5', "it's",
       'x' * 200, 'long_names_have_lines_that_end_between_their_words',
       '\u00e9' * 40]
NAME = '\\N <b> &lt; <BR/> "'
MOST_LETTERS = 24  # of a line; a quarter more where it is the last one
program, root = sys.argv[1], pathlib.Path(sys.argv[2])
pictures = 'pictures' in sys.argv[3:]
faults = []


def run(*command, text=None):
    done = subprocess.run(command, input=text, capture_output=True,
                          encoding='utf-8', check=False)
    if done.returncode not in (0, 1) or done.stderr:
        faults.append(f'{" ".join(map(str, command))}: exit code '
                      f'{done.returncode}: {done.stderr.strip()}')
    return done.stdout


def lay_out(net, *options):
    """node id -> its lines of text, and the number of edges; a dashed circle
    is a condition that another circle shows."""
    dot = run(program, '--quiet', str(net), *options)
    if faults:
        sys.exit(faults[0])
    svg = tree.fromstring(run('dot', '-Tsvg', text=dot))
    groups = list(svg.iter(f'{SVG}g'))
    nodes = {group.find(f'{SVG}title').text:
             [line.text for line in group.iter(f'{SVG}text')]
             for group in groups if group.get('class') == 'node' and
             not any(shape.get('stroke-dasharray')
                     for shape in group.iter(f'{SVG}ellipse'))}
    return nodes, sum(group.get('class') == 'edge' for group in groups)


def expect(net, what, got, wanted):
    if got != wanted:
        faults.append(f'{net.name}: {what}: {got} in place of {wanted}')


def check_net(net, folder, engine):
    out = folder / 'run.json'
    run(program, '--quiet', str(net), '--engine', engine, f'--json={out}')
    told = json.loads(out.read_text(encoding='utf-8'))
    sizes, stats = told['net'], told['stats']
    nodes, edges = lay_out(net, '--dot-net', '-')
    expect(net, 'nodes', len(nodes), sizes['places'] + sizes['transitions'])
    expect(net, 'edges', edges, sizes['arcs'] + sizes['read_arcs'])
    for conditions in [], ['--dot-conditions']:
        nodes, _ = lay_out(net, '--engine', engine, '--dot', '-',
                           *conditions)
        events = {node for node in nodes if node[0] == 'e'}
        expect(net, 'events', len(events), stats['histories'] + 1)
        expect(net, 'bottom', nodes['e0'], ['\u22a5'])
        expect(net, 'conditions', len(nodes) - len(events),
               stats['conditions'] if conditions else 0)


def check_names(folder):
    net = folder / 'odd.pnml'
    escape = {'&': '&amp;', '<': '&lt;', '"': '&quot;'}
    ids = [''.join(escape.get(c, c) for c in name) for name in ODD]
    net.write_text(
        '<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/'
        'ptnet"><name><text>\\N &lt;b&gt; &amp;lt; &lt;BR/&gt; "</text></name>'
        '<page id="page"><place id="p"><initialMarking><text>1</text>'
        '</initialMarking></place>' +
        ''.join(f'<transition id="{name}"/><arc id="arc{i}" source="p" '
                f'target="{name}"/>' for i, name in enumerate(ids)) +
        '</page></net></pnml>', encoding='utf-8')
    nodes, _ = lay_out(net, '--dot-net', '-')
    shown = sorted(''.join(lines) for node, lines in nodes.items()
                   if node[0] == 't')
    expect(net, 'names of a net', shown, sorted(ODD))
    svg = tree.fromstring(run('dot', '-Tsvg', text=run(
        program, '--quiet', str(net), '--dot', '-')))
    texts = [text.text.strip('\u00a0') for text in svg.iter(f'{SVG}text')]
    expect(net, 'title and legend', [texts[0], *texts[2:6]],
           [NAME, 'event', 'cutoff', '\u25b6', 'cause'])
    nodes, _ = lay_out(net, '--dot', '-')
    shown = sorted(''.join(lines[:-1]) for node, lines in nodes.items()
                   if node != 'e0')
    expect(net, 'names of a prefix', shown, sorted(ODD))
    expect(net, 'lines that are too long',
           [line for lines in nodes.values() for line in lines
            if len(line) > MOST_LETTERS * 5 / 4], [])


def marking_of(document, event):
    """The labels of the places that its local configuration marks."""
    chain = [event]
    while chain[-1]:
        chain.append(document['events']['marking'][chain[-1]][0])
    marked = set(document['net']['marked'])
    for e in reversed(chain[:-1]):
        _, removed, added = document['events']['marking'][e]
        marked = (marked - set(removed)) | set(added)
    return [document['net']['places'][p] for p in sorted(marked)]


def check_pictures(net, folder):
    """A picture has the nodes of the drawing; its tooltips are markings."""
    files = {kind: folder / f'picture.{kind}'
             for kind in ('svg', 'pdf', 'png', 'json')}
    nodes, edges = lay_out(net, '--dot', '-', '--dot-companions')
    run(program, '--quiet', str(net), '--prefix-json', str(files['json']),
        *(f'--{kind}={files[kind]}' for kind in ('svg', 'pdf', 'png')))
    expect(net, 'PDF', files['pdf'].read_bytes()[:5], b'%PDF-')
    expect(net, 'PNG', files['png'].read_bytes()[1:4], b'PNG')
    document = json.loads(files['json'].read_text())
    svg = tree.parse(files['svg']).getroot()
    groups = [group for group in svg.iter(f'{SVG}g')
              if group.get('class') == 'node']
    expect(net, 'nodes of a picture',
           sorted(group.find(f'{SVG}title').text for group in groups),
           sorted(nodes))
    for group in groups:
        event = int(group.find(f'{SVG}title').text[1:])
        tip = next(group.iter(f'{SVG}a')).get(
            '{http://www.w3.org/1999/xlink}title')
        expect(net, f'tooltip of {event}', tip,
               ' '.join(['marking:', *marking_of(document, event)]))
    bare, fewer = lay_out(net, '--dot', '-', '--dot-no-companions')
    companions = sum(companion is not None
                     for _, companion in document['events']['cutoffs'])
    expect(net, 'nodes without companions', bare, nodes)
    expect(net, 'edges without companions', fewer, edges - companions)


if not shutil.which('dot'):
    print('skipped: no dot')
    sys.exit(77)
with tempfile.TemporaryDirectory() as name:
    for stem in NETS:
        for engine in 'por', 'prefix':
            check_net(root / 'nets' / f'{stem}.ll_net', pathlib.Path(name),
                      engine)
        if pictures and stem in PICTURES:
            check_pictures(root / 'nets' / f'{stem}.ll_net',
                           pathlib.Path(name))
    check_names(pathlib.Path(name))
print('\n'.join(faults) or f'{len(NETS) + 1} nets drawn')
sys.exit(bool(faults))
