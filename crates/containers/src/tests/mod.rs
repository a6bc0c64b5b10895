mod acting;
mod asking;
mod bulk;
mod house;
mod lab;
mod linking;
