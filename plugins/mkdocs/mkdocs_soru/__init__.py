"""Soru for MkDocs: puts the box where the theme has its search, and builds the index after the site.

`mkdocs serve` builds like `mkdocs build`, so the box also works there.
"""

from __future__ import annotations

import logging
import re
from pathlib import Path
from urllib.parse import urlsplit

from mkdocs.config import config_options
from mkdocs.config.base import Config
from mkdocs.plugins import BasePlugin
from mkdocs.utils import get_relative_url
from soru import create_index

FOLDER = "soru"

log = logging.getLogger("mkdocs.plugins.soru")

BOX = '<soru-search class="soru-in-{theme}" form="dialog"></soru-search>'

#: Where a theme has its search: what stands before the box, and what behind it.
PLACES = {
    "material": (r'<nav class="md-header__inner.*?', r'(?:<div class="md-header__source">|</nav>)'),
    "readthedocs": (r'<div class="wy-side-nav-search">.*?', r"</div>"),
    "mkdocs": (r'<div[^>]*id="navbar-collapse"[^>]*>.*?', r'<ul class="nav navbar-nav ms-md-auto|</div>\s*</div>\s*</div>'),
}

#: The colours of the theme.
STYLE = """<style>
.soru-in-material { --soru-accent: var(--md-typeset-a-color); --soru-bg: var(--md-default-bg-color);
  --soru-fg: var(--md-default-fg-color); --soru-font: var(--md-text-font-family); flex: none; margin: 0 .4rem; --soru-font-size: 16px }
.soru-in-mkdocs { --soru-accent: var(--bs-primary); --soru-bg: var(--bs-body-bg); --soru-fg: var(--bs-body-color);
  margin-left: auto }
[data-bs-theme=dark] .soru-in-mkdocs { color-scheme: dark }
.soru-in-readthedocs { display: block; margin: 0 auto; width: max-content }
</style>"""


class SoruConfig(Config):
    """What `mkdocs.yml` may say."""

    config = config_options.Optional(config_options.File(exists=True))
    """`soru.toml`, if it has another name or place."""


class Soru(BasePlugin[SoruConfig]):
    """The plugin, named `soru` in `mkdocs.yml`."""

    def on_post_page(self, output: str, *, page, config) -> str:
        """Puts the box on a page."""
        return with_box(output, get_relative_url(f"{FOLDER}/soru-search.js", page.url), config.theme.name)

    def on_post_template(self, output: str, *, template_name: str, config) -> str:
        """Puts it on the page for what is not found, which is shown at any address."""
        if template_name != "404.html":
            return output
        base = urlsplit(config.site_url or "/").path.rstrip("/")
        return with_box(output, f"{base}/{FOLDER}/soru-search.js", config.theme.name)

    def on_post_build(self, *, config) -> None:
        """Builds the index."""
        site = Path(config.site_dir)
        with create_index(config=self.config.config) as index:
            index.add_directory(site)
            report = index.write_bundle(site / FOLDER)
        for warning in report["warnings"]:
            log.warning(warning)
        log.info("Pages indexed: %d", report["pages"])


def with_box(page: str, script: str, theme: str | None) -> str:
    """A page with the script in its head, and with the box where the theme's search belongs, else before all text."""
    box = BOX.format(theme=theme)
    tag = f'<script type="module" src="{script}"></script>{STYLE}'
    page = page.replace("</head>", f"{tag}</head>", 1)
    before, behind = PLACES.get(theme, ("(?!)", ""))
    page, count = re.subn(f"({before})(?={behind})", lambda found: found[1] + box, page, count=1, flags=re.DOTALL)
    if count == 0:
        page = re.sub(r"<body[^>]*>", lambda found: found[0] + box, page, count=1)
    return page
