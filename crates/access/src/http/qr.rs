//! A QR code as a PNG picture.

use kit::{Error, Result};
use qrcode::{Color, EcLevel, QrCode};

/// Pixels per module, and the modules of white that readers want around the code.
const SCALE: usize = 8;
const QUIET: usize = 4;

pub(super) fn png(text: &str) -> Result<Vec<u8>> {
    let code = QrCode::with_error_correction_level(text, EcLevel::M).map_err(Error::internal)?;
    let side = (code.width() + 2 * QUIET) * SCALE;
    let pixels = pixels(&code, side);
    let mut picture = Vec::new();
    let size = u32::try_from(side).map_err(Error::internal)?;
    let mut encoder = png::Encoder::new(&mut picture, size, size);
    encoder.set_color(png::ColorType::Grayscale);
    let mut writer = encoder.write_header().map_err(Error::internal)?;
    writer.write_image_data(&pixels).map_err(Error::internal)?;
    writer.finish().map_err(Error::internal)?;
    Ok(picture)
}

fn pixels(code: &QrCode, side: usize) -> Vec<u8> {
    let is_dark = |x: usize, y: usize| {
        let inside = |v: usize| (QUIET..QUIET + code.width()).contains(&v);
        inside(x) && inside(y) && code[(x - QUIET, y - QUIET)] == Color::Dark
    };
    let all = (0..side).flat_map(|y| (0..side).map(move |x| (x / SCALE, y / SCALE)));
    all.map(|(x, y)| if is_dark(x, y) { 0 } else { 255 }).collect()
}
