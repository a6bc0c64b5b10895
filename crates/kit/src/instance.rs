use crate::Timestamp;

/// What this running program says of itself.
#[derive(Debug, Clone)]
pub struct Instance {
    /// `gh_` and 16 characters, made once and kept in the database.
    pub id: String,
    /// What people call it: the machine's host name.
    pub name: String,
    pub version: &'static str,
    pub build_date: &'static str,
    /// Where others reach it, without a slash at the end.
    pub base_url: String,
    pub started_at: Timestamp,
    pub capabilities: Vec<&'static str>,
}
