//! What follows from what an app says, without asking for anything more.

use url::Url;

use super::findings::Findings;
use super::page::Content;
use super::report::EvidenceKind;
use super::sides::{Leads, Sides, authority, shown_raw};

/// Where people who sign in somewhere else are sent back to.
const RETURNS: [&str; 4] = ["redirect_uri", "redirect_url", "redirect", "callback"];

/// A sign-in elsewhere leads back to a place, which may not be the app's.
pub(super) fn sign_in(sides: &Sides, url: &Url, findings: &mut Findings) {
    let mut pairs = url.query_pairs().filter(|(name, _)| RETURNS.contains(&&**name));
    let back = pairs.find_map(|(_, value)| Url::parse(&value).ok());
    let Some(back) = back else { return };
    let shown = sides.shown(url);
    match sides.leads(&back) {
        Leads::Outside | Leads::Inner => {
            let detail = format!(
                "People who sign in at {} are sent back to {}, outside of the prefix",
                authority(url),
                sides.shown(&back)
            );
            findings.broken(EvidenceKind::SignIn, shown, detail);
        }
        Leads::Inside => {
            let detail = format!("People sign in at {} and come back here", authority(url));
            findings.note(EvidenceKind::SignIn, shown, detail);
        }
        Leads::Elsewhere | Leads::Nowhere => {}
    }
}

/// What the app itself named on its page: whether it knows the prefix, and what has to be moved.
pub(super) fn own_words(
    sides: &Sides,
    (url, content): (&Url, &Content),
    findings: &mut Findings,
) -> bool {
    let place = sides.place_of(url);
    let place = content.base_element().map_or(place.clone(), |href| place.with_base_element(href));
    let addresses = || content.named.iter().map(|named| named.address.as_str());
    let own: Vec<&str> = addresses().filter(|address| place.carries_prefix(address)).collect();
    let moved: Vec<&str> = addresses().filter(|address| place.moved(address).is_some()).collect();
    let shown = sides.shown(url);
    if let Some(first) = own.first() {
        let detail = format!("The app writes the prefix by itself, such as {}", shown_raw(first));
        findings.note(EvidenceKind::Prefix, shown.clone(), detail);
    }
    if let Some(first) = moved.first() {
        let count = moved.len();
        let addresses = if count == 1 { "address" } else { "addresses" };
        let detail = format!("{count} {addresses} had to be moved, such as {}", shown_raw(first));
        findings.moved(EvidenceKind::Address, shown, detail);
    }
    !own.is_empty()
}
