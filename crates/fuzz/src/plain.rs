//! Reads a request as simply as can be: lines, a colon, a length. Whatever the server
//! takes for a request must mean the same to a reader as simple as this one.

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Head {
    pub(crate) method: String,
    pub(crate) target: String,
    pub(crate) is_old: bool,
    /// Names in lower case and in their order, values of one name as they came.
    pub(crate) headers: Vec<(String, Vec<u8>)>,
}

impl Head {
    /// Reads all of it, up to and with the empty line; `None` where that cannot be done.
    pub(crate) fn read(bytes: &[u8]) -> Option<Self> {
        let mut bytes = bytes;
        while let Some(rest) = bytes.strip_prefix(b"\r\n") {
            bytes = rest;
        }
        let mut lines = lines(bytes.strip_suffix(b"\r\n\r\n")?);
        let line = String::from_utf8(lines.next()?.to_vec()).ok()?;
        let mut words = line.split(' ');
        let (method, target) = (words.next()?.to_owned(), words.next()?.to_owned());
        let is_old = words.next()? == "HTTP/1.0";
        let mut headers = Vec::new();
        for line in lines {
            let colon = line.iter().position(|byte| *byte == b':')?;
            let name = std::str::from_utf8(&line[..colon]).ok()?.to_ascii_lowercase();
            headers.push((name, trimmed(&line[colon + 1..]).to_vec()));
        }
        headers.sort_by(|one, other| one.0.cmp(&other.0));
        words.next().is_none().then_some(Head { method, target, is_old, headers })
    }

    pub(crate) fn values(&self, name: &str) -> impl Iterator<Item = &[u8]> {
        self.headers.iter().filter(move |(other, _)| other == name).map(|(_, value)| &value[..])
    }

    /// The content of a body that has these bytes on the wire; `None` where its chunks are not
    /// what they say. What has not come yet is missing at the end.
    pub(crate) fn content(&self, wire: &[u8]) -> Option<Vec<u8>> {
        match self.values("transfer-encoding").next() {
            Some(_) => dechunked(wire),
            None => Some(wire.to_vec()),
        }
    }

    /// How long the body is, where a header says so.
    pub(crate) fn length(&self) -> Option<u64> {
        let value = self.values("content-length").next()?;
        std::str::from_utf8(value).ok()?.parse().ok()
    }
}

fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(bytes);
    std::iter::from_fn(move || {
        let bytes = rest?;
        let end = bytes.windows(2).position(|pair| pair == b"\r\n");
        rest = end.map(|end| &bytes[end + 2..]);
        Some(&bytes[..end.unwrap_or(bytes.len())])
    })
}

fn trimmed(value: &[u8]) -> &[u8] {
    let is_space = |byte: &u8| matches!(byte, b' ' | b'\t');
    let start = value.iter().position(|byte| !is_space(byte)).unwrap_or(value.len());
    let end = value.iter().rposition(|byte| !is_space(byte)).map_or(start, |at| at + 1);
    &value[start..end]
}

fn dechunked(mut wire: &[u8]) -> Option<Vec<u8>> {
    let mut content = Vec::new();
    while let Some(end) = wire.windows(2).position(|pair| pair == b"\r\n") {
        let size = wire[..end].split(|byte| *byte == b';').next()?;
        let size = usize::from_str_radix(std::str::from_utf8(size).ok()?, 16).ok()?;
        wire = &wire[end + 2..];
        if size == 0 {
            break;
        }
        content.extend_from_slice(&wire[..size.min(wire.len())]);
        let Some(behind) = wire.get(size..) else { break };
        if !behind.starts_with(&b"\r\n"[..behind.len().min(2)]) {
            return None;
        }
        wire = behind.get(2..).unwrap_or_default();
    }
    Some(content)
}
