"""Building bundles from Python, and asking them: pages that a program has, folders and records, by the command ``soru``.

>>> import soru
>>> with soru.create_index(config="soru.toml") as index:      # doctest: +SKIP
...     index.add_directory("public")
...     index.add_html("/fees/", "<html lang='en'><title>Fees</title>…")
...     report = index.write_bundle("public/soru")
"""

from ._binary import binary_path
from ._index import BuildError, Index, Report, ask, create_index

__all__ = ["BuildError", "Index", "Report", "ask", "binary_path", "create_index"]
