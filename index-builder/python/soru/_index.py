"""An index that a program fills, and the command writes; and questions to it."""

from __future__ import annotations

import json
import subprocess
import tempfile
from os import PathLike, fspath
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, Mapping, Optional, Sequence, Union
from urllib.parse import unquote, urlsplit

from ._binary import binary_path

#: The report of ``soru build --json``.
Report = dict[str, Any]

StrPath = Union[str, "PathLike[str]"]

MetaValue = Union[str, float, bool]

#: The command's exit code for a bundle that is written though something was warned of.
_CONCERNS = 3


class BuildError(Exception):
    """The command failed; the message is what it printed."""

    def __init__(self, message: str, exit_code: int) -> None:
        super().__init__(message)
        self.exit_code = exit_code


class Index:
    """Pages, folders and records that become a bundle. Use it as a context manager: it has temporary files."""

    def __init__(self, flags: list[str]) -> None:
        self._flags = flags
        self._folder: Optional[tempfile.TemporaryDirectory[str]] = tempfile.TemporaryDirectory(prefix="soru-")
        self._inputs: list[str] = []
        self._records: list[str] = []
        self._addresses: set[str] = set()
        self._ids: set[str] = set()

    def __enter__(self) -> Index:
        return self

    def __exit__(
        self, kind: Optional[type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    def add_html(self, url: str, content: str) -> None:
        """Adds a page at this address of the site, such as ``/fees/``; each address once."""
        pages = self._temporary() / "pages"
        path = _path_of(url)
        file = (pages / path).resolve()
        if not file.is_relative_to(pages.resolve()):
            raise ValueError(f"add_html: {url} is no address within a site")
        if path in self._addresses:
            raise ValueError(f"add_html: {url} was added before")
        self._addresses.add(path)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content, encoding="utf-8")

    def add_directory(self, path: StrPath) -> None:
        """Adds a folder of HTML, Markdown and text pages."""
        self._temporary()
        if not Path(path).is_dir():
            raise ValueError(f"add_directory: {fspath(path)} is not a folder")
        self._inputs.append(str(Path(path).resolve()))

    def add_record(
        self,
        content: str,
        *,
        url: Optional[str] = None,
        id: Optional[str] = None,
        title: Optional[str] = None,
        language: Optional[str] = None,
        meta: Optional[Mapping[str, Union[MetaValue, Sequence[MetaValue], None]]] = None,
    ) -> None:
        """Adds plain text with fields; either ``id`` or ``url`` is required, and unique.

        A list in ``meta`` becomes one text, ``a, b``, and a filter finds each of its values; None is left out.
        """
        self._temporary()
        own = (id or url or "").strip()
        if not own:
            raise ValueError("add_record: `id` or `url` is required")
        for key, value in (meta or {}).items():
            if not _is_meta(value):
                raise ValueError(f"add_record: `meta[{key!r}]` must be a text, a number, True, False or a list of these")
        if own in self._ids:
            raise ValueError(f"add_record: `{own}` was added before")
        self._ids.add(own)
        fields = {"id": own, "url": url, "title": title, "lang": language, "text": content}
        given = {name: value for name, value in fields.items() if value is not None}
        self._records.append(json.dumps({**(meta or {}), **given}))

    def write_bundle(self, out: StrPath) -> Report:
        """Writes the bundle and gives the report of ``soru build --json``. More may be added and written later.

        :raises BuildError: if the command fails
        """
        folder = self._temporary()
        inputs = list(self._inputs)
        if self._addresses:
            inputs.append(str(folder / "pages"))
        if self._records:
            records = folder / "records.jsonl"
            records.write_text("".join(f"{record}\n" for record in self._records), encoding="utf-8")
            inputs.append(str(records))
        if not inputs:
            raise ValueError("write_bundle: the index is empty; add pages, folders or records first")
        return _run(["build", *inputs, "--out", str(Path(out).resolve()), "--json", *self._flags])

    def close(self) -> None:
        """Removes temporary files."""
        if self._folder:
            self._folder.cleanup()
        self._folder = None

    def _temporary(self) -> Path:
        if not self._folder:
            raise ValueError("the index is closed")
        return Path(self._folder.name)


def create_index(
    *,
    config: Optional[StrPath] = None,
    facts: Optional[StrPath] = None,
    questions: Optional[StrPath] = None,
    cache: Optional[StrPath] = None,
    encoder: Optional[str] = None,
    layout: Optional[Literal["auto", "single", "sharded", "remote"]] = None,
    jobs: Optional[int] = None,
    strict: bool = False,
    index_only: bool = False,
) -> Index:
    """An empty index, with the options of ``soru build``; paths are relative to the current folder."""
    given = {"config": config, "facts": facts, "questions": questions, "cache": cache, "encoder": encoder,
             "layout": layout, "jobs": jobs}
    flags: list[str] = []
    for name, value in given.items():
        if value is not None:
            flags += [f"--{name}", str(value)]
    flags += ["--strict"] * strict + ["--index-only"] * index_only
    return Index(flags)


def ask(
    bundle: Union[StrPath, Sequence[StrPath]], question: str, *, gateway: Optional[str] = None, **options: Any
) -> dict[str, Any]:
    """Answers a question from a bundle, or from several as if they were one: the object that ``ask()`` of the browser
    returns.

    Options are named as there, or as ``top_k``. A bundle over a cluster asks the gateway that it names, or this one.

    :raises BuildError: if the command fails
    """
    first, *further = [bundle] if isinstance(bundle, (str, PathLike)) else bundle
    flags = ["--gateway", gateway] if gateway else []
    for own in further:
        flags += ["--with", fspath(own)]
    for name, value in options.items():
        if value is not None:
            flags += ["--option", f"{name}={_toml(value)}"]
    return _run(["query", "--json", *flags, "--", fspath(first), question])


def _toml(value: object) -> str:
    """An option as the command reads it. Texts of JSON are texts of TOML."""
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(_toml, value))}]"
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{json.dumps(str(name))} = {_toml(own)}" for name, own in value.items()) + " }"
    return json.dumps(value, ensure_ascii=False)


def _is_meta(value: object) -> bool:
    """Whether the command keeps a value of ``meta``: it skips None, and joins a list with ``, ``."""
    plain = (str, int, float, bool)
    items = value if isinstance(value, (list, tuple)) else [value]
    return value is None or all(isinstance(item, plain) for item in items)


def _path_of(url: str) -> str:
    """The file of a page, from its address: ``/fees/`` is ``fees/index.html``."""
    path = unquote(urlsplit(url).path).lstrip("/")
    if path == "" or path.endswith("/"):
        return f"{path}index.html"
    return path if path.lower().endswith((".html", ".htm")) else f"{path}.html"


def _run(arguments: list[str]) -> Report:
    done = subprocess.run([binary_path(), *arguments], capture_output=True, text=True, encoding="utf-8", check=False)
    is_written = done.returncode == _CONCERNS and done.stdout
    if done.returncode != 0 and not is_written:
        raise BuildError(done.stderr.strip() or f"soru {arguments[0]} ended with {done.returncode}", done.returncode)
    report: Report = json.loads(done.stdout)
    return report
