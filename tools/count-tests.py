#!/usr/bin/env python3
"""Counts single tests in what `meson test` left in build directories.

A test program that speaks TAP counts with each of its tests, any other as
one.  A directory without results, or a program that died, is a failure.
"""
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


def count_directory(directory):
    global failed
    log = pathlib.Path(directory) / 'meson-logs' / 'testlog.junit.xml'
    if not log.exists():
        failed += 1
        print('failed:', directory, 'left no results')
        return
    for case in tree.parse(log).iter('testcase'):
        count(case)


for name in sys.argv[1:]:
    count_directory(name)
print(f'{passed} passed, {failed} failed, {skipped} skipped')
sys.exit(failed > 0)
