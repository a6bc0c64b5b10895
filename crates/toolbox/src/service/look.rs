use std::sync::Arc;

use kit::{Error, Result};

use crate::catalogue::Template;
use crate::compose::Problem;
use crate::model::{Deployment, DeploymentStatus};
use crate::{Toolbox, store};

pub(super) const DEPLOYMENT: &str = "This deployment";
const TEMPLATE: &str = "This template";

impl Toolbox {
    /// Every template of a category, or of all, by its id.
    pub(crate) fn templates(
        &self,
        category: Option<&str>,
    ) -> Vec<(String, Result<Arc<Template>, Problem>)> {
        let shelf = self.shelf().load();
        let wanted = |template: &Result<Arc<Template>, Problem>| match (category, template) {
            (None, _) => true,
            (Some(category), Ok(template)) => template.category.eq_ignore_ascii_case(category),
            (Some(_), Err(_)) => false,
        };
        let chosen = shelf.iter().filter(|(_, template)| wanted(template));
        chosen.map(|(id, template)| (id.clone(), template.clone())).collect()
    }

    pub(crate) fn template(&self, id: &str) -> Result<Result<Arc<Template>, Problem>> {
        let shelf = self.shelf().load();
        shelf.get(id).cloned().ok_or_else(|| Error::not_found(TEMPLATE))
    }

    /// One that can be deployed.
    pub(super) fn good_template(&self, id: &str) -> Result<Arc<Template>> {
        self.template(id)?
            .map_err(|problem| Error::conflict(format!("The template {id} is broken: {problem}")))
    }

    pub(crate) async fn deployments(
        &self,
        status: Option<DeploymentStatus>,
    ) -> Result<Vec<Deployment>> {
        let mut conn = self.db().read().await?;
        let mut all = store::all(&mut conn, self.seal()).await?;
        all.retain(|deployment| status.is_none_or(|status| deployment.status == status));
        Ok(all)
    }

    pub(crate) async fn deployment(&self, id: &str) -> Result<Deployment> {
        let mut conn = self.db().read().await?;
        let found = store::find(&mut conn, self.seal(), id).await?;
        let shown = found.filter(|deployment| deployment.status != DeploymentStatus::Deleted);
        shown.ok_or_else(|| Error::not_found(DEPLOYMENT))
    }
}
