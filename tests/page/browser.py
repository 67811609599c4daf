"""A headless Chromium, driven through a pipe by the DevTools protocol."""
import json
import os
import shutil
import subprocess
import tempfile

PATIENCE = 60


def installed():
    """The program, or None."""
    return shutil.which('chromium') or shutil.which('chromium-browser')


class Browser:
    """One browser with one page; a context manager."""

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_read, self.out = os.pipe()
        self.inward, to_write = os.pipe()
        command = [installed(), '--headless=new', '--no-sandbox',
                   '--disable-gpu', '--disable-dev-shm-usage',
                   '--no-first-run', '--window-size=1400,900',
                   f'--user-data-dir={self.folder.name}',
                   '--remote-debugging-pipe', 'about:blank']
        # The browser reads from descriptor 3 and writes to 4.
        self.process = subprocess.Popen(
            ['/bin/sh', '-c', f'exec "$@" 3<&{to_read} 4>&{to_write}', 'sh',
             *command], pass_fds=(to_read, to_write),
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_read)
        os.close(to_write)
        self.buffer = b''
        self.number = 0
        self.events = []
        self.session = None
        targets = self.call('Target.getTargets')['targetInfos']
        page = next(target for target in targets if target['type'] == 'page')
        self.session = self.call('Target.attachToTarget',
                                 targetId=page['targetId'],
                                 flatten=True)['sessionId']
        for domain in ('Page', 'Runtime', 'Log'):
            self.call(f'{domain}.enable')
        self.call('Emulation.setFocusEmulationEnabled', enabled=True)
        return self

    def __exit__(self, *_):
        os.close(self.out)
        self.process.kill()
        self.process.wait()
        os.close(self.inward)
        self.folder.cleanup()

    def read(self):
        """The next message."""
        while b'\0' not in self.buffer:
            chunk = os.read(self.inward, 1 << 16)
            if not chunk:
                raise OSError('the browser ended')
            self.buffer += chunk
        message, self.buffer = self.buffer.split(b'\0', 1)
        return json.loads(message)

    def call(self, method, **params):
        """The result of a command; events that come before it are kept."""
        self.number += 1
        message = {'id': self.number, 'method': method, 'params': params}
        if self.session:
            message['sessionId'] = self.session
        data = json.dumps(message).encode() + b'\0'
        while data:
            data = data[os.write(self.out, data):]
        while True:
            answer = self.read()
            if answer.get('id') == self.number:
                if 'error' in answer:
                    raise RuntimeError(f'{method}: {answer["error"]}')
                return answer['result']
            self.events.append(answer)

    def open(self, path):
        """Opens a file and waits until it is loaded."""
        self.events.clear()
        self.call('Page.navigate', url=f'file://{path}')
        while not any(event.get('method') == 'Page.loadEventFired'
                      for event in self.events):
            self.events.append(self.read())

    def complaints(self):
        """What the browser has reported since the page was opened: errors,
        exceptions, and violations of the content policy."""
        self.call('Runtime.evaluate', expression='0')
        return [event['params'] for event in self.events
                if event.get('method') in ('Runtime.exceptionThrown',
                                           'Log.entryAdded',
                                           'Runtime.consoleAPICalled')]

    def run(self, script):
        """The value of an expression in the page."""
        result = self.call('Runtime.evaluate', expression=script,
                           returnByValue=True, awaitPromise=True)
        if 'exceptionDetails' in result:
            raise RuntimeError(f'{script}: {result["exceptionDetails"]}')
        return result['result'].get('value')

    def middle(self, selector):
        """Where an element is on the screen."""
        return self.run(
            f'(() => {{ const r = document.querySelector({selector!r})'
            '.getBoundingClientRect();'
            'return [r.x + r.width / 2, r.y + r.height / 2]; })()')

    def mouse(self, kind, selector):
        """Moves the mouse to an element, or clicks it."""
        x, y = self.middle(selector)
        self.call('Input.dispatchMouseEvent', type='mouseMoved', x=x, y=y)
        if kind == 'click':
            for step in ('mousePressed', 'mouseReleased'):
                self.call('Input.dispatchMouseEvent', type=step, x=x, y=y,
                          button='left', clickCount=1)

    def key(self, key, text=None):
        self.call('Input.dispatchKeyEvent', type='keyDown', key=key,
                  **({'text': text} if text else {}))
        self.call('Input.dispatchKeyEvent', type='keyUp', key=key)

    def drag(self, start, end):
        """Presses the left button here, moves the mouse, and releases it."""
        for step, (x, y), buttons in (('mouseMoved', start, 0),
                                      ('mousePressed', start, 1),
                                      ('mouseMoved', end, 1),
                                      ('mouseReleased', end, 0)):
            self.call('Input.dispatchMouseEvent', type=step, x=x, y=y,
                      button='left', buttons=buttons, clickCount=1)

    def touch(self, *steps):
        """Fingers that come down, move and go up: each step has their
        places."""
        for number, points in enumerate((*steps, [])):
            self.call('Input.dispatchTouchEvent', type='touchStart'
                      if not number else 'touchMove' if points else 'touchEnd',
                      touchPoints=[{'x': x, 'y': y, 'id': i}
                                   for i, (x, y) in enumerate(points)])

    def resize(self, width, height, touch=False):
        """Gives the window this size, and waits until it is drawn anew."""
        self.call('Emulation.setDeviceMetricsOverride', width=width,
                  height=height, deviceScaleFactor=1, mobile=touch)
        self.call('Emulation.setTouchEmulationEnabled', enabled=touch)
        self.settle()

    def settle(self):
        self.run('new Promise((done) => requestAnimationFrame(() => '
                 'requestAnimationFrame(() => done(0))))')

    def wheel(self, x, y, amount):
        self.call('Input.dispatchMouseEvent', type='mouseWheel', x=x, y=y,
                  deltaX=0, deltaY=amount)

    def pasted(self):
        """The text that the clipboard pastes."""
        self.run('document.body.append(Object.assign(document.createElement('
                 '"textarea"), {id: "pasted"}));'
                 'document.getElementById("pasted").focus()')
        self.call('Input.dispatchKeyEvent', type='keyDown', key='v',
                  modifiers=2, commands=['paste'])
        self.call('Input.dispatchKeyEvent', type='keyUp', key='v')
        return self.run('(() => { const area = document.getElementById('
                        '"pasted"); area.remove(); return area.value; })()')

    def type(self, text):
        self.call('Input.insertText', text=text)

    def screenshot(self):
        """The bytes of a PNG."""
        import base64
        return base64.b64decode(
            self.call('Page.captureScreenshot', format='png')['data'])
