//! The command line.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::config::Flags;

/// A gateway for the services on your local network.
#[derive(Debug, Parser)]
#[command(name = "gatehouse", version = env!("VERSION_AND_COMMIT"))]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) options: Options,
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
}

#[derive(Debug, Args)]
pub(crate) struct Options {
    /// The configuration file [default: config.yaml where there is one] [env: GATEHOUSE_CONFIG]
    #[arg(long, value_name = "PATH", global = true)]
    config: Option<PathBuf>,
    /// Where data is kept [default: ./data] [env: GATEHOUSE_DATA_DIR]
    #[arg(long, value_name = "DIR", global = true)]
    data_dir: Option<PathBuf>,
    /// Where to listen [default: :8443, or :8080 with --insecure-http]
    #[arg(long, value_name = "HOST:PORT", global = true)]
    addr: Option<String>,
    /// Speak plain HTTP instead of HTTPS; for development
    #[arg(long, global = true)]
    insecure_http: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Run the gateway; so does no command at all
    Serve,
    /// Read the configuration, say what is wrong with it, and end (2 where something is)
    CheckConfig,
    /// Print the description of the API (OpenAPI, JSON)
    Openapi,
    /// Ask the running gateway whether it is alive
    Healthcheck {
        /// Ask whether it is ready to serve, too
        #[arg(long)]
        ready: bool,
    },
    /// Look for what keeps the gateway from working, and say how to mend it
    Doctor(DoctorOptions),
    /// Give a user a new password, read from the terminal or from standard input
    ResetPassword { user: String },
    /// Make, check and restore backups
    Backup {
        #[command(subcommand)]
        action: BackupAction,
    },
    /// Read the apps that another program knows, and print them as lines of a configuration, for
    /// you to look through
    Import { format: Format, file: PathBuf },
    /// Print a completion script
    Completions { shell: Shell },
    /// Print the manual page
    Man {
        /// Instead, write it and one for each command into this folder
        #[arg(long, value_name = "DIR")]
        into: Option<PathBuf>,
    },
    /// Print the reference of all configuration keys (Markdown)
    #[command(hide = true)]
    ConfigReference,
    /// Start a script and look after what it starts; the gateway calls this by itself
    #[command(name = scripts::COMMAND, hide = true)]
    Script {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<OsString>,
    },
}

#[derive(Debug, Args)]
pub(crate) struct DoctorOptions {
    /// Print what was found as JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Instead, print each call of the Docker engine's API that the program makes: for a filter
    /// before the engine's socket
    #[arg(long)]
    pub(crate) docker_policy: bool,
}

/// Whose file it is.
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(crate) enum Format {
    /// services.yaml of Homepage
    Homepage,
    /// A Caddyfile
    Caddyfile,
    /// database.sqlite of Nginx Proxy Manager
    NginxProxyManager,
}

#[derive(Debug, Subcommand)]
pub(crate) enum BackupAction {
    /// Write a backup of the database
    Create {
        /// Where to; without it, into backup.directory
        file: Option<PathBuf>,
        #[arg(long, default_value = "")]
        description: String,
    },
    /// Read a backup to its end, and say what is in it
    Verify { file: PathBuf },
    /// Put a backup into the database, which is made where there is none
    Restore {
        file: PathBuf,
        /// Only say what would be restored
        #[arg(long)]
        plan: bool,
        /// Bring back what was revoked or deleted since, too
        #[arg(long)]
        revoked: bool,
    },
}

impl From<Options> for Flags {
    fn from(options: Options) -> Self {
        let Options { config, data_dir, addr, insecure_http } = options;
        Flags { config, data_dir, addr, insecure_http }
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use clap::CommandFactory;

    use super::*;

    /// What the documentation tells people to type is a command.
    #[test]
    fn every_command_in_the_guide_is_one() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let guide = fs::read_dir(root.join("docs/guide")).expect("the guide");
        let mut pages: Vec<PathBuf> = guide.map(|entry| entry.expect("an entry").path()).collect();
        pages.push(root.join("README.md"));
        let mut commands = 0;
        for page in pages.iter().filter(|page| page.extension().is_some_and(|end| end == "md")) {
            let text = fs::read_to_string(page).expect("a page");
            for line in text.lines().filter_map(command) {
                let parsed = Cli::try_parse_from(line.split_whitespace());
                assert!(parsed.is_ok(), "{}: {line}: {:?}", page.display(), parsed.err());
                commands += 1;
            }
        }
        assert!(commands > 10, "found only {commands}");
    }

    /// A line that is a command of the program, without what the shell makes of it.
    fn command(line: &str) -> Option<&str> {
        let line = line.strip_prefix("sudo ").unwrap_or(line);
        let line = line.split(['#', '|', '>', '&']).next().unwrap_or_default();
        (line.trim_end() == "gatehouse" || line.starts_with("gatehouse ")).then_some(line)
    }

    #[test]
    fn the_definition_holds_together() {
        Cli::command().debug_assert();
    }

    #[test]
    fn options_may_stand_before_and_after_the_command() {
        for line in [
            &["gatehouse", "--addr", ":1", "--insecure-http", "serve"][..],
            &["gatehouse", "serve", "--insecure-http", "--addr", ":1"],
            &["gatehouse", "--insecure-http", "--addr", ":1"],
        ] {
            let flags = Flags::from(Cli::try_parse_from(line).expect("a command line").options);
            assert_eq!((flags.addr.as_deref(), flags.insecure_http), (Some(":1"), true));
        }
        assert!(Cli::try_parse_from(["gatehouse", "--insecure"]).is_err());
        assert!(Cli::try_parse_from(["gatehouse", "backup"]).is_err());
    }
}
