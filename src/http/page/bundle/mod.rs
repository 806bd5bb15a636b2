//! The modules of the page as one script, so that a first visit waits for few requests. A module becomes a function that
//! returns what it exports: those that the page imports run in the order of their imports, those that it loads later when
//! they are wanted. The modules are also served one by one, for other pages.

mod module;

use super::file::{File, SCRIPT};
use bestmove_core::game::Invalid;
use module::Module;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// The module that the page begins with.
const ENTRY: &str = "/page/app.js";
const URL: &str = "/page/bundle.js";

/// The modules by their URLs: those that have run, and those that run when they are wanted.
const HEAD: &str = "const $ran = {}, $later = {}, $started = {};
const $start = (url) => ($started[url] ??= $later[url]().catch((error) => {
delete $started[url];
throw error;
}));
const $load = globalThis.$load = async (url) => $ran[url] ?? ($later[url] ? $start(url) : import(url));
";

/// The script, and the URLs of the modules in it.
pub(super) struct Bundle {
    pub(super) file: File,
    pub(super) modules: BTreeSet<String>,
}

/// The bundle of the page that consists of these files. Refuses modules of forms that it does not read.
pub(super) fn bundle(files: &[File]) -> Result<Bundle, Invalid> {
    let texts = files.iter().filter(|file| file.url().ends_with(".js"));
    let texts = texts.filter_map(|file| Some((file.url(), str::from_utf8(file.content()).ok()?)));
    let modules: BTreeMap<_, _> = texts.map(|(url, text)| (url, Module::read(url, text))).collect();
    let mut order = Order { modules: &modules, placed: BTreeSet::new(), now: Vec::new(), later: Vec::new() };
    order.place(ENTRY);
    let Order { placed, now, later, .. } = order;
    let placed = placed.into_iter().map(|url| Ok((url, modules[url].as_ref().map_err(Clone::clone)?)));
    let placed: BTreeMap<_, _> = placed.collect::<Result<_, Invalid>>()?;
    for (url, module) in &placed {
        module.check_names(url, &placed)?;
    }
    let mut script = HEAD.to_owned();
    for url in later {
        write!(script, "$later[{url:?}] = async () => {{\n{}}};\n", placed[url].body(true))
            .expect("writing to memory does not fail");
    }
    for url in now.into_iter().filter(|&url| url != ENTRY) {
        write!(script, "$ran[{url:?}] = (() => {{\n{}}})();\n", placed[url].body(false))
            .expect("writing to memory does not fail");
    }
    // The beginning may wait, which only the script as a whole can.
    script.extend(placed.get(ENTRY).map(|entry| format!("{{\n{}}}\n", entry.written(false))));
    let names = placed.into_keys().map(str::to_owned).collect();
    Ok(Bundle { file: File::new(URL.to_owned(), SCRIPT, script.into()), modules: names })
}

/// The modules in the order in which they run.
struct Order<'a> {
    modules: &'a BTreeMap<&'a str, Result<Module, Invalid>>,
    placed: BTreeSet<&'a str>,
    now: Vec<&'a str>,
    later: Vec<&'a str>,
}

impl<'a> Order<'a> {
    /// Places a module after those that it imports, then those that they load later.
    fn place(&mut self, entry: &'a str) {
        self.place_now(entry);
        let mut due = self.now.clone();
        while let Some(url) = due.pop() {
            let Some(Ok(module)) = self.modules.get(url) else { continue };
            let is_later = !self.now.contains(&url);
            let static_imports = module.imports().filter(|_| is_later);
            for wanted in module.loads.iter().map(String::as_str).chain(static_imports) {
                if self.modules.contains_key(wanted) && self.placed.insert(wanted) {
                    self.later.push(wanted);
                    due.push(wanted);
                }
            }
        }
    }

    fn place_now(&mut self, url: &'a str) {
        let Some(module) = self.modules.get(url) else { return };
        if self.placed.insert(url) {
            module.iter().flat_map(Module::imports).for_each(|import| self.place_now(import));
            self.now.push(url);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bestmove_core::game::quoted;

    fn file(url: &str, text: &'static str) -> File {
        File::new(url.to_owned(), SCRIPT, text.into())
    }

    #[test]
    fn modules_become_functions_in_the_order_of_their_imports() {
        let files = [
            file(ENTRY, "import { b as c } from \"./b.js\";\nconst d = await import(\"/d.js\");\nc(d);\n"),
            file(
                "/page/b.js",
                "import * as a from \"../a.js\";\nexport { x } from \"/a.js\";\nexport const b = a.x;\n",
            ),
            file("/a.js", "export async function* x() {\n}\nexport default {\n};\n"),
            file(
                "/d.js",
                "import \"/a.js\";\nexport class D {}\nnew URL(import.meta.url);\nnew URL(\"./w.js\", import.meta.url);\n",
            ),
            file("/other.js", "never();\n"),
        ];
        let Bundle { file, modules } = bundle(&files).unwrap();
        let script = str::from_utf8(file.content()).unwrap();
        let expected = "$later[\"/d.js\"] = async () => {\nawait $load(\"/a.js\");\nclass D {}\n\
                        new URL((location.origin + \"/d.js\"));\nnew URL(\"/w.js\", location.origin);\nreturn { D, };\n};\n\
                        $ran[\"/a.js\"] = (() => {\nasync function* x() {\n}\nconst exported = {\n};\n\
                        return { x, default: exported, };\n})();\n\
                        $ran[\"/page/b.js\"] = (() => {\nconst a = $ran[\"/a.js\"];\nconst module1 = $ran[\"/a.js\"];\n\
                        const b = a.x;\nreturn { x: module1.x, b, };\n})();\n\
                        {\nconst { b: c } = $ran[\"/page/b.js\"];\nconst d = await $load(\"/d.js\");\nc(d);\n}\n";
        assert_eq!(script.strip_prefix(HEAD).unwrap(), expected);
        assert_eq!(modules.len(), 4);
    }

    #[test]
    fn the_page_imports_no_module_one_by_one() {
        let Bundle { file, modules } = bundle(&super::super::SERVED.files).unwrap();
        let script = str::from_utf8(file.content()).unwrap();
        assert!(modules.contains("/board.js") && modules.contains("/page/words/de.js"), "{modules:?}");
        assert!(!script.lines().any(|line| line.starts_with("import ")));
    }

    /// The refusal of a module with that text, which the page loads later and beside which `/a.js` exports `a`.
    fn refusal(text: &'static str) -> Option<String> {
        let load = "import(\"/b.js\");\n";
        let files = [file(ENTRY, load), file("/a.js", "export const a = 1;\n"), file("/b.js", text)];
        bundle(&files).err().map(|refusal| refusal.to_string())
    }

    #[test]
    fn forms_that_would_be_bundled_wrongly_are_refused_in_words() {
        for unsupported in [
            "import a from \"/a.js\";",
            "import a, { a as b } from \"/a.js\";",
            "import { a } from '/a.js';",
            "import '/a.js';",
            "import {\na,\n} from \"/a.js\";",
            "import { a } from \"/a.js\" with { type: \"json\" };",
            "import { a } from \"/a.js\"; a();",
            "import{a}from\"/a.js\";",
            "export * from \"/a.js\";",
            "export * as all from \"/a.js\";",
            "export { a as b } from \"/a.js\";",
            "export { a } from '/a.js';",
            "export {\na,\n};",
            "export let a = 1;",
            "export var a = 1;",
            "export const { a } = b;",
            "export const [a] = b;",
            "export const a, b = 1;",
            "export default function a() {}",
            "export default async () => {};",
            "export default class {}",
            "import(`/${a}.js`);",
            "import('/a.js');",
            "import(a);",
            "import.meta.resolve(\"/a.js\");",
        ] {
            let words = refusal(unsupported).unwrap_or_else(|| panic!("{unsupported}"));
            let line = quoted(unsupported.lines().next().unwrap()).to_string();
            assert!(words.starts_with("/b.js: expected ") && words.ends_with(&line), "{words}");
        }
    }

    #[test]
    fn names_and_modules_that_there_are_not_are_refused() {
        let words = |text| refusal(text).unwrap();
        let missing = "/b.js: expected a name that /a.js exports, got \"b\"";
        assert_eq!(words("import { a, b as c } from \"./a.js\";\n"), missing);
        assert_eq!(words("export { b } from \"./a.js\";\n"), missing);
        assert_eq!(words("import \"/c.js\";\n"), "/b.js: expected a module of the page, got \"/c.js\"");
    }

    #[test]
    fn what_only_looks_like_an_import_is_left_alone() {
        for text in [
            "import { a as b } from \"/a.js\"\nimport * as c from \"/a.js\";\nexport { b, c };\n",
            "const words = {\nimport: 1,\nexport: 2,\n};\nexport default words;\n",
            "const sample = `\nimport a from \"/a.js\";\nexport * from \"/a.js\";\n`;\n",
            "archive.import(file);\nthis.#import(file);\n\
             const { href } = new URL(\"/c.js\", import.meta.url);\nawait import(\n/* webpackIgnore: true */ href\n);\n",
        ] {
            assert_eq!(refusal(text), None, "{text}");
        }
    }
}
