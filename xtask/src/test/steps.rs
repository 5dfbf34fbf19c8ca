//! The steps, their order, and their tools.

use anyhow::Result;

use super::{javascript, rust, wasm};
use crate::tools::Tool;
use crate::workspace::Workspace;
use crate::{bundle, clusters, demo, docs, guides};

/// One check.
#[derive(Debug)]
pub(super) struct Step {
    /// Its name for `--only`.
    pub(super) name: &'static str,
    /// The property that it checks.
    pub(super) about: &'static str,
    /// The tools that it needs.
    pub(super) needs: &'static [Tool],
    /// The check, which fails if the property does not hold.
    pub(super) run: fn(&Workspace) -> Result<()>,
}

/// The steps in running order. A step may rely only on its tools: it builds its inputs, which is
/// fast if an earlier step has built them.
pub(super) const STEPS: [Step; 17] = [
    Step {
        name: "format",
        about: "Rust code is laid out as rustfmt does it",
        needs: &[Tool::Rustfmt],
        run: rust::format,
    },
    Step {
        // This is the first step that compiles: the command embeds the package, and is compiled
        // once.
        name: "bundle",
        about: "the package builds and is within its size budget",
        needs: &[Tool::WasmTarget],
        run: bundle::check,
    },
    Step {
        name: "clippy",
        about: "no lint fires, in any package",
        needs: &[Tool::Clippy],
        run: rust::clippy,
    },
    Step {
        name: "clippy-wasm",
        about: "nor in the engine as compiled for the browser",
        needs: &[Tool::Clippy, Tool::WasmTarget],
        run: rust::clippy_wasm,
    },
    Step {
        name: "doc",
        about: "the documentation builds without a warning",
        needs: &[],
        run: rust::doc,
    },
    Step {
        name: "native",
        about: "unit, contract and property tests, and the documentation's examples",
        needs: &[],
        run: rust::native,
    },
    Step {
        name: "demo",
        about: "the demo site builds",
        needs: &[Tool::WasmTarget],
        run: demo::build,
    },
    Step {
        name: "types",
        about: "the element, its published types and the answers of the demo's engine agree",
        needs: &[Tool::WasmTarget, Tool::Node],
        run: javascript::types,
    },
    Step {
        name: "docs",
        about: "the documentation builds: links have targets, and facts quote their pages",
        needs: &[Tool::WasmTarget],
        run: docs::build,
    },
    Step {
        name: "e2e",
        about: "the demo site works in Chromium, from the first key press to the answer",
        needs: &[
            Tool::WasmTarget,
            Tool::WasmBindgen,
            Tool::Node,
            Tool::Chromium,
            Tool::Python,
            Tool::Nginx,
            Tool::Php,
            Tool::Font,
        ],
        run: javascript::end_to_end,
    },
    Step {
        name: "guides",
        about: "guides for site generators hold, those that install little",
        needs: &[Tool::WasmTarget, Tool::Node, Tool::Chromium],
        run: guides::cheap,
    },
    Step {
        name: "browsers",
        about: "so it does in Firefox and in WebKit, wide and on a phone",
        needs: &[
            Tool::WasmTarget,
            Tool::Node,
            Tool::Firefox,
            Tool::Geckodriver,
            Tool::WebKit,
            Tool::Display,
        ],
        run: javascript::other_browsers,
    },
    Step {
        name: "wasm-chrome",
        about: "the engine's tests in Chromium",
        needs: &[
            Tool::WasmTarget,
            Tool::WasmPack,
            Tool::WasmBindgen,
            Tool::Chromium,
            Tool::Chromedriver,
        ],
        run: wasm::chrome,
    },
    Step {
        name: "wasm-firefox",
        about: "the engine's tests in Firefox",
        needs: &[
            Tool::WasmTarget,
            Tool::WasmPack,
            Tool::WasmBindgen,
            Tool::Firefox,
            Tool::Geckodriver,
        ],
        run: wasm::firefox,
    },
    Step {
        name: "wasm-package",
        about: "a plain `wasm-pack build` gives a package that answers",
        needs: &[
            Tool::WasmTarget,
            Tool::WasmPack,
            Tool::WasmBindgen,
            Tool::Node,
        ],
        run: wasm::package,
    },
    Step {
        name: "clusters",
        about: "a push to OpenSearch and Solr is found, also while a node is killed",
        needs: &clusters::TOOLS,
        run: clusters::short,
    },
    Step {
        name: "dependencies",
        about: "licences and sources of all dependencies are allowed, and the release workflow is well formed",
        needs: &[Tool::CargoDeny, Tool::Actionlint],
        run: rust::dependencies,
    },
];
