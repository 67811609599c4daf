"""The options of the library."""
from __future__ import annotations

import dataclasses

from punfpor._library import library, text


@dataclasses.dataclass(frozen=True)
class Option:
    """An option, which every method of Net that asks takes as a keyword."""

    keyword: str   # its name, with _ for -
    argument: str  # describes the values: "on|off|SIZE"
    default: str
    help: str      # one line
    engines: tuple[str, ...]  # those that use it; "auto" is the race itself


def options() -> list[Option]:
    """The options, in the order of the manual."""
    lib = library()
    return [Option(keyword=text(lib.punfpor_option_name(i)).replace('-', '_'),
                   argument=text(lib.punfpor_option_argument(i)),
                   default=text(lib.punfpor_option_default(i)),
                   help=text(lib.punfpor_option_help(i)),
                   engines=tuple(text(lib.punfpor_option_engines(i)).split()))
            for i in range(lib.punfpor_option_count())]
