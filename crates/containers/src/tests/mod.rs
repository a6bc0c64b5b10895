mod acting;
mod asking;
mod bulk;
mod fixture;
mod lab;
mod linking;
