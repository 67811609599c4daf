#!/usr/bin/env python3
"""Counts single tests in the logs of `meson test` in build directories.

A test program that speaks TAP counts with each of its tests, any other as one.
A directory without results, or a crashed program, is a failure.
"""
import json
import pathlib
import sys
import xml.etree.ElementTree as tree

passed = failed = skipped = 0


def count(case):
    global passed, failed, skipped
    if case.find('failure') is not None or case.find('error') is not None:
        failed += 1
        print('failed:', case.get('classname', ''), case.get('name'))
    elif case.find('skipped') is not None:
        skipped += 1
    else:
        passed += 1


def count_deaths(log):
    """Programs that crashed or timed out after some of their tests."""
    global failed
    for line in log.read_text().splitlines():
        program = json.loads(line)
        if program['result'] in ('ERROR', 'TIMEOUT', 'INTERRUPT'):
            failed += 1
            print('failed:', program['name'], program['result'].lower())


def count_directory(directory):
    global failed
    logs = pathlib.Path(directory) / 'meson-logs'
    if not (logs / 'testlog.junit.xml').exists():
        failed += 1
        print('failed:', directory, 'left no results')
        return
    for case in tree.parse(logs / 'testlog.junit.xml').iter('testcase'):
        count(case)
    count_deaths(logs / 'testlog.json')


for name in sys.argv[1:]:
    count_directory(name)
print(f'{passed} passed, {failed} failed, {skipped} skipped')
sys.exit(failed > 0)
