"""Soru for Sphinx: puts the box where the theme has its search, and builds the index after the site."""

from __future__ import annotations

from pathlib import Path

from soru import create_index
from sphinx.application import Sphinx
from sphinx.util import logging

FOLDER = "soru"

#: Sphinx's own search and lists say nothing that a page does not say.
LISTS = ("search", "genindex", "modindex", "py-modindex")

log = logging.getLogger(__name__)


def setup(app: Sphinx) -> dict:
    """The extension, named `sphinx_soru` in `conf.py`."""
    app.add_config_value("soru_config", None, "")
    app.connect("config-inited", use_templates)
    app.connect("html-page-context", add_script)
    app.connect("build-finished", build)
    return {"version": "0.1.0", "parallel_read_safe": True, "parallel_write_safe": True}


def use_templates(app: Sphinx, config) -> None:
    """Has the box in the place of the templates by which themes show their search. Those of the project come first."""
    config.templates_path = [*config.templates_path, str(Path(__file__).parent / "templates")]


def add_script(app: Sphinx, pagename: str, templatename: str, context: dict, doctree) -> None:
    """Adds the script to a page's head."""
    if app.builder.format != "html":
        return
    script = context["pathto"](f"{FOLDER}/soru-search.js", 1)
    tags = f'<script type="module" src="{script}"></script>'
    if pagename in LISTS:
        tags += '<meta name="robots" content="noindex">'
    context["metatags"] = context.get("metatags", "") + tags


def build(app: Sphinx, error: Exception | None) -> None:
    """Builds the index."""
    if error or app.builder.name not in ("html", "dirhtml"):
        return
    site = Path(app.outdir)
    with create_index(config=app.config.soru_config) as index:
        index.add_directory(site)
        report = index.write_bundle(site / FOLDER)
    for warning in report["warnings"]:
        log.warning(warning)
    log.info("pages indexed: %d", report["pages"])
