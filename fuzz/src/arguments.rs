//! The command line: arguments of any kind, on a text in place of every file.

use std::ffi::OsString;

use gridwright_models::cli::rehearse;

use crate::texts::REGISTRY;

/// Runs the command: each line up to a blank one is an argument, what follows is the input.
pub fn run(input: &[u8]) {
    let (head, text) = match input.windows(2).position(|pair| pair == b"\n\n") {
        Some(at) => (&input[..at], &input[at + 2..]),
        None => (input, &b""[..]),
    };
    let words = String::from_utf8_lossy(head);
    // A zero byte is in no argument that an operating system hands on.
    let words = words.split('\n').map(|word| OsString::from(word.replace('\0', "")));
    let arguments: Vec<OsString> = std::iter::once("gridwright".into()).chain(words).collect();
    match rehearse(&REGISTRY, &arguments, text) {
        Ok(status) => assert!(status <= 3, "status {status}"),
        Err(message) => assert!(!message.is_empty()),
    }
}
