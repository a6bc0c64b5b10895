//! Which of our crates may depend on which. An edge that is not in the table is a decision that
//! somebody has to make on purpose: see ARCHITECTURE.md.

use std::collections::BTreeSet;

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, Package};

const SLICE: &[&str] = &["kit", "store", "events", "routing", "web"];

const ALLOWED: &[(&str, &[&str])] = &[
    ("kit", &[]),
    ("lan", &[]),
    ("store", &["kit"]),
    ("events", &["kit", "store"]),
    ("routing", &["kit"]),
    ("web", &["kit", "store", "events", "routing"]),
    ("rewrite", &[]),
    ("dial", &["routing"]),
    ("edge", &["dial", "kit", "rewrite", "routing"]),
    ("fetch", &["dial", "kit", "routing"]),
    ("appcheck", &["kit", "routing", "fetch", "rewrite"]),
    ("certs", &["kit", "lan", "store", "events", "routing", "web", "fetch"]),
    ("access", SLICE),
    ("backup", SLICE),
    ("catalog", &["kit", "store", "events", "routing", "web", "fetch", "appcheck"]),
    ("dashboard", &["kit", "web"]),
    ("engines", &["kit"]),
    (
        "discovery",
        &["kit", "lan", "store", "events", "routing", "web", "fetch", "engines", "catalog"],
    ),
    (
        "containers",
        // Its tests build a catalogue, which fetches.
        &["kit", "lan", "store", "events", "routing", "web", "fetch", "engines", "catalog"],
    ),
    ("hub", SLICE),
    ("scripts", SLICE),
    ("journal", &["kit", "lan", "store", "events", "routing", "web", "fetch"]),
    (
        "federation",
        // Its tests build a catalogue, which fetches.
        &["kit", "lan", "store", "events", "routing", "web", "fetch", "catalog"],
    ),
    ("notify", &["kit", "store", "events", "routing", "web", "fetch"]),
    ("toolbox", &["kit", "store", "events", "routing", "web", "fetch", "engines", "catalog"]),
    (
        "gatehouse",
        &[
            "access",
            "backup",
            "catalog",
            "certs",
            "containers",
            "dashboard",
            "discovery",
            "edge",
            "engines",
            "events",
            "federation",
            "fetch",
            "hub",
            "journal",
            "kit",
            "lan",
            "notify",
            "routing",
            "scripts",
            "store",
            "toolbox",
            "web",
        ],
    ),
    ("testkit", SLICE),
    ("e2e", &["testkit", "kit"]),
    ("bench", &[]),
    ("fuzz", &["discovery", "edge", "kit", "lan", "rewrite", "routing"]),
];

#[test]
fn our_crates_depend_on_each_other_only_as_planned() {
    let metadata = workspace();
    let wrong: Vec<String> =
        metadata.workspace_packages().into_iter().flat_map(forbidden_edges).collect();
    assert!(wrong.is_empty(), "not in the table of allowed edges:\n{}", wrong.join("\n"));
}

#[test]
fn the_table_names_crates_that_exist() {
    let metadata = workspace();
    let ours: BTreeSet<&str> =
        metadata.workspace_packages().into_iter().map(|package| package.name.as_str()).collect();
    let tabled = ALLOWED.iter().flat_map(|(from, to)| to.iter().chain([from]));
    let gone: Vec<_> = tabled.filter(|name| !ours.contains(*name)).collect();
    assert!(gone.is_empty(), "in the table, but not in the workspace: {gone:?}");
}

fn workspace() -> Metadata {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../../Cargo.toml");
    MetadataCommand::new().manifest_path(manifest).no_deps().exec().expect("cargo knows the crates")
}

fn forbidden_edges(package: &Package) -> Vec<String> {
    let name = package.name.as_str();
    let Some((_, allowed)) = ALLOWED.iter().find(|(from, _)| *from == name) else {
        return vec![format!("{name} has no row")];
    };
    let ours = package.dependencies.iter().filter(|dependency| dependency.path.is_some());
    ours.filter(|dependency| {
        let for_tests = dependency.kind == DependencyKind::Development;
        !(allowed.contains(&dependency.name.as_str()) || for_tests && dependency.name == "testkit")
    })
    .map(|dependency| format!("{name} -> {} ({})", dependency.name, dependency.kind))
    .collect()
}
