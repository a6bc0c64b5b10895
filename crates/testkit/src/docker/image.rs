//! The image of the program under test, as the Dockerfile makes it.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use super::DockerEngine;
use crate::cache_folder;
use crate::gatehouse_binary;

const NAME: &str = "gatehouse";

impl DockerEngine {
    /// The last stage of the Dockerfile, around the program that was built for the tests: the stages
    /// before it build it in images that would have to be pulled.
    pub fn gatehouse_image(&self) -> &'static str {
        self.built.get_or_init(|| {
            let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
            let dockerfile = fs::read_to_string(root.join("Dockerfile")).expect("the Dockerfile");
            let (_, last) = dockerfile.rsplit_once("\nFROM ").expect("it has several stages");
            let base = last.lines().next().expect("a stage has a base");
            let debian = cache_folder().join("debian-bookworm.tar");
            self.docker(&["import", &debian.display().to_string(), base]);

            let folder = tempfile::tempdir().expect("a folder");
            let stages = format!("FROM scratch AS build\nCOPY gatehouse /out/\n\nFROM {last}");
            fs::write(folder.path().join("Dockerfile"), stages).expect("a file");
            let program = folder.path().join("gatehouse");
            let mut strip = Command::new("strip");
            strip.arg("--strip-debug").arg("-o").arg(&program).arg(gatehouse_binary());
            assert!(strip.status().expect("strip runs").success(), "strip failed");
            self.docker(&["build", "--tag", NAME, &folder.path().display().to_string()]);
            NAME
        })
    }

    /// Docker's own client, as people type it; what it says.
    pub fn docker(&self, words: &[&str]) -> String {
        let Output { status, stdout, stderr } = self.try_docker(words);
        let said = String::from_utf8_lossy(&stderr);
        assert!(status.success(), "docker {}: {status}\n{said}", words.join(" "));
        String::from_utf8_lossy(&stdout).trim().to_owned()
    }

    /// The same, where it may fail.
    pub fn try_docker(&self, words: &[&str]) -> Output {
        let mut docker = Command::new("docker");
        // The engine has no other way to build.
        docker.args(words).env("DOCKER_HOST", self.url()).env("DOCKER_BUILDKIT", "0");
        docker.output().expect("docker runs")
    }
}
