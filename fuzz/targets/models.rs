//! Random calls of everything with which models are built and asked.
#![no_main]

use gridwright_fuzz::models;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: &[u8]| {
    // Bytes that end too early make no model.
    let _ = models::any_model(input);
});
