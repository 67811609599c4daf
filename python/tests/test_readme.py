"""What the README shows, run."""
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

    def test_its_examples_run(self):
        text = (places.PACKAGE / 'README.md').read_text()
        blocks = re.findall(r'```python\n(.*?)```', text, flags=re.S)
        self.assertGreater(len(blocks), 3)
        pm4py = types.SimpleNamespace(
            read_pnml=lambda path: imitation.workflow())
        names = {'pm4py': pm4py}
        with mock.patch.dict(sys.modules, {'networkx': mock.MagicMock()}), \
                mock.patch('builtins.print') as said:
            for block in blocks:
                exec(block, names)
        said.assert_called_once_with('ph0_first', 'ph1_first', 'ph2_first')
        self.assertTrue(names['asked'].marking(names['final'], exact=True))
        self.assertTrue(pathlib.Path('prefix.dot').exists())
