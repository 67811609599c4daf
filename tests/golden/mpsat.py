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

    def run_mode(self, *mode, net=NET):
        """The exit code, and the traces of each solution."""
        output = self.folder / 'out.xml'
        done = subprocess.run(
            [sys.executable, ROOT / 'scripts/mpsat', *mode, net, output],
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
        for text in ('@S"none"', '$S"D"', "'S\"D\"", '$T"D+"', 'nobody',
                     'exists e in EVENTS { $e }', '$P"<D-,LDS->" &', 'PLACES',
                     'PLACES ? fail "a reason" : true'):
            (self.folder / 'reach').write_text(text)
            self.assertEqual(self.run_mode(f'-F={self.folder}/reach')[0], 2)


    def ask(self, text, net=NET):
        (self.folder / 'reach').write_text(text)
        code, solutions = self.run_mode(f'-Fs={self.folder}/reach', net=net)
        self.assertEqual(code, len(solutions))
        return bool(code)

    def test_sets(self):
        for text, found in (
                ('exists p in PLACES { $p }', True),
                ('forall p in PLACES { $p }', False),
                ('exists t in TRANSITIONS s.t. is_plus t & is_output t '
                 '{ forall p in pre t { $p } & ~@t }', False),
                ('let x = gather n in {"LDS", "D"} { S n }, both = tran x '
                 '{ card both = 4 & exists s in x { @s } }', True),
                ('card (sig TRANSITIONS * DUMMY) != 0 ? fail "dummies" : '
                 '{S"D"} in {{S"D"}, {}} ^ card (INPUTS \\ SIGNALS) > 0',
                 True),
                ('exists t in post pre T"LDS-" \\ {T"LDS-"} { @t }', False)):
            self.assertEqual(self.ask(text), found, text)

    def test_consistency(self):
        text = ('exists a in SIGNALS \\ DUMMY { let E = ev a { '
                '$a & exists e in E s.t. is_plus e { @e } | '
                '~$a & exists e in E s.t. is_minus e { @e } } }')
        self.assertFalse(self.ask(text))
        twice = self.folder / 'twice.g'
        twice.write_text('.outputs a\n.graph\na+ a+/1\na+/1 a+\n'
                         '.marking {<a+/1,a+>}\n.end\n')
        self.assertTrue(self.ask(text, twice))

    def test_pairs_that_may_disable_each_other(self):
        arbiter = self.folder / 'arbiter.g'
        arbiter.write_text('.outputs g h\n.graph\np g+ h+\ng+ g-\nh+ h-\n'
                           'g- p\nh- p\n.marking {p}\n.end\n')
        text = ('let free = gather pair in {%s{""}} \\ {{""}} '
                '{ gather n in pair { S n } } { '
                'exists t in tran LOCAL { exists u in post pre t \\ {t} s.t. '
                '~({sig t, sig u} in free) { @t & @u } } }')
        self.assertTrue(self.ask(text % '', arbiter))
        self.assertFalse(self.ask(text % '{"g", "h"}, ', arbiter))


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
