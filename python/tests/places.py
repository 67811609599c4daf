"""Where things are: the nets, the header, the two programs."""
import os
import pathlib
import shutil
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGE = ROOT / 'python'
HEADER = ROOT / 'src/api/punfpor.h'
NETS = ROOT / 'nets'
TOOL = os.environ.get('PUNFPOR_TOOL') or shutil.which('punf-por')
CHECKER = os.environ.get('PUNFPOR_CHECKER') or shutil.which('punf-por-check')


def net(name):
    return NETS / name


def run(*command, **keywords):
    return subprocess.run([str(word) for word in command], check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          encoding='utf-8', timeout=120, **keywords)
