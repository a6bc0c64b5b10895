//! The Kubernetes of the test kit is a whole one: pods run and answer, services lead to them,
//! rights are checked, and the API server can go away and come back.

mod outages;
mod rights;
mod workloads;
