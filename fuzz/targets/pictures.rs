//! Random drawings with any texts, as text, SVG and HTML.
#![no_main]

use gridwright_fuzz::pictures;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    // Bytes that end too early make no drawing.
    let _ = pictures::any_drawing(input);
});
