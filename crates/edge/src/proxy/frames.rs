//! Where the frames of a WebSocket end. Nothing is read but their lengths.

/// The longest head: two bytes, a long length, a mask.
const LONGEST: usize = 14;

#[derive(Default)]
pub(crate) struct Frames {
    head: [u8; LONGEST],
    have: usize,
    left: u64,
}

impl Frames {
    /// Whether the last frame is whole and no other has begun.
    pub(crate) fn is_between(&self) -> bool {
        self.have == 0 && self.left == 0
    }

    pub(crate) fn pass(&mut self, mut bytes: &[u8]) {
        while let [first, rest @ ..] = bytes {
            if self.left > 0 {
                let skipped = usize::try_from(self.left).unwrap_or(usize::MAX).min(bytes.len());
                self.left -= skipped as u64;
                bytes = &bytes[skipped..];
                continue;
            }
            self.head[self.have] = *first;
            self.have += 1;
            bytes = rest;
            if let Some(length) = self.length() {
                (self.have, self.left) = (0, length);
            }
        }
    }

    /// How long the frame is, when its whole head is there.
    fn length(&self) -> Option<u64> {
        let [_, second, ..] = self.head;
        let extended = match second & 0x7f {
            126 => 2,
            127 => 8,
            _ => 0,
        };
        let mask = if second & 0x80 == 0 { 0 } else { 4 };
        if self.have < 2 + extended + mask {
            return None;
        }
        let long = self.head[2..2 + extended].iter();
        Some(match extended {
            0 => u64::from(second & 0x7f),
            _ => long.fold(0, |length, byte| length << 8 | u64::from(*byte)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_every_length_end_where_they_say() {
        let mut stream = Vec::new();
        let mut ends = vec![0];
        for (length, masked) in
            [(0_usize, false), (5, true), (125, false), (126, true), (70_000, false)]
        {
            let mask = if masked { 0x80 } else { 0 };
            stream.push(0x82);
            match length {
                0..126 => stream.push(mask | length as u8),
                126..0x10000 => {
                    stream.push(mask | 126);
                    stream.extend((length as u16).to_be_bytes());
                }
                _ => {
                    stream.push(mask | 127);
                    stream.extend((length as u64).to_be_bytes());
                }
            }
            stream.extend(vec![0xff; length + if masked { 4 } else { 0 }]);
            ends.push(stream.len());
        }
        let mut frames = Frames::default();
        for (at, byte) in stream.iter().enumerate() {
            assert_eq!(frames.is_between(), ends.contains(&at), "at {at}");
            frames.pass(&[*byte]);
        }
        assert!(frames.is_between());
        let mut whole = Frames::default();
        whole.pass(&stream);
        assert!(whole.is_between());
    }
}
