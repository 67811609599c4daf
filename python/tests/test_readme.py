"""What the README files show, run."""
import os
import pathlib
import re
import sys
import tempfile
import types
import unittest
from unittest import mock

import imitation
import places


class Readme(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.addCleanup(os.chdir, os.getcwd())
        os.chdir(folder.name)
        pathlib.Path('nets').symlink_to(places.NETS)

    def blocks(self, path):
        return re.findall(r'```python\n(.*?)```', path.read_text(),
                          flags=re.S)

    def test_the_examples_of_the_project_run(self):
        blocks = self.blocks(places.ROOT / 'README.md')
        self.assertTrue(blocks)
        with mock.patch('builtins.print') as said:
            for block in blocks:
                exec(block, {})
        self.assertEqual(said.call_args_list[0],
                         mock.call('ph0_first', 'ph1_first', 'ph2_first'))

    def test_the_examples_of_the_package_run(self):
        blocks = self.blocks(places.PACKAGE / 'README.md')
        self.assertGreater(len(blocks), 3)
        names = {'pm4py': types.SimpleNamespace(
            read_pnml=lambda path: imitation.workflow())}
        with mock.patch.dict(sys.modules, {'networkx': mock.MagicMock()}), \
                mock.patch('builtins.print') as said:
            for block in blocks:
                exec(block, names)
        self.assertEqual([tuple(map(str, call.args))
                          for call in said.call_args_list],
                         [('ph0_first', 'ph1_first', 'ph2_first'),
                          ("the net has no place 'nowhere'",),
                          ('20000', '0.75'),
                          ('receive/receive', '>>/pay', 'check/check',
                           'call/>>', 'ship/ship')])
        done = names['done']
        self.assertTrue(done)
        self.assertEqual(sorted(map(str, (step.label for step in done.steps))),
                         ['None', 'pay', 'register', 'ship'])
        self.assertTrue(pathlib.Path('prefix.svg').exists())
