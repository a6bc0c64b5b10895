//! Containers of a Docker engine.
