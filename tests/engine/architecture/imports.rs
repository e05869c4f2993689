//! The paths that a source file names, read from its tokens: comments, texts and test-only items count for nothing.

/// A path as it is written, and the module that it is written in.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Import {
    /// The module, from the crate's root.
    pub(crate) module: Vec<String>,
    /// The segments, such as `crate`, `store`, `Why`; the last may be `*`.
    pub(crate) path: Vec<String>,
}

impl Import {
    /// The path from the crate's root; `None` where it does not start with `crate`, `self` or `super`.
    pub(crate) fn resolved(&self) -> Option<Vec<String>> {
        let mut base = match self.path.first()?.as_str() {
            "crate" => Vec::new(),
            "self" | "super" => self.module.clone(),
            _ => return None,
        };
        for segment in &self.path {
            match segment.as_str() {
                "crate" | "self" => {}
                "super" => drop(base.pop()),
                name => base.push(name.into()),
            }
        }
        Some(base)
    }
}

/// All paths of `use` items, and all paths elsewhere that start with `crate`, `self` or `super`.
pub(crate) fn imports(module: &[String], source: &str) -> Vec<Import> {
    let tokens = without_tests(tokens(source));
    let mut found = Vec::new();
    let mut module = module.to_vec();
    let (mut depth, mut inline) = (0, Vec::new());
    let mut i = 0;
    while i < tokens.len() {
        let starts_path = matches!(tokens[i].as_str(), "crate" | "self" | "super")
            && tokens.get(i + 1).is_some_and(|next| next == "::")
            && (i == 0 || tokens[i - 1] != "::");
        let is_use = tokens[i] == "use" && tokens.get(i + 1).is_some_and(|next| next != "<");
        if starts_path || is_use {
            i += usize::from(is_use);
            let mut paths = Vec::new();
            i = tree(&tokens, i, &[], &mut paths);
            found.extend(paths.into_iter().map(|path| Import { module: module.clone(), path }));
            continue;
        }
        match tokens[i].as_str() {
            "{" => {
                if i >= 2 && tokens[i - 2] == "mod" {
                    module.push(tokens[i - 1].clone());
                    inline.push(depth);
                }
                depth += 1;
            }
            "}" => {
                depth -= 1;
                if inline.last() == Some(&depth) {
                    inline.pop();
                    module.pop();
                }
            }
            _ => {}
        }
        i += 1;
    }
    found
}

/// Reads a path, or a tree of paths, that begins at a token; answers where it ends.
fn tree(tokens: &[String], mut i: usize, prefix: &[String], out: &mut Vec<Vec<String>>) -> usize {
    let mut path = prefix.to_vec();
    while let Some(token) = tokens.get(i) {
        i += 1;
        match token.as_str() {
            "{" => {
                while tokens.get(i).is_some_and(|token| token != "}") {
                    i = tree(tokens, i, &path, out);
                    i += usize::from(tokens.get(i).is_some_and(|token| token == ","));
                }
                return i + 1;
            }
            // A path from the root of all crates, or a type such as `crate::store::Past<'_>` or `Vec::<u8>`.
            "::" => continue,
            "<" => break,
            segment => path.push(segment.into()),
        }
        match tokens.get(i).map(String::as_str) {
            Some("::") => {}
            Some("as") => {
                i += 2;
                break;
            }
            _ => break,
        }
    }
    out.push(path);
    i
}

/// The tokens that are left when items under `#[cfg(test)]` are taken away.
fn without_tests(tokens: Vec<String>) -> Vec<String> {
    const TEST_ONLY: [&str; 7] = ["#", "[", "cfg", "(", "test", ")", "]"];
    let mut kept = Vec::with_capacity(tokens.len());
    let mut i = 0;
    while i < tokens.len() {
        if !tokens[i..].iter().map(String::as_str).take(7).eq(TEST_ONLY) {
            kept.push(tokens[i].clone());
            i += 1;
            continue;
        }
        i += TEST_ONLY.len();
        let mut depth = 0;
        while let Some(token) = tokens.get(i) {
            i += 1;
            match token.as_str() {
                "{" | "[" | "(" => depth += 1,
                "}" | "]" | ")" => depth -= 1,
                _ => {}
            }
            if depth == 0 && matches!(token.as_str(), "}" | ";") {
                break;
            }
        }
    }
    kept
}

/// Words, `::` and single signs.
fn tokens(source: &str) -> Vec<String> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut tokens: Vec<String> = Vec::new();
    let mut rest = source;
    while let Some(c) = rest.chars().next() {
        let word = rest.len() - rest.trim_start_matches(is_word).len();
        let after = &rest[word..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if rest.starts_with("/*") {
            block_comment(rest)
        } else if matches!(&rest[..word], "" | "r" | "b" | "c" | "br" | "cr") && is_text(after) {
            word + text(after, rest[..word].contains('r'))
        } else if word > 0 {
            tokens.push(rest[..word].into());
            word
        } else if c == '\'' {
            character(rest)
        } else if rest.starts_with("::") {
            tokens.push("::".into());
            2
        } else {
            if !c.is_whitespace() {
                tokens.push(c.into());
            }
            c.len_utf8()
        };
        rest = &rest[length..];
    }
    tokens
}

fn is_text(rest: &str) -> bool {
    rest.trim_start_matches('#').starts_with('"')
}

/// The length of a text that starts with its quotation mark, or with the number signs of a raw text.
fn text(rest: &str, raw: bool) -> usize {
    let signs = rest.find('"').unwrap_or(0);
    let end = format!("\"{}", &rest[..signs]);
    let mut at = signs + 1;
    while at < rest.len() && !rest[at..].starts_with(&end) {
        let escaped = !raw && rest[at..].starts_with('\\');
        at += rest[at..].chars().take(1 + usize::from(escaped)).map(char::len_utf8).sum::<usize>();
    }
    (at + end.len()).min(rest.len())
}

/// The length of a character in quotation marks, or of the mark alone where it begins a lifetime.
fn character(rest: &str) -> usize {
    let mut chars = rest.char_indices().skip(1);
    match chars.next() {
        Some((_, '\\')) => rest[3..].find('\'').map_or(rest.len(), |end| end + 4),
        Some(_) => chars.next().filter(|&(_, c)| c == '\'').map_or(1, |(at, _)| at + 1),
        None => 1,
    }
}

/// The length of a block comment, which may hold others.
fn block_comment(rest: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < rest.len() {
        if rest[at..].starts_with("/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with("*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                break;
            }
        } else {
            at += rest[at..].chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

#[test]
fn paths_are_read_wherever_they_stand() {
    let source = r##"
        // use crate::comment;  /* use crate::comment */
        use crate::{ids::{Atom, VarId as X}, store::*};
        pub(crate) use super::Scope;
        use std::fmt;
        const TEXT: &str = r#"use "crate::text" "#;
        const MARKS: [char; 3] = ['"', '\'', '\\'];
        fn f<'a>(x: &'a crate::engine::Engine) -> "crate::text\"" { self::g(); }
        mod inner { fn f() { super::h::<u8>() } }
        #[cfg(test)]
        mod tests { use crate::testing::check; }
        #[cfg(test)] use crate::testing::Dice;
        fn last() { crate::limit::Budget::unlimited() }
    "##;
    let module = ["constraint".to_string(), "count".to_string()];
    let found: Vec<String> =
        imports(&module, source).iter().filter_map(Import::resolved).map(|path| path.join("::")).collect();
    let expected = [
        "ids::Atom",
        "ids::VarId",
        "store::*",
        "constraint::Scope",
        "engine::Engine",
        "constraint::count::g",
        "constraint::count::h",
        "limit::Budget::unlimited",
    ];
    assert_eq!(found, expected);
}
