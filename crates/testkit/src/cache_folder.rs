use std::path::PathBuf;

/// The folder where scripts/lib.sh keeps what is made once.
pub(crate) fn cache_folder() -> PathBuf {
    let named = std::env::var_os("GATEHOUSE_CACHE").map(PathBuf::from);
    let usual =
        || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cache/gatehouse"));
    named.or_else(usual).expect("GATEHOUSE_CACHE or HOME is set")
}
