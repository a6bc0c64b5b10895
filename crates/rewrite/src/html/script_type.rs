//! What a `script` element is, by its attributes.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ScriptType {
    Classic,
    Module,
    ImportMap,
    SpeculationRules,
    /// Templates, JSON and the like, for other scripts to read.
    Data,
}

impl ScriptType {
    pub(super) fn new(kind: Option<&str>, language: Option<&str>) -> Self {
        let kind = match (kind, language) {
            (Some(""), _) | (None, None | Some("")) => return ScriptType::Classic,
            (Some(kind), _) => kind.trim_ascii().to_ascii_lowercase(),
            (None, Some(language)) => format!("text/{}", language.to_ascii_lowercase()),
        };
        match kind.as_str() {
            "module" => ScriptType::Module,
            "importmap" => ScriptType::ImportMap,
            "speculationrules" => ScriptType::SpeculationRules,
            kind if SCRIPTS.contains(&kind) => ScriptType::Classic,
            _ => ScriptType::Data,
        }
    }

    /// Whether the run-time script must stand before it.
    pub(super) fn runs(self) -> bool {
        matches!(self, ScriptType::Classic | ScriptType::Module | ScriptType::ImportMap)
    }
}

/// The names that browsers take for JavaScript, and no others.
const SCRIPTS: [&str; 16] = [
    "application/ecmascript",
    "application/javascript",
    "application/x-ecmascript",
    "application/x-javascript",
    "text/ecmascript",
    "text/javascript",
    "text/javascript1.0",
    "text/javascript1.1",
    "text/javascript1.2",
    "text/javascript1.3",
    "text/javascript1.4",
    "text/javascript1.5",
    "text/jscript",
    "text/livescript",
    "text/x-ecmascript",
    "text/x-javascript",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_are_read_as_browsers_do() {
        for (kind, language, expected) in [
            (None, None, ScriptType::Classic),
            (Some(""), Some("vbscript"), ScriptType::Classic),
            (None, Some(""), ScriptType::Classic),
            (None, Some("JavaScript"), ScriptType::Classic),
            (None, Some("VBScript"), ScriptType::Data),
            (Some(" Text/JavaScript "), None, ScriptType::Classic),
            (Some("module"), None, ScriptType::Module),
            (Some("importmap"), None, ScriptType::ImportMap),
            (Some("speculationrules"), None, ScriptType::SpeculationRules),
            (Some("text/javascript; charset=utf-8"), None, ScriptType::Data),
            (Some("application/json"), None, ScriptType::Data),
            (Some("text/x-template"), None, ScriptType::Data),
            (Some("text/babel"), None, ScriptType::Data),
            (Some(" "), None, ScriptType::Data),
        ] {
            assert_eq!(ScriptType::new(kind, language), expected, "{kind:?} {language:?}");
        }
    }
}
