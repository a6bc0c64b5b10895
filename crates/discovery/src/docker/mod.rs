//! Containers of a Docker engine. What its inventory shows of them becomes observations.

mod addresses;
mod admission;
mod confidence;
mod image;
mod networks;
mod notes;
mod observe;
mod other_proxies;
mod ports;
mod registry;
#[cfg(test)]
mod sample;
mod source;
#[cfg(test)]
mod tests;

pub(crate) use source::DockerSource;
