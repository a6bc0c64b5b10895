//! Whether an app has WebSockets, and whether they come through.

use futures::future::join_all;
use http::StatusCode;
use url::Url;

use super::client::{Client, Missed};
use super::findings::Findings;
use super::report::EvidenceKind;
use super::script::Hints;
use super::sides::Leads;

/// Where many apps have theirs.
const USUAL: [&str; 3] = ["/ws", "/socket.io/?EIO=4&transport=websocket", "/websocket"];
const MOST_NAMED: usize = 3;

/// `through`: `None` where nothing passes the gateway at the moment. `allowed`: the route lets
/// sockets pass.
pub(super) async fn look(
    (direct, through): (&Client<'_>, Option<&Client<'_>>),
    hints: &Hints,
    allowed: bool,
    findings: &mut Findings,
) {
    let sides = direct.sides;
    let Some(url) = find(direct, hints).await else {
        if hints.opens_sockets {
            let detail = "Scripts of the app open WebSockets; none was found that answers as yet";
            findings.note(EvidenceKind::Socket, sides.shown(&sides.start()), detail);
            if !allowed {
                findings.suggest("websocket", true, "Scripts of the app open WebSockets");
            }
        }
        return;
    };
    let shown = sides.shown(&url);
    if !allowed {
        findings.note(EvidenceKind::Socket, shown, "Answers; the route does not let it through");
        findings.suggest("websocket", true, "The app has a WebSocket that answers");
        return;
    }
    let Some(through) = through else { return };
    match through.ask_for_socket(&url).await {
        Ok(StatusCode::SWITCHING_PROTOCOLS) => {
            findings.note(EvidenceKind::Socket, shown, "Answers through the gateway");
        }
        Ok(status) => {
            let status = status.as_u16();
            let detail = format!("Answers directly, but {status} comes through the gateway");
            findings.broken(EvidenceKind::Socket, shown, detail);
        }
        Err(Missed::Failed(_)) => {
            let detail = "Answers directly, but not through the gateway";
            findings.broken(EvidenceKind::Socket, shown, detail);
        }
        Err(Missed::Spent) => {}
    }
}

/// The first place at which the app itself agrees to a socket.
async fn find(direct: &Client<'_>, hints: &Hints) -> Option<Url> {
    let sides = direct.sides;
    let start = sides.start();
    let place = sides.place_of(&start);
    let named = hints.sockets.iter().take(MOST_NAMED).filter_map(|address| {
        let moved = place.moved(address);
        let url = start.join(moved.as_deref().unwrap_or(address)).ok()?;
        (sides.leads(&url) == Leads::Inside).then_some(url)
    });
    let usual = USUAL.iter().map(|path| sides.inside(path));
    let urls: Vec<Url> = named.chain(usual).collect();
    // All at once: servers without sockets often leave such a request without an answer.
    let answers = join_all(urls.iter().map(|url| direct.ask_for_socket(url))).await;
    let agreed = |answer: &Result<_, _>| matches!(answer, Ok(StatusCode::SWITCHING_PROTOCOLS));
    let mut found = urls.into_iter().zip(&answers);
    found.find_map(|(url, answer)| agreed(answer).then_some(url))
}
