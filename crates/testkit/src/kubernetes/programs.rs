use std::path::PathBuf;

use crate::cache_folder;

/// The folder of Kubernetes's programs.
pub(super) fn folder() -> PathBuf {
    let programs = cache_folder().join("kubernetes");
    assert!(
        programs.join("version").is_file(),
        "Kubernetes is not built: run scripts/setup-kubernetes, or leave these tests out with \
         GATEHOUSE_TEST_SKIP=kubernetes"
    );
    programs
}
