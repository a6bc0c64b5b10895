//! Tests of the whole program, and of what the compiler cannot see about the source. They are in
//! `tests/it`; run `cargo build -p gatehouse` first, `make test` does.
