//! Against a real cluster.
