//! The machine that plays: its name, for runs that several have played.

use crate::plan::Plan;

/// The name of this machine in its network.
#[cfg(unix)]
pub(crate) fn name() -> String {
    rustix::system::uname().nodename().to_string_lossy().into_owned()
}

/// The name of this machine in its network.
#[cfg(not(unix))]
pub(crate) fn name() -> String {
    std::env::var("COMPUTERNAME").unwrap_or_else(|_| "unknown".to_owned())
}

/// The most machines that a note names.
const MAX_NAMED: usize = 10;

/// What must be said of games that depend on time, if several machines have played them.
pub(crate) fn note(plan: &Plan, machines: &[String]) -> Option<String> {
    if machines.len() < 2 || !plan.depends_on_time() {
        return None;
    }
    let mut names = machines[..machines.len().min(MAX_NAMED)].join(", ");
    if machines.len() > MAX_NAMED {
        names.push_str(&format!(" and {} more", machines.len() - MAX_NAMED));
    }
    Some(format!(
        "The games were played on {} machines ({names}); a limit of time allows more on a fast one than on a slow one.",
        machines.len()
    ))
}
