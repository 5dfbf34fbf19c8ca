//! The table of site generators.

/// A generator.
pub(super) struct Kind {
    pub(super) name: &'static str,
    /// Its npm package, if it has one.
    pub(super) package: &'static str,
    /// Files that show it, relative to the project; one of them has the settings.
    pub(super) files: &'static [&'static str],
    /// Words that one of the files contains.
    pub(super) sign: &'static str,
    /// Its command.
    pub(super) command: &'static str,
    /// The folder that it writes.
    pub(super) output: &'static str,
    /// The setting of another folder, as a pattern.
    pub(super) setting: &'static str,
}

const OTHER: Kind = Kind {
    name: "",
    package: "",
    files: &[],
    sign: "",
    command: "",
    output: "",
    setting: "",
};

/// A setting in YAML or TOML, or in JavaScript.
macro_rules! setting {
    ($name:literal) => {
        concat!(
            r#"(?m)^[\s{,]*["']?"#,
            $name,
            r#"["']?\s*[:=]\s*["']?([^"'\s#,}]+)"#
        )
    };
}

/// The generators, those that build on others first.
pub(super) const KINDS: [Kind; 19] = [
    Kind {
        name: "VitePress",
        package: "vitepress",
        command: "vitepress build",
        output: ".vitepress/dist",
        ..OTHER
    },
    Kind {
        name: "VuePress",
        package: "vuepress",
        command: "vuepress build",
        output: ".vuepress/dist",
        ..OTHER
    },
    Kind {
        name: "Docusaurus",
        package: "@docusaurus/core",
        command: "docusaurus build",
        output: "build",
        ..OTHER
    },
    Kind {
        name: "Starlight",
        package: "@astrojs/starlight",
        files: ASTRO,
        command: "astro build",
        output: "dist",
        setting: setting!("outDir"),
        ..OTHER
    },
    Kind {
        name: "Astro",
        package: "astro",
        files: ASTRO,
        command: "astro build",
        output: "dist",
        setting: setting!("outDir"),
        ..OTHER
    },
    Kind {
        name: "Eleventy",
        package: "@11ty/eleventy",
        files: &[
            "eleventy.config.js",
            "eleventy.config.mjs",
            "eleventy.config.cjs",
            "eleventy.config.ts",
            ".eleventy.js",
        ],
        command: "eleventy",
        output: "_site",
        setting: setting!("output"),
        ..OTHER
    },
    Kind {
        name: "Next.js",
        package: "next",
        command: "next build",
        output: "out",
        ..OTHER
    },
    Kind {
        name: "Nuxt",
        package: "nuxt",
        command: "nuxt generate",
        output: ".output/public",
        ..OTHER
    },
    Kind {
        name: "Gatsby",
        package: "gatsby",
        command: "gatsby build",
        output: "public",
        ..OTHER
    },
    Kind {
        name: "Hexo",
        package: "hexo",
        command: "hexo generate",
        output: "public",
        ..OTHER
    },
    Kind {
        name: "SvelteKit",
        package: "@sveltejs/kit",
        command: "vite build",
        output: "build",
        ..OTHER
    },
    Kind {
        name: "Hugo",
        files: &[
            "hugo.toml",
            "hugo.yaml",
            "hugo.json",
            "config.toml",
            "config/_default/hugo.toml",
            "config/_default/config.toml",
        ],
        sign: "baseURL",
        command: "hugo",
        output: "public",
        setting: setting!("publishDir"),
        ..OTHER
    },
    Kind {
        name: "Zola",
        files: &["config.toml"],
        sign: "base_url",
        command: "zola build",
        output: "public",
        setting: setting!("output_dir"),
        ..OTHER
    },
    Kind {
        name: "MkDocs",
        files: &["mkdocs.yml", "mkdocs.yaml"],
        command: "mkdocs build",
        output: "site",
        setting: setting!("site_dir"),
        ..OTHER
    },
    Kind {
        name: "mdBook",
        files: &["book.toml"],
        command: "mdbook build",
        output: "book",
        setting: setting!("build-dir"),
        ..OTHER
    },
    Kind {
        name: "Pelican",
        files: &["pelicanconf.py"],
        command: "pelican content",
        output: "output",
        setting: setting!("OUTPUT_PATH"),
        ..OTHER
    },
    Kind {
        name: "Sphinx",
        files: &[
            "docs/source/conf.py",
            "source/conf.py",
            "docs/conf.py",
            "doc/conf.py",
            "conf.py",
        ],
        sign: "extensions",
        command: "sphinx-build",
        output: "_build/html",
        ..OTHER
    },
    Kind {
        name: "Jekyll",
        files: &["_config.yml", "_config.yaml"],
        command: "bundle exec jekyll build",
        output: "_site",
        setting: setting!("destination"),
        ..OTHER
    },
    Kind {
        name: "Vite",
        package: "vite",
        command: "vite build",
        output: "dist",
        ..OTHER
    },
];

const ASTRO: &[&str] = &[
    "astro.config.mjs",
    "astro.config.js",
    "astro.config.ts",
    "astro.config.mts",
];
