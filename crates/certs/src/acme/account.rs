use instant_acme::{Account, AccountCredentials, NewAccount};
use kit::{Error, Result};

use super::client::Client;
use super::told;
use crate::Certs;
use crate::store::{self as rows, KeyRow};
use crate::vault::place;

impl Certs {
    /// Our account at this authority, which all programs on the database share; made at the first
    /// order, with what the configuration says then.
    pub(crate) async fn account(&self, directory: &str) -> Result<Account> {
        let name = format!("acme {directory}");
        let builder = Account::builder_with_http(Box::new(Client(self.fetcher().clone())));
        let known = rows::key(&mut *self.db().read().await?, &name).await?;
        let known = known.and_then(|row| self.seal().open(&place(&name), &row.sealed));
        let known = known.and_then(|text| serde_json::from_slice(&text).ok());
        if let Some(credentials) = known {
            let credentials: AccountCredentials = credentials;
            return builder.from_credentials(credentials).await.map_err(told);
        }
        let email = self.config().acme.email.clone();
        let contact = format!("mailto:{email}");
        let contacts = [contact.as_str()];
        let new = NewAccount {
            contact: if email.is_empty() { &[] } else { &contacts },
            terms_of_service_agreed: true,
            only_return_existing: false,
        };
        let made = builder.create(&new, directory.to_owned(), None).await;
        let (account, credentials) = made.map_err(told)?;
        let text = serde_json::to_vec(&credentials).map_err(Error::internal)?;
        let sealed = self.seal().close(&place(&name), text)?;
        let mut tx = self.db().begin().await?;
        let row = KeyRow { certificate: String::new(), sealed };
        rows::put_key(&mut tx, &name, &row).await?;
        tx.commit().await?;
        Ok(account)
    }
}
