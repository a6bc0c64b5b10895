//! Services and ingresses of a cluster.
