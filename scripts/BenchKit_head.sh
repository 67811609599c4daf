#!/bin/bash
# BenchKit_head.sh - runs punf-por in the harness of the Model Checking Contest.
#
# The harness starts it in the folder of an instance, with BK_EXAMINATION,
# BK_TIME_CONFINEMENT (seconds) and BK_MEMORY_CONFINEMENT (megabytes) in the
# environment.  BK_BIN_PATH is the folder of the program; without it, the
# program is sought in PATH.
set -u

tool=${BK_BIN_PATH:+$BK_BIN_PATH/}punf-por
exec "$tool" --mcc . --jobs "$(getconf _NPROCESSORS_ONLN)"
