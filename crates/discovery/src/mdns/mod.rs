//! What machines in the network announce.
