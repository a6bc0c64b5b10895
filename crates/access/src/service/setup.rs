use events::facts::AccessChanged;
use events::{Change, Events, IconClass};
use kit::{Actor, Error, ErrorKind, Result, Secret};
use subtle::ConstantTimeEq;

use crate::memory::UserEntry;
use crate::password::Passwords;
use crate::{Access, store};

/// A user name and password, as somebody typed them.
#[derive(Debug)]
pub(crate) struct Credentials {
    pub(crate) username: String,
    pub(crate) password: Secret,
}

impl Access {
    pub(crate) fn has_users(&self) -> bool {
        !self.memory().load().users.is_empty()
    }

    /// Whether this is the code that the program printed at its start.
    pub(crate) fn is_setup_code(&self, given: &str) -> bool {
        let typed: String = given.chars().filter(char::is_ascii_alphanumeric).collect();
        let typed = typed.to_ascii_uppercase();
        let code = self.setup_code();
        code.is_some_and(|code| code.expose().as_bytes().ct_eq(typed.as_bytes()).into())
    }

    /// Makes the first administrator. Of many that try at once, one succeeds.
    pub(crate) async fn set_up(&self, new: Credentials, actor: Actor) -> Result<()> {
        let completed = || {
            let message = "Setup is done already; sign in instead";
            Error::new(ErrorKind::SetupAlreadyCompleted, message)
        };
        if self.has_users() {
            return Err(completed());
        }
        check(&new)?;
        if self.memory().load().devices.contains_key(new.username.as_str()) {
            return Err(Error::invalid("username", "is the id of a device"));
        }
        let hash = self.passwords().hash(new.password.expose().to_owned()).await?;
        let _writing = self.writing().await;
        let mut tx = self.events().begin().await?;
        let first = store::users::insert_first(&mut tx, &new.username, &hash, self.clock().now());
        let user = first.await?.ok_or_else(completed)?;
        let change = Change::by(actor, "user.created").target(&*user.username).notice(
            "CheckCircle",
            IconClass::Success,
            format!("{} is the first administrator", user.username),
        );
        self.record(&mut tx, change).await?;
        tx.commit().await?;
        self.memory().change(|snapshot| snapshot.put_user(user));
        Ok(())
    }

    pub(crate) fn user(&self, name: &str) -> Option<UserEntry> {
        self.memory().load().users.get(name).cloned()
    }
}

/// Gives a user a new password, from the command line. Tokens made with the old one end; a
/// program that is running hears of it through the database.
pub async fn reset_password(events: &Events, user: &str, password: Secret) -> Result<()> {
    let new = Credentials { username: user.to_owned(), password };
    check(&new)?;
    let hash = Passwords::new().hash(new.password.expose().to_owned()).await?;
    let mut tx = events.begin().await?;
    if !store::users::set_password(&mut tx, user, &hash).await? {
        return Err(Error::not_found(&format!("The user {user}")));
    }
    let actor = Actor { id: "command-line".to_owned(), address: None };
    let message = format!("The password of {user} was reset on the command line");
    let change = Change::by(actor, "user.password_reset")
        .target(user)
        .notice("AlertTriangle", IconClass::Warning, message)
        .fact(&AccessChanged {});
    tx.record(&change).await?;
    Ok(tx.commit().await?)
}

fn check(new: &Credentials) -> Result<()> {
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"_.-".contains(&byte);
    let name = &new.username;
    if !(1..=64).contains(&name.len()) || !name.bytes().all(allowed) {
        let reason = "must be 1 to 64 letters, digits, underscores, dots or hyphens";
        return Err(Error::invalid("username", reason));
    }
    check_password("password", &new.password)
}

pub(super) fn check_password(field: &str, password: &Secret) -> Result<()> {
    if !(8..=128).contains(&password.expose().chars().count()) {
        return Err(Error::invalid(field, "must be 8 to 128 characters"));
    }
    Ok(())
}
