use super::*;
use crate::minify::minify;

const PAGE: Chunk = Chunk {
    roots: &["page.js"],
    needs: &[],
    is_apart: false,
};
const LATE: Chunk = Chunk {
    roots: &["late.js", "later.js"],
    needs: &["page.js"],
    is_apart: false,
};
const WORKER: Chunk = Chunk {
    roots: &["worker.js"],
    needs: &[],
    is_apart: true,
};
const SITE: [(&str, &str); 7] = [
    ("errors.js", "export class Fault extends Error {}\n"),
    (
        "dom.js",
        "import { Fault } from './errors.js'\nconst own = 1\nexport { own as one }\n\
         export async function show(what) { throw new Fault(what) }\n",
    ),
    (
        "page.js",
        "import './errors.js'\nimport { one, show as display } from './dom.js'\n\
         import { Fault } from './errors.js'\nconst own = { one }\n\
         export const later = () => import('./later.js')\nexport const again = () => import('./late.js')\n\
         export { Fault }\nexport const first = () => display(own)\n",
    ),
    (
        "late.js",
        "import { one } from './dom.js'\nexport const two = one + 1\n",
    ),
    (
        "later.js",
        "import { two } from './late.js'\nconst own = two\nexport const three = own + 1\n",
    ),
    (
        "worker.js",
        "import { Fault } from './errors.js'\npostMessage(Fault)\n",
    ),
    ("alone.js", "const own = 1\n"),
];

fn site() -> Modules {
    modules(&SITE)
}

fn modules(files: &[(&str, &str)]) -> Modules {
    let mut modules = Modules::default();
    for (path, text) in files {
        modules.add(path, (*text).to_owned()).unwrap();
    }
    modules
}

fn joined(mut modules: Modules) -> Result<Modules> {
    join_into(&mut modules, &[PAGE, LATE, WORKER], &["alone.js"])?;
    Ok(modules)
}

fn error(modules: Modules) -> String {
    format!("{:#}", joined(modules).unwrap_err())
}

/// The site, with another text of one module.
fn with(path: &str, text: &str) -> Modules {
    let files: Vec<_> = SITE
        .into_iter()
        .filter(|(name, _)| *name != path)
        .chain([(path, text)])
        .collect();
    modules(&files)
}

#[test]
fn a_file_has_its_modules_behind_their_imports_under_names_of_their_own() {
    let site = joined(site()).unwrap();
    let page = site.get("page.js").unwrap();
    let places = [
        "class Fault$1",
        "const own$0 = 1",
        "const own$4 = { one: own$0 }",
    ];
    let places = places.map(|part| page.find(part).unwrap_or_else(|| panic!("{part}: {page}")));
    assert!(places.is_sorted(), "{page}");
    assert!(
        !page.contains("export class") && !page.contains("import {"),
        "{page}"
    );
    assert!(page.contains("show$0(own$4)"), "{page}");
}

#[test]
fn only_the_files_and_those_that_stay_alone_are_left() {
    let site = joined(site()).unwrap();
    let names: Vec<&str> = site.iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["alone.js", "late.js", "page.js", "worker.js"]);
    assert_eq!(site.get("alone.js"), Some("const own = 1\n"));
}

#[test]
fn a_file_exports_what_pages_name_and_what_other_files_need() {
    let site = joined(site()).unwrap();
    let page = site.get("page.js").unwrap();
    let (_, exports) = page.rsplit_once("export{").unwrap();
    let exports: BTreeSet<&str> = exports.trim_end_matches("};").split(',').collect();
    let expected = [
        "Fault$1 as Fault",
        "again$4 as again",
        "first$4 as first",
        "later$4 as later",
        "own$0 as a",
    ];
    assert_eq!(exports, BTreeSet::from(expected));
    let late = site.get("late.js").unwrap();
    assert!(
        late.starts_with("import{a as own$0}from\"./page.js\";"),
        "{late}"
    );
    assert!(
        late.ends_with("export{three$3 as three,two$2 as two};"),
        "{late}"
    );
}

#[test]
fn modules_loaded_later_are_imported_by_the_name_of_their_file() {
    let site = joined(site()).unwrap();
    let page = site.get("page.js").unwrap();
    assert_eq!(page.matches("import(\"./late.js\")").count(), 2, "{page}");
}

// A worker has no document: importing the page's modules would throw.
#[test]
fn the_worker_needs_no_file_but_its_own() {
    let site = joined(site()).unwrap();
    let worker = site.get("worker.js").unwrap();
    assert!(
        !worker.contains("import") && worker.contains("class Fault$1"),
        "{worker}"
    );
}

#[test]
fn joined_files_can_be_minified() {
    let mut site = joined(site()).unwrap();
    site.edit(minify).unwrap();
    let page = site.get("page.js").unwrap();
    assert!(!page.contains('$') && page.contains("as later"), "{page}");
}

#[test]
fn a_module_that_no_file_has_is_an_error_that_says_where_to_list_it() {
    let mut site = site();
    site.add("new.js", String::new()).unwrap();
    let error = error(site);
    assert!(
        error.contains("new.js") && error.contains("chunks.rs"),
        "{error}"
    );
    let site = with("late.js", "export const two = import('./dom.js')");
    assert!(self::error(site).contains("late.js loads dom.js"));
}

#[test]
fn a_file_that_would_load_another_by_accident_is_an_error() {
    let site = with(
        "dom.js",
        "export { two as one } from './late.js'\nexport const show = 1",
    );
    assert!(error(site).contains("imports itself"));
    let mut site = site_of_two();
    let chunks = [PAGE, Chunk { needs: &[], ..LATE }];
    let error = join_into(&mut site, &chunks, &[]).unwrap_err().to_string();
    assert!(
        error.contains("late.js would load page.js for dom.js"),
        "{error}"
    );
}

/// Two files that share a module.
fn site_of_two() -> Modules {
    let shared =
        "import { one } from './dom.js'\nexport const own = () => import('./later.js') + one\n";
    modules(&[
        ("dom.js", "export const one = 1\n"),
        ("page.js", shared),
        ("late.js", shared),
        ("later.js", "export const three = 3\n"),
    ])
}

#[test]
fn a_file_that_only_re_exports_is_an_error() {
    let site = with("later.js", "export { one as three } from './dom.js'\n");
    let late = Chunk {
        roots: &["late.js"],
        ..LATE
    };
    let later = Chunk {
        roots: &["later.js"],
        ..LATE
    };
    let error = join_into(&mut { site }, &[PAGE, late, later, WORKER], &["alone.js"]).unwrap_err();
    assert!(
        error.to_string().contains("later.js would only re-export"),
        "{error}"
    );
}

#[test]
fn more_files_than_the_limit_are_an_error() {
    let mut site = site();
    let names: Vec<String> = (0..MOST_FILES)
        .map(|number| format!("{number}.js"))
        .collect();
    for name in &names {
        site.add(name, String::new()).unwrap();
    }
    let alone: Vec<&str> = names
        .iter()
        .map(String::as_str)
        .chain(["alone.js"])
        .collect();
    let error = join_into(&mut site, &[PAGE, LATE, WORKER], &alone).unwrap_err();
    assert!(error.to_string().contains("more than 25 files"), "{error}");
}

#[test]
fn addresses_of_modules_lead_into_the_folder_of_the_package() {
    for (given, expected) in [
        ("import('../late/late.js')", "import(\"./late.js\")"),
        ("import(`../${own}.js`)", "import(`./${own"),
        (
            "new URL('../code.bin', import.meta.url)",
            "new URL(\"./code.bin\", import.meta.url)",
        ),
        (
            "new URL('../', location.href)",
            "new URL(\"../\", location.href)",
        ),
        (
            "new URL(own, import.meta.url)",
            "new URL(own$3, import.meta.url)",
        ),
    ] {
        let module = format!(
            "import {{ two }} from '../late/late.js'\nconst own = two\nexport const three = {given}\n"
        );
        let site = joined(with("later.js", &module)).unwrap();
        let late = site.get("late.js").unwrap();
        assert!(late.contains(expected), "{given}: {late}");
    }
}

#[test]
fn two_exports_of_one_name_in_a_file_are_an_error() {
    let site = with("later.js", "export const two = 3\n");
    assert!(error(site).contains("export `two`"));
}

#[test]
fn an_unsupported_module_is_refused_by_name() {
    for bad in [
        "export default 1",
        "export * from './errors.js'",
        "import * as all from './errors.js'",
        "import { a } from 'a.js'",
        "import { later } from './page.js'",
        "import './missing.js'",
        "import { missing } from './errors.js'\nexport const show = missing, own = 1",
        "const one$1 = 1\nexport { one$1 as one }\nexport const show = 1",
    ] {
        let error = error(with("dom.js", bad));
        assert!(
            error.contains("dom.js") || error.contains("missing.js"),
            "{bad}: {error}"
        );
    }
}
