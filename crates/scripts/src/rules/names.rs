/// The longest id, and so the longest that is made of a name.
const LONGEST_ID: usize = 64;
const LONGEST_VARIABLE: usize = 128;

/// The lower-case form of a name with single hyphens between its words; `None` where nothing is
/// left of it.
pub(crate) fn slug(name: &str) -> Option<String> {
    let words = name.split(|letter: char| !letter.is_alphanumeric());
    let words = words.filter(|word| !word.is_empty()).map(str::to_lowercase);
    let mut slug = words.collect::<Vec<_>>().join("-");
    slug.truncate(slug.floor_char_boundary(LONGEST_ID));
    let slug = slug.trim_matches('-');
    (!slug.is_empty()).then(|| slug.to_owned())
}

/// Set by the gateway alone.
const OURS: &[&str] = &["PATH", "HOME", "DRY_RUN"];

/// Variables that make a shell, an interpreter or the system's loader run or read something else
/// than the script.
const DANGEROUS: &[&str] = &[
    "BASHOPTS",
    "BASH_ENV",
    "CDPATH",
    "ENV",
    "GCONV_PATH",
    "GETCONF_DIR",
    "GLIBC_TUNABLES",
    "GLOBIGNORE",
    "HOSTALIASES",
    "IFS",
    "JAVA_TOOL_OPTIONS",
    "JDK_JAVA_OPTIONS",
    "LOCALDOMAIN",
    "LOCPATH",
    "MALLOC_CONF",
    "NLSPATH",
    "NODE_OPTIONS",
    "NODE_PATH",
    "PROMPT_COMMAND",
    "PS4",
    "RESOLV_HOST_CONF",
    "RES_OPTIONS",
    "RUBYLIB",
    "RUBYOPT",
    "SHELLOPTS",
    "SSLKEYLOGFILE",
    "_JAVA_OPTIONS",
    "_RJEM_MALLOC_CONF",
];
const DANGEROUS_FAMILIES: &[&str] =
    &["LD_", "DYLD_", "BASH_FUNC_", "PERL", "PYTHON", "MALLOC_", "GIT_", "GATEHOUSE_"];
/// Of such a family, and harmless.
const HARMLESS: &[&str] =
    &["PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED", "PYTHONIOENCODING", "PYTHONUNBUFFERED"];

/// Whether a script may be given a variable of this name; the error says why not.
pub(crate) fn check_variable(name: &str) -> Result<(), &'static str> {
    let letter = |byte: u8| byte.is_ascii_alphabetic() || byte == b'_';
    let begins = name.bytes().next().is_some_and(letter);
    let rest = name.bytes().all(|byte| letter(byte) || byte.is_ascii_digit());
    if !begins || !rest || name.len() > LONGEST_VARIABLE {
        return Err("must be a name of letters, digits and `_` that does not begin with a digit");
    }
    let family = || DANGEROUS_FAMILIES.iter().any(|family| name.starts_with(family));
    let dangerous = DANGEROUS.contains(&name) || family() && !HARMLESS.contains(&name);
    if OURS.contains(&name) || dangerous { Err("is a reserved name") } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_the_hyphenated_form_of_a_name() {
        for (name, id) in [
            ("Word Word", "word-word"),
            ("  Clean   up!  ", "clean-up"),
            ("Backup (NAS) v2", "backup-nas-v2"),
            ("Übersicht", "übersicht"),
            ("a/../b", "a-b"),
        ] {
            assert_eq!(slug(name).as_deref(), Some(id), "{name}");
        }
        assert_eq!(slug(" -!- "), None);
        assert!(slug(&"long ".repeat(50)).is_some_and(|id| id.len() <= LONGEST_ID));
    }

    #[test]
    fn names_that_would_change_what_runs_are_refused() {
        for bad in [
            "PATH",
            "HOME",
            "DRY_RUN",
            "LD_PRELOAD",
            "LD_LIBRARY_PATH",
            "BASH_ENV",
            "IFS",
            "PYTHONPATH",
            "PYTHONSTARTUP",
            "PERL5OPT",
            "A=B",
            "A\0",
            "",
            "1A",
            "A-B",
            "Ä",
        ] {
            assert!(check_variable(bad).is_err(), "{bad:?}");
        }
        for good in ["TARGET", "_x", "path", "a1", "PYTHONUNBUFFERED", "HOMEPAGE", "Path"] {
            assert!(check_variable(good).is_ok(), "{good}");
        }
    }
}
