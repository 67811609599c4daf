"""A net's page in the browser, beside its data, and what tests of pages
share."""
import json
import os
import pathlib
import subprocess
import sys
import tempfile

from browser import Browser, installed

TOOL = pathlib.Path(sys.argv[1]).resolve()
NETS = pathlib.Path(sys.argv[2]).resolve() / 'nets'
EXAMPLES = [('dining_3.pnml', '--deadlock', '--engine', 'por'),
            ('concur15_fig2.ll_net', '--deadlock', '--reach', 't1', '--reach',
             't3', '--engine', 'por'),
            ('dekker.ll_net', '--deadlock', '--engine', 'prefix',
             '--dependency', 'classic')]


def expect(got, wanted, what):
    if got != wanted:
        raise AssertionError(f'{what}: {got!r}, not {wanted!r}')


def close(got, wanted, what):
    if any(abs(a - b) > 0.01 * max(1, abs(b)) for a, b in zip(got, wanted)):
        raise AssertionError(f'{what}: {got}, not {wanted}')


def rows_of_one_line(browser, what):
    heights = set(browser.run(
        '[...document.querySelectorAll("#table tr")].slice(1).map((row) => '
        'Math.round(row.getBoundingClientRect().height))'))
    if len(heights) > 2 or max(heights, default=0) > 28:
        raise AssertionError(f'{what}: heights of rows {heights}')


class Example:
    """A net's page, opened, and its data."""

    def __init__(self, browser, folder, net, *options):
        self.browser = browser
        self.net = net
        page = folder / 'page.html'
        subprocess.run([TOOL, net, '--html', page, '--prefix-json',
                        folder / 'data.json', '-q', *options],
                       stdout=subprocess.DEVNULL, check=False)
        self.text = page.read_text('utf-8')
        self.data = json.loads((folder / 'data.json').read_text())
        self.events = self.data['events']
        self.n = len(self.events['transition'])
        sizes = self.data['sizes']
        self.unit = 'events' if sizes['events'] == sizes['histories'] \
            else 'histories'
        browser.open(page)
        expect(browser.complaints(), [], 'complaints')

    def past(self, e):
        found, waiting = {e}, [e]
        while waiting:
            for cause in self.events['causes'][waiting.pop()]:
                if cause and cause not in found:
                    found.add(cause)
                    waiting.append(cause)
        return found - {0}

    def relations(self):
        """(e, f) -> a class of the page, by the definitions."""
        pasts = [self.past(e) for e in range(self.n)]
        immediate = {(e, f) for e, others in
                     enumerate(self.events['conflicts']) for f in others}
        immediate |= {(f, e) for e, f in immediate}
        found = {}
        for e in range(1, self.n):
            for f in range(1, self.n):
                if e != f:
                    found[e, f] = (
                        'past' if f in pasts[e] else
                        'future' if e in pasts[f] else
                        'immediate' if (e, f) in immediate else
                        'inherited' if any((x, y) in immediate
                                           for x in pasts[e]
                                           for y in pasts[f])
                        else 'concurrent')
        return found

    def classes(self):
        """By event: the classes of its box."""
        return {int(e): set(names.split()) for e, names in self.browser.run(
            'Object.fromEntries([...document.querySelectorAll("#drawing '
            '.node.event")].map((n) => [n.dataset.id.slice(1), '
            'n.getAttribute("class")]))').items()}

    def with_class(self, name):
        return {e for e, names in self.classes().items() if name in names}

    def marking(self, fired):
        net, marked = self.data['net'], set(self.data['net']['marked'])
        for e in fired:
            t = self.events['transition'][e]
            if not set(net['consumes'][t]) | set(net['reads'][t]) <= marked:
                raise AssertionError(f'e{e} cannot fire')
            marked -= set(net['consumes'][t])
            marked |= set(net['produces'][t])
        return marked

    def tokens(self):
        return set(self.browser.run(
            '[...document.querySelectorAll("#net .condition.marked")]'
            '.map((n) => Number(n.dataset.id.slice(1)))'))

    def text_of(self, name):
        return self.browser.run(f'document.getElementById("{name}")'
                                '.textContent')

    def choose(self, name, value):
        self.browser.run(f'(() => {{ const s = document.getElementById('
                         f'"{name}"); s.value = "{value}"; s.dispatchEvent('
                         'new Event("change")); s.dispatchEvent('
                         'new Event("input")); })()')

    def runs(self):
        """Of the questions, as events."""
        return [question['events'] for question in self.data['questions']]

    def click(self, name):
        self.browser.run(f'document.getElementById("{name}").click()')


def run_tests(tests, others=(), examples=EXAMPLES):
    """Each of the tests on each example; each of the others, (function,
    argument...), on a browser and a folder.  The exit code."""
    if not installed():
        print('1..0 # SKIP there is no chromium')
        return 0
    number = failed = 0

    def report(test, what, *arguments):
        nonlocal number, failed
        number += 1
        try:
            test(*arguments)
            print(f'ok {number} - {what}', flush=True)
        except (AssertionError, RuntimeError, KeyError) as fault:
            failed += 1
            print(f'not ok {number} - {what}\n# {fault}', flush=True)

    with tempfile.TemporaryDirectory() as name, Browser() as browser:
        folder = pathlib.Path(name)
        for net, *options in examples:
            example = Example(browser, folder, NETS / net, *options)
            for test in tests:
                report(test, f'{net}: {test.__name__.replace("_", " ")}',
                       example)
            if 'PAGE_SCREENSHOTS' in os.environ:
                browser.run('page.choose(Math.floor(page.prefix.size / 3))')
                (pathlib.Path(os.environ['PAGE_SCREENSHOTS']) /
                 f'{net}.png').write_bytes(browser.screenshot())
            expect(browser.complaints(), [], 'complaints')
        for test, *arguments in others:
            report(test, test.__name__.replace('_', ' '), browser, folder,
                   *arguments)
    print(f'1..{number}')
    return 1 if failed else 0
