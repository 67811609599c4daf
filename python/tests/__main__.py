"""Runs the tests of the package and speaks TAP.

    python3 python/tests [NAME...]

NAME is a module, class or test, such as test_net.Loading.  PUNFPOR_LIBRARY
names the shared library, PUNFPOR_TOOL and PUNFPOR_CHECKER the two programs;
without them the installed ones are used.  The tests run against the sources.
"""
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / 'src')]

import punfpor  # noqa: E402


class Tap(unittest.TestResult):
    """Prints a line for each test as it ends."""

    def __init__(self):
        super().__init__()
        self.number = 0
        self.bad = set()

    def line(self, test, verdict, remark=''):
        self.number += 1
        print(f'{verdict} {self.number} - {test.id()}{remark}', flush=True)

    def explain(self, test, trace):
        self.bad.add(test.id())
        for text in trace.splitlines():
            print('# ' + text)

    def addSuccess(self, test):
        super().addSuccess(test)
        self.line(test, 'ok')

    def addSkip(self, test, reason):
        super().addSkip(test, reason)
        self.line(test, 'ok', f' # SKIP {reason}')

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self.explain(test, self.failures[-1][1])
        self.line(test, 'not ok')

    def addError(self, test, err):
        super().addError(test, err)
        self.explain(test, self.errors[-1][1])
        self.line(test, 'not ok')

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self.explain(subtest, self._exc_info_to_string(err, test))
            self.line(subtest, 'not ok')


def main(names):
    try:
        punfpor.library_version()
    except punfpor.LibraryError as error:
        print(f'Bail out! {error}')
        return 1
    loader = unittest.TestLoader()
    suite = loader.loadTestsFromNames(names) if names \
        else loader.discover(str(HERE))
    result = Tap()
    suite.run(result)
    print(f'1..{result.number}')
    return 0 if result.wasSuccessful() and result.number else 1


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))
