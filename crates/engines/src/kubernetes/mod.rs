//! Kubernetes, over kube.
