//! Numbers and addresses of a head. Formatting in the usual way takes longer than the rest of a head
//! together.

use std::io::Write;
use std::net::IpAddr;

/// Of the largest number.
pub(crate) const MOST_DIGITS: usize = 20;
/// Of an address.
pub(crate) const LONGEST_ADDRESS: usize = 39;

pub(crate) fn digits(room: &mut [u8; MOST_DIGITS], mut number: u64) -> &[u8] {
    let mut start = room.len();
    loop {
        start -= 1;
        room[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return &room[start..];
        }
    }
}

/// Digits and nothing else: no sign, no space.
pub(crate) fn number(text: &[u8]) -> Option<u64> {
    if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
        return None;
    }
    std::str::from_utf8(text).ok()?.parse().ok()
}

/// An address in its one spelling: what is IPv4 in IPv6 is written as IPv4.
pub(crate) fn address(room: &mut [u8; LONGEST_ADDRESS], address: IpAddr) -> &[u8] {
    let mut length = 0;
    match address.to_canonical() {
        IpAddr::V4(address) => {
            for (place, octet) in address.octets().into_iter().enumerate() {
                if place > 0 {
                    room[length] = b'.';
                    length += 1;
                }
                let mut digits_room = [0; MOST_DIGITS];
                let text = digits(&mut digits_room, u64::from(octet));
                room[length..length + text.len()].copy_from_slice(text);
                length += text.len();
            }
        }
        IpAddr::V6(address) => {
            let mut left = &mut room[..];
            // There is room for every address.
            let _ = write!(left, "{address}");
            length = LONGEST_ADDRESS - left.len();
        }
    }
    &room[..length]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_numbers_are_written_as_everywhere() {
        let longest = "1111:2222:3333:4444:5555:6666:7777:8888";
        for text in ["0.0.0.0", "127.0.0.1", "192.168.10.255", "::1", "fd00::a:1", longest] {
            let parsed: IpAddr = text.parse().expect("an address");
            assert_eq!(address(&mut [0; LONGEST_ADDRESS], parsed), text.as_bytes());
        }
        for number in [0, 9, 10, 80, 443, 8443, u64::MAX] {
            assert_eq!(digits(&mut [0; MOST_DIGITS], number), number.to_string().as_bytes());
        }
    }

    #[test]
    fn nothing_but_digits_is_a_number() {
        assert_eq!(number(b"18446744073709551615"), Some(u64::MAX));
        for text in ["", "+1", "-1", " 1", "1 ", "0x1", "18446744073709551616"] {
            assert_eq!(number(text.as_bytes()), None, "{text}");
        }
    }
}
