use events::Change;
use kit::{Error, Result};
use web::Caller;

use crate::{Access, store};

/// Room for the order of a thousand apps.
const LARGEST: usize = 64 << 10;

impl Access {
    /// Keeps what the calling user chose for the dashboard. What it means is the dashboard's.
    pub(crate) async fn set_preferences(&self, caller: &Caller, preferences: String) -> Result<()> {
        if preferences.len() > LARGEST {
            return Err(Error::invalid("preferences", "must not be larger than 64 KiB"));
        }
        let not_a_user = || Error::forbidden("Only users have preferences");
        let name = self.user_of(caller).ok_or_else(not_a_user)?.username;
        let _writing = self.writing().await;
        let mut tx = self.events().begin().await?;
        store::users::set_preferences(&mut tx, &name, &preferences).await?;
        let change = Change::by(caller.actor(), "user.preferences").unaudited();
        self.record(&mut tx, change).await?;
        tx.commit().await?;
        self.memory().change(|snapshot| {
            if let Some(entry) = snapshot.users.get_mut(&name) {
                entry.user.preferences = Some(preferences.into());
            }
        });
        Ok(())
    }
}
