"""Runs that are watched, cancelled and interrupted."""
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import places
import punfpor
from punfpor import Net, Progress, Stop, Verdict

# Without cutoffs the unfolding of a net with loops has no end.
ENDLESS = {'engine': 'por', 'cutoffs': False}
NET = places.net('peterson.pnml')
NEVER = 't0_crit t1_crit'
SOON = 20.0  # seconds, on a busy machine


class Watching(unittest.TestCase):
    def setUp(self):
        self.start = time.monotonic()
        self.addCleanup(lambda: self.assertLess(
            time.monotonic() - self.start, SOON))

    def ask(self, **keywords):
        keywords.setdefault('timeout', SOON)
        return Net.load(NET).marking(NEVER, **ENDLESS, **keywords)

    def test_a_time_limit(self):
        answer = self.ask(timeout=0.2)
        self.assertIs(answer.verdict, Verdict.UNKNOWN)
        self.assertIs(answer.stop, Stop.TIME_LIMIT)

    def test_progress_comes_in_the_thread_that_asks(self):
        seen = []
        self.ask(timeout=0.5, progress=lambda now: seen.append(
            (now, threading.current_thread())))
        self.assertTrue(seen)
        for now, thread in seen:
            self.assertIsInstance(now, Progress)
            self.assertIs(thread, threading.current_thread())
        last = seen[-1][0]
        self.assertGreater(last.steps, 0)
        self.assertGreater(last.histories, 0)
        self.assertGreater(last.bytes, 2 ** 20)
        self.assertGreaterEqual(last.seconds, seen[0][0].seconds)

    def test_what_progress_raises_ends_the_run(self):
        def refuse(now):
            raise LookupError('enough')
        with self.assertRaisesRegex(LookupError, 'enough'):
            self.ask(progress=refuse)

    def test_an_event_ends_the_run(self):
        cancel = threading.Event()
        timer = threading.Timer(0.2, cancel.set)
        timer.start()
        answer = self.ask(cancel=cancel)
        timer.join()
        self.assertIs(answer.verdict, Verdict.UNKNOWN)
        self.assertIs(answer.stop, Stop.STOPPED)

    def test_other_python_threads_run_meanwhile(self):
        counted = []
        counter = threading.Thread(target=lambda: counted.extend(range(100)))
        cancel = threading.Event()

        def go(now):
            if not counter.ident:
                counter.start()
                counter.join()
                cancel.set()
        self.ask(progress=go, cancel=cancel)
        self.assertEqual(len(counted), 100)


class Interrupting(unittest.TestCase):
    PROGRAM = """
import sys, threading
import puzzle
net = puzzle.net()
try:
    net.marking(puzzle.NEVER, **eval(sys.argv[1]),
                progress=lambda now: print('running', flush=True))
except KeyboardInterrupt:
    print('interrupted', threading.active_count(),
          net.reach(net.transitions[0]).verdict.name)
"""

    def interrupt(self, **options):
        path = os.pathsep.join([str(places.PACKAGE / 'src'),
                                str(places.PACKAGE / 'tests')])
        options['timeout'] = 2 * SOON
        program = subprocess.Popen(
            [sys.executable, '-c', self.PROGRAM, repr(options)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding='utf-8',
            env={**os.environ, 'PYTHONPATH': path})
        with program:
            self.assertEqual(program.stdout.readline(), 'running\n')
            program.send_signal(signal.SIGINT)
            said, complained = program.communicate(timeout=SOON)
        self.assertEqual(said.splitlines()[-1], 'interrupted 1 YES')
        self.assertEqual((complained, program.returncode), ('', 0))

    def test_ctrl_c_ends_one_engine(self):
        for engine in ('por', 'prefix', 'state'):
            with self.subTest(engine):
                self.interrupt(engine=engine)

    def test_ctrl_c_ends_a_layout(self):
        net = punfpor.Net.load(places.net('dining_4_fair.ll_net'))
        prefix = net.prefix(engine='prefix', cutoffs=False, max_events=1000)
        alarm = threading.Timer(1, os.kill, [os.getpid(), signal.SIGINT])
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, 'out.svg')
            alarm.start()
            try:
                with self.assertRaises(KeyboardInterrupt):
                    prefix.draw(path, conditions=True)
            except punfpor.UsageError as missing:
                alarm.cancel()
                self.skipTest(str(missing))  # libgvc
            finally:
                alarm.join()
            self.assertEqual(os.listdir(folder), [])

    def test_large_pictures_are_refused(self):
        net = punfpor.Net.load(places.net('dining_4_fair.ll_net'))
        prefix = net.prefix(engine='prefix', cutoffs=False, max_events=8000)
        with self.assertRaises((punfpor.LimitError, punfpor.UsageError)):
            prefix.draw('none/out.svg', conditions=True)

    def test_ctrl_c_ends_a_race(self):
        self.interrupt()
        self.interrupt(threads=1)
