//! The sites of a Caddyfile that hand everything to one upstream.

use super::wishes::Wishes;

const DIRECTIVE: &str = "reverse_proxy";

pub(super) fn read(text: &str) -> Wishes {
    let mut wishes = Wishes::default();
    let mut site: Option<Site> = None;
    let mut depth = 0usize;
    for (number, words) in (1..).zip(text.lines().map(words)) {
        let opens = words.last() == Some(&"{");
        let closes = words == ["}"];
        match depth {
            0 if opens => site = Site::of(&words[..words.len() - 1]),
            // A file of one site may do without braces.
            0 if site.is_none() && !words.is_empty() && !closes => site = Site::of(&words),
            0 | 1 => {
                let place = format!("line {number}");
                if let (Some(site), Some((&DIRECTIVE, arguments))) = (&site, words.split_first()) {
                    directive(&place, site, arguments, &mut wishes);
                }
            }
            _ if words.first() == Some(&DIRECTIVE) => {
                wishes.leave_out(&format!("line {number}"), "it is for a part of a site");
            }
            _ => {}
        }
        if opens {
            depth += 1;
        }
        if closes {
            depth = depth.saturating_sub(1);
            if depth == 0 {
                site = None;
            }
        }
    }
    wishes
}

struct Site {
    /// The first label of its first host name.
    name: String,
}

impl Site {
    /// `None` for global options, snippets, and what names no host.
    fn of(addresses: &[&str]) -> Option<Site> {
        let first = addresses.first()?.trim_end_matches(',');
        let host = first.split_once("://").map_or(first, |(_, host)| host);
        let host = host.split(['/', ':']).next().filter(|host| !host.is_empty())?;
        if host.starts_with(['(', '&']) || host.contains(['{', '*']) {
            return None;
        }
        let name = host.split('.').next().unwrap_or(host);
        Some(Site { name: name.to_owned() })
    }
}

fn directive(place: &str, site: &Site, arguments: &[&str], wishes: &mut Wishes) {
    let arguments = arguments.strip_suffix(&["{"]).unwrap_or(arguments);
    let upstreams = match arguments.split_first() {
        Some((&"*", upstreams)) => upstreams,
        Some((matcher, _)) if matcher.starts_with(['/', '@']) => {
            return wishes.leave_out(place, &format!("{} for {matcher} alone", site.name));
        }
        _ => arguments,
    };
    match upstreams {
        [upstream] => wishes.add(place, &site.name, &[], &address(upstream)),
        [] => wishes.leave_out(place, "its upstreams are not on the same line"),
        _ => wishes.leave_out(place, &format!("{} has several upstreams", site.name)),
    }
}

/// Caddy takes a host and port for HTTP, and a port alone for one of this machine.
fn address(upstream: &str) -> String {
    match (upstream.contains("://"), upstream.starts_with(':')) {
        (true, _) => upstream.to_owned(),
        (false, true) => format!("http://localhost{upstream}"),
        (false, false) => format!("http://{upstream}"),
    }
}

/// The words of a line, without its comment.
fn words(line: &str) -> Vec<&str> {
    line.split_whitespace().take_while(|word| !word.starts_with('#')).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(text: &str) -> Vec<String> {
        let yaml = read(text).as_yaml("Caddyfile");
        let routes = yaml.lines().filter(|line| line.contains("app_id"));
        routes.map(|line| line.replace(['"', '{', '}', ','], "")).collect()
    }

    #[test]
    fn sites_with_one_upstream_are_read() {
        let text = "
{
    email me@example.com
}
(common) {
    reverse_proxy nobody:1
}
films.example.com, www.example.com {
    encode gzip
    reverse_proxy 192.168.1.5:8096 { # the box
        header_up Host {host}
    }
}
https://books.example.com:8443 {
    reverse_proxy https://nas:8083
}
wiki.lan {
    reverse_proxy * :3000
}
";
        let expected = [
            "  - id: films app_id: films to: http://192.168.1.5:8096",
            "  - id: books app_id: books to: https://nas:8083",
            "  - id: wiki app_id: wiki to: http://localhost:3000",
        ];
        assert_eq!(taken(text), expected);
        assert_eq!(taken("localhost\n\nreverse_proxy :9000\n").len(), 1, "without braces");
    }

    #[test]
    fn what_has_no_one_upstream_is_said() {
        let text = "
a.lan {
    reverse_proxy /api/* nas:1
    handle /x {
        reverse_proxy nas:2
    }
}
b.lan {
    reverse_proxy nas:1 nas:2
}
c.lan {
    reverse_proxy {$UPSTREAM}
}
";
        let yaml = read(text).as_yaml("Caddyfile");
        assert_eq!(taken(text), Vec::<String>::new());
        for left in ["line 3: a for /api/*", "line 5: it is", "line 9: b has several", "line 12: "]
        {
            assert!(yaml.contains(&format!("# Left out: {left}")), "{left}\n{yaml}");
        }
    }
}
