//! Ways to cut a stream of bytes.

/// Byte by byte, and in two ways that depend on nothing but the bytes, so that a failure comes
/// again with the same input.
pub(crate) fn cuts(data: &[u8]) -> [Vec<&[u8]>; 3] {
    let seed = data.iter().fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3)
    });
    [data.chunks(1).collect(), uneven(data, seed, 7), uneven(data, seed, 61)]
}

/// Pieces of up to `longest` bytes.
fn uneven(data: &[u8], mut seed: u64, longest: u64) -> Vec<&[u8]> {
    let mut pieces = Vec::new();
    let mut rest = data;
    while !rest.is_empty() {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        let length = usize::try_from((seed >> 33) % longest + 1).unwrap_or(1).min(rest.len());
        let (piece, behind) = rest.split_at(length);
        pieces.push(piece);
        rest = behind;
    }
    pieces
}
