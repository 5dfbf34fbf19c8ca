#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| soru_fuzz::run("report", bytes));
