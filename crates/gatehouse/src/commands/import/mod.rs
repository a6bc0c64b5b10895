//! Takes over what another program knows of apps, as lines of a configuration for a person to look
//! through. Nothing is changed, and nobody is let in anywhere by it.

mod caddyfile;
mod homepage;
mod nginx_proxy_manager;
mod wishes;

use std::fs;
use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;

use super::output;
use crate::cli::Format;

/// Larger than anybody writes by hand.
const LARGEST_FILE: u64 = 4 << 20;

pub(super) fn run(format: Format, file: &Path) -> anyhow::Result<ExitCode> {
    let name = file.display().to_string();
    let text = || read(file).with_context(|| name.clone());
    let wishes = match format {
        Format::Homepage => homepage::read(&name, &text()?)?,
        Format::Caddyfile => caddyfile::read(&text()?),
        Format::NginxProxyManager => {
            nginx_proxy_manager::read(file).with_context(|| name.clone())?
        }
    };
    Ok(output::print(&wishes.as_yaml(&name)))
}

fn read(file: &Path) -> anyhow::Result<String> {
    let mut text = String::new();
    fs::File::open(file)?.take(LARGEST_FILE + 1).read_to_string(&mut text)?;
    anyhow::ensure!(text.len() as u64 <= LARGEST_FILE, "it is larger than {LARGEST_FILE} bytes");
    Ok(text)
}
