//! The Python package: its types are checked by mypy, then its tests run, in a virtual environment of their own.
//!
//! The library is the one that the tests of the workspace have built. With `--all`, the packages that the bridges and
//! tables need are installed too; without them, their tests are skipped. `--wheel` tests what people install instead:
//! a wheel, optimised, in a fresh environment.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::built::artifact;
use crate::packages::{self, find};
use crate::run::{command, output, root};

/// What is tested, and with what.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Extent {
    /// Whether the packages that only some tests need are installed.
    all: bool,
    /// Whether the wheel is built, installed and tested.
    wheel: bool,
}

impl Extent {
    /// Reads the arguments after `cargo xtask python`.
    pub(crate) fn parse(arguments: &[&str]) -> Result<Extent> {
        let mut extent = Extent::default();
        for &argument in arguments {
            match argument {
                "--all" => extent.all = true,
                "--wheel" => extent.wheel = true,
                _ => bail!("unknown argument of `cargo xtask python`: {argument}"),
            }
        }
        Ok(extent)
    }
}

/// The oldest supported Python; `pyproject.toml` says the same.
const OLDEST: (u32, u32) = (3, 10);

/// The packages that all tests need, and those that only some need, in files that pip reads.
const REQUIREMENTS: [&str; 2] = ["python/requirements.txt", "python/requirements-all.txt"];

/// Checks the package with the library that the tests of these packages build.
pub(crate) fn check(packages: &[&str], extent: Extent) -> Result<()> {
    let python = Environment::new(extent)?;
    let package = root().join("python/plyscope");
    if extent.wheel {
        python.install_wheel()?;
    } else {
        let is_library = |message: &serde_json::Value| {
            let names = message["filenames"].as_array()?.iter().filter_map(|name| name.as_str());
            (message["target"]["name"] == "plyscope_native").then_some(())?;
            names.filter(|name| !name.ends_with(".rlib")).map(str::to_owned).next()
        };
        let library = artifact(packages, is_library)?;
        // Under another name first: a Python that runs must not see half a library.
        let (new, module) = (package.join("_native.new"), package.join("_native.abi3.so"));
        fs::copy(&library, &new).with_context(|| format!("cannot copy {}", library.display()))?;
        fs::rename(&new, &module).with_context(|| format!("cannot write {}", module.display()))?;
    }
    python.run(&["-m", "mypy", "python/plyscope", "python/tests"])?;
    python.run(&["-m", "pytest", "-q", "-rs"])
}

/// A virtual environment.
struct Environment {
    folder: PathBuf,
    wheel: bool,
}

impl Environment {
    /// One below `target` with the packages that are needed; it is made again when their list has changed.
    fn new(extent: Extent) -> Result<Environment> {
        let name = match (extent.all, extent.wheel) {
            (false, false) => "python",
            (true, false) => "python-all",
            (_, true) => "python-wheel",
        };
        let environment = Environment { folder: root().join("target").join(name), wheel: extent.wheel };
        let files = &REQUIREMENTS[..1 + usize::from(extent.all)];
        let read = |file: &&str| fs::read_to_string(root().join(file)).with_context(|| format!("cannot read {file}"));
        let wanted = files.iter().map(read).collect::<Result<String>>()?;
        // The copy is written last, so an environment that is not complete has none.
        let installed = environment.folder.join("installed.txt");
        if !extent.wheel && fs::read_to_string(&installed).is_ok_and(|installed| installed == wanted) {
            return Ok(environment);
        }
        let folder = environment.folder.display().to_string();
        output(&python()?.display().to_string(), &["-m", "venv", "--clear", &folder])
            .context("Python cannot make a virtual environment; on Debian, install python3-venv")?;
        let mut words = vec!["-m", "pip", "install", "--quiet", "--disable-pip-version-check"];
        files.iter().for_each(|file| words.extend(["--requirement", file]));
        environment.run(&words).context("the tests of the Python package need packages of PyPI")?;
        fs::write(&installed, wanted).with_context(|| format!("cannot write {}", installed.display()))?;
        Ok(environment)
    }

    /// Runs the Python of the environment in the root of the workspace.
    fn run(&self, words: &[&str]) -> Result<()> {
        let program = ["bin/python", "Scripts/python.exe"].map(|name| self.folder.join(name));
        let program = program.iter().find(|program| program.is_file()).context("the environment has no Python")?;
        let mut command = command(&program.display().to_string(), words);
        if !self.wheel {
            command.env("PYTHONPATH", root().join("python"));
        }
        let status = command.env("PYTHONDONTWRITEBYTECODE", "1").status().context("cannot start Python")?;
        if !status.success() {
            bail!("`python {}` failed ({status})", words.join(" "));
        }
        Ok(())
    }

    /// Builds the wheel and installs it, as `pip install .` does.
    fn install_wheel(&self) -> Result<()> {
        // A library in the sources would be used instead of the installed one.
        let library = root().join("python/plyscope/_native.abi3.so");
        if library.exists() {
            fs::remove_file(&library).with_context(|| format!("cannot remove {}", library.display()))?;
        }
        self.run(&["-m", "pip", "install", "--disable-pip-version-check", "."])
    }
}

/// The Python of the system, if it is not too old. Where there is none and the system is Debian's or like it, it is
/// installed.
fn python() -> Result<PathBuf> {
    let remedy = format!(
        "install Python {}.{} or later with venv and pip (https://python.org; on Debian python3-venv)",
        OLDEST.0, OLDEST.1
    );
    let known = || ["python3", "python"].into_iter().find_map(find);
    let found = known().or_else(|| packages::install(&["python3", "python3-venv"]).ok().and_then(|()| known()));
    let found = found.with_context(|| format!("the Python package needs Python, which is missing: {remedy}"))?;
    let version = version_of(&found)?;
    if version < OLDEST {
        bail!("this is Python {}.{}, which is too old for the Python package: {remedy}", version.0, version.1);
    }
    Ok(found)
}

fn version_of(python: &Path) -> Result<(u32, u32)> {
    let text = output(&python.display().to_string(), &["--version"])?;
    read_version(&text).with_context(|| format!("{} says {text:?} for its version", python.display()))
}

/// Reads `Python 3.11.7`.
fn read_version(text: &str) -> Option<(u32, u32)> {
    let mut parts = text.trim().strip_prefix("Python ")?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_compared_as_numbers() {
        assert_eq!(read_version("Python 3.11.7\n"), Some((3, 11)));
        assert_eq!(read_version("Python 3.14.0rc1"), Some((3, 14)));
        assert_eq!(read_version("python?"), None);
        assert!((3, 9) < OLDEST && (3, 10) >= OLDEST);
    }

    #[test]
    fn the_oldest_python_is_that_of_the_package() {
        let manifest = fs::read_to_string(root().join("pyproject.toml")).expect("the manifest of the package");
        assert!(manifest.contains(&format!("requires-python = \">={}.{}\"", OLDEST.0, OLDEST.1)));
        assert!(manifest.contains(&format!("python_version = \"{}.{}\"", OLDEST.0, OLDEST.1)));
    }

    #[test]
    fn unknown_arguments_are_refused() {
        assert_eq!(Extent::parse(&["--all"]).expect("known"), Extent { all: true, wheel: false });
        assert!(Extent::parse(&["--al"]).is_err());
    }
}
