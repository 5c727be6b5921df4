//! The licences and sources of all dependencies, against the lists of `deny.toml`.
//!
//! `deny.toml` is the configuration of cargo-deny, which takes minutes to install. So its lists are checked here for
//! the dependencies on this platform, with the same reader of licence expressions, and cargo-deny runs too where it is
//! installed: for all platforms, and without what needs the network.

use std::collections::HashSet;

use anyhow::{Context, Result, bail};
use serde_json::Value as Json;
use spdx::{Expression, Licensee, ParseMode};
use toml::{Table, Value};

use crate::run::{cargo, cargo_output, output, root};

const FILE: &str = "deny.toml";

/// The lists of `deny.toml`.
struct Policy {
    /// Licences that any dependency may have.
    allowed: Vec<Licensee>,
    /// Crates that may have another one.
    exceptions: Vec<(String, Licensee)>,
    /// Registries that dependencies may come from.
    registries: Vec<String>,
}

/// Checks all dependencies.
pub(crate) fn check() -> Result<()> {
    let text = std::fs::read_to_string(root().join(FILE)).with_context(|| format!("cannot read {FILE}"))?;
    let policy = Policy::read(&text).with_context(|| format!("{FILE} was not understood"))?;
    let packages = packages()?;
    let faults: Vec<String> = packages.iter().filter_map(|package| policy.fault(package)).collect();
    if !faults.is_empty() {
        bail!("{} dependencies do not agree with {FILE}\n{}", faults.len(), faults.join("\n"));
    }
    println!("{} dependencies agree with {FILE}", packages.len());
    if output("cargo-deny", &["--version"]).is_ok() {
        cargo(&["deny", "--all-features", "--locked", "check", "bans", "licenses", "sources"])?;
    }
    Ok(())
}

/// The dependencies that are built on this platform with all features.
fn packages() -> Result<Vec<Json>> {
    let version = output("rustc", &["-vV"])?;
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).context("rustc did not name its host")?;
    let arguments = ["metadata", "--locked", "--all-features", "--filter-platform", host, "--format-version", "1"];
    let mut metadata: Json = serde_json::from_str(&cargo_output(&arguments)?)?;
    // Packages that are not in the graph are features of dependencies that nothing enables.
    let nodes = metadata["resolve"]["nodes"].take();
    let used: HashSet<&str> = nodes.as_array().into_iter().flatten().filter_map(|node| node["id"].as_str()).collect();
    let Json::Array(packages) = metadata["packages"].take() else { bail!("cargo metadata listed no packages") };
    let is_foreign = |package: &Json| !package["source"].is_null();
    let is_used = |package: &Json| package["id"].as_str().is_some_and(|id| used.contains(id));
    Ok(packages.into_iter().filter(|package| is_foreign(package) && is_used(package)).collect())
}

impl Policy {
    fn read(text: &str) -> Result<Policy> {
        let file: Table = text.parse()?;
        let section = |name: &str| file.get(name).and_then(Value::as_table).with_context(|| format!("no [{name}]"));
        let (licences, sources) = (section("licenses")?, section("sources")?);
        let mut exceptions = Vec::new();
        for exception in licences.get("exceptions").and_then(Value::as_array).into_iter().flatten() {
            let exception = exception.as_table().context("an exception is a table")?;
            let name = exception.get("crate").and_then(Value::as_str).context("an exception names a crate")?;
            exceptions.extend(licensees(exception)?.into_iter().map(|licensee| (name.to_owned(), licensee)));
        }
        let registries = strings(sources, "allow-registry")?.into_iter().map(str::to_owned).collect();
        Ok(Policy { allowed: licensees(licences)?, exceptions, registries })
    }

    /// What is wrong with a package as cargo describes it.
    fn fault(&self, package: &Json) -> Option<String> {
        let field = |name: &str| package[name].as_str().unwrap_or_default();
        let name = field("name");
        if !self.registries.iter().any(|registry| field("source") == format!("registry+{registry}")) {
            return Some(format!("{name} comes from {}", field("source")));
        }
        let exceptions = self.exceptions.iter().filter(|(other, _)| other == name).map(|(_, licensee)| licensee);
        let allowed: Vec<&Licensee> = self.allowed.iter().chain(exceptions).collect();
        let licence = field("license");
        // Older crates write `MIT/Apache-2.0`, which the lax mode reads as a choice.
        match Expression::parse_mode(licence, ParseMode::LAX) {
            Ok(terms) if terms.evaluate(|term| allowed.iter().any(|licensee| licensee.satisfies(term))) => None,
            Ok(_) => Some(format!("{name} has the licence {licence}")),
            Err(_) => Some(format!("{name} has no licence that is understood: `{licence}`")),
        }
    }
}

fn licensees(table: &Table) -> Result<Vec<Licensee>> {
    strings(table, "allow")?.into_iter().map(|name| Ok(Licensee::parse(name)?)).collect()
}

fn strings<'t>(table: &'t Table, key: &str) -> Result<Vec<&'t str>> {
    let list = table.get(key).and_then(Value::as_array).with_context(|| format!("`{key}` is missing"))?;
    list.iter().map(|item| item.as_str().with_context(|| format!("`{key}` lists texts"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const POLICY: &str = "
        [licenses]
        allow = ['MIT', 'Apache-2.0', 'Unicode-3.0']
        exceptions = [{ crate = 'odd', allow = ['MPL-2.0'] }]
        [sources]
        allow-registry = ['https://good.example']
    ";

    fn fault(name: &str, licence: Option<&str>, source: &str) -> Option<String> {
        let package = serde_json::json!({ "name": name, "license": licence, "source": source });
        Policy::read(POLICY).expect("a policy").fault(&package)
    }

    #[test]
    fn a_choice_needs_one_allowed_licence_and_a_sum_needs_all() {
        let good = "registry+https://good.example";
        for licence in ["MIT", "MIT/Apache-2.0", "GPL-3.0-only OR MIT", "(MIT OR Apache-2.0) AND Unicode-3.0"] {
            assert_eq!(fault("any", Some(licence), good), None, "{licence}");
        }
        for licence in ["GPL-3.0-only", "MIT AND GPL-3.0-only", "MPL-2.0", "none of your business"] {
            assert!(fault("any", Some(licence), good).is_some(), "{licence}");
        }
        assert!(fault("any", None, good).is_some());
        assert_eq!(fault("odd", Some("MPL-2.0"), good), None);
    }

    #[test]
    fn other_sources_are_refused() {
        assert!(fault("any", Some("MIT"), "git+https://good.example").is_some());
        assert!(fault("any", Some("MIT"), "registry+https://other.example").is_some());
    }
}
