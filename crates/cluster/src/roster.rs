//! Who is there.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use plyscope_core::BadInput;
use tokio_stream::StreamExt;

use crate::address::Address;
use crate::hub::{HELLO, Hub, worker_subject};
use crate::link::runtime;
use crate::notices::{self, WorkerNotice};

/// A worker that was silent for so long is gone.
const SILENCE: Duration = Duration::from_secs(8);
/// Workers answer at once; one that takes longer is not counted.
const ANSWERS: Duration = Duration::from_millis(400);
/// How long to listen if answers keep coming.
const MOST: Duration = Duration::from_secs(3);

/// The workers that were heard of.
#[derive(Default)]
pub(crate) struct Roster {
    known: HashMap<String, (WorkerNotice, Instant)>,
}

impl Roster {
    /// Reads a notice; one that is none is ignored.
    pub(crate) fn hear(&mut self, bytes: &[u8]) -> Option<&WorkerNotice> {
        let notice: WorkerNotice = notices::read(bytes)?;
        if notice.leaves {
            self.known.remove(&notice.name);
            return None;
        }
        let entry = self.known.entry(notice.name.clone());
        Some(&entry.insert_entry((notice, Instant::now())).into_mut().0)
    }

    /// Those that are there, by name.
    pub(crate) fn present(&self) -> Vec<&WorkerNotice> {
        let mut present: Vec<&WorkerNotice> =
            self.known.values().filter(|(_, heard)| heard.elapsed() < SILENCE).map(|(notice, _)| notice).collect();
        present.sort_by(|a, b| a.name.cmp(&b.name));
        present
    }
}

/// The workers at a hub.
///
/// # Errors
/// If the hub does not answer.
pub fn workers(address: &Address) -> Result<Vec<WorkerNotice>, BadInput> {
    runtime()?.block_on(async {
        let hub = Hub::connect(address, "plyscope workers").await?;
        let heard = hub.client.subscribe(worker_subject("*")).await;
        let mut heard = heard.map_err(|error| hub.failed("nobody can be heard", &error))?;
        let failed = |error: &dyn std::fmt::Display| hub.failed("nobody can be asked", error);
        hub.client.publish(HELLO, "".into()).await.map_err(|error| failed(&error))?;
        hub.client.flush().await.map_err(|error| failed(&error))?;
        let (mut roster, begun, mut forbidden) = (Roster::default(), Instant::now(), hub.forbidden.clone());
        while begun.elapsed() < MOST {
            let message = tokio::select! {
                message = tokio::time::timeout(ANSWERS, heard.next()) => message,
                error = forbidden.wait() => return Err(error),
            };
            let Ok(Some(message)) = message else { break };
            roster.hear(&message.payload);
        }
        Ok(roster.present().into_iter().cloned().collect())
    })
}
