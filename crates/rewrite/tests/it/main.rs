//! What comes out of each pass.

mod codec;
mod csp;
mod css;
mod html;
mod json;
mod rewriter;
mod script;
