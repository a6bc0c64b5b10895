//! The slices of the program: what is known of all of them before they run, and what they bring
//! when they do.

use std::sync::Arc;

use futures::future::BoxFuture;
use kit::{Result, Worker};
use store::{Migrations, Part};
use utoipa_axum::router::OpenApiRouter;
use web::{Command, Declaration, Figures, Reload, Reread, Slice};

use crate::config::Config;
use crate::settings;

/// In the order in which tables are made, backups are put back, and a changed configuration is
/// taken over. The last is why `access` comes first: it writes the change down, so it alone can
/// fail although every check went well, and then nothing else has changed.
const ALL: &[&Declaration] = &[
    &access::SLICE,
    &journal::SLICE,
    &catalog::SLICE,
    &certs::SLICE,
    &discovery::SLICE,
    &containers::SLICE,
    &notify::SLICE,
    &scripts::SLICE,
    &toolbox::SLICE,
    &federation::SLICE,
    &backup::SLICE,
    &hub::SLICE,
    &dashboard::SLICE,
    &settings::SLICE,
];

/// How the tables of the whole program are made.
pub(crate) fn migrations() -> Vec<Migrations> {
    let of_slices = ALL.iter().filter_map(|slice| slice.migrations);
    std::iter::once(events::MIGRATIONS).chain(of_slices).collect()
}

/// What belongs into a backup.
pub(crate) fn backed_up() -> Vec<Part> {
    ALL.iter().flat_map(|slice| slice.backup).copied().collect()
}

/// What clients can expect of this version.
pub(crate) fn capabilities() -> Vec<&'static str> {
    ALL.iter().flat_map(|slice| slice.capabilities).copied().collect()
}

/// What the builders of slices return, gathered while the program is put together.
#[derive(Default)]
pub(crate) struct Slices {
    /// In the order of [`ALL`], whenever they were built.
    running: Vec<Running>,
}

struct Running {
    slice: Slice,
    reload: Option<Box<dyn TakeOver>>,
}

impl Slices {
    /// Returns the handle.
    pub(crate) fn add<H>(&mut self, (handle, slice): (H, Slice)) -> H {
        self.push(slice);
        handle
    }

    /// For a slice that takes over a changed configuration: `section` is what of it concerns it.
    pub(crate) fn add_reloading<H, C>(
        &mut self,
        (handle, slice): (H, Slice),
        section: fn(&Config) -> C,
    ) -> H
    where
        H: Reload<C> + Clone + 'static,
        C: 'static,
    {
        let reload = Configured { handle: handle.clone(), section };
        self.insert(Running { slice, reload: Some(Box::new(reload)) });
        handle
    }

    /// For a slice that nobody asks for anything.
    pub(crate) fn push(&mut self, slice: Slice) {
        self.insert(Running { slice, reload: None });
    }

    fn insert(&mut self, running: Running) {
        self.running.push(running);
        self.running.sort_by_key(|running| place(running.slice.name));
    }

    /// Those that keep in memory what the database holds, by their names.
    pub(crate) fn rereads(&self) -> Vec<(&'static str, Reread)> {
        let reread = |slice: &Slice| Some((slice.name, slice.reread.clone()?));
        self.running.iter().filter_map(|running| reread(&running.slice)).collect()
    }

    pub(crate) fn figures(&self) -> Vec<Arc<dyn Figures>> {
        self.running.iter().filter_map(|running| running.slice.figures.clone()).collect()
    }

    pub(crate) fn commands(&self) -> Vec<Arc<dyn Command>> {
        self.running.iter().flat_map(|running| running.slice.commands.clone()).collect()
    }

    /// The routes, the workers, and those that take over a changed configuration.
    pub(crate) fn finish(self) -> (Vec<OpenApiRouter>, Vec<Worker>, Vec<Box<dyn TakeOver>>) {
        let (mut routes, mut workers, mut reloads) = (Vec::new(), Vec::new(), Vec::new());
        for Running { slice, reload } in self.running {
            routes.push(slice.routes);
            workers.extend(slice.workers);
            reloads.extend(reload);
        }
        (routes, workers, reloads)
    }
}

fn place(name: &str) -> usize {
    ALL.iter().position(|slice| slice.name == name).expect("every slice is in the list")
}

/// A slice that takes over a changed configuration.
pub(crate) trait TakeOver: Send + Sync {
    fn check(&self, config: &Config) -> Result<()>;

    fn take_over(&self, config: &Config) -> BoxFuture<'_, Result<()>>;
}

/// A handle, and what of the configuration concerns it.
struct Configured<H, C> {
    handle: H,
    section: fn(&Config) -> C,
}

impl<H, C> TakeOver for Configured<H, C>
where
    H: Reload<C> + 'static,
    C: 'static,
{
    fn check(&self, config: &Config) -> Result<()> {
        self.handle.check(&(self.section)(config))
    }

    fn take_over(&self, config: &Config) -> BoxFuture<'_, Result<()>> {
        Box::pin(self.handle.reload((self.section)(config)))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_slice_is_listed_once_and_its_tables_have_its_name() {
        let mut names = BTreeSet::new();
        for slice in ALL {
            assert!(names.insert(slice.name), "{} is there twice", slice.name);
            let part = slice.migrations.map_or(slice.name, |migrations| migrations.part);
            assert_eq!(part, slice.name);
        }
    }
}
