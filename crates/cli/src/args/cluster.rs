//! Commands and arguments for experiments on many machines.

use std::path::PathBuf;

use plyscope_cluster::Address;
use plyscope_core::BadInput;

use super::shared::{Output, Parallel};

/// How to be let into a hub.
#[derive(clap::Args)]
pub(crate) struct Entry {
    /// Credentials for the NATS server, as `nsc` writes them [env: NATS_CREDS]
    #[arg(long, value_name = "FILE")]
    pub(crate) creds: Option<PathBuf>,
    /// Certificate of the authority that signed the server's; the connection is then encrypted [env: NATS_CA]
    #[arg(long, value_name = "FILE")]
    pub(crate) tls_ca: Option<PathBuf>,
}

impl Entry {
    pub(crate) fn address(&self, url: &str) -> Result<Address, BadInput> {
        Address::new(url, self.creds.clone(), self.tls_ca.clone())
    }
}

/// Where games are played.
#[derive(clap::Args)]
pub(crate) struct OnHub {
    /// Let the workers of this NATS server play, instead of threads of this process
    ///
    /// `plyscope worker URL` starts a worker, on as many machines as you like. The games are the same as here.
    #[arg(long, value_name = "URL", conflicts_with = "jobs")]
    on: Option<String>,
    #[command(flatten)]
    entry: Entry,
}

impl OnHub {
    /// The address of the hub, if there is one.
    pub(crate) fn address(&self) -> Result<Option<Address>, BadInput> {
        self.on.as_deref().map(|url| self.entry.address(url)).transpose()
    }

    /// What to type to get there again; secrets are left out.
    pub(crate) fn again(&self) -> Result<String, BadInput> {
        let on = self.address()?.map_or(String::new(), |address| format!(" --on {}", address.shown()));
        let file = |name: &str, file: &Option<PathBuf>| {
            file.as_ref().map_or(String::new(), |file| format!(" {name} {}", file.display()))
        };
        Ok(on + &file("--creds", &self.entry.creds) + &file("--tls-ca", &self.entry.tls_ca))
    }
}

/// Play games for experiments of other machines, until Ctrl-C.
///
/// Takes work from a NATS server with JetStream and sends the games back. Start it on as many machines as you like, at
/// any time; what it was playing when it ends is played by another worker.
#[derive(clap::Args)]
#[command(after_help = "\
Secrets can also be in the environment: NATS_CREDS (a file), NATS_NKEY (a file with a seed), NATS_USER and \
NATS_PASSWORD, NATS_TOKEN, NATS_CA (a file).

Examples:
  plyscope worker nats://hub:4222
  plyscope worker nats://hub:4222 --jobs 8
  plyscope worker tls://hub:4222 --creds worker.creds --tls-ca ca.pem")]
pub(crate) struct Worker {
    /// Address of the NATS server; several are separated by commas
    #[arg(value_name = "URL")]
    pub(crate) url: String,
    #[command(flatten)]
    pub(crate) parallel: Parallel,
    /// Also play experiments with [programs]: other people's programs, which then run here in the sandbox
    #[arg(long)]
    pub(crate) allow_programs: bool,
    #[command(flatten)]
    pub(crate) entry: Entry,
    #[command(flatten)]
    pub(crate) output: Output,
}

/// List the workers at a NATS server.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  plyscope workers nats://hub:4222
  plyscope workers nats://hub:4222 --json")]
pub(crate) struct Workers {
    /// Address of the NATS server
    #[arg(value_name = "URL")]
    pub(crate) url: String,
    #[command(flatten)]
    pub(crate) entry: Entry,
    #[command(flatten)]
    pub(crate) output: Output,
}
