#!/usr/bin/env python3
"""A question that a row adds (row.h) is known wherever questions are: in the
help, to the parser, to the engines, in answers, refusals and JSON."""
import json
import pathlib
import subprocess
import sys
import tempfile

TOOL = sys.argv[1]

PNML = '''<pnml><net id="n" type="http://www.pnml.org/version-2009/grammar/ptnet">
<page id="g">
<place id="p"><initialMarking><text>1</text></initialMarking></place>
<place id="q"/>
<transition id="a"/>
%s
<arc id="1" source="p" target="a"/><arc id="2" source="a" target="q"/>
</page></net></pnml>'''
BACK = '''<transition id="b"/>
<arc id="3" source="q" target="b"/><arc id="4" source="b" target="p"/>'''


def run(*args):
    done = subprocess.run([TOOL, *args], capture_output=True, text=True,
                          timeout=60, check=False)
    return done.returncode, done.stdout, done.stderr


def check(what, good):
    if not good:
        sys.exit(f'test_question: {what}')


def main():
    with tempfile.TemporaryDirectory() as folder:
        ends = pathlib.Path(folder) / 'ends.pnml'
        goes_on = pathlib.Path(folder) / 'goes_on.pnml'
        ends.write_text(PNML % '')
        goes_on.write_text(PNML % BACK)
        ask = '--deadlock-free'
        for topic in ('all', 'questions', 'deadlock-free'):
            check(f'--help {topic}',
                  f'  {ask}' in run('--help', topic)[1])
        check('the help in words', 'enable a transition?' in
              run('--help', 'deadlock-free')[1])
        check('a misspelt option', f'did you mean {ask}?' in
              run(ends, '--deadlok-free')[2])
        for engine in ('auto', 'por', 'prefix', 'state', 'equation'):
            more = ['--engine', engine]
            check(f'a no of {engine}', run(ends, ask, *more)[:2] ==
                  (1, 'deadlock-free: no\n'))
            check(f'a yes of {engine}', run(goes_on, ask, *more)[:2] ==
                  (0, 'deadlock-free: yes\n'))
        status, out, _ = run(ends, ask, '--json')
        query = json.loads(out)['queries'][0]
        check('JSON', status == 1 and query['query'] == 'deadlock-free' and
              query['verdict'] == 'no' and query['witness'] == ['a'])
        status, _, error = run(ends, ask, '--certificate', 'x')
        check('a refusal', status == 3 and
              "there is no certificate of 'deadlock-free': this is a test"
              in error)
        status, out, _ = run(ends, ask, '--deadlock', '--reach', 'a')
        check('several questions', out == 'deadlock-free: no\n'
              'deadlock: reachable\na: reachable\n')


main()
