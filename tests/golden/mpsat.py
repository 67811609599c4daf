#!/usr/bin/env python3
"""The wrapper that takes MPSat's command line.

    mpsat.py TOOL SOURCE_ROOT
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

TOOL, ROOT = (pathlib.Path(word).resolve() for word in sys.argv[1:3])
NET = ROOT / 'nets/vme.g'


class Test(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_mode(self, *mode):
        """The exit code, and the traces of each solution."""
        output = self.folder / 'out.xml'
        done = subprocess.run(
            [ROOT / 'scripts/mpsat', *mode, NET, output],
            env={**os.environ, 'PUNF_POR': str(TOOL)}, capture_output=True)
        root = ElementTree.parse(output).getroot()
        self.assertEqual(root.get('execution_successful'),
                         'false' if done.returncode > 1 else 'true')
        return done.returncode, [
            [[step.get('transition') for step in trace] for trace in solution]
            for solution in root]

    def test_modes(self):
        code, ((first, second),) = self.run_mode('-Cc', '-v0', '-f', '-j2')
        self.assertEqual(code, 1)
        self.assertNotEqual(first, second)
        self.assertEqual(self.run_mode('-D', '-a10'), (0, []))
        self.assertEqual(self.run_mode('-Cn')[0], 2)
        self.assertEqual(self.run_mode('-v0')[0], 2)

    def test_expressions(self):
        for text, found in (('@S"LDS" & ~$P"<D-,LDS->" // a comment', True),
                            ('$P"<DTACK-,DSr+>" & $P"<DSr+,LDS+>"', False),
                            ('@T"D+" -> false', True)):
            (self.folder / 'reach').write_text(text)
            code, solutions = self.run_mode(f'-F={self.folder}/reach', '-l')
            self.assertEqual((code, len(solutions)), (found, found), text)
        for text in 'exists p in PLACES { $p }', '@S"none"', '$S"D"':
            (self.folder / 'reach').write_text(text)
            self.assertEqual(self.run_mode(f'-F={self.folder}/reach')[0], 2)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
