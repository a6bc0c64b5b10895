use events::{Change, IconClass};
use kit::{Error, Result, Secret};
use web::Caller;

use super::SignedIn;
use super::setup::check_password;
use crate::model::User;
use crate::{Access, store};

/// What somebody typed who wants another password.
#[derive(Debug)]
pub(crate) struct NewPassword {
    pub(crate) current: Secret,
    pub(crate) new: Secret,
}

impl Access {
    /// Gives the calling user a new password. Everything that the old one opened ends, everywhere;
    /// so the caller is signed in anew.
    pub(crate) async fn change_password(
        &self,
        caller: &Caller,
        given: NewPassword,
    ) -> Result<SignedIn> {
        let not_a_user = || Error::forbidden("Only users have passwords");
        let name = self.user_of(caller).ok_or_else(not_a_user)?.username;
        check_password("newPassword", &given.new)?;
        let mut conn = self.db().read().await?;
        let found = store::users::with_password_hash(&mut conn, &name).await?;
        drop(conn);
        let (user, hash) = found.unzip();
        let matches = self.passwords().matches(given.current.expose().to_owned(), hash).await?;
        let change = Change::by(caller.actor(), "user.password_changed").target(&*name);
        let (Some(before), true) = (user, matches) else {
            self.events().note(&change.failed("Wrong password")).await?;
            return Err(Error::invalid("currentPassword", "is wrong"));
        };
        let hash = self.passwords().hash(given.new.expose().to_owned()).await?;
        let now = self.clock().now();
        let _writing = self.writing().await;
        let mut tx = self.events().begin().await?;
        if !store::users::replace_password(&mut tx, &before, &hash).await? {
            return Err(Error::conflict("The password was changed just now"));
        }
        let message = format!("{name} has a new password");
        let change = change.notice("ShieldCheck", IconClass::Info, message);
        self.record(&mut tx, change).await?;
        tx.commit().await?;
        let user = User { epoch: before.epoch + 1, ..before };
        self.memory().change(|snapshot| snapshot.put_user(user.clone()));
        self.user_token(None, user, now)
    }
}
