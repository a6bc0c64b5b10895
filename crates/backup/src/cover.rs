//! The encryption of a whole file with a passphrase: Argon2id makes a key of it, AES-256-GCM does
//! the rest. Before both stands what is needed to begin, which counts as part of the message.

use argon2::{Algorithm, Argon2, Params, Version};
use aws_lc_rs::aead::{AES_256_GCM, Aad, LessSafeKey, NONCE_LEN, Nonce, UnboundKey};
use kit::{Entropy, Error, Result, Secret};

use crate::error::Refusal;

const MARK: &[u8] = b"gatehouse-backup-1\n";
const SALT: usize = 16;
const HEAD: usize = MARK.len() + SALT + NONCE_LEN;

/// 64 MiB and three rounds: a fraction of a second for us, years for who tries all words.
const MEMORY_KIB: u32 = 64 << 10;
const ROUNDS: u32 = 3;

pub(crate) fn is_closed(file: &[u8]) -> bool {
    file.starts_with(MARK)
}

pub(crate) fn close(passphrase: &Secret, mut content: Vec<u8>) -> Result<Vec<u8>> {
    let (salt, nonce): ([u8; SALT], [u8; NONCE_LEN]) = (Entropy.bytes(), Entropy.bytes());
    let mut file = [MARK, &salt, &nonce].concat();
    let key = key(passphrase, &salt)?;
    let nonce = Nonce::assume_unique_for_key(nonce);
    key.seal_in_place_append_tag(nonce, Aad::from(&file), &mut content).map_err(Error::internal)?;
    file.append(&mut content);
    Ok(file)
}

pub(crate) fn open(passphrase: &Secret, file: &[u8]) -> Result<Vec<u8>> {
    if passphrase.is_empty() {
        return Err(Refusal::Locked.into());
    }
    let Some((head, content)) = file.split_at_checked(HEAD) else {
        return Err(Refusal::Damaged("it was cut off".to_owned()).into());
    };
    let (salt, nonce) = head[MARK.len()..].split_at(SALT);
    let nonce = Nonce::try_assume_unique_for_key(nonce).map_err(Error::internal)?;
    let mut content = content.to_vec();
    let key = key(passphrase, salt)?;
    let opened = key.open_in_place(nonce, Aad::from(head), &mut content);
    let length = opened.map_err(|_| Refusal::WrongPassphrase)?.len();
    content.truncate(length);
    Ok(content)
}

fn key(passphrase: &Secret, salt: &[u8]) -> Result<LessSafeKey> {
    let params = Params::new(MEMORY_KIB, ROUNDS, 1, None).map_err(Error::internal_text)?;
    let mut key = [0; 32];
    Argon2::new(Algorithm::Argon2id, Version::V0x13, params)
        .hash_password_into(passphrase.expose().as_bytes(), salt, &mut key)
        .map_err(Error::internal_text)?;
    Ok(LessSafeKey::new(UnboundKey::new(&AES_256_GCM, &key).map_err(Error::internal)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_passphrase_opens_it_and_no_bit_may_change() {
        let passphrase = Secret::new("correct horse");
        let file = close(&passphrase, b"content".to_vec()).expect("closed");
        assert!(is_closed(&file));
        assert_eq!(open(&passphrase, &file).expect("opened"), b"content");
        assert!(open(&Secret::new("battery staple"), &file).is_err());
        assert!(open(&Secret::default(), &file).is_err());
        for place in [MARK.len(), HEAD - 1, HEAD, file.len() - 1] {
            let mut flipped = file.clone();
            flipped[place] ^= 1;
            assert!(open(&passphrase, &flipped).is_err(), "{place}");
        }
        for length in [0, MARK.len(), HEAD, file.len() - 1] {
            assert!(open(&passphrase, &file[..length]).is_err(), "{length}");
        }
    }
}
