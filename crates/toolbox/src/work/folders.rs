//! The folders of deployments that are mounted into containers. Containers write into them, so
//! what lies there is not trusted: a link could lead anywhere.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::broken::Broken;

#[derive(Debug, Clone)]
pub(crate) struct Folders {
    /// As this program sees it.
    root: PathBuf,
    /// As the engine sees it.
    host: PathBuf,
}

impl Folders {
    pub(crate) fn new(data_dir: &Path, host_data_dir: &str) -> io::Result<Folders> {
        let root = std::path::absolute(data_dir)?;
        let host = match host_data_dir {
            "" => root.clone(),
            host => PathBuf::from(host),
        };
        Ok(Folders { root, host })
    }

    /// Makes the folder of a deployment where it is not there, and says what the engine calls it.
    pub(super) fn prepare(&self, deployment: &str, folder: &str) -> Result<String, Broken> {
        let parts =
            || std::iter::once(deployment).chain(folder.split('/')).filter(|p| !p.is_empty());
        let failed = |error: &io::Error| {
            Broken::Failed(format!("the folder ./{folder} cannot be made: {error}"))
        };
        fs::create_dir_all(&self.root).map_err(|error| failed(&error))?;
        let mut path = self.root.clone();
        for part in parts() {
            path.push(part);
            match fs::create_dir(&path) {
                Err(error) if error.kind() != io::ErrorKind::AlreadyExists => {
                    return Err(failed(&error));
                }
                _ => {}
            }
            let metadata = fs::symlink_metadata(&path).map_err(|error| failed(&error))?;
            if metadata.is_symlink() {
                let reason = format!("the folder ./{folder} is a symbolic link");
                return Err(Broken::Failed(reason));
            }
        }
        let host = parts().fold(self.host.clone(), |host, part| host.join(part));
        Ok(host.to_string_lossy().into_owned())
    }

    /// Removes everything of a deployment. Links are removed, not followed.
    pub(super) fn remove(&self, deployment: &str) -> io::Result<bool> {
        match fs::remove_dir_all(self.root.join(deployment)) {
            Ok(()) => Ok(true),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
            Err(error) => Err(error),
        }
    }

    pub(crate) fn exists(&self, deployment: &str) -> bool {
        fs::symlink_metadata(self.root.join(deployment)).is_ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_is_not_followed_out_of_the_folder() {
        let place = tempfile::tempdir().expect("a folder");
        let folders = Folders::new(&place.path().join("data"), "/srv/boxes").expect("folders");
        let host = folders.prepare("deploy_1", "a/b").expect("made");
        assert_eq!(host, "/srv/boxes/deploy_1/a/b");
        assert!(place.path().join("data/deploy_1/a/b").is_dir());

        std::os::unix::fs::symlink("/etc", place.path().join("data/deploy_1/link"))
            .expect("a link");
        assert!(folders.prepare("deploy_1", "link").is_err());
        assert!(folders.prepare("deploy_1", "link/ssl").is_err());
        assert!(folders.remove("deploy_1").expect("removed"));
        assert!(!folders.exists("deploy_1") && Path::new("/etc").exists());
        assert!(!folders.remove("deploy_1").expect("gone"));
    }
}
