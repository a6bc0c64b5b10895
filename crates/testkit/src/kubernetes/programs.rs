use std::path::PathBuf;

/// The folder where scripts/lib.sh keeps what is made once.
pub(super) fn cache() -> PathBuf {
    let named = std::env::var_os("GATEHOUSE_CACHE").map(PathBuf::from);
    let usual =
        || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache/gatehouse"));
    named.or_else(usual).expect("GATEHOUSE_CACHE or HOME is set")
}

/// The folder of Kubernetes's programs.
pub(super) fn folder() -> PathBuf {
    let programs = cache().join("kubernetes");
    assert!(
        programs.join("version").is_file(),
        "Kubernetes is not built: run scripts/setup-kubernetes, or leave these tests out with \
         GATEHOUSE_TEST_SKIP=kubernetes"
    );
    programs
}
