//! Docker, and what speaks its API (Podman), over bollard.
