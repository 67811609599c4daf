"""The package as users get it: installed by pip, and checked by mypy."""
import os
import pathlib
import shutil
import sys
import tempfile
import unittest

import places
import punfpor

CODE = '''
import pathlib, punfpor
print(pathlib.Path(punfpor.__file__).parent)
print(punfpor.Net.load(%r).deadlock().verdict.name)
'''


def interpreter():
    """The first with what pip needs to build the package, or None."""
    for python in (sys.executable, '/usr/bin/python3'):
        if shutil.which(python) and places.run(
                python, '-c', 'import setuptools, wheel, pip').returncode == 0:
            return python
    return None


class Installing(unittest.TestCase):
    def test_pip_installs_it_without_network(self):
        python = interpreter()
        if not python:
            self.skipTest('pip, setuptools or wheel is not installed')
        with tempfile.TemporaryDirectory() as folder:
            # pip builds in the source tree.
            source, target = (pathlib.Path(folder) / name
                              for name in ('source', 'target'))
            shutil.copytree(places.PACKAGE, source,
                            ignore=shutil.ignore_patterns(
                                '__pycache__', 'build', '*.egg-info'))
            done = places.run(
                python, '-m', 'pip', 'install', '--quiet', '--no-index',
                '--no-build-isolation', '--no-deps', '--target', target,
                '--disable-pip-version-check', source,
                env={**os.environ, 'PIP_ROOT_USER_ACTION': 'ignore'})
            self.assertEqual(done.returncode, 0, done.stderr)
            self.check(python, target)

    def check(self, python, target):
        environment = {**os.environ, 'PYTHONPATH': str(target)}
        net = str(places.net('dining_3.pnml'))
        done = places.run(python, '-c', CODE % net, env=environment,
                          cwd=target)
        self.assertEqual(done.stdout.split(),
                         [str(target / 'punfpor'), 'YES'], done.stderr)
        self.assertTrue((target / 'punfpor/py.typed').exists())
        installed = next(target.glob('punfpor-*.dist-info'))
        self.assertIn(punfpor.__version__, installed.name)


class Types(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        if not shutil.which('mypy'):
            raise unittest.SkipTest('mypy is not installed')
        cls.cache = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.cache.cleanup)

    def mypy(self, *arguments):
        return places.run('mypy', '--cache-dir', self.cache.name,
                          '--config-file', 'pyproject.toml', *arguments,
                          cwd=places.PACKAGE)

    def test_mypy_finds_no_fault_in_the_package(self):
        done = self.mypy()
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_mypy_sees_the_types_of_a_use(self):
        use = 'tests/typed_use.py'
        lines = (places.PACKAGE / use).read_text().splitlines()
        faults = [f'{use}:{i}:' for i, line in enumerate(lines, 1)
                  if '# fault' in line]
        self.assertGreater(len(faults), 4)
        done = self.mypy('src', use)
        self.assertEqual([line.split(' error: ')[0] for line
                          in done.stdout.splitlines() if ' error: ' in line],
                         faults)
