use appcheck::{Icon, letter};
use kit::{Error, Result};
use routing::Upstream;

use crate::{Catalog, Listed};

impl Catalog {
    /// The picture of an app; one that is nowhere has none.
    pub(crate) async fn favicon(&self, app_id: &str) -> Result<Icon> {
        // Whatever the other gateway says, we fetch nothing from where it points.
        if let Some(remote) = self.remote_app(app_id) {
            return Ok(letter(app_id, &remote.app.name));
        }
        let listed = self.known_app(app_id)?;
        let place = place(&listed).ok_or_else(|| Error::not_found("A picture of this app"))?;
        Ok(self.favicons().get(app_id, &place, &listed.app.name).await)
    }
}

fn place(listed: &Listed) -> Option<Upstream> {
    let of_route = listed.routes.first().map(|route| route.upstream.clone());
    of_route.or_else(|| Upstream::parse(&listed.url, false).ok())
}
