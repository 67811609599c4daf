#!/usr/bin/env python3
"""The page that --html writes, in a headless Chromium, against its data.

    test_page.py TOOL SOURCE_ROOT

What the page shows is compared with what follows from the JSON by definition.
Speaks TAP: every function of TESTS is a test.  Skipped without Chromium.
"""
import random
import re
import subprocess
import sys
import time

from example import (NETS, TOOL, Example, close, expect, rows_of_one_line,
                     run_tests)

MOST_BYTES = 30 << 20


def boxes_are_apart(example):
    """Those that Graphviz has placed, too: it knows how large they are."""
    boxes = example.browser.run(
        '[...page.view.nodes.values()].map(({at, node}) => [node.id, at.x - '
        'node.width / 2, at.y - node.height / 2, at.x + node.width / 2, '
        'at.y + node.height / 2])')
    boxes.sort(key=lambda box: box[2])
    for i, (one, left, top, right, bottom) in enumerate(boxes):
        for other, *box in boxes[i + 1:]:
            if box[1] >= bottom - 0.5:
                break
            if box[0] < right - 0.5 and left < box[2] - 0.5:
                raise AssertionError(f'{one} and {other} overlap')


def everything_is_drawn(example):
    expect(set(example.classes()), set(range(example.n)), 'events')
    boxes_are_apart(example)
    expect(example.with_class('cutoff'),
           {e for e, _ in example.events['cutoffs']}, 'cutoffs')
    edges = example.browser.run(
        'document.querySelectorAll("#drawing .edge.cause").length')
    expect(edges, sum(map(len, example.events['causes'])), 'causes')
    layout = example.browser.run('page.data.layout.structure')
    if layout:
        expect([id for id, _, _ in layout['nodes']],
               [f'e{e}' for e in range(example.n)], 'positions')
        expect(example.browser.run(
            '[...document.querySelectorAll("#drawing .event")]'
            '.map((n) => [n.dataset.id, n.getAttribute("transform")])'),
            [[id, f'translate({x} {y})'] for id, x, y in layout['nodes']],
            'places of the boxes')
        expect(len(layout['edges']), sum(map(len, example.events['causes'])) +
               sum(map(len, example.events['conflicts'])), 'paths')
    lines = example.browser.run(
        'document.querySelectorAll("#drawing .edge.conflict").length')
    expect(lines, sum(map(len, example.events['conflicts'])), 'conflicts')
    expect(example.browser.run(
        'document.querySelectorAll("#net .node").length'),
        len(example.data['net']['places']) +
        len(example.data['net']['transitions']), 'nodes of the net')


def pointing_and_clicking_show_relations(example):
    relations = example.relations()
    for e in random.Random(1).sample(range(1, example.n),
                                     min(6, example.n - 1)):
        for kind in 'move', 'click':
            example.browser.key('Escape')
            example.browser.run(f'page.view.centre("e{e}")')
            example.browser.mouse(kind, f'#drawing [data-id="e{e}"] rect')
            classes = example.classes()
            for f in range(1, example.n):
                if f != e:
                    shown = classes[f] & {'past', 'future', 'immediate',
                                          'inherited', 'concurrent'}
                    expect(shown, {relations[e, f]}, f'e{e}, e{f}')
            marked = example.marking(sorted(example.past(e)))
            places = example.data['net']['places']
            expect(example.text_of('eventText').split('reaches ')[1],
                   ' '.join(places[p] for p in sorted(marked)) or 'no token',
                   f'marking of e{e}')
    example.browser.key('Escape')
    example.browser.call('Input.dispatchMouseEvent', type='mouseMoved', x=1,
                         y=1)
    expect(example.with_class('chosen'), set(), 'chosen')


def searching_finds_transitions(example):
    t = example.data['net']['transitions'][0]
    example.browser.key('/')
    example.browser.type(t)
    wanted = {e for e in range(1, example.n) if t.lower() in
              example.data['net']['transitions'][
                  example.events['transition'][e]].lower()}
    expect(example.with_class('hit'), wanted, 'hits')
    expect(example.text_of('found'), f'{len(wanted)} found', 'count')
    if wanted:
        example.browser.key('Enter')
        expect(example.with_class('chosen'), {min(wanted)}, 'chosen')
    example.browser.run('document.getElementById("search").value = ""; '
                        'page.search()')
    example.browser.run('document.activeElement.blur()')
    example.browser.key('Escape')


def configurations_are_built(example):
    relations = example.relations()
    chooser = random.Random(2)
    example.click('build')
    built = []
    for _ in range(4):
        enabled = example.with_class('enabled')
        wanted = {e for e in range(1, example.n) if e not in built and
                  example.past(e) - {e} <= set(built) and
                  not any(relations[e, x] in ('immediate', 'inherited')
                          for x in built)}
        expect(enabled, wanted, f'enabled after {built}')
        expect(example.with_class('blocked'),
               {e for e in range(1, example.n)
                if any(x != e and relations[x, e] in ('immediate', 'inherited')
                       for x in built)}, 'blocked')
        expect(example.tokens(), example.marking(built), 'tokens')
        expect(legend(example)[-3:], ['member', 'enabled', 'blocked'],
               'legend')
        if not enabled:
            break
        e = chooser.choice(sorted(enabled))
        example.browser.run(f'page.view.centre("e{e}")')
        example.browser.mouse('click', f'#drawing [data-id="e{e}"] rect')
        example.browser.call('Input.dispatchMouseEvent', type='mouseMoved',
                             x=1, y=1)
        built.append(e)
        expect(example.with_class('member'), set(built), 'members')
    example.click('undo')
    expect(example.with_class('member'), set(built[:-1]), 'undone')
    example.click('clear')
    expect(example.with_class('member'), set(), 'cleared')
    example.click('build')


def runs_are_stepped_through(example):
    """Those of all questions."""
    for number, question in enumerate(example.data['questions']):
        example.choose('question', number)
        events = question['events'] or []
        for length in range(1, len(events) + 1):
            example.browser.key('ArrowRight')
            expect(example.with_class('member'), set(events[:length]), 'run')
            expect(example.tokens(), example.marking(events[:length]),
                   'tokens')
        expect(example.text_of('verdict').split('; ')[0],
               f'{question["question"]}: {question["verdict"]}', 'verdict')
        if events:
            expect(example.text_of('run'),
                   ' '.join(question['run'][:len(events)]), 'run')
            example.click('first')
            expect(example.with_class('member'), set(), 'beginning')


def legend(example):
    return example.browser.run('[...document.querySelectorAll("#legend li")]'
                               '.map((li) => li.className)')


def the_exploration_is_replayed(example):
    steps = example.data['steps']
    about = 'add', 'guided', 'disable', 'remove', 'insert'
    c, d, a, maximal = [], [], [], 0
    for i, (kind, *value) in enumerate(steps, 1):
        if kind == 'pass':
            c, d, a, maximal = [], [], [], 0
        elif kind in ('add', 'guided', 'insert'):
            c.append(value[0])
        elif kind == 'disable':
            d.append(c.pop())
            a = []
        elif kind == 'alternative':
            a = value[0]
        elif kind == 'remove':
            d.pop()
        maximal += kind == 'maximal'
        if i > 150 and i < len(steps):
            continue
        example.choose('step', i)
        classes = example.classes()
        for name, events in (('member', c), ('sleeping', d),
                             ('alternative', set(a) - set(c)),
                             ('chosen', value if kind in about else [])):
            expect({e for e, names in classes.items() if name in names},
                   set(events) - {None}, f'{name} at {i}')
        if i == 1:
            expect(legend(example), ['member', *(
                [] if kind == 'insert' else ['sleeping', 'alternative']),
                'chosen'], 'legend of a replay')
        if kind == 'maximal':
            expect(f'maximal configuration {maximal}' in
                   example.text_of('stepText'), True, 'maximal')
    maximal = [i for i, (kind, *_) in enumerate(steps, 1) if kind == 'maximal']
    example.choose('step', 0)
    for i in maximal[:5]:
        example.click('maximalForward')
        expect(example.browser.run('page.step'), i, 'next maximal')
    for i in maximal[:5][-2::-1]:
        example.click('maximalBack')
        expect(example.browser.run('page.step'), i, 'maximal before')
    expect(example.browser.run('[...document.getElementById("passes").options]'
                               '.map((o) => Number(o.value))'),
           [i for i, (kind, *_) in enumerate(steps, 1) if kind == 'pass'],
           'passes')
    example.browser.key('Escape')
    expect(example.browser.run('page.step'), None, 'the end of the replay')


def is_laid_out(example, view):
    """Where Graphviz has put the nodes of a view, there they are, and lines
    follow its paths."""
    layout = example.browser.run(f'page.data.layout.{view}')
    if layout:
        expect(sorted(example.browser.run(
            '[...document.querySelectorAll("#drawing .node")]'
            '.map((n) => [n.dataset.id, n.getAttribute("transform")])')),
            sorted([id, f'translate({x} {y})'] for id, x, y in layout['nodes']),
            f'places of the nodes of {view}')
        boxes_are_apart(example)
        expect(example.browser.run(
            '[...document.querySelectorAll("#drawing .edge:not(.conflict)'
            ':not(.companion)")].map((n) => [n.dataset.from, n.dataset.to])'
            '.sort().join()'),
            example.browser.run(f'page.data.layout.{view}.edges.map((e) => '
                                'e.slice(0, 2)).sort().join()'),
            f'arcs of {view}')


def sizes_are_those_of_the_figures(example):
    sizes = example.data['sizes']
    histories = '' if example.unit == 'events' else \
        f'{sizes["histories"]} histories of '
    text = example.browser.run(
        'document.getElementById("summary").textContent')
    for part in (f'{histories}{sizes["events"]} events',
                 f'{sizes["conditions"]} conditions'):
        expect(part in text.split(' \u00b7 '), True, f'{part} in {text}')


def views_are_switched(example):
    merged = example.data['merged']
    drawn = sum(p is not None for p in example.data['conditions']['place'])
    count = 'document.querySelectorAll("#drawing .node").length'
    example.choose('view', 'occurrence')
    expect(example.browser.run(count), example.n + drawn, 'occurrence net')
    is_laid_out(example, 'occurrence')
    example.choose('view', 'merged')
    expect(example.browser.run(count),
           len(merged['place']) + len(merged['transition']), 'merged process')
    is_laid_out(example, 'merged')
    example.choose('view', 'table')
    expect(example.browser.run('document.querySelectorAll("#table tr").length'),
           min(example.n, 501), 'rows')
    expect(example.browser.run('getComputedStyle(document.getElementById('
                               '"drawing")).display'), 'none',
           'the drawing behind the table')
    example.choose('view', 'net')
    net = example.data['net']
    expect(example.browser.run(count),
           len(net['places']) + len(net['transitions']), 'net')
    e = next(e for e in range(1, example.n) if len(example.past(e)) == 1)
    t = example.events['transition'][e]
    example.browser.mouse('click', f'#drawing [data-id="t{t}"] rect')
    expect(set(example.browser.run(
        '[...document.querySelectorAll("#drawing .condition.marked")]'
        '.map((n) => Number(n.dataset.id.slice(1)))')),
        example.marking([e]), 'a transition is fired')
    example.click('clear')
    example.choose('view', 'structure')
    expect(example.browser.run(count), example.n, 'event structure')
    example.click('companions')
    expect(example.browser.run(
        'document.querySelectorAll("#drawing .edge.companion").length'),
        sum(companion is not None for _, companion in
            example.events['cutoffs']), 'companions')
    example.click('companions')


def events_are_hidden(example):
    relations = example.relations()
    example.browser.run('page.choose(1)')
    example.click('fold')
    expect(set(example.classes()),
           {e for e in range(example.n)
            if e < 2 or relations[1, e] != 'future'}, 'folded')
    example.click('unfold')
    expect(len(example.classes()), example.n, 'unfolded')
    concurrent = {e: {f for f in range(1, example.n)
                      if relations.get((e, f)) == 'concurrent'}
                  for e in range(1, example.n)}
    e = max(concurrent, key=lambda e: len(concurrent[e]))
    example.browser.run(f'page.choose({e})')
    example.click('foldConcurrent')
    left = set(range(example.n)) - concurrent[e]
    expect(set(example.classes()), left, f'left without the concurrent of e{e}')
    expect(example.text_of('hidden').split(';')[0],
           f'{len(left) - 1} of {example.n - 1} {example.unit} are shown'
           if concurrent[e] else '', 'count')
    example.choose('view', 'occurrence')
    expect(set(example.classes()), left, 'left of the occurrence net')
    example.choose('view', 'structure')
    example.browser.key('Escape')
    expect(example.browser.run('document.getElementById("foldConcurrent")'
                               '.disabled'), True, 'nothing is chosen')
    example.click('unfold')
    expect(len(example.classes()), example.n, 'unfolded again')


def box_of_view(example):
    return example.browser.run('(({x, y, width, height}) => '
                               '[x, y, width, height])(page.view.box)')


def place_of_view(example):
    """Left, top, width and height of the drawing on the screen."""
    return example.browser.run('(({x, y, width, height}) => [x, y, width, '
                               'height])(page.view.svg.getBoundingClientRect())')


def the_root_is_seen_first(example):
    left, top, width, height = place_of_view(example)
    for view, root in (('structure', 'e0'), ('occurrence', 'e0')):
        example.choose('view', view)
        x, y = example.browser.middle(f'#drawing [data-id="{root}"]')
        expect(left <= x <= left + width and top <= y <= top + height, True,
               f'{root} of {view} at {x}, {y}')
    example.choose('view', 'structure')


def it_is_moved_and_zoomed(example):
    browser = example.browser
    example.click('fit')
    left, top, width, height = place_of_view(example)
    x, y, w, h = box_of_view(example)
    scale = max(w / width, h / height)
    start = left + 5, top + height - 5  # no node is in the corner
    browser.drag(start, (start[0] + 60, start[1] - 40))
    close(box_of_view(example), [x - 60 * scale, y + 40 * scale, w, h], 'moved')
    expect(example.with_class('chosen'), set(), 'a move chooses nothing')
    at = left + width / 4, top + height / 2
    before = box_of_view(example)
    browser.wheel(*at, -100)
    after = box_of_view(example)
    close(after[2:], [before[2] / 1.15, before[3] / 1.15], 'zoomed')
    close([after[0] + after[2] / 4, after[1] + after[3] / 2],
          [before[0] + before[2] / 4, before[1] + before[3] / 2],
          'what the pointer is on')
    for key, factor in ('+', 1 / 1.25), ('-', 1.25):
        before = box_of_view(example)
        browser.key(key, key)
        close(box_of_view(example)[2:], [before[2] * factor,
                                         before[3] * factor], key)
    browser.key('0', '0')
    close(box_of_view(example), [x, y, w, h], 'all of it again')


def runs_are_copied(example):
    """The sequence, and a file that --replay fires."""
    e = max(range(1, example.n), key=lambda e: len(example.past(e)))
    past = sorted(example.past(e))
    names = [example.data['net']['transitions'][example.events['transition'][e]]
             for e in past]
    example.browser.run(f'page.change(() => page.configuration.add({e}))')
    example.browser.mouse('click', '#copy')
    expect(example.browser.pasted(), ' '.join(names), 'sequence')
    example.browser.mouse('click', '#copyScn')
    expect(example.text_of('copied'), 'copied', 'report')
    text = example.browser.pasted()
    done = subprocess.run([TOOL, example.net, '--replay', '-'], input=text,
                          encoding='utf-8', capture_output=True, check=False)
    told = f'{len(past)} step{"s" if len(past) > 1 else ""} can be fired'
    expect(told in done.stderr, True, done.stderr)
    example.click('clear')


def it_becomes_dark(example):
    background = 'getComputedStyle(document.body).backgroundColor'
    before = example.browser.run(background)
    example.click('theme')
    expect(example.browser.run(background) == before, False, 'background')
    example.click('theme')
    expect(example.browser.run(background), before, 'background')


def it_is_printed(example):
    """All of the drawing, dark on white, without controls."""
    browser = example.browser
    example.click('theme')
    browser.call('Emulation.setEmulatedMedia', media='print')
    expect(browser.run('getComputedStyle(document.body).backgroundColor'),
           'rgb(255, 255, 255)', 'background')
    expect(browser.run('["#tools", "#exploration", "#list"].every((s) =>'
                       'getComputedStyle(document.querySelector(s)).display'
                       ' === "none")'), True, 'controls are hidden')
    browser.call('Emulation.setEmulatedMedia', media='')
    example.click('theme')
    boxes = ('[page.view, page.netView].map((v) => '
             'v.svg.getAttribute("viewBox"))')
    browser.settle()
    before = browser.run(boxes)
    browser.run('dispatchEvent(new Event("beforeprint"))')
    for view in 'view', 'netView':
        expect(browser.run(f'(({{box, width, height}}) => box.x <= 0 && box.y '
                           '<= 0 && box.x + box.width >= width && '
                           f'box.y + box.height >= height)(page.{view})'), True,
               f'all of {view}')
    browser.run('dispatchEvent(new Event("afterprint"))')
    expect(browser.run(boxes), before, 'what was seen')


TESTS = [everything_is_drawn, pointing_and_clicking_show_relations,
         searching_finds_transitions, configurations_are_built,
         runs_are_stepped_through, the_exploration_is_replayed,
         sizes_are_those_of_the_figures, views_are_switched,
         events_are_hidden, the_root_is_seen_first,
         it_is_moved_and_zoomed, runs_are_copied, it_becomes_dark,
         it_is_printed]


def odd_names_do_no_harm(browser, folder):
    """Names are shown as they are, and nothing in them runs."""
    chooser = random.Random(3)
    parts = ['</script>', '<script>page.bad=1</script>', '<img src=x onerror='
             '"page.bad=1">', '"', "'", '\\', '&amp;', ']]>', '-->', '<!--',
             '\u2028', '\u202e', '\u05e9\u05dc', '\u0645', '{', '}', '\U0001f600',
             '${page.bad=1}', '`', '*/', 'x' * 60]
    names = [''.join(chooser.choice(parts) for _ in range(4)) + str(i)
             for i in range(12)]
    escape = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;'}
    shown = [''.join(escape.get(c, c) for c in name) for name in names]
    net = folder / 'odd.pnml'
    net.write_text(
        '<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/'
        'ptnet"><page id="page"><place id="p"><initialMarking><text>1</text>'
        '</initialMarking></place>' +
        ''.join(f'<transition id="{name}"/>'
                f'<arc id="a{i}" source="p" target="{name}"/>'
                for i, name in enumerate(shown)) +
        '</page></net></pnml>', encoding='utf-8')
    example = Example(browser, folder, net)
    labels = example.data['net']['transitions']
    expect(sorted(labels), sorted(names), 'names as they were given')
    boxes_are_apart(example)
    titles = browser.run('[...document.querySelectorAll("#drawing .event '
                         'title")].map((t) => t.textContent)')
    expect(sorted(titles[1:]), sorted(
        f'{labels[t]} (e{e})' for e, t in
        enumerate(example.events['transition']) if e), 'titles')
    expect(browser.run('page.bad === undefined'), True, 'nothing ran')
    expect(browser.run('document.querySelectorAll("script").length'), 2,
           'scripts')
    for view in 'occurrence', 'merged', 'table':
        example.choose('view', view)
    rows_of_one_line(browser, 'odd names')
    for e in range(1, example.n):  # also as words of Tina's syntax
        done = subprocess.run(
            [TOOL, net, '--replay', '-'], check=False, capture_output=True,
            encoding='utf-8', input=browser.run(
                f'quoted(page.prefix.label({e}))') + '\n')
        expect('1 step can be fired' in done.stderr, True, done.stderr)
    expect(browser.complaints(), [], 'complaints')


def large_prefixes_open_in_part(browser, folder, engine):
    """A prefix of 100,000 events: what is drawn is small, and so is the
    file.  Those of `por` are deep: their conflicts are not all sought."""
    page = folder / 'page.html'
    subprocess.run([TOOL, NETS / 'dining_4_fair.ll_net', '--no-cutoffs',
                    '--engine', engine, '--max-events', '100000', '--html',
                    page, '-q'], stdout=subprocess.DEVNULL, check=False)
    expect(page.stat().st_size < MOST_BYTES, True, 'size')
    start = time.monotonic()
    browser.open(page)
    drawn = browser.run('document.querySelectorAll("#drawing .event").length')
    print(f'# opened within {time.monotonic() - start:.1f} s')
    expect(browser.complaints(), [], 'complaints')
    n = browser.run('page.prefix.size') - 1
    compared = browser.run('page.data.events.compared') - 1
    expect(compared == n, engine == 'prefix', f'{compared} of {n} compared')
    expect(f'known among the first {compared} events' in browser.run(
        'document.getElementById("summary").textContent'), engine == 'por',
        'summary')
    expect(n >= 100000, True, f'{n} events')
    expect(1 < drawn <= 300, True, f'{drawn} drawn')
    place = browser.run('(({left, top, right, bottom}) => [left, top, right, '
                        'bottom])(page.view.svg.getBoundingClientRect())')
    x, y = browser.middle('#drawing [data-id="e0"]')
    expect(place[0] < x < place[2] and place[1] < y < place[3], True,
           f'the root at {x}, {y}')
    browser.run('document.getElementById("search").value = "e77777"; '
                'page.search(true)')
    shown = browser.run('[...document.querySelectorAll("#drawing .event")]'
                        '.map((n) => n.dataset.id)')
    expect('e77777' in shown and len(shown) < 600, True, 'surroundings')
    expect(re.match(rf'\d+ of {n} events', browser.run(
        'document.getElementById("hidden").textContent')) is not None, True,
        'count of hidden events')


def direct_merged_processes_are_drawn(browser, folder):
    """The process is the first view, and a run marks its events there."""
    example = Example(browser, folder, NETS / 'dining_3.ll_net', '--engine',
                      'merged', '--deadlock')
    merged = example.data['merged']
    expect(merged['from_prefix'], False, 'from a prefix')
    expect(browser.run('document.getElementById("view").value'), 'merged',
           'view')
    expect(browser.run('document.querySelectorAll("#drawing .node").length'),
           len(merged['place']) + len(merged['transition']), 'nodes')
    is_laid_out(example, 'merged')
    boxes_are_apart(example)
    example.click('last')
    events = example.data['questions'][0]['events']
    expect(len(events), 3, 'steps')
    expect(set(browser.run(
        '[...document.querySelectorAll("#drawing .merged.member")]'
        '.map((n) => n.dataset.id)')),
        {f'm{merged["of_event"][e]}' for e in events}, 'the run')
    expect(browser.complaints(), [], 'complaints')


if __name__ == '__main__':
    sys.exit(run_tests(TESTS, [
        (odd_names_do_no_harm,), (large_prefixes_open_in_part, 'prefix'),
        (large_prefixes_open_in_part, 'por'),
        (direct_merged_processes_are_drawn,)]))
