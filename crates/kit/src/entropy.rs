/// Random bytes from the operating system, shaped into the tokens this program hands out.
#[derive(Debug, Clone, Copy, Default)]
pub struct Entropy;

impl Entropy {
    pub fn bytes<const N: usize>(self) -> [u8; N] {
        let mut bytes = [0u8; N];
        getrandom::fill(&mut bytes).expect("the operating system gives random bytes");
        bytes
    }

    /// `bytes * 2` lower-case hex characters.
    pub fn hex<const N: usize>(self) -> String {
        hex::encode(self.bytes::<N>())
    }

    /// `length` characters of `alphabet`, each equally likely: bytes that would favour the
    /// alphabet's beginning are thrown away.
    pub fn text(self, alphabet: &[u8], length: usize) -> String {
        let fair = 256 - 256 % alphabet.len();
        let mut text = String::with_capacity(length);
        while text.len() < length {
            let usable = self.bytes::<32>().into_iter().filter(|b| usize::from(*b) < fair);
            for byte in usable.take(length - text.len()) {
                text.push(char::from(alphabet[usize::from(byte) % alphabet.len()]));
            }
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_has_the_length_and_uses_the_whole_alphabet_evenly() {
        let alphabet = b"ABCDEFGHJKMNPQRSTUVWXYZ23456789";
        let text = Entropy.text(alphabet, 31_000);
        assert_eq!(text.len(), 31_000);
        for letter in alphabet {
            let count = text.bytes().filter(|b| b == letter).count();
            assert!((800..1200).contains(&count), "{} came {count} times", char::from(*letter));
        }
    }
}
