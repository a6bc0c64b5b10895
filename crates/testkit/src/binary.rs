use std::path::PathBuf;

/// The program under test, which cargo puts beside the folder of the test executables.
pub fn gatehouse_binary() -> PathBuf {
    let test = std::env::current_exe().expect("a test knows its own path");
    let profile = test.ancestors().nth(2).expect("test executables lie two folders deep");
    let binary = profile.join("gatehouse");
    assert!(
        binary.is_file(),
        "{} is not there: run `cargo build -p gatehouse` first (`make test` does)",
        binary.display()
    );
    binary
}
