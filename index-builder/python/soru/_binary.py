"""Where the native command ``soru`` is."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path

_NAME = "soru.exe" if sys.platform == "win32" else "soru"


def binary_path() -> str:
    """The path of the command: what ``SORU_BINARY_PATH`` names, else the one that was installed with this package.

    :raises FileNotFoundError: with what to do, if there is none
    """
    named = os.environ.get("SORU_BINARY_PATH")
    if named:
        if Path(named).is_file():
            return named
        raise FileNotFoundError(f"soru: SORU_BINARY_PATH names {named}, which does not exist. Correct it or unset it.")
    for folder in _folders():
        command = Path(folder) / _NAME
        if command.is_file():
            return str(command)
    found = shutil.which(_NAME)
    if found:
        return found
    raise FileNotFoundError(
        "soru: the command is not where pip puts commands. Install the package again (pip install --force-reinstall soru), "
        "or name the command in SORU_BINARY_PATH."
    )


def _folders() -> list[str]:
    """Where pip puts commands: of this environment, of the user, and beside a folder given with ``--target``."""
    beside = Path(__file__).parent.parent / "bin"
    user = sysconfig.get_path("scripts", "nt_user" if os.name == "nt" else "posix_user")
    return [sysconfig.get_path("scripts"), user, str(beside)]
