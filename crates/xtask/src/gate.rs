//! `cargo xtask test`: the checks in order, quick ones first, and a table of how long each took.

use std::fmt::Write;
use std::time::Instant;

use anyhow::{Result, bail};

use crate::{licences, packages, page, programs, python, recipe, run, tidy, toolchain};

/// Test modules that `--quick` leaves out, with their crates: those that take more than ten seconds of processor time,
/// and together two fifths of that of all tests.
const HEAVY: [(&str, &str); 4] =
    [("agents", "templates::"), ("games", "reachable::"), ("league", "classes::"), ("solve", "truth::")];

/// Which checks run, and on what.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Scope {
    /// Leave out what takes long.
    quick: bool,
    /// The package to check, instead of all.
    only: Option<String>,
}

impl Scope {
    /// Reads the arguments after `cargo xtask test`.
    pub(crate) fn parse(arguments: &[&str]) -> Result<Scope> {
        let mut scope = Scope::default();
        let mut arguments = arguments.iter();
        while let Some(&argument) = arguments.next() {
            match argument {
                "--quick" => scope.quick = true,
                "--only" => match arguments.next() {
                    Some(name) => scope.only = Some(package(name)?),
                    None => bail!("--only needs the name of a crate, such as `--only search`"),
                },
                _ => bail!("unknown argument of `cargo xtask test`: {argument}"),
            }
        }
        Ok(scope)
    }

    fn is_full(&self) -> bool {
        *self == Scope::default()
    }

    /// The option of cargo that chooses the packages.
    fn packages(&self) -> Vec<&str> {
        match &self.only {
            Some(name) => vec!["--package", name],
            None => vec!["--workspace"],
        }
    }

    /// A cargo command on the chosen packages.
    fn cargo(&self, before: &[&str], after: &[&str], environment: &[(&str, &str)]) -> Result<()> {
        run::cargo_with(&[before, &self.packages(), after].concat(), environment)
    }

    fn format(&self) -> Result<()> {
        match &self.only {
            Some(name) => run::cargo(&["fmt", "--package", name, "--check"]),
            None => run::cargo(&["fmt", "--all", "--check"]),
        }
    }

    fn lints(&self) -> Result<()> {
        self.cargo(&["clippy"], &["--all-targets", "--all-features", "--locked", "--", "-D", "warnings"], &[])
    }

    fn documentation(&self) -> Result<()> {
        self.cargo(&["doc"], &["--no-deps", "--locked"], &[("RUSTDOCFLAGS", "-D warnings")])
    }

    /// The tests of the code, then those in its documentation.
    fn tests(&self) -> Result<()> {
        packages::ensure()?;
        let (mut arguments, mut environment) = (Vec::new(), vec![SEED]);
        if self.quick {
            arguments.extend(HEAVY.iter().flat_map(|(_, module)| ["--skip", module]));
            environment.push(("PROPTEST_CASES", "32"));
        }
        programs::run(&[&self.packages()[..], &TEST_TARGETS, &["--locked"]].concat(), &arguments, &environment)?;
        if self.has_documentation_tests() { self.cargo(&["test", "--doc"], &["--locked"], &[]) } else { Ok(()) }
    }

    /// Cargo refuses to look for them in a package without a library.
    fn has_documentation_tests(&self) -> bool {
        !self.only.as_deref().is_some_and(|name| ["plyscope-benches", "plyscope-python", "xtask"].contains(&name))
    }
}

/// What has tests: libraries, programs and integration tests. Examples are left to the lints: they take long to build,
/// and measure or fit something.
pub(crate) const TEST_TARGETS: [&str; 1] = ["--tests"];

/// One seed for all properties, so that the gate gives the same answer twice. A plain `cargo test` draws new cases.
const SEED: (&str, &str) = ("PROPTEST_RNG_SEED", "1");

/// The package that a crate's folder or its full name means.
fn package(name: &str) -> Result<String> {
    let packages = tidy::packages()?;
    let short = |package: &str| package.trim_start_matches("plyscope-").to_owned();
    match packages.iter().find(|package| *package == name || short(package) == name) {
        Some(package) => Ok(package.clone()),
        None => {
            let known: Vec<String> = packages.iter().map(|package| short(package)).collect();
            bail!("there is no crate `{name}`; there are {}", known.join(", "))
        }
    }
}

/// A check and its name.
type Step = (&'static str, fn(&Scope) -> Result<()>);

/// The checks of a scope, quick ones first.
fn steps(scope: &Scope) -> Vec<Step> {
    let toolchain: Step = ("toolchain", |_| toolchain::check());
    let format: Step = ("format", Scope::format);
    let tidy: Step = ("tidy", |_| tidy::check());
    let licences: Step = ("licences", |_| licences::check());
    let lints: Step = ("lints", Scope::lints);
    let recipe: Step = ("recipe", |_| recipe::check());
    let documentation: Step = ("documentation", Scope::documentation);
    let tests: Step = ("tests", Scope::tests);
    let python: Step = ("python", |_| python::check(&["--workspace"], python::Extent::default()));
    let page: Step = ("page", |_| page::check());
    if scope.is_full() {
        // The recipe comes after the lints, which check the crates that it needs; the Python package and the page after
        // the tests, whose library and program they use.
        vec![toolchain, format, tidy, licences, lints, recipe, documentation, tests, python, page]
    } else {
        vec![format, tidy, lints, tests]
    }
}

/// Runs the checks of a scope until one fails, and shows how long each took.
pub(crate) fn run(scope: &Scope) -> Result<()> {
    let mut times = Vec::new();
    let mut result = Ok(());
    for (name, step) in steps(scope) {
        println!("── {name}");
        let begun = Instant::now();
        result = step(scope);
        times.push((name, begun.elapsed().as_secs_f64(), result.is_ok()));
        if let Err(error) = result {
            result = Err(error.context(name));
            break;
        }
    }
    print!("\n{}", table(&times));
    result
}

/// The steps that ran with their seconds, and whether they passed.
fn table(steps: &[(&str, f64, bool)]) -> String {
    let mut text = format!("{:16}{:>8}\n", "step", "seconds");
    for &(name, seconds, passed) in steps {
        let verdict = if passed { "" } else { "  failed" };
        writeln!(text, "{name:16}{seconds:8.1}{verdict}").expect("text can be written to a string");
    }
    let total: f64 = steps.iter().map(|(_, seconds, _)| seconds).sum();
    text + &format!("{:16}{total:8.1}\n", "total")
}

#[cfg(test)]
mod tests {
    use std::path::PathBuf;

    use super::*;

    fn scope(arguments: &[&str]) -> Result<Scope, String> {
        Scope::parse(arguments).map_err(|error| error.to_string())
    }

    #[test]
    fn arguments_choose_the_checks() {
        let only = |quick| Ok(Scope { quick, only: Some("plyscope-search".to_owned()) });
        assert_eq!(scope(&[]), Ok(Scope::default()));
        assert_eq!(scope(&["--quick"]), Ok(Scope { quick: true, only: None }));
        assert_eq!(scope(&["--only", "search"]), only(false));
        assert_eq!(scope(&["--only", "plyscope-search", "--quick"]), only(true));
    }

    #[test]
    fn unknown_arguments_are_refused() {
        assert!(scope(&["--fast"]).unwrap_err().contains("--fast"));
        assert!(scope(&["--only"]).unwrap_err().contains("name of a crate"));
        let error = scope(&["--only", "chess"]).unwrap_err();
        assert!(error.contains("no crate `chess`") && error.contains("search") && error.contains("xtask"), "{error}");
    }

    #[test]
    fn a_full_run_has_every_check_and_quick_ones_come_first() {
        let names = |scope: &Scope| steps(scope).iter().map(|(name, _)| *name).collect::<Vec<_>>();
        let full = names(&Scope::default());
        assert_eq!(full[..4], ["toolchain", "format", "tidy", "licences"]);
        let quick = names(&Scope { quick: true, only: None });
        assert_eq!(quick, ["format", "tidy", "lints", "tests"]);
        assert!(quick.iter().all(|name| full.contains(name)));
    }

    /// A renamed module would no longer be left out, and one of the same name elsewhere would be, both unnoticed.
    #[test]
    fn heavy_modules_are_where_they_are_said_to_be() {
        let folders = run::root().join("crates").read_dir().expect("the crates");
        let crates: Vec<_> = folders.map(|entry| entry.expect("a crate").path()).collect();
        for (name, module) in HEAVY {
            let file = format!("{}.rs", module.trim_end_matches("::"));
            let has_tests = |path: PathBuf| std::fs::read_to_string(path).is_ok_and(|text| text.contains("#[test]"));
            let found = crates
                .iter()
                .filter(|folder| ["src", "tests/all"].iter().any(|part| has_tests(folder.join(part).join(&file))));
            assert_eq!(found.collect::<Vec<_>>(), [&run::root().join("crates").join(name)], "{module}");
        }
    }

    #[test]
    fn the_table_has_aligned_seconds_a_total_and_what_failed() {
        let text = table(&[("format", 1.04, true), ("documentation", 123.0, false)]);
        let expected = "step             seconds\nformat               1.0\ndocumentation      123.0  failed\n\
                        total              124.0\n";
        assert_eq!(text, expected);
    }
}
