//! Systems on which no program can be locked in: an experiment that asks for it is refused.

use std::io;
use std::process::Child;

use plyscope_core::BadInput;
use rustix::process::Pid;

use crate::spec::{Program, Sandbox, Walls};
use crate::watch::Allowed;

pub(crate) struct Locked {
    pub(crate) child: Child,
    pub(crate) group: Pid,
    pub(crate) cell: Cell,
}

/// There are none.
pub(crate) enum Cell {}

impl Cell {
    pub(crate) fn allowed(&self, _: &Program, _: u32, _: (Pid, Pid)) -> Allowed {
        match *self {}
    }
}

pub(crate) fn choose(asked: Sandbox) -> Result<Option<Walls>, BadInput> {
    if asked.is_on() {
        return Err(BadInput::new("sandbox needs Linux; run programs that you trust with sandbox = false"));
    }
    Ok(None)
}

pub(crate) fn start(_: &Program, _: Walls, _: &[String], _: (&str, &str)) -> io::Result<Locked> {
    Err(io::Error::from(io::ErrorKind::Unsupported))
}
