//! Which crate may use which: the one direction of ARCHITECTURE.md, for each section of a manifest.

use super::manifest::{Manifest, Section};

/// The crates of the workspace that a crate may use, without `plyscope-`.
struct MayUse {
    crate_name: &'static str,
    /// In the crate itself.
    normal: &'static [&'static str],
    /// Beyond that in its tests and examples.
    dev: &'static [&'static str],
}

/// A new crate must be entered here, which is a decision. No build script may use a crate of the workspace.
const MAY_USE: &[MayUse] = &[
    may_use("core", &[], &[]),
    may_use("stats", &[], &[]),
    may_use("store", &[], &[]),
    may_use("models", &["core"], &[]),
    may_use("heuristics", &["core", "models"], &[]),
    // Its examples fit weights and measure with searches.
    may_use("games", &["core", "heuristics"], &["search"]),
    may_use("search", &["core"], &["games", "heuristics"]),
    may_use("files", &["core"], &[]),
    may_use("plot", &["core"], &[]),
    may_use("solve", &["core", "games", "heuristics"], &[]),
    may_use("grade", &["core", "heuristics", "search", "solve", "stats"], &["games"]),
    may_use("registry", &["core", "games", "grade", "heuristics", "models", "search", "solve"], &[]),
    may_use("protocols", &["core"], &["registry"]),
    may_use("engine", &["core", "protocols", "registry"], &[]),
    may_use("programs", &["core", "protocols", "registry"], &[]),
    may_use("agents", &["core", "files", "programs", "registry"], &[]),
    may_use("arena", &["core", "files", "plot", "programs", "registry", "stats", "store"], &[]),
    may_use("league", &["agents", "arena", "core", "plot", "programs", "registry", "stats", "store", "view"], &[]),
    may_use("learn", &["core", "models", "plot", "registry", "stats", "store"], &[]),
    may_use("studies", &["core", "games", "heuristics", "plot", "registry", "search", "stats"], &[]),
    may_use("cluster", &["arena", "core", "registry", "store"], &[]),
    may_use("view", &["arena", "core", "plot", "registry", "store"], &[]),
    may_use("web", &["arena", "core", "league", "programs", "registry", "stats", "store", "studies", "view"], &[]),
    may_use(
        "cli",
        &[
            "agents",
            "arena",
            "cluster",
            "core",
            "engine",
            "files",
            "league",
            "learn",
            "plot",
            "programs",
            "protocols",
            "registry",
            "stats",
            "store",
            "studies",
            "view",
            "web",
        ],
        &[],
    ),
    may_use("python", &["arena", "cli", "core", "heuristics", "plot", "programs", "registry", "store", "view"], &[]),
    may_use("xtask", &[], &[]),
    may_use("benches", &["core", "games", "heuristics", "search", "solve"], &[]),
    may_use("fuzz", &["registry"], &[]),
];

const fn may_use(crate_name: &'static str, normal: &'static [&'static str], dev: &'static [&'static str]) -> MayUse {
    MayUse { crate_name, normal, dev }
}

/// Checks the dependencies of a package: crates of the workspace against [`MAY_USE`], others against the table of
/// ARCHITECTURE.md, which gives the reason for each.
pub(super) fn check(manifest: &Manifest, architecture: &str, faults: &mut Vec<String>) {
    let path = manifest.path.display();
    let reasons = architecture.split_once("\n## Dependencies").map_or("", |(_, section)| section);
    let own_name = short(&manifest.name).unwrap_or(&manifest.name);
    let Some(rule) = MAY_USE.iter().find(|rule| rule.crate_name == own_name) else {
        faults.push(format!("{path}: which crates may this one use? Say so in crates/xtask/src/tidy/dependencies.rs"));
        return;
    };
    for dependency in manifest.dependencies() {
        let (package, section) = (&dependency.package, dependency.section);
        let Some(name) = short(package) else {
            if !reasons.contains(&format!("`{package}`")) {
                faults
                    .push(format!("{path}: the table of dependencies in ARCHITECTURE.md has no reason for {package}"));
            }
            continue;
        };
        let in_tests = rule.normal.contains(&name) || rule.dev.contains(&name);
        match section {
            Section::Normal if rule.normal.contains(&name) => {}
            Section::Dev if in_tests => {}
            Section::Normal if in_tests => {
                faults.push(format!("{path}: {package} may be used only in tests and examples ([dev-dependencies])"));
            }
            _ => faults.push(format!("{path}: [{}] must not name {package}", section.name())),
        }
    }
}

/// The name of a crate of the workspace without what they all begin with.
fn short(package: &str) -> Option<&str> {
    package.strip_prefix("plyscope-")
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    const ARCHITECTURE: &str = "`strsim` is mentioned here\n## Dependencies\n| `serde` | text |\n";

    fn faults(package: &str, dependencies: &str) -> Vec<String> {
        let text = format!("[package]\nname = '{package}'\n{dependencies}");
        let manifest = Manifest::read(Path::new("Cargo.toml"), &text).expect("a manifest");
        let mut faults = Vec::new();
        check(&manifest, ARCHITECTURE, &mut faults);
        faults
    }

    #[test]
    fn a_crate_for_tests_is_refused_elsewhere() {
        let search = |section| faults("plyscope-search", &format!("[{section}]\nplyscope-games.workspace = true"));
        assert_eq!(search("dev-dependencies"), [""; 0]);
        assert!(search("dependencies")[0].contains("only in tests"));
        assert!(search("build-dependencies")[0].contains("must not name"));
        assert!(search("target.'cfg(unix)'.dependencies")[0].contains("only in tests"));
    }

    #[test]
    fn the_direction_is_kept_in_tests_too() {
        let core = |section| faults("plyscope-core", &format!("[{section}]\nplyscope-games.workspace = true"));
        assert!(core("dependencies")[0].contains("must not name"));
        assert!(core("dev-dependencies")[0].contains("must not name"));
        let cli = faults("plyscope-cli", "[dependencies]\nplyscope-web.workspace = true");
        assert_eq!(cli, [""; 0]);
    }

    #[test]
    fn a_new_crate_and_a_dependency_without_a_reason_are_noticed() {
        assert!(faults("plyscope-new", "")[0].contains("which crates may this one use"));
        assert_eq!(faults("plyscope-core", "[dependencies]\nserde = '1'"), [""; 0]);
        assert!(faults("plyscope-core", "[dependencies]\nstrsim = '1'")[0].contains("no reason for strsim"));
    }
}
