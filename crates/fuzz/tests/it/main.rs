//! The fuzz targets without a fuzzer: over the corpus, over mutations of it, and over generated
//! heads.

mod corpus;
mod heads;
mod mutate;
mod random;
