use kit::{Error, ErrorKind, Result};

use super::model::{Incident, key};
use super::recorder::of_ring;
use super::ring::{Around, Found, Search};
use super::store;
use crate::Containers;
use crate::link::ContainerRef;

/// Which stored lines are wanted.
#[derive(Debug, Clone)]
pub(super) enum Wanted {
    Search(Search),
    Around(Around),
}

impl Containers {
    pub(super) async fn incidents(&self, asked: &ContainerRef) -> Result<Vec<Incident>> {
        let found = self.find(asked, ErrorKind::ContainerInspectFailed).await?;
        let mut conn = self.parts().db.read().await?;
        Ok(store::of_container(&mut conn, &key(found.container())).await?)
    }

    /// Of the lines that are kept.
    pub(super) async fn stored_lines(&self, asked: &ContainerRef, wanted: Wanted) -> Result<Found> {
        let found = self.find(asked, ErrorKind::ContainerInspectFailed).await?;
        let ring = self.listening().rings.of(&key(found.container()));
        let lines = of_ring(&ring, move |ring| match wanted {
            Wanted::Search(search) => ring.search(&search).map(Some),
            Wanted::Around(around) => ring.around(&around),
        });
        lines.await.map_err(Error::internal)?.ok_or_else(line_is_gone)
    }
}

fn line_is_gone() -> Error {
    Error::new(ErrorKind::NotFound, "This line is not stored any longer")
}
