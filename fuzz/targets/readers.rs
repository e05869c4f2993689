//! Any bytes at all, in whatever format they are recognised to have.
#![no_main]

use gridwright_fuzz::texts;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| texts::any_format(input));
