//! Systems on which programs cannot be run yet: there is no pool, and every program says so.

use plyscope_core::BadInput;
use plyscope_registry::{Guest, Guests};

use crate::spec::Programs;

/// No programs.
pub struct Pool {
    programs: Programs,
}

impl Pool {
    pub(crate) fn new(programs: Programs) -> Self {
        Pool { programs }
    }
}

impl Guests for Pool {
    fn check(&self, program: &str, game: &str) -> Result<(), BadInput> {
        self.programs.check(program, game)
    }

    fn seat(&self, program: &str) -> Result<Box<dyn Guest + '_>, BadInput> {
        Err(BadInput::new(format!(
            "program:{program} cannot play here: programs as players need Linux or another Unix"
        )))
    }
}
