//! Containers of a Docker engine. Its events say which container to look at; now and then a list of
//! all shows what they may have left out.

mod addresses;
mod admission;
mod confidence;
mod image;
mod inspections;
mod networks;
mod notes;
mod observe;
mod ports;
mod registry;
#[cfg(test)]
mod sample;
mod source;
#[cfg(test)]
mod tests;

pub(crate) use source::DockerSource;
