//! The command with any arguments, one a line up to a blank line, on the text behind it.
#![no_main]

use gridwright_fuzz::arguments;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| arguments::run(input));
