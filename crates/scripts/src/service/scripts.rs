use std::collections::BTreeSet;

use events::{Change, IconClass};
use kit::{Error, ErrorKind, Result, Timestamp};
use serde_json::json;
use web::Caller;

use super::permit;
use crate::files::{self, Available};
use crate::model::{MASK, Parameter, Script, ScriptKind, Target, Values};
use crate::rules::{self, check_script, keep_masked};
use crate::wire::ScriptInput;
use crate::{Scripts, store};

/// A bound that no household reaches.
const MOST_SCRIPTS: i64 = 10_000;

impl Scripts {
    pub(crate) async fn scripts(&self, category: Option<&str>) -> Result<Vec<Script>> {
        if !self.is_enabled() {
            return Ok(Vec::new());
        }
        let mut conn = self.db().read().await?;
        Ok(match category {
            Some(category) => store::scripts::in_category(&mut conn, category).await?,
            None => store::scripts::all(&mut conn).await?,
        })
    }

    pub(crate) async fn script(&self, id: &str) -> Result<Script> {
        self.refuse_while_off()?;
        let found = store::scripts::find(&mut *self.db().read().await?, id).await?;
        found.ok_or_else(|| Error::not_found("This script"))
    }

    /// Files that could be registered.
    pub(crate) async fn available(&self) -> Result<Vec<Available>> {
        let registered: BTreeSet<String> =
            self.scripts(None).await?.into_iter().map(|script| script.path).collect();
        if !self.is_enabled() {
            return Ok(Vec::new());
        }
        let root = self.directory().to_owned();
        let looked = tokio::task::spawn_blocking(move || files::available(&root, &registered));
        looked.await.map_err(Error::internal)?.map_err(Error::internal)
    }

    pub(crate) async fn register(&self, caller: &Caller, input: ScriptInput) -> Result<Script> {
        self.refuse_while_off()?;
        let missing = |field| Error::invalid(field, "is required");
        let name = input.name.clone().ok_or_else(|| missing("name"))?;
        let path = input.script_path.clone().ok_or_else(|| missing("scriptPath"))?;
        let unnamed = || Error::invalid("name", "must hold a letter or a digit");
        let now = self.clock().now();
        let blank = Script {
            id: rules::slug(&name).ok_or_else(unnamed)?,
            name,
            description: String::new(),
            category: "general".to_owned(),
            path,
            kind: ScriptKind::Binary,
            timeout: None,
            parameters: Vec::new(),
            environment: Values::new(),
            allowed_scopes: Vec::new(),
            dry_run_command: String::new(),
            created_at: now,
            updated_at: now,
            created_by: caller.principal.identity.actor_id(),
        };
        let script = self.changed(caller, blank, input, now).await?;
        let change = Change::by(caller.actor(), "script.registered")
            .target(script.id.as_str())
            .details(json!({ "name": script.name, "scriptPath": script.path }))
            .notice("CheckCircle", IconClass::Info, format!("Script {} was added", script.name));
        let _writing = self.writing().await;
        let mut tx = self.events().begin().await?;
        if store::scripts::find(&mut tx, &script.id).await?.is_some() {
            return Err(Error::conflict(format!("There is a script {} already", script.id)));
        }
        if store::scripts::count(&mut tx).await? >= MOST_SCRIPTS {
            return Err(Error::conflict("There are too many scripts; delete some first"));
        }
        store::scripts::insert(&mut tx, &script).await?;
        tx.record(&change).await?;
        tx.commit().await?;
        Ok(script)
    }

    pub(crate) async fn update_script(
        &self,
        caller: &Caller,
        id: &str,
        input: ScriptInput,
    ) -> Result<Script> {
        self.refuse_while_off()?;
        let _writing = self.writing().await;
        let old = self.script(id).await?;
        permit(&caller.principal, &old.allowed_scopes)?;
        let script = self.changed(caller, old, input, self.clock().now()).await?;
        let change = Change::by(caller.actor(), "script.changed")
            .target(id)
            .details(json!({ "name": script.name, "scriptPath": script.path }));
        let mut tx = self.events().begin().await?;
        store::scripts::update(&mut tx, &script).await?;
        tx.record(&change).await?;
        tx.commit().await?;
        Ok(script)
    }

    pub(crate) async fn delete_script(&self, caller: &Caller, id: &str) -> Result<()> {
        self.refuse_while_off()?;
        let _writing = self.writing().await;
        let script = self.script(id).await?;
        permit(&caller.principal, &script.allowed_scopes)?;
        let change = Change::by(caller.actor(), "script.deleted").target(id).notice(
            "AlertTriangle",
            IconClass::Warning,
            format!("Script {} was removed", script.name),
        );
        let mut tx = self.events().begin().await?;
        let schedules =
            store::schedules::of_target(&mut tx, &Target::Script(id.to_owned())).await?;
        let workflows = store::workflows::all(&mut tx).await?.into_iter();
        let uses = workflows.filter(|one| one.steps.iter().any(|step| step.script_id == id));
        in_use("script", uses.map(|workflow| workflow.id), schedules)?;
        store::scripts::delete(&mut tx, id).await?;
        tx.record(&change).await?;
        tx.commit().await?;
        Ok(())
    }

    /// The script with what the input says, checked against all rules and the file.
    async fn changed(
        &self,
        caller: &Caller,
        old: Script,
        input: ScriptInput,
        now: Timestamp,
    ) -> Result<Script> {
        let mut script = old.clone();
        script.updated_at = now;
        let texts = [
            (&mut script.name, input.name),
            (&mut script.description, input.description),
            (&mut script.category, input.category.filter(|category| !category.is_empty())),
            (&mut script.path, input.script_path),
            (&mut script.dry_run_command, input.dry_run_command),
        ];
        texts.into_iter().for_each(|(place, new)| *place = new.unwrap_or(std::mem::take(place)));
        if let Some(seconds) = input.timeout_seconds {
            // What does not fit is no better than nothing at all, which the rules refuse.
            script.timeout = Some(u32::try_from(seconds).unwrap_or(0));
        }
        if let Some(views) = input.parameters {
            let parsed: Result<Vec<_>, String> =
                views.into_iter().map(crate::wire::ParameterView::parse).collect();
            let parsed = parsed.map_err(|why| Error::invalid("parameters", why))?;
            script.parameters = with_defaults(parsed, &old.parameters)?;
        }
        if let Some(environment) = input.environment {
            script.environment = environment;
            keep_masked("environment", &mut script.environment, Some(&old.environment))?;
        }
        if let Some(scopes) = input.allowed_scopes {
            script.allowed_scopes = scopes;
            rules::scopes(&script.allowed_scopes)?;
            permit(&caller.principal, &script.allowed_scopes)?;
        }
        check_script(&script)?;
        let executable = self.find_file(&script.path).await?;
        script.kind = ScriptKind::of(&script.path, executable).ok_or_else(|| {
            Error::invalid("scriptPath", "is neither .sh, .bash nor .py, and not executable")
        })?;
        Ok(script)
    }

    /// Looks for the file of a script, and tells whether it is executable.
    pub(crate) async fn find_file(&self, path: &str) -> Result<bool> {
        let (root, path) = (self.directory().to_owned(), path.to_owned());
        let opened = tokio::task::spawn_blocking(move || files::open(&root, &path)).await;
        match opened.map_err(Error::internal)? {
            Ok(opened) => Ok(opened.executable),
            Err(error) => {
                let missing = Error::new(ErrorKind::InvalidRequest, "Script file not found");
                let reason = "there is no such file below the scripts directory";
                Err(missing.detail("scriptPath", reason).because(error))
            }
        }
    }
}

/// A mask in the place of a password's default stands for the default that there was.
fn with_defaults(mut new: Vec<Parameter>, old: &[Parameter]) -> Result<Vec<Parameter>> {
    for parameter in new.iter_mut().filter(|one| one.default.as_deref() == Some(MASK)) {
        let earlier = old.iter().find(|one| one.name == parameter.name);
        parameter.default = earlier.and_then(|one| one.default.clone());
        if parameter.default.is_none() {
            let reason = format!("the default of {} is a mask, not a value", parameter.name);
            return Err(Error::invalid("parameters", reason));
        }
    }
    Ok(new)
}

/// 409, with who uses it, unless nobody does.
pub(super) fn in_use(
    what: &str,
    workflows: impl Iterator<Item = String>,
    schedules: Vec<String>,
) -> Result<()> {
    let users = workflows.take(20).map(|id| ("workflows", id));
    let users: Vec<_> = users.chain(schedules.into_iter().map(|id| ("schedules", id))).collect();
    if users.is_empty() {
        return Ok(());
    }
    let names: Vec<&str> = users.iter().map(|(_, id)| id.as_str()).collect();
    let message = format!("The {what} is used by {}", names.join(", "));
    let error = Error::conflict(message);
    Err(users.iter().fold(error, |error, (kind, id)| error.detail(*kind, id.clone())))
}
