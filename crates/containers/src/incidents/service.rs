use kit::{Error, ErrorKind, Result};

use super::model::{Incident, Line, key};
use super::recorder::of_ring;
use super::ring::Search;
use super::store;
use crate::Containers;
use crate::link::ContainerRef;

impl Containers {
    pub(super) async fn incidents(&self, asked: &ContainerRef) -> Result<Vec<Incident>> {
        let found = self.find(asked, ErrorKind::ContainerInspectFailed).await?;
        let mut conn = self.parts().db.read().await?;
        Ok(store::of_container(&mut conn, &key(found.container())).await?)
    }

    /// Of the lines that are kept.
    pub(super) async fn search_lines(
        &self,
        asked: &ContainerRef,
        search: Search,
    ) -> Result<Vec<Line>> {
        let found = self.find(asked, ErrorKind::ContainerInspectFailed).await?;
        let ring = self.listening().rings.of(&key(found.container()));
        let lines = of_ring(&ring, move |ring| ring.search(&search)).await;
        let lines = lines.map_err(Error::internal)?;
        Ok(lines.iter().map(|line| Line::cut(line, usize::MAX)).collect())
    }
}
