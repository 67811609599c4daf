"""Drawings: from what the library writes for Graphviz to SVG."""
from __future__ import annotations

import os
import pathlib
import shutil
import subprocess
import tempfile
from typing import Callable, Optional, Sequence, Union

# Graphviz takes minutes for drawings that are much larger, and nobody can
# read them.
LARGEST = 1000
SECONDS = 20


_Path = Union[str, 'os.PathLike[str]']

PICTURES = ('svg', 'pdf', 'png')


def format_of(path: _Path, known: Sequence[str] = PICTURES,
              otherwise: str = 'dot') -> str:
    """The format that the path ends with, if it is known."""
    end = os.path.splitext(os.fspath(path))[1][1:].lower()
    return end if end in known else otherwise


def written(write: Callable[[str], None]) -> str:
    """What write() puts into the file whose path it is given."""
    with tempfile.TemporaryDirectory(prefix='punfpor-') as folder:
        path = os.path.join(folder, 'drawing.dot')
        write(path)
        return pathlib.Path(path).read_text(encoding='utf-8')


def svg(drawing: Callable[[], str], nodes: int) -> Optional[str]:
    """The drawing of that many nodes as SVG.

    None when there are more than LARGEST, when Graphviz's dot is missing, or
    when dot fails or takes more than SECONDS.
    """
    dot = shutil.which('dot')
    if dot is None or nodes > LARGEST:
        return None
    try:
        done = subprocess.run([dot, '-Tsvg'], input=drawing(), check=True,
                              capture_output=True, encoding='utf-8',
                              timeout=SECONDS)
    except (OSError, subprocess.SubprocessError):
        return None
    # Notebooks put it into a page: without XML declaration and DOCTYPE.
    return done.stdout[done.stdout.index('<svg'):]
