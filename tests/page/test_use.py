#!/usr/bin/env python3
"""How the page of --html is used: in windows of several sizes, by mouse,
fingers and keys, and with a screen reader.

    test_use.py TOOL SOURCE_ROOT

Speaks TAP: every function of TESTS is a test.  Skipped without Chromium.
"""
import re
import sys

from example import (EXAMPLES, NETS, Example, close, expect, rows_of_one_line,
                     run_tests)

SIZES = [(390, 844, True), (768, 1024, True), (844, 390, True),
         (900, 320, False), (1280, 800, False)]
PANELS = 'netPart', 'runPart', 'eventPart', 'tools'


def rectangle(browser, selector):
    """Left, top, right, bottom; all are 0 where nothing is shown."""
    return browser.run('(({left, top, right, bottom}) => [left, top, right, '
                       f'bottom])(document.querySelector("{selector}")'
                       '.getBoundingClientRect())')


def is_within(inner, outer, what):
    left, top, right, bottom = inner
    if not (left >= outer[0] - 0.5 and top >= outer[1] - 0.5 and
            right <= outer[2] + 0.5 and bottom <= outer[3] + 0.5):
        raise AssertionError(f'{what}: {inner} is not within {outer}')


def check_fitted(browser, view, what):
    """All of a drawing is in its element."""
    left, top, right, bottom = (
        browser.run(f'Math.{least}(...[...document.querySelectorAll("#{view} '
                    f'.node rect")].map((n) => n.getBoundingClientRect()'
                    f'.{side}))') for least, side in
        (('min', 'left'), ('min', 'top'), ('max', 'right'), ('max', 'bottom')))
    is_within((left, top, right, bottom), rectangle(browser, f'#{view}'),
              f'{view}, {what}')


def check_one_screen(browser, width, height, what):
    expect(browser.run('[document.documentElement.scrollWidth, '
                       'document.documentElement.scrollHeight]'),
           [width, height], f'what scrolls, {what}')
    for part in 'header', 'main', '#canvas', '#helpButton':
        is_within(rectangle(browser, part), (0, 0, width, height),
                  f'{part}, {what}')


def shown_panels(browser):
    return [panel for panel in PANELS
            if rectangle(browser, f'#{panel}') != [0, 0, 0, 0]]


def drawers_open_and_close(browser, width, height, what):
    for panel in PANELS:
        button = f'#drawers [data-panel={panel}]'
        if panel not in shown_panels(browser):
            browser.mouse('click', button)
            browser.settle()
        expect(shown_panels(browser), [panel], f'panels, {what}')
        check_one_screen(browser, width, height, f'{panel}, {what}')
        canvas, drawer = (rectangle(browser, selector)
                          for selector in ('#canvas', f'#{panel}'))
        if height > width:
            expect([canvas[0], canvas[2], drawer[0], drawer[2]],
                   [0, width, 0, width], f'one column, {what}')
            expect(canvas[3] < drawer[1], True, f'drawing on top, {what}')
        check_fitted(browser, 'drawing', f'{panel}, {what}')
        browser.mouse('click', button)
        browser.settle()
        expect(shown_panels(browser), [], f'no panel, {what}')
        check_fitted(browser, 'drawing', f'no drawer, {what}')
    browser.run('page.drawers.open("netPart")')
    browser.settle()


def it_fits_into_windows(example):
    """On phones and tablets, however they are held, and in low frames."""
    browser = example.browser
    example.click('fit')
    example.click('netFit')
    for width, height, touch in SIZES:
        what = f'{width} x {height}'
        browser.resize(width, height, touch)
        check_one_screen(browser, width, height, what)
        check_fitted(browser, 'drawing', what)
        if width >= 900 and height >= 560:
            expect(shown_panels(browser), [*PANELS], f'panels, {what}')
        else:
            drawers_open_and_close(browser, width, height, what)
        check_fitted(browser, 'net', what)
        for view in 'net', 'table', 'structure':
            example.choose('view', view)
            browser.settle()
            check_one_screen(browser, width, height, f'{view}, {what}')
        example.click('fit')
    browser.run('page.view.zoom(0.5)')  # by the user: the size stays
    scale = browser.run('page.view.scale()')
    browser.resize(1400, 900)
    close([browser.run('page.view.scale()')], [scale], 'size of the boxes')
    example.click('fit')


def the_divider_moves(example):
    browser = example.browser
    share = ('Number(document.getElementById("splitter")'
             '.getAttribute("aria-valuenow"))')
    for width, height, touch, side in ((1400, 900, False, 2),
                                       (390, 844, True, 3)):
        browser.resize(width, height, touch)
        start = rectangle(browser, '#canvas')[side]
        x, y = browser.middle('#splitter')
        for by in 60, -60:
            end = (x + by, y) if side == 2 else (x, y + by)
            if touch:
                browser.touch([(x, y)], [end])
            else:
                browser.drag((x, y), end)
            browser.settle()
            moved = rectangle(browser, '#canvas')[side] - start
            if abs(moved - by) > 12:  # half of the divider
                raise AssertionError(f'{width}: moved by {moved}, not {by}')
            check_fitted(browser, 'drawing', f'divided at {by}')
            x, y = browser.middle('#splitter')
            start += moved
        before = browser.run(share)
        browser.run('document.getElementById("splitter").focus()')
        browser.key('ArrowRight')
        expect(browser.run(share), min(85, before + 5), 'by a key')
        browser.key('ArrowUp')
        expect(abs(browser.run(share) - before) <= 1, True, 'and back')
        for key, end in ('Home', 15), ('End', 85):
            browser.key(key)
            expect(browser.run(share), end, key)
        expect(browser.run('document.getElementById("splitter").getAttribute('
                           '"aria-orientation")'),
               'horizontal' if touch else 'vertical', 'orientation')
        browser.run('document.getElementById("splitter").dispatchEvent('
                    'new Event("dblclick"))')
        expect(browser.run(share), 50, 'halves')
    browser.run('document.activeElement.blur()')
    browser.resize(1400, 900)


def two_fingers_zoom(example):
    browser = example.browser
    browser.resize(390, 844, True)
    left, top, right, bottom = rectangle(browser, '#drawing')
    x, y = (left + right) / 2, (top + bottom) / 2
    before = browser.run('page.view.scale()')
    browser.touch([(x - 30, y), (x + 30, y)], [(x - 60, y), (x + 60, y)])
    close([browser.run('page.view.scale()')], [before / 2], 'twice as large')
    expect(example.with_class('chosen'), set(), 'chosen by two fingers')
    example.click('fit')
    browser.resize(1400, 900)


def transitions_are_fired_on_the_net(example):
    """The drawing, the net and what is told follow, also on a phone."""
    browser = example.browser
    events = example.events['transition']
    for touch in False, True:
        browser.resize(*((390, 844) if touch else (1400, 900)), touch)
        example.click('clear')
        built = []
        for _ in range(3):
            enabled = browser.run('[...page.configuration.enabled()]')
            if not enabled:
                break
            event = enabled[-1]
            t = events[event]
            browser.run(f'page.netView.reveal(["t{t}"])')
            expect(browser.run(f'document.querySelector("#net [data-id=t{t}]")'
                               '.classList.contains("enabled")'), True,
                   'enabled on the net')
            expect(len(browser.run('[...document.querySelectorAll("#next '
                                   'button")].map((b) => b.textContent)')),
                   min(len(enabled), 12), 'what can come next')
            at = browser.middle(f'#net [data-id=t{t}] rect')
            if touch:
                browser.touch([at])
            else:
                browser.mouse('click', f'#net [data-id=t{t}] rect')
            order = browser.run('page.configuration.order')
            expect(order[:-1], built, 'what was fired before')
            expect(events[order[-1]], t, 'the transition of the event')
            built = order
            expect(example.tokens(), example.marking(built), 'tokens')
            expect(example.text_of('live').startswith(
                f'e{order[-1]} '), True, 'said')
            expect(re.sub(r' \d+ can come next\.| the prefix.*| the expl.*'
                          '| no tr.*', '', example.text_of('runText')),
                   f'This run: {len(built)} step{"s"[len(built) == 1:]}; '
                   + (lambda n: f'{n} event{"s"[n == 1:]} excluded;')(
                       len(example.with_class('blocked'))), 'sentence')
            expect(example.text_of('eventText').startswith(
                f'e{order[-1]}: '), True, 'the event that is told of')
        net = example.data['net']
        marked = example.marking(built)
        t = next(t for t in range(len(net['transitions']))
                 if not set(net['consumes'][t]) | set(net['reads'][t])
                 <= marked)
        browser.run(f'page.fire({{kind: "transition", id: "t{t}"}})')
        expect('cannot fire: no token on' in example.text_of('live'), True,
               'why not')
        expect(browser.run('page.configuration.order'), built, 'not fired')
        example.click('clear')
        first = browser.run('page.configuration.enabled().values().next()'
                            '.value')
        browser.run('page.drawers.open("runPart"); document.querySelector('
                    '"#next button").click()')
        expect(browser.run('page.configuration.order'), [first], 'by a button')
        example.click('clear')
        browser.run('page.drawers.open("netPart")')
    browser.resize(1400, 900)


def it_plays(example):
    """All steps, to the end; the event that is told of follows."""
    browser = example.browser
    n = len(example.data['steps'])
    browser.run('page.players.forEach((player) => { player.time = 4; })')
    label = 'document.getElementById("{}").getAttribute("aria-label")'.format
    ended = ('new Promise((done, fail) => {{ const look = (n) => {} === "Play"'
             ' ? done(0) : n ? setTimeout(() => look(n - 1), 10) : '
             'fail("it plays on"); look(3000); }})')
    if n <= 60:
        example.click('play')
        expect(browser.run(label('play')), 'Stop', 'it plays')
        browser.run(ended.format(label('play')))
        expect(browser.run('page.step'), n, 'steps')
        browser.run('page.players[0].time = 60000')
        browser.key('p')
        expect(browser.run('page.step'), 0, 'begins anew')
        browser.key('p')
        expect(browser.run(label('play')), 'Play', 'it is stopped')
    example.choose('step', 1)
    expect(browser.run(label('play')), 'Play', 'a hand on the slider')
    for step in range(1, min(n, 12) + 1):
        example.choose('step', step)
        kind, *value = example.data['steps'][step - 1]
        if kind in ('add', 'guided', 'disable', 'remove', 'insert'):
            for text in 'eventText', 'live':
                expect(example.text_of(text).split(':')[0], f'e{value[0]}',
                       f'{text} at {step}')
            expect(browser.run('document.querySelector("#list '
                               '[aria-selected=true]").dataset.event'),
                   str(value[0]), 'chosen in the list')
    if kind == 'insert':  # which is no configuration: that of the user stays
        browser.run('page.add(1); page.replay(2)')
        expect(browser.run('page.current().order'), [1], 'what was built')
        example.click('clear')
    browser.key('Escape')
    events = example.runs()[0]
    if events:
        browser.key('p')
        browser.run(ended.format(label('playRun')))
        expect(browser.run('page.configuration.order'), events, 'the run')
        expect(example.text_of('eventText').split(':')[0], f'e{events[-1]}',
               'its last event')
    else:
        expect(browser.run('document.getElementById("playRun").disabled'),
               True, 'no run')
    example.click('clear')


def help_tells_keys_and_tours(example):
    browser = example.browser
    opened = 'document.getElementById("help").open'
    for size in (1400, 900, False), (390, 844, True):
        browser.resize(*size)
        browser.key('?')
        expect(browser.run(opened), True, 'help by its key')
        browser.mouse('click', '#helpClose')
        expect(browser.run(opened), False, 'closed')
        browser.mouse('click', '#helpButton')
        expect(browser.run(opened), True, 'help by its button')
        is_within(rectangle(browser, '#help'), (0, 0, *size[:2]), 'help')
        expect(browser.run('document.querySelectorAll("#keys dt").length > 8 '
                           '&& document.querySelectorAll("#words li").length '
                           '> 8'), True, 'keys and words')
        browser.mouse('click', '#tourStart')
        for step, part in enumerate(('canvas', 'netPart', 'runPart'), 1):
            browser.settle()
            expect(browser.run('[...document.querySelectorAll(".toured")]'
                               '.map((e) => e.id)'), [part], 'shown')
            expect(example.text_of('tourCount'), f'{step} of 3', 'count')
            is_within(rectangle(browser, '#tour'), (0, 0, *size[:2]), 'tour')
            expect(rectangle(browser, f'#{part}') != [0, 0, 0, 0], True, part)
            expect(browser.run('document.activeElement.id'), 'tourNext',
                   'focus')
            browser.mouse('click', '#tourNext')
        expect(browser.run('document.getElementById("tour").hidden && '
                           '!document.querySelector(".toured")'), True, 'end')
    browser.resize(1400, 900)


def words_are_explained(example):
    """Under the pointer, with the focus, and at a tap."""
    browser = example.browser
    text = ('(() => { const t = document.getElementById("theory"); '
            'return t.hidden ? "" : t.textContent; })()')
    meaning = browser.run('THEORY.conflict')
    word = '#runText [data-theory=conflict]'
    browser.mouse('move', word)
    expect(browser.run(text), meaning, 'under the pointer')
    is_within(rectangle(browser, '#theory'), (0, 0, 1400, 900), 'it')
    browser.mouse('move', '#title')
    expect(browser.run(text), '', 'elsewhere')
    browser.run(f'document.querySelector("{word}").focus()')
    expect(browser.run(text), meaning, 'with the focus')
    browser.key('Escape')
    expect(browser.run(text), '', 'ended by a key')
    browser.run('document.activeElement.blur()')
    browser.resize(390, 844, True)
    browser.run('page.drawers.open("runPart")')
    browser.touch([browser.middle(word)])
    expect(browser.run(text), meaning, 'at a tap')
    is_within(rectangle(browser, '#theory'), (0, 0, 390, 844), 'it')
    browser.run('document.activeElement.blur(); '
                'page.drawers.open("netPart")')
    browser.resize(1400, 900)
    expect(browser.run('[...document.querySelectorAll(".term")].every((t) => '
                       'THEORY[t.dataset.theory])'), True, 'all words')


def the_list_mirrors_the_drawing(example):
    browser = example.browser
    chosen = ('document.getElementById(document.getElementById("list")'
              '.getAttribute("aria-activedescendant")).dataset.event')
    expect(browser.run('[...document.querySelectorAll("#list [role=option]")]'
                       '.map((o) => Number(o.dataset.event))'),
           sorted(set(example.classes()) - {0})[:500], 'events of the list')
    browser.run('document.getElementById("list").focus()')
    for key, event in (('ArrowDown', 1), ('ArrowDown', 2), ('ArrowUp', 1),
                       ('End', min(example.n - 1, 500))):
        browser.key(key)
        expect(browser.run(chosen), str(event), key)
        expect(example.with_class('chosen'), {event}, f'{key}, the drawing')
        expect(example.text_of('live').split(':')[0], f'e{event}', 'said')
        is_within(rectangle(browser, '#list [aria-selected=true]'),
                  rectangle(browser, '#list'), 'seen in the list')
    browser.key('Enter')
    expect(example.with_class('member'), example.past(event), 'added')
    expect('joins. This run: ' in example.text_of('live'), True, 'said')
    expect({int(e) for e in browser.run(
        '[...document.querySelectorAll("#list .member")]'
        '.map((o) => o.dataset.event)')}, example.past(event), 'in the list')
    expect(browser.run('document.getElementById("live").getAttribute('
                       '"aria-live")'), 'polite', 'kind of region')
    example.click('clear')
    browser.run('document.activeElement.blur()')
    browser.key('Escape')


def rows_have_one_line(example):
    browser = example.browser
    example.choose('view', 'table')
    for size in (390, 844, True), (1400, 900, False):
        browser.resize(*size)
        rows_of_one_line(browser, size)
    browser.mouse('click', '#table tr:nth-child(2) td')
    expect(example.text_of('eventText').split(':')[0], 'e1', 'chosen')
    example.choose('view', 'structure')
    browser.key('Escape')


def empty_nets_open(browser, folder):
    """And say that nothing can happen."""
    net = folder / 'empty.ll_net'
    net.write_text('PEP\nPTNet\nFORMAT_N\nPL\nTR\nTP\nPT\n')
    example = Example(browser, folder, net)
    expect(example.text_of('runText'), 'This run: 0 steps; 0 events excluded; '
           'no transition can fire, a deadlock.', 'sentence')
    expect(example.text_of('marking'), 'Tokens on no place', 'marking')
    for view in 'occurrence', 'merged', 'net', 'table', 'structure':
        example.choose('view', view)
        example.click('fit')
    for key in 'p', 'ArrowRight', 'ArrowDown', 'Escape':
        browser.key(key)
    expect(browser.complaints(), [], 'complaints')


def runs_go_on_for_ever(browser, folder):
    """A row a marking; playing goes back to where the loop begins."""
    example = Example(browser, folder, NETS / 'peterson.pnml', '--formula',
                      'A F t0_crit')
    question, = example.data['questions']
    n, loop = len(question['run']), question['loop']
    expect(example.data['process'], True, 'process')
    expect(browser.run('document.getElementById("trace").rows.length'),
           n + 3, 'rows')
    expect(browser.run('[...document.querySelectorAll("#trace .repeats")]'
                       '.map((row) => row.rowIndex)'),
           list(range(loop + 2, n + 2)), 'rows that repeat')
    browser.run(f'document.getElementById("trace").rows[{n + 1}].click()')
    marked = example.tokens()
    expect(marked, example.marking(question['events']), 'marking at the end')
    browser.run('page.playRun(true)')
    expect(browser.run('page.position'), loop + 1, 'goes on')
    browser.run('page.goTo(page.position - 1)')
    expect(example.tokens(), marked, 'marking at the beginning of the loop')
    expect(browser.complaints(), [], 'complaints')


TESTS = [it_fits_into_windows, the_divider_moves, two_fingers_zoom,
         transitions_are_fired_on_the_net, it_plays,
         help_tells_keys_and_tours, words_are_explained,
         the_list_mirrors_the_drawing, rows_have_one_line]


if __name__ == '__main__':
    # One with a run, and a large one.
    sys.exit(run_tests(TESTS, [(empty_nets_open,), (runs_go_on_for_ever,)], EXAMPLES[::2]))
