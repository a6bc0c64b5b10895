//! Lays the layers over each other: default, file, environment, flag.

use std::fmt;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::env::{self, Environment};
use super::node::{Node, Origin, Problem};
use super::reader::{self, Unknown};
use super::{Config, nearest, validate, yaml};

const DEFAULT_FILE: &str = "config.yaml";
const DEFAULT_DATA_DIR: &str = "./data";
/// Ten thousand routes take two of them.
const LARGEST_FILE: u64 = 16 << 20;

/// What the command line says about the configuration.
#[derive(Debug, Clone, Default)]
pub(crate) struct Flags {
    pub(crate) config: Option<PathBuf>,
    pub(crate) addr: Option<String>,
    pub(crate) data_dir: Option<PathBuf>,
    pub(crate) insecure_http: bool,
}

/// Everything the configuration is made from, kept so that it can be read again.
#[derive(Clone, Default)]
pub(crate) struct Sources {
    pub(crate) flags: Flags,
    pub(crate) environment: Environment,
}

/// A configuration that passed every check.
pub(crate) struct Loaded {
    pub(crate) config: Config,
    /// Things that work, but probably not as they were meant.
    pub(crate) warnings: Vec<Problem>,
    /// What was written, to compare secrets by.
    pub(super) written: Node,
}

/// Why there is no configuration; one line each.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Problems(pub Vec<Problem>);

impl std::error::Error for Problems {}

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lines: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl From<Problem> for Problems {
    fn from(problem: Problem) -> Self {
        Problems(vec![problem])
    }
}

impl Sources {
    pub(crate) fn of_process(flags: Flags) -> Result<Self, Problems> {
        Ok(Sources { flags, environment: Environment::of_process()? })
    }

    /// The file to read, whether or not it is there.
    pub(crate) fn file(&self) -> PathBuf {
        self.chosen_file().unwrap_or_else(|| PathBuf::from(DEFAULT_FILE))
    }

    pub(crate) fn data_dir(&self) -> PathBuf {
        let from_environment = || self.environment.get(env::DATA_DIR).map(PathBuf::from);
        let chosen = self.flags.data_dir.clone().or_else(from_environment);
        chosen.unwrap_or_else(|| PathBuf::from(DEFAULT_DATA_DIR))
    }

    pub(crate) fn load(&self) -> Result<Loaded, Problems> {
        let defaults = self.defaults()?;
        let known = defaults.leaves();
        let mut tree = defaults;
        tree.lay(self.file_layer()?);
        let (environment, strangers) = self.environment.layer();
        tree.lay(environment);
        tree.lay(self.flag_layer());

        let (config, unknown) = reader::read::<Config>(&tree)?;
        let problems = validate::problems(&config, &tree);
        if !problems.is_empty() {
            return Err(Problems(problems));
        }
        let warnings = unknown
            .iter()
            .map(|unknown| unknown_key(unknown, &known))
            .chain(strangers.iter().map(|name| unknown_variable(name, &known)))
            .chain(doubtful(&config, &tree))
            .collect();
        Ok(Loaded { config, warnings, written: tree })
    }

    fn chosen_file(&self) -> Option<PathBuf> {
        let from_environment = || self.environment.get(env::CONFIG).map(PathBuf::from);
        self.flags.config.clone().or_else(from_environment)
    }

    /// The built-in values, with those under `./data` moved to where the data directory is.
    fn defaults(&self) -> Result<Node, Problem> {
        let data_dir = self.data_dir();
        let data_dir = data_dir.to_str().map(Path::new).ok_or_else(|| Problem {
            origin: Origin::Flag("--data-dir"),
            key: String::new(),
            reason: "the path is not valid UTF-8".to_owned(),
        })?;
        let json = serde_json::to_value(Config::default()).expect("the defaults can be written");
        let mut tree = Node::from_json(json);
        tree.each_text(&|text| {
            if let Some(rest) = text.strip_prefix("./data/") {
                *text = data_dir.join(rest).to_string_lossy().into_owned();
            }
        });
        if self.flags.insecure_http {
            tree.set(&path("server.addr"), Node::text(":8080", Origin::Default));
        }
        Ok(tree)
    }

    /// A file that was asked for must be there; the usual one need not.
    fn file_layer(&self) -> Result<Node, Problem> {
        let file = self.file();
        let name = file.display().to_string();
        match read_text(&file) {
            Ok(text) => yaml::parse(&name, &text),
            Err(error)
                if error.kind() == io::ErrorKind::NotFound && self.chosen_file().is_none() =>
            {
                Ok(Node::map(Origin::Default))
            }
            Err(error) => Err(Problem {
                origin: Origin::File { file: name.into(), line: 0, column: 0 },
                key: String::new(),
                reason: format!("cannot be read: {error}"),
            }),
        }
    }

    fn flag_layer(&self) -> Node {
        let mut layer = Node::map(Origin::Default);
        if let Some(addr) = &self.flags.addr {
            layer.set(&path("server.addr"), Node::text(addr, Origin::Flag("--addr")));
        }
        layer
    }
}

fn path(key: &str) -> Vec<String> {
    key.split('.').map(str::to_owned).collect()
}

fn read_text(file: &Path) -> io::Result<String> {
    let mut text = String::new();
    std::fs::File::open(file)?.take(LARGEST_FILE + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LARGEST_FILE {
        Err(io::Error::other("it is larger than 16 MiB"))
    } else {
        Ok(text)
    }
}

/// What is allowed, but hardly meant.
fn doubtful(config: &Config, tree: &Node) -> Vec<Problem> {
    let warnings = config.runtimes.warnings().into_iter();
    warnings
        .map(|(key, reason)| Problem { origin: tree.place(&key).clone(), key, reason })
        .collect()
}

fn unknown_key(unknown: &Unknown, known: &[String]) -> Problem {
    let key = nearest::nearest_key(&unknown.key, unknown.siblings, known);
    let hint = match (&unknown.origin, key) {
        (Origin::Env(_), Some(key)) => format!("did you mean {}?", env::variable_of(&key)),
        (_, Some(key)) => format!("did you mean {key}?"),
        (_, None) => format!("known here: {}", unknown.siblings.join(", ")),
    };
    Problem {
        origin: unknown.origin.clone(),
        key: unknown.key.clone(),
        reason: format!("unknown key; {hint}"),
    }
}

fn unknown_variable(name: &str, known: &[String]) -> Problem {
    let variables: Vec<String> = env::all_variables(known).collect();
    let hint = match nearest::nearest(name, variables.iter().map(String::as_str)) {
        Some(variable) => format!("did you mean {variable}?"),
        None => "keys are set by GATEHOUSE_<SECTION>__<KEY>".to_owned(),
    };
    Problem {
        origin: Origin::Env(name.into()),
        key: String::new(),
        reason: format!("unknown variable; {hint}"),
    }
}
