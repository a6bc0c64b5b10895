use std::net::IpAddr;

/// A service as the other host sees it, at one of its addresses.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Found {
    pub name: String,
    pub kind: String,
    pub host: String,
    pub address: IpAddr,
    pub port: u16,
    pub txt: Vec<String>,
}

/// Reads the lines of `avahi-browse --parsable` that tell of a resolved service.
pub(super) fn parse(lines: &str) -> Vec<Found> {
    lines.lines().filter_map(found).collect()
}

fn found(line: &str) -> Option<Found> {
    let fields: Vec<&str> = line.splitn(10, ';').collect();
    let ["=", _, _, name, kind, _, host, address, port, txt] = fields[..] else { return None };
    Some(Found {
        name: unescaped(name),
        kind: kind.to_owned(),
        host: host.to_owned(),
        address: address.parse().ok()?,
        port: port.parse().ok()?,
        txt: txt.split('"').skip(1).step_by(2).map(str::to_owned).collect(),
    })
}

/// `\032` stands for the byte 32, `\.` for a point.
fn unescaped(name: &str) -> String {
    let mut bytes = Vec::new();
    let mut rest = name.as_bytes();
    while let [first, after @ ..] = rest {
        let (byte, length) = if *first == b'\\' { escaped(after) } else { (*first, 0) };
        bytes.push(byte);
        rest = &after[length..];
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// What stands after a backslash, and how much of it was meant.
fn escaped(after: &[u8]) -> (u8, usize) {
    let digits = after.get(..3).and_then(|digits| std::str::from_utf8(digits).ok());
    let number = digits.and_then(|digits| digits.parse().ok()).map(|byte| (byte, 3));
    number.unwrap_or_else(|| after.first().map_or((b'\\', 0), |literal| (*literal, 1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resolved_service_is_read() {
        let lines = "+;eth0;IPv4;My\\032Web;_http._tcp;local\n\
                     =;eth0;IPv4;My\\032Web\\.1;_http._tcp;local;a.local;10.0.0.2;80;\"a=b c\" \"d=\"";
        let found = Found {
            name: "My Web.1".to_owned(),
            kind: "_http._tcp".to_owned(),
            host: "a.local".to_owned(),
            address: IpAddr::from([10, 0, 0, 2]),
            port: 80,
            txt: vec!["a=b c".to_owned(), "d=".to_owned()],
        };
        assert_eq!(parse(lines), [found]);
    }
}
