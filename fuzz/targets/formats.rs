//! A first line that names a format, a kind and settings, and then a text in that format.
#![no_main]

use gridwright_fuzz::texts;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| texts::named_format(input));
