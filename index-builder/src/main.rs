//! The `soru` command.

fn main() {}
