//! The modules of the page as one script, so that a first visit waits for few requests. A module
//! becomes a function that returns what it exports: those that the page imports run in the order of
//! their imports, those that it loads later when they are wanted. The modules are also served one
//! by one, for other pages.

use super::file::{File, SCRIPT};
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
export const $load = async (url) => $ran[url] ?? ($later[url] ? $start(url) : import(url));
";

/// The script, and the URLs of the modules in it.
pub(super) struct Bundle {
    pub(super) file: File,
    pub(super) modules: BTreeSet<String>,
}

/// The bundle of the page that consists of these files.
pub(super) fn bundle(files: &[File]) -> Bundle {
    let texts = files.iter().filter(|file| file.url().ends_with(".js"));
    let texts = texts.filter_map(|file| Some((file.url(), str::from_utf8(file.content()).ok()?)));
    let modules: BTreeMap<_, _> = texts.map(|(url, text)| (url, Module::read(url, text))).collect();
    let mut order = Order { modules: &modules, placed: BTreeSet::new(), now: Vec::new(), later: Vec::new() };
    order.place(ENTRY);
    let mut script = HEAD.to_owned();
    for url in &order.later {
        write!(script, "$later[{url:?}] = async () => {{\n{}}};\n", modules[url].body(true))
            .expect("writing to memory does not fail");
    }
    for url in order.now.iter().filter(|&&url| url != ENTRY) {
        write!(script, "$ran[{url:?}] = (() => {{\n{}}})();\n", modules[url].body(false))
            .expect("writing to memory does not fail");
    }
    // The beginning may wait, which only the script as a whole can.
    script.extend(modules.get(ENTRY).map(|entry| format!("{{\n{}}}\n", entry.written(false))));
    let names = order.placed.into_iter().map(str::to_owned).collect();
    Bundle { file: File::new(URL.to_owned(), SCRIPT, script.into()), modules: names }
}

/// The modules in the order in which they run.
struct Order<'a> {
    modules: &'a BTreeMap<&'a str, Module>,
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
            let Some(module) = self.modules.get(url) else { continue };
            let is_later = !self.now.contains(&url);
            let static_imports = module.imports.iter().filter(|_| is_later);
            for wanted in module.loads.iter().chain(static_imports) {
                if self.modules.contains_key(&**wanted) && self.placed.insert(wanted) {
                    self.later.push(wanted);
                    due.push(wanted);
                }
            }
        }
    }

    fn place_now(&mut self, url: &'a str) {
        let Some(module) = self.modules.get(url) else { return };
        if self.placed.insert(url) {
            module.imports.iter().for_each(|import| self.place_now(import));
            self.now.push(url);
        }
    }
}

/// A module as the page has them: an import or an export begins a line, and an import ends in it.
struct Module {
    lines: Vec<Line>,
    /// The URLs of the modules that it imports, and of those that it loads later.
    imports: Vec<String>,
    loads: Vec<String>,
    /// Each name with the expression that it exports.
    exports: Vec<(String, String)>,
}

enum Line {
    Code(String),
    /// A pattern that takes what another module exports, and the URL of that.
    Import(String, String),
}

impl Module {
    fn read(url: &str, text: &str) -> Self {
        let mut module =
            Self { lines: Vec::new(), imports: Vec::new(), loads: Vec::new(), exports: Vec::new() };
        for line in text.lines() {
            module.read_line(url, line);
        }
        module
    }

    fn read_line(&mut self, url: &str, line: &str) {
        if let Some((names, from)) = line.strip_prefix("import ").and_then(|rest| rest.split_once(" from \""))
        {
            let pattern = names.strip_prefix("* as ").map_or_else(|| pattern(names), str::to_owned);
            self.import(pattern, url, from);
        } else if let Some(from) = line.strip_prefix("import \"") {
            self.import(String::new(), url, from);
        } else if let Some((names, from)) =
            line.strip_prefix("export {").and_then(|rest| rest.split_once('}'))
        {
            let names: Vec<_> = names.split(',').map(str::trim).filter(|name| !name.is_empty()).collect();
            let of = from.strip_prefix(" from \"").map_or_else(String::new, |from| {
                // Other imports may have the names of what is exported.
                let module = format!("module{}", self.imports.len());
                self.import(module.clone(), url, from);
                format!("{module}.")
            });
            self.exports.extend(names.iter().map(|&name| (name.to_owned(), format!("{of}{name}"))));
        } else if let Some(value) = line.strip_prefix("export default ") {
            self.exports.push(("default".to_owned(), "exported".to_owned()));
            self.code(url, &format!("const exported = {value}"));
        } else if let Some(declaration) = line.strip_prefix("export ") {
            let name = declared(declaration).to_owned();
            self.exports.push((name.clone(), name));
            self.code(url, declaration);
        } else {
            self.code(url, line);
        }
    }

    fn import(&mut self, pattern: String, url: &str, from: &str) {
        let imported = resolved(url, from.split('"').next().unwrap_or_default());
        self.imports.push(imported.clone());
        self.lines.push(Line::Import(pattern, imported));
    }

    /// A line of code. Modules that it loads by a fixed URL are those of the bundle.
    fn code(&mut self, url: &str, line: &str) {
        let mut code = String::new();
        let mut parts = line.split("import(\"");
        code.extend(parts.next());
        for part in parts {
            let (name, rest) = part.split_once('"').unwrap_or((part, ""));
            let wanted = resolved(url, name);
            write!(code, "$load({wanted:?}{rest}").expect("writing to memory does not fail");
            self.loads.push(wanted);
        }
        self.lines.push(Line::Code(with_fixed_urls(url, &code)));
    }

    /// The code, whose imports wait for modules that may not have run yet if it runs later.
    fn written(&self, is_later: bool) -> String {
        let line = |line: &Line| match line {
            Line::Code(code) => format!("{code}\n"),
            Line::Import(pattern, url) if is_later && pattern.is_empty() => {
                format!("await $load({url:?});\n")
            }
            Line::Import(pattern, url) if is_later => format!("const {pattern} = await $load({url:?});\n"),
            Line::Import(pattern, _) if pattern.is_empty() => String::new(),
            Line::Import(pattern, url) => format!("const {pattern} = $ran[{url:?}];\n"),
        };
        self.lines.iter().map(line).collect()
    }

    /// The code, then what it exports.
    fn body(&self, is_later: bool) -> String {
        let exports = self.exports.iter().map(|(name, value)| match name == value {
            true => format!("{name}, "),
            false => format!("{name}: {value}, "),
        });
        format!("{}return {{ {}}};\n", self.written(is_later), exports.collect::<String>())
    }
}

/// Code in which URLs do not depend on the place of the script.
fn with_fixed_urls(url: &str, code: &str) -> String {
    const BASE: &str = "\", import.meta.url";
    let mut parts = code.split("new URL(\"");
    let mut fixed = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (name, rest) = part.split_once(BASE).unwrap_or((part, ""));
        let full = if part.contains(BASE) {
            format!("{}\", location.origin", resolved(url, name))
        } else {
            name.to_owned()
        };
        fixed.extend(["new URL(\"", &full, rest]);
    }
    fixed.replace("import.meta.url", &format!("(location.origin + {url:?})"))
}

/// The names of an import as a pattern of an assignment: `{ a as b }` becomes `{ a: b }`.
fn pattern(names: &str) -> String {
    names.replace(" as ", ": ")
}

/// The name in a declaration, such as `async function* lines(`.
fn declared(declaration: &str) -> &str {
    let words = declaration.split(|letter: char| !letter.is_alphanumeric() && !"_$".contains(letter));
    let is_name = |word: &&str| !["", "async", "function", "const", "class"].contains(word);
    words.into_iter().find(is_name).unwrap_or_default()
}

/// The URL that a module names.
fn resolved(base: &str, name: &str) -> String {
    if !name.starts_with('.') {
        return name.to_owned();
    }
    let mut folders: Vec<_> = base.split('/').collect();
    folders.pop();
    for part in name.split('/') {
        match part {
            "." => (),
            ".." => drop(folders.pop()),
            part => folders.push(part),
        }
    }
    folders.join("/")
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let Bundle { file, modules } = bundle(&files);
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
        let Bundle { file, modules } = bundle(&super::super::SERVED);
        let script = str::from_utf8(file.content()).unwrap();
        assert!(modules.contains("/board.js") && modules.contains("/page/words/de.js"), "{modules:?}");
        assert!(!script.lines().any(|line| line.starts_with("import ")));
    }
}
