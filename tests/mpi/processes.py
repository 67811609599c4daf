"""Processes of mpirun, as the kernel lists them."""
import os
import pathlib
import signal


def children(pid):
    try:
        text = pathlib.Path(f'/proc/{pid}/task/{pid}/children').read_text()
    except OSError:
        return []
    return [int(child) for child in text.split()]


def kill_all(process):
    """Kills it and all processes below it, and waits for its end."""
    pids = [process.pid]
    for pid in pids:
        pids += children(pid)
    for pid in pids:
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
    process.communicate()
