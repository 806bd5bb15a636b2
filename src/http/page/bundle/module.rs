//! A module of the page, read line by line: an import or an export begins a line, and an import ends in it. Other
//! forms are refused, because what reads no expressions would bundle them wrongly.

use super::super::file::ends_in_template;
use bestmove_core::game::{Invalid, quoted};
use std::collections::BTreeMap;
use std::fmt::Write;

const IMPORTS: &str =
    "import \"…\", import * as name from \"…\" or import { names } from \"…\", each in a line of its own";
const EXPORTS: &str = "export of a function, a class or one const; export { names }, also from \"…\"; \
                       or export default of an expression that begins no declaration";
const LOADS: &str = "import(\"…\"), or import(/* webpackIgnore: true */ …) of what is no relative URL";
const META: &str = "import.meta.url";

pub(super) struct Module {
    lines: Vec<Line>,
    /// The URLs of the modules that it imports, each with the names that these have to export.
    imports: Vec<(String, Vec<String>)>,
    /// The URLs of the modules that it loads later.
    pub(super) loads: Vec<String>,
    /// Each name with the expression that it exports.
    exports: Vec<(String, String)>,
}

enum Line {
    Code(String),
    /// A pattern that takes what another module exports, and the URL of that.
    Import(String, String),
}

impl Module {
    pub(super) fn read(url: &str, text: &str) -> Result<Self, Invalid> {
        let mut module =
            Self { lines: Vec::new(), imports: Vec::new(), loads: Vec::new(), exports: Vec::new() };
        let mut is_template = false;
        for line in text.lines() {
            let starts = |word| !is_template && starts_with_keyword(line, word);
            let refused = |expected| move || Invalid::new(url, expected, quoted(line));
            if starts("import") {
                module.read_import(url, line).ok_or_else(refused(IMPORTS))?;
            } else if starts("export") {
                module.read_export(url, line).ok_or_else(refused(EXPORTS))?;
            } else {
                module.code(url, line);
            }
            is_template = ends_in_template(line, is_template);
        }
        refuse_other_loads(url, text)?;
        Ok(module)
    }

    pub(super) fn imports(&self) -> impl Iterator<Item = &str> {
        self.imports.iter().map(|(url, _)| &**url)
    }

    /// Refuses a name that the module imports from another, which does not export it.
    pub(super) fn check_names(&self, url: &str, modules: &BTreeMap<&str, &Self>) -> Result<(), Invalid> {
        for (from, names) in &self.imports {
            let module = modules.get(&**from);
            let module = module.ok_or_else(|| Invalid::new(url, "a module of the page", quoted(from)))?;
            let is_missing = |name: &&String| !module.exports.iter().any(|(exported, _)| exported == *name);
            if let Some(name) = names.iter().find(is_missing) {
                return Err(Invalid::new(url, format!("a name that {from} exports"), quoted(name)));
            }
        }
        Ok(())
    }

    fn read_import(&mut self, url: &str, line: &str) -> Option<()> {
        let rest = line.strip_prefix("import ")?;
        if rest.starts_with('"') {
            self.import(String::new(), Vec::new(), url, text_at_end(rest)?);
            return Some(());
        }
        let (names, from) = rest.split_once(" from ")?;
        let from = text_at_end(from)?;
        if let Some(name) = names.strip_prefix("* as ") {
            self.import(name.to_owned(), Vec::new(), url, from);
        } else {
            let names = names.strip_prefix('{')?.strip_suffix('}')?;
            // `{ a as b }` becomes `{ a: b }`.
            let pattern = format!("{{{}}}", names.replace(" as ", ": "));
            let imported = list(names).map(|name| name.split(' ').next().unwrap_or(name).to_owned());
            self.import(pattern, imported.collect(), url, from);
        }
        Some(())
    }

    fn read_export(&mut self, url: &str, line: &str) -> Option<()> {
        let rest = line.strip_prefix("export ")?;
        if let Some(names) = rest.strip_prefix('{') {
            let (names, from) = names.split_once('}')?;
            let names: Vec<_> = list(names).map(str::to_owned).collect();
            let is_plain = names.iter().all(|name| name.chars().all(is_of_name));
            let of = match from.strip_prefix(" from ") {
                Some(from) => {
                    // Other imports may have the names of what is exported.
                    let module = format!("module{}", self.imports.len());
                    self.import(module.clone(), names.clone(), url, text_at_end(from)?);
                    format!("{module}.")
                }
                None => from.trim_end_matches(';').is_empty().then(String::new)?,
            };
            self.exports.extend(names.into_iter().map(|name| (name.clone(), format!("{of}{name}"))));
            return is_plain.then_some(());
        }
        if let Some(value) = rest.strip_prefix("default ") {
            // A function or class would have a name in the module, or begin the next line's expression.
            let is_declaration =
                ["function", "async", "class"].iter().any(|word| starts_with_keyword(value, word));
            self.exports.push(("default".to_owned(), "exported".to_owned()));
            self.code(url, &format!("const exported = {value}"));
            return (!is_declaration).then_some(());
        }
        let name = declared(rest)?;
        self.exports.push((name.to_owned(), name.to_owned()));
        self.code(url, rest);
        Some(())
    }

    fn import(&mut self, pattern: String, names: Vec<String>, url: &str, from: &str) {
        let imported = resolved(url, from);
        self.imports.push((imported.clone(), names));
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
    pub(super) fn written(&self, is_later: bool) -> String {
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
    pub(super) fn body(&self, is_later: bool) -> String {
        let exports = self.exports.iter().map(|(name, value)| match name == value {
            true => format!("{name}, "),
            false => format!("{name}: {value}, "),
        });
        format!("{}return {{ {}}};\n", self.written(is_later), exports.collect::<String>())
    }
}

const fn is_of_name(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || matches!(letter, '_' | '$')
}

/// Whether a statement begins with that word. `import(…)`, `import.meta` and the key `import:` do not.
fn starts_with_keyword(code: &str, word: &str) -> bool {
    code.strip_prefix(word)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '{', '*', '"', '\'', '(']))
        && !code.starts_with("import(")
}

/// The names of a list.
fn list(names: &str) -> impl Iterator<Item = &str> {
    names.split(',').map(str::trim).filter(|name| !name.is_empty())
}

/// The text in double quotes that ends a line.
fn text_at_end(code: &str) -> Option<&str> {
    let (text, rest) = code.strip_prefix('"')?.split_once('"')?;
    rest.trim_end_matches(';').is_empty().then_some(text)
}

/// The name in a declaration, such as `async function* lines(`.
fn declared(declaration: &str) -> Option<&str> {
    let starts = ["const ", "class ", "function ", "function* ", "async function ", "async function* "];
    let rest = starts.iter().find_map(|start| declaration.strip_prefix(start))?;
    let (name, after) = rest.split_at(rest.find(|letter| !is_of_name(letter)).unwrap_or(rest.len()));
    (!name.is_empty() && !after.starts_with(',')).then_some(name)
}

/// Refuses modules that are loaded by an expression: relative to the bundle, they would be others. A comment for bundlers
/// says that one is not meant for them.
fn refuse_other_loads(url: &str, text: &str) -> Result<(), Invalid> {
    for (at, call) in text.match_indices("import(") {
        let is_method = text[..at].ends_with(|letter: char| is_of_name(letter) || ".#@".contains(letter));
        let wanted = text[at + call.len()..].trim_start();
        let is_ignored =
            || wanted.split(')').next().is_some_and(|wanted| wanted.contains("webpackIgnore: true"));
        if !is_method && !wanted.starts_with('"') && !is_ignored() {
            return Err(Invalid::new(url, LOADS, quoted(text[at..].lines().next().unwrap_or(call))));
        }
    }
    let other = text.split("import.meta").skip(1).find(|rest| !rest.starts_with(".url"));
    other.map_or(Ok(()), |rest| {
        let rest = rest.lines().next().unwrap_or_default();
        Err(Invalid::new(url, META, quoted(&format!("import.meta{rest}"))))
    })
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
